// Starts `understudy serve` so that it ends with this process, whatever happens to it: a shell guard beside it waits for
// the end of a pipe that only this process holds, and kills the server then. The server itself takes the shell's place,
// so its id, its exit and its signals are our child's own.
import { spawn, type ChildProcess } from "node:child_process";
import { UnderstudyError } from "./error.js";
import { errorIn, hintIn } from "./said.js";

// A line on the pipe means that the server has ended already: there is nothing to kill any more.
const GUARD = 'exec 3<&0; { read -r _ <&3 || kill -9 $$; } >/dev/null 2>&1 & exec "$@" 3<&- </dev/null';
const KEPT_STDERR = 16 * 1024;

export interface Ready {
  url: string;
  key: string;
  admin_key: string;
  world: string;
  pack: string;
}

export interface ServeOptions {
  program: string;
  words: string[];
  /** Milliseconds of real time until it must be ready; 60,000 unless given. */
  timeout?: number | undefined;
}

const ENDING_MS = 5000;

/** A running server and what it said when it was ready. */
export class ServerProcess {
  private said = "";
  private ended: string | undefined;
  private hasToEnd = false;
  readonly ready: Ready[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly command: string,
  ) {
    child.stderr?.on("data", (part: Buffer) => (this.said = (this.said + part.toString("utf8")).slice(-KEPT_STDERR)));
    child.once("exit", (code, signal) => {
      this.ended = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      child.stdin?.end("ended\n");
    });
    child.stdin?.on("error", () => {}); // the guard may be gone already
  }

  static start(o: ServeOptions): Promise<ServerProcess> {
    const words = ["serve", ...o.words, "--json"];
    const child = spawn("/bin/sh", ["-c", GUARD, "sh", o.program, ...words], { stdio: ["pipe", "pipe", "pipe"] });
    const server = new ServerProcess(child, `understudy serve ${o.words.join(" ")}`);
    return server.untilReady(o.timeout ?? 60_000);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** What became of it, if it has ended without being asked to. Its connections break before it is gone: it is given time. */
  async fate(): Promise<string | undefined> {
    if (!this.ended && !this.hasToEnd) await this.untilEnded(ENDING_MS);
    return this.ended && !this.hasToEnd ? `the server (\`${this.command}\`) ${this.ended}${errorIn(this.said)}` : undefined;
  }

  async stop(): Promise<void> {
    this.hasToEnd = true;
    if (this.ended) return;
    const gone = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill("SIGTERM");
    const late = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    await gone;
    clearTimeout(late);
  }

  private untilEnded(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(late);
        this.child.off("exit", settle);
        resolve();
      };
      const late = setTimeout(settle, milliseconds);
      this.child.once("exit", settle);
    });
  }

  private async untilReady(milliseconds: number): Promise<ServerProcess> {
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        this.child.kill("SIGKILL");
        reject(this.notStarted(`was not ready after ${milliseconds} ms`));
      }, milliseconds);
      const settle = (then: () => void) => {
        clearTimeout(late);
        then();
      };
      this.child.once("error", (error) => settle(() => reject(this.notStarted(`cannot be started: ${error.message}`))));
      this.child.once("close", () => settle(() => reject(this.notStarted(this.ended ?? "ended"))));
      this.child.stdout?.on("data", (part: Buffer) => {
        output += part.toString("utf8");
        const lines = output.split("\n");
        output = lines.pop() ?? "";
        for (const line of lines) {
          const ready = toReady(line);
          if (ready) this.ready.push(ready);
          else if (this.ready.length === 0) settle(() => reject(this.notUnderstudy(line)));
        }
        if (this.ready.length > 0) settle(resolve);
      });
    });
    this.unref();
    return this;
  }

  // A test process that is done may end; the guard then ends the server.
  private unref(): void {
    this.child.unref();
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr]) (pipe as unknown as { unref?: () => void } | null)?.unref?.();
  }

  private notStarted(what: string): UnderstudyError {
    const isTaken = /port\b.*\btaken|in use/i.test(this.said);
    return new UnderstudyError({
      status: 0,
      code: isTaken ? "port_taken" : "not_started",
      message: `\`${this.command}\` ${what}${errorIn(this.said)}`,
      hint: isTaken ? "leave --port out of `args`, and any free port is taken" : hintIn(this.said),
    });
  }

  private notUnderstudy(line: string): UnderstudyError {
    this.hasToEnd = true;
    this.child.kill("SIGKILL");
    return new UnderstudyError({
      status: 0,
      code: "wrong_version",
      message: `${this.child.spawnargs[4] ?? "the program"} does not speak as understudy does; it said ${JSON.stringify(line.slice(0, 80))}`,
      hint: "use the same version of @understudy/sdk and of the program; `bin` or UNDERSTUDY_BIN may name another one",
    });
  }
}

function toReady(line: string): Ready | undefined {
  try {
    const said = JSON.parse(line) as Partial<Ready>;
    return said.url && said.key && said.world ? (said as Ready) : undefined;
  } catch {
    return undefined;
  }
}
