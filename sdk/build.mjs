// Builds the packages into their dist/: tsc checks them and writes ES modules; the same sources are then turned into
// CommonJS, file by file. The settings are those of tsconfig.base.json.
//
//     build.mjs [PACKAGE...]
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const BESIDE = ["locate.cjs", "locate.d.cts"]; // written by hand, the same for both

function buildCommonjs(folder) {
  const to = join(folder, "dist/cjs");
  mkdirSync(to);
  writeFileSync(join(to, "package.json"), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(join(folder, "src"))) {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = ts.transpileModule(readFileSync(join(folder, "src", file), "utf8"), { compilerOptions, fileName: file });
    writeFileSync(join(to, file.replace(/\.ts$/, ".js")), outputText);
    const types = file.replace(/\.ts$/, ".d.ts");
    copyFileSync(join(folder, "dist/esm", types), join(to, types));
  }
}

function build(name) {
  const folder = join(HERE, name);
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  mkdirSync(join(folder, "dist"));
  for (const file of BESIDE) if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(folder, "dist", file));
  execFileSync(process.execPath, [TSC, "-p", folder], { stdio: "inherit" });
  if (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).main?.includes("cjs")) buildCommonjs(folder);
}

const chosen = process.argv.slice(2);
try {
  for (const name of chosen.length ? chosen : ["typescript", "vitest", "jest", "playwright"]) build(name);
} catch (error) {
  if (error.status === undefined) throw error;
  process.exit(1); // tsc has said why
}
