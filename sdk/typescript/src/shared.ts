// One server for a whole test run, whoever asks first. Workers of a run have the main process of the runner in common:
// its id names a folder in which the first one to come starts the server and writes down where it is. A shell guard
// beside the server ends it, and removes the folder, when that main process is gone, however it went.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { findProgram } from "./binary.js";
import { UnderstudyError } from "./error.js";
import { connect } from "./launch.js";
import type { Ready } from "./process.js";
import { errorIn, hintIn } from "./said.js";

// $0: the main process; $1: the folder; then the command. The server takes the shell's place.
const GUARD = `
run=$0 folder=$1
shift
{
    PATH=$PATH:/usr/bin:/bin
    while kill -0 "$run" && kill -0 $$; do sleep 0.3; done
    kill -0 "$run" || { kill -9 $$; rm -rf "$folder" "$folder".cleared-*; }
} >/dev/null 2>&1 &
exec "$@" </dev/null`;
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 5;

export interface SharedOptions {
  pack: string;
  args?: string[] | undefined;
  bin?: string | undefined;
}

/** The process that lives as long as the run: the runner's main process, also when this is one of its workers. */
export function runProcess(): number {
  const isChild = isMainThread && typeof process.send === "function";
  return isChild ? process.ppid : process.pid;
}

/** The server of this run for that pack, started if it is not there yet. */
export async function sharedServer(o: SharedOptions): Promise<Ready> {
  const program = findProgram(o.bin);
  const words = [o.pack, ...(o.args ?? [])];
  const run = runProcess();
  const of = createHash("sha256").update(JSON.stringify([program, words, process.cwd()])).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), `understudy-${userInfo().uid}-${run}-${of}`);
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const ready = readyIn(folder);
    if (ready && (await isServing(ready))) return ready;
    if (ready) clearAway(folder, ready.key);
    if (claim(folder)) return start(folder, run, program, words, end);
    await pause();
  }
  const message = `another worker has been starting \`understudy serve ${words.join(" ")}\` for ${PATIENCE_MS} ms`;
  throw new UnderstudyError({ status: 0, code: "not_started", message, hint: `remove ${folder} and run the tests again` });
}

// The first to make the folder has to start the server. One who died over it is replaced.
function claim(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, "starter"), String(process.pid));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const starter = Number(read(join(folder, "starter")) || "0");
  if (starter && !isAlive(starter) && !existsSync(join(folder, "ready"))) clearAway(folder, String(starter));
  return false;
}

// Removes what a server or a starter that died has left. Several workers notice at once, and only one may do it: the
// folder may be a new one when the others come.
function clearAway(folder: string, of: string): void {
  try {
    mkdirSync(`${folder}.cleared-${createHash("sha256").update(of).digest("hex").slice(0, 12)}`);
  } catch {
    return;
  }
  rmSync(folder, { recursive: true, force: true });
}

async function start(folder: string, run: number, program: string, words: string[], end: number): Promise<Ready> {
  const output = join(folder, "output");
  const said = join(folder, "said");
  const files = [openSync(output, "w"), openSync(said, "w")] as const;
  const command = [program, "serve", ...words, "--port", "0", "--json"];
  // `detached`: the worker that started it may end, and an interrupt at the terminal is the runner's to handle.
  const child = spawn("/bin/sh", ["-c", GUARD, String(run), folder, ...command], { stdio: ["ignore", ...files], detached: true });
  files.forEach((file) => closeSync(file));
  let ended: string | undefined;
  child.once("exit", (code, signal) => (ended = signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
  child.once("error", (error) => (ended = `cannot be started: ${error.message}`));
  child.unref();
  while (Date.now() < end && ended === undefined) {
    const line = /^\{.*\}\n/.exec(read(output))?.[0];
    if (line) {
      writeFileSync(join(folder, "part"), line);
      renameSync(join(folder, "part"), join(folder, "ready"));
      return JSON.parse(line) as Ready;
    }
    await pause();
  }
  const lastWords = read(said);
  rmSync(folder, { recursive: true, force: true });
  if (ended === undefined) child.kill("SIGKILL");
  throw notStarted(words, ended ?? `was not ready after ${PATIENCE_MS} ms`, lastWords);
}

function notStarted(words: string[], what: string, said: string): UnderstudyError {
  const message = `\`understudy serve ${words.join(" ")}\` ${what}${errorIn(said)}`;
  return new UnderstudyError({ status: 0, code: "not_started", message, hint: hintIn(said) });
}

// What a server that was killed has left behind says nothing.
async function isServing(ready: Ready): Promise<boolean> {
  return connect({ ...ready, worldId: ready.world })
    .clock.now()
    .then(
      () => true,
      (error: unknown) => !(error instanceof UnderstudyError && error.status === 0),
    );
}

// A folder that somebody else has made under our name is not believed.
function readyIn(folder: string): Ready | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== userInfo().uid) {
    throw new UnderstudyError({ status: 0, code: "not_started", message: `${folder} belongs to another user`, hint: "set TMPDIR to a folder of your own" });
  }
  const text = read(join(folder, "ready"));
  return text ? (JSON.parse(text) as Ready) : undefined;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
