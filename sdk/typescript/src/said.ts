// What the program said on standard error, taken apart: its first error and the hint that belongs to it.

/** ": there is no pack ...", to be put behind a sentence; nothing where no error was said. */
export function errorIn(said: string): string {
  const error = /^(?:.*?: )?error: (.*)$/m.exec(said)?.[1];
  return error ? `: ${error}` : "";
}

export function hintIn(said: string): string {
  return /^\s*hint: (.*)$/m.exec(said)?.[1] ?? "run that command by hand to see what it says";
}
