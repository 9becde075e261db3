// A world for each test, for the plugins of test runners. The server is the one that the environment names, or one for
// the whole run that the first test starts.
import { connect } from "./launch.js";
import { UnderstudyError } from "./error.js";
import { describeWorld } from "./report.js";
import type { Sandbox } from "./sandbox.js";
import { sharedServer } from "./shared.js";

export interface SandboxOptions {
  /** The pack to serve. Not needed where the environment names a server. */
  pack?: string;
  /** Further words for `understudy serve`. */
  args?: string[];
  /** The program; else UNDERSTUDY_BIN, the package of this platform, the PATH. */
  bin?: string;
  /** `fork` (default): each test has a world of its own. `reset`: one world, cleared before and after each test, for
   *  applications whose key cannot change. */
  isolation?: "fork" | "reset";
  /** What every test finds in its world; run once, and forked from then on. */
  prepare?: (sandbox: Sandbox) => Promise<void> | void;
  /** Look for contradictions in what is scripted, and show them when a test fails. */
  coherence?: "off" | "warn";
}

export interface TestWorld {
  sandbox: Sandbox;
  /** Ends the world; for a failed test first says what it looked like. */
  end(hasFailed: boolean): Promise<string | undefined>;
}

// Worlds that nobody ended, because their worker was killed, go away by themselves.
const TTL = "10m";
const PREPARED = "prepared";

/** Opens worlds for the tests of one file or one project. Nothing happens before the first. */
export class Worlds {
  private root: Promise<Sandbox> | undefined;

  constructor(
    private readonly options: SandboxOptions,
    /** Which worker this is, from 0. */
    private readonly worker: number,
  ) {}

  async open(): Promise<TestWorld> {
    const isReset = this.options.isolation === "reset";
    this.root ??= this.makeRoot(isReset);
    let root: Sandbox;
    let sandbox: Sandbox;
    try {
      root = await this.root;
      sandbox = isReset ? root : await root.fork({ ttl: TTL });
      if (isReset) await this.clear(root);
    } catch (error) {
      this.root = undefined; // the next test looks for a server anew: one that died is started again
      throw error;
    }
    return {
      sandbox,
      end: async (hasFailed) => {
        const report = hasFailed ? await describeWorld(sandbox) : undefined;
        try {
          await (isReset ? this.clear(root) : sandbox.close());
        } catch (error) {
          if (!hasFailed) throw error; // a failed test has its own reason
        }
        return report;
      },
    };
  }

  private async makeRoot(isReset: boolean): Promise<Sandbox> {
    const { sandbox, isOurs } = await findServer(this.options, this.worker);
    const isChanged = isReset || this.options.prepare !== undefined || this.options.coherence !== undefined;
    // A world that others use too is forked before anything is changed in it. One that was named for this worker alone
    // is kept where it is reset: the application knows its key.
    const root = isChanged && !(isReset && isOurs) ? await sandbox.fork({ ttl: TTL }) : sandbox;
    if (isReset) await root.reset();
    if (this.options.coherence) await root.coherence(this.options.coherence);
    await this.options.prepare?.(root);
    if (isReset && this.options.prepare) await root.snapshot(PREPARED);
    return root;
  }

  private async clear(root: Sandbox): Promise<void> {
    await root.reset();
    if (this.options.prepare) await root.restore(PREPARED);
    else if (this.options.coherence) await root.coherence(this.options.coherence);
  }
}

async function findServer(o: SandboxOptions, worker: number): Promise<{ sandbox: Sandbox; isOurs: boolean }> {
  const named = fromEnvironment(worker, o.isolation === "reset");
  if (named) return { sandbox: connect(named.pair), isOurs: named.isOurs };
  if (!o.pack) {
    throw new UnderstudyError({
      status: 0,
      code: "no_pack",
      message: "no pack is named, and no server either",
      hint: 'give the option `pack` ("deck", "parcel", a folder), or set UNDERSTUDY_URL and UNDERSTUDY_KEY',
    });
  }
  const ready = await sharedServer({ pack: o.pack, args: o.args, bin: o.bin });
  return { sandbox: connect({ ...ready, worldId: ready.world }), isOurs: false };
}

/** The value of a variable, by our name or by the one that ProdBreak uses. */
function variable(name: string): string {
  return process.env[`UNDERSTUDY_${name}`] ?? process.env[`PRODBREAK_${name}`] ?? "";
}

function fromEnvironment(worker: number, isReset: boolean): { pair: { url: string; key: string }; isOurs: boolean } | undefined {
  const urls = variable("WORKER_URLS").split(",").filter(Boolean);
  const keys = variable("WORKER_KEYS").split(",").filter(Boolean);
  if (urls.length === 0) {
    const pair = { url: variable("URL"), key: variable("KEY") };
    return pair.url && pair.key ? { pair, isOurs: worker === 0 } : undefined;
  }
  const place = worker < urls.length || isReset ? worker : worker % urls.length; // forks may share a parent
  const url = urls[place];
  const key = keys[place];
  if (url && key) return { pair: { url, key }, isOurs: true };
  throw new UnderstudyError({
    status: 0,
    code: "no_world_for_worker",
    message: `worker ${worker} has no world: UNDERSTUDY_WORKER_URLS names ${urls.length}, UNDERSTUDY_WORKER_KEYS ${keys.length}`,
    hint: "start `understudy serve PACK --workers N` with as many worlds as the runner has workers, or run fewer workers",
  });
}
