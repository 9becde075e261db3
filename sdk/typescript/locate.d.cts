/** The path of a file in an installed package, or nothing. */
declare function locate(name: string): string | undefined;
export = locate;
