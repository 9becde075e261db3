// Makes the npm packages, as tarballs: the platform package with the program in it, the SDK, the plugins. They have to be
// built already (build.mjs).
//
//     pack.mjs PROGRAM FOLDER
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGES = ["linux-x64", "typescript", "vitest", "jest", "playwright"];
const read = (name) => JSON.parse(readFileSync(join(HERE, name, "package.json"), "utf8"));

function fail(text) {
  console.error(`pack.mjs: ${text}`);
  process.exit(1);
}

const [program, folder] = process.argv.slice(2);
if (!program || !folder) fail("PROGRAM FOLDER");
const version = execFileSync(program, ["--version"], { encoding: "utf8" }).trim().split(" ")[1];
for (const name of PACKAGES) {
  const one = read(name);
  const wanted = { ...one.dependencies, ...one.optionalDependencies };
  if (one.version !== version) fail(`${one.name} is ${one.version}, the program ${version}; make them equal`);
  for (const [other, range] of Object.entries(wanted)) if (range !== version) fail(`${one.name} wants ${other} ${range}, not ${version}`);
  if (name !== "linux-x64" && !existsSync(join(HERE, name, "dist"))) fail(`${one.name} is not built; run sdk/build.mjs`);
  copyFileSync(join(HERE, "../LICENSE"), join(HERE, name, "LICENSE"));
}
mkdirSync(join(HERE, "linux-x64/bin"), { recursive: true });
copyFileSync(program, join(HERE, "linux-x64/bin/understudy"));
chmodSync(join(HERE, "linux-x64/bin/understudy"), 0o755);
mkdirSync(folder, { recursive: true });
const words = PACKAGES.flatMap((name) => ["--workspace", read(name).name]);
execFileSync("npm", ["pack", "--silent", ...words, "--pack-destination", resolve(folder)], { cwd: HERE, stdio: ["ignore", "ignore", "inherit"] });
