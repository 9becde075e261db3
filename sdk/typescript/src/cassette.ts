// Recorded commands and calls over HTTP for one test. `understudy with` sets up the session as it does for any program;
// the program it runs here only tells its environment and waits for the end of the test. What the test then starts with
// that environment meets the recordings.
import { spawn } from "node:child_process";
import { findProgram } from "./binary.js";
import { UnderstudyError } from "./error.js";
import { errorIn, hintIn } from "./said.js";

export interface CassetteOptions {
  /** replay (default), record, record-missing, pass-through, forbid or shadow, or one of VCR's words. */
  mode?: string;
  /** Commands to stand in for, beside those in the cassettes. */
  programs?: string[];
  /** Calls over HTTP too, of programs that honour HTTP_PROXY. */
  http?: boolean;
  /** Also a server that answers from the recordings, for clients in this process: its address is `url`. */
  server?: boolean;
  /** Further words for `understudy with`. */
  args?: string[];
  /** Give the environment to this process too, until the end. True unless told otherwise. */
  apply?: boolean;
  bin?: string;
}

export interface Cassette {
  /** For what the test starts: `spawn("git", [...], { env: cassette.env })`. */
  env: Record<string, string>;
  /** Answers recorded calls over HTTP, with the option `server`. */
  url: string | undefined;
  /** Ends the session; throws if a call had no recording. */
  close(): Promise<void>;
}

const TELL = "process.stdout.write(JSON.stringify(process.env) + '\\n'); process.stdin.resume(); process.stdin.on('end', () => process.exit(0));";
const NO_RECORDING = 97;

interface Session {
  first: string;
  end(): Promise<{ code: number | null; said: string }>;
}

/** Opens the cassettes of a folder for what this process starts from now on. */
export async function openCassette(folder: string, o: CassetteOptions = {}): Promise<Cassette> {
  const program = findProgram(o.bin);
  const flags = [...(o.mode ? ["--mode", o.mode] : []), ...(o.programs ?? []).flatMap((name) => ["--program", name]), ...(o.http ? ["--http"] : [])];
  const session = await begin(program, ["with", folder, ...flags, ...(o.args ?? []), "--", process.execPath, "-e", TELL], "pipe");
  const env = JSON.parse(session.first) as Record<string, string>;
  const server = o.server ? await beginReplay(program, folder, session) : undefined;
  const restore = (o.apply ?? true) ? apply(env) : () => {};
  let isClosed = false;
  return {
    env,
    url: server ? (JSON.parse(server.first) as { url: string }).url : undefined,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      restore();
      const ends = [await session.end(), await server?.end()];
      for (const end of ends) if (end && end.code !== 0) throw notRecorded(folder, end.code, end.said);
    },
  };
}

// Where the second of the two does not begin, the first is ended too.
async function beginReplay(program: string, folder: string, session: Session): Promise<Session> {
  try {
    return await begin(program, ["replay", folder, "--port", "0", "--json"], "signal");
  } catch (error) {
    await session.end();
    throw error;
  }
}

function begin(program: string, words: string[], ends: "pipe" | "signal"): Promise<Session> {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString("utf8")));
  child.stdin.on("error", () => {});
  const gone = new Promise<number | null>((resolve) => child.once("close", resolve));
  const end = async () => {
    if (ends === "pipe") child.stdin.end();
    else child.kill("SIGTERM");
    return { code: await gone, said };
  };
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (part: Buffer) => {
      output += part.toString("utf8");
      if (output.includes("\n")) resolve({ first: output.slice(0, output.indexOf("\n")), end });
    });
    child.once("error", (error) => reject(cannotOpen(words, error.message, "")));
    void gone.then((code) => reject(cannotOpen(words, `ended with exit code ${code}`, said)));
  });
}

// Sets what the session has changed, and returns what sets it back.
function apply(env: Record<string, string>): () => void {
  const before = new Map<string, string | undefined>();
  for (const [name, value] of Object.entries(env)) {
    if (process.env[name] === value) continue;
    before.set(name, process.env[name]);
    process.env[name] = value;
  }
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function cannotOpen(words: string[], what: string, said: string): UnderstudyError {
  const message = `\`understudy ${words.slice(0, 2).join(" ")}\` ${what}${errorIn(said)}`;
  return new UnderstudyError({ status: 0, code: "no_cassette", message, hint: hintIn(said) });
}

function notRecorded(folder: string, code: number | null, said: string): UnderstudyError {
  const isMiss = code === NO_RECORDING;
  return new UnderstudyError({
    status: 0,
    code: isMiss ? "no_recording" : "cassette_failed",
    message: isMiss ? `a call has no recording in ${folder}:\n${said.trim()}\n` : `the session with ${folder} ended with exit code ${code}:\n${said.trim()}\n`,
    hint: isMiss ? "record it with the mode record-missing, or change the call" : "what is said above tells what is wrong",
  });
}
