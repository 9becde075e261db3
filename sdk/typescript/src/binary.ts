// Where the program is: an option, UNDERSTUDY_BIN, the platform package that npm installed beside this one, the PATH.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UnderstudyError } from "./error.js";
import locate from "../locate.cjs";

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function given(path: string, by: string): string {
  if (isProgram(path)) return path;
  throw new UnderstudyError({
    status: 0,
    code: "no_program",
    message: `there is no program at ${path}, which ${by} names`,
    hint: `make ${by} the path of the understudy program, or leave it out`,
  });
}

/** The path of the program. Which version it is shows when it answers. */
export function findProgram(bin?: string): string {
  if (bin) return given(bin, "the option `bin`");
  const named = process.env["UNDERSTUDY_BIN"];
  if (named) return given(named, "UNDERSTUDY_BIN");
  const platform = `@understudy/${process.platform}-${process.arch}`;
  const packaged = locate(`${platform}/bin/understudy`);
  if (packaged && isProgram(packaged)) return packaged;
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "understudy"));
  const found = onPath.find(isProgram);
  if (found) return found;
  throw new UnderstudyError({
    status: 0,
    code: "no_program",
    message: `the understudy program is nowhere to be found: no option \`bin\`, no UNDERSTUDY_BIN, no package ${platform}, nothing on PATH`,
    hint: `npm install --save-dev ${platform}, or set UNDERSTUDY_BIN to its path`,
  });
}
