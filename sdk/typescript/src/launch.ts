// The two ways to a sandbox: connect to a server that runs, or start one.
import { findProgram } from "./binary.js";
import { ServerProcess } from "./process.js";
import { Sandbox } from "./sandbox.js";

export interface ConnectOptions {
  url: string;
  key: string;
  /** Which world this is, if it is known. With the operator's key it says which one is meant. */
  worldId?: string;
}

export interface LaunchOptions {
  /** The name of a pack, its folder, or an OpenAPI document. */
  pack: string;
  /** Further words for `understudy serve`. */
  args?: string[];
  /** The program; else UNDERSTUDY_BIN, the package of this platform, the PATH. */
  bin?: string;
  /** Milliseconds of real time until it must be ready; 60,000 unless given. */
  timeout?: number;
}

/** The world of a running server. Makes no call. */
export function connect(o: ConnectOptions): Sandbox {
  return new Sandbox({ url: o.url, key: o.key, worldId: o.worldId });
}

/** Starts `understudy serve` on a free port; `close()` ends it, and so does the end of this process. */
export async function launch(o: LaunchOptions): Promise<Sandbox> {
  const args = o.args ?? [];
  const port = args.some((word) => /^--port(=|$)/.test(word)) ? [] : ["--port", "0"];
  const server = await ServerProcess.start({ program: findProgram(o.bin), words: [o.pack, ...port, ...args], timeout: o.timeout });
  const first = server.ready[0];
  if (!first) throw new Error("unreachable: a server that is ready has said so");
  const sandbox = new Sandbox({ url: first.url, key: first.key, worldId: first.world, fate: () => server.fate(), onClose: () => server.stop() });
  try {
    await sandbox.identify(); // also finds out whether both speak the same contract
  } catch (error) {
    await server.stop();
    throw error;
  }
  return sandbox;
}
