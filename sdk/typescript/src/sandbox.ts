// One world under the control of a test. Everything here is one call of the control plane, or a few.
import { Clock, Exogenous, Faults, WorldEvents } from "./areas.js";
import { Control, type Target } from "./control.js";
import { UnderstudyError } from "./error.js";
import type { CoherenceWarning, Diff, ForkOptions, HistoryResult, HistoryStep, Mode, RequestEntry, RequestFilter, SeedResult, Snapshot, State, Trace } from "./types.js";
import { makeClient, type ClientSpec } from "./vendor.js";
import { Webhooks } from "./webhooks.js";

const OPERATOR = "usa_"; // what the operator's key begins with

export interface SandboxTarget extends Omit<Target, "world"> {
  /** Known from the start where the server or a fork said it. */
  worldId?: string | undefined;
  /** What the pack names as the vendor's own client; null: nothing. */
  client?: ClientSpec | null | undefined;
  /** Ends what was started or made for this sandbox. */
  onClose?: (() => Promise<void>) | undefined;
}

export class Sandbox {
  readonly url: string;
  readonly key: string;
  readonly faults: Faults;
  readonly world: WorldEvents;
  readonly clock: Clock;
  readonly webhooks: Webhooks;
  readonly exogenous: Exogenous;
  private readonly control: Control;
  private id: string | undefined;
  private spec: ClientSpec | null | undefined;
  private isClosed = false;

  constructor(private readonly target: SandboxTarget) {
    this.url = target.url.replace(/\/+$/, "");
    this.key = target.key;
    this.id = target.worldId;
    this.spec = target.client;
    this.control = new Control({ url: this.url, key: this.key, fate: target.fate, ...(target.key.startsWith(OPERATOR) ? { world: target.worldId } : {}) });
    this.faults = new Faults(this.control);
    this.world = new WorldEvents(this.control);
    this.clock = new Clock(this.control);
    this.webhooks = new Webhooks(this.control);
    this.exogenous = new Exogenous(this.control);
  }

  /** The id of the world. `connect` makes no call, so there it is known only after `identify()`. */
  get worldId(): string {
    if (this.id !== undefined) return this.id;
    throw notKnown("the id of this world is not known yet");
  }
  /** Asks the server which world this is and what its pack says of clients, once. */
  async identify(): Promise<string> {
    if (this.id !== undefined && this.spec !== undefined) return this.id;
    const world = await this.control.ask("GET /world");
    const pack = await this.control.ask("GET /packs/{name}", { path: { name: world.packs[0]?.name ?? "" } });
    this.spec = (pack["client"] as { typescript?: ClientSpec } | undefined)?.typescript ?? null;
    this.id = world.id;
    return this.id;
  }

  /** Objects that have always been there; nothing is set off. */
  seed(resource: string, objects: object[], o: { strict?: boolean } = {}): Promise<SeedResult> {
    return this.control.ask("POST /seed", { body: { resource, objects: objects as Record<string, unknown>[], ...o } });
  }
  /** A past, made by running the lifecycle back-dated. */
  seedHistory(steps: HistoryStep[]): Promise<HistoryResult> {
    return this.control.ask("POST /seed/history", { body: { steps } });
  }
  /** Everything but id and key as it was in the beginning; sinks are closed. */
  async reset(o: { t0?: string } = {}): Promise<void> {
    await this.webhooks.closeSinks();
    await this.control.ask("POST /reset", { body: o });
  }
  /** The objects as the service would show them: `resources` of all kinds, or `data` of one. */
  async state(resource?: string): Promise<State> {
    if (resource === undefined) return this.control.ask("GET /state");
    const { now } = await this.control.ask("GET /clock");
    const data = await this.control.list("GET /state", { query: { resource } });
    return { now, data, next: null, evicted: 0 };
  }
  /** The vendor's own client, if the pack names one and it is installed. */
  client<T>(): T {
    if (this.spec === undefined) throw notKnown("what the pack says of clients is not known yet");
    return makeClient(this.spec, this.url, this.key) as T;
  }
  /** How the last answer came about, field by field. */
  async lastResolutionTrace(): Promise<Trace> {
    const last = (await this.control.list("GET /traces")).at(-1);
    if (last) return last;
    throw new UnderstudyError({ status: 0, code: "no_trace", message: "there is no trace yet", hint: "a call to the service makes one" });
  }
  trace(id: string): Promise<Trace> {
    return this.control.ask("GET /trace/{id}", { path: { id } });
  }
  /** The calls that were answered, oldest first. */
  async requests(filter: RequestFilter = {}): Promise<RequestEntry[]> {
    return (await this.control.list("GET /requests", { query: filter })) as unknown as RequestEntry[];
  }
  /** A world with the same state and a key of its own; what changes in one never shows in the other. `close()` ends it. */
  async fork(o: ForkOptions = {}): Promise<Sandbox> {
    const made = await this.control.ask("POST /fork", { body: { ...o } });
    const fork: Sandbox = new Sandbox({ url: this.url, key: made.key, worldId: made.id, fate: this.target.fate, client: this.spec, onClose: () => fork.drop() });
    return fork;
  }
  snapshot(name?: string): Promise<Snapshot> {
    return this.control.ask("POST /snapshots", { body: name === undefined ? {} : { name } });
  }
  /** The world becomes what the snapshot (its id or name) holds. */
  async restore(snapshot: string): Promise<void> {
    await this.control.ask("POST /restore", { body: { snapshot } });
  }
  /** What changed from `other`, a world or a snapshot, to this world. */
  async diff(other: Sandbox | string): Promise<Diff> {
    const to = await this.identify();
    if (typeof other === "string") return this.control.ask("GET /diff", { query: { from: other, to } });
    const query = { from: await other.identify(), to };
    return this.control.ask("GET /diff", { query }).catch((refused: unknown) => {
      if (!(refused instanceof UnderstudyError) || refused.code !== "unknown_snapshot") throw refused;
      // A key is good for its own world and for the forks of it: that of the older world sees both.
      return other.control.ask("GET /diff", { query });
    });
  }
  /** Contradictions in what is scripted. The world looks for them after `coherence("warn")`; it only ever warns. */
  async coherence(mode?: Mode): Promise<CoherenceWarning[]> {
    if (mode !== undefined) await this.control.ask("PUT /coherence", { body: { mode } });
    return this.control.list("GET /coherence");
  }
  /** Closes sinks, and ends what was started or made for this sandbox: a launched server, a forked world. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.webhooks.closeSinks();
    await this.target.onClose?.();
  }

  private async drop(): Promise<void> {
    await this.control.ask("DELETE /worlds/{id}", { path: { id: this.worldId } });
  }
}

function notKnown(message: string): UnderstudyError {
  return new UnderstudyError({ status: 0, code: "world_unknown", message, hint: "`await sandbox.identify()` asks the server" });
}
