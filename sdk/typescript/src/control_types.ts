// Made by generate_types.mjs from /__admin__/openapi.json; not to be changed by hand.

export interface Error {
  error: {
    /** stable; tests may rely on it */
    code: string;
    /** one sentence for people */
    message: string;
    /** JSON Pointer into the body */
    field?: string;
    /** what to do */
    hint?: string;
    /** anchor in the documentation */
    docs?: string;
  };
}

export interface Health {
  status: "ok";
}

export interface Document {
  openapi: "3.1.0";
  paths: Record<string, unknown>;
  info: unknown;
  components: unknown;
  [name: string]: unknown;
}

export interface Version {
  product: "understudy";
  version: string;
  contract: number;
  packs: {
    name: string;
    version: string;
  }[];
}

export interface PackSummary {
  name: string;
  version: string;
  vendor: string;
  modelled_version: string;
  /** null: unconfirmed */
  captured: string | null;
  resources: number;
  operations: number;
}

export interface Pack {
  name: string;
  version: string;
  operations: {
    name: string;
    resource: string | null;
    verb: string;
    method: string;
    path: string;
    /** an input that works in a fresh world */
    example: unknown;
    [name: string]: unknown;
  }[];
  resources: unknown;
  [name: string]: unknown;
}

export interface WorldOrder {
  pack: string;
  id?: string;
  /** at least 16 printable characters; made up if it is left out */
  key?: string;
  config?: Record<string, unknown>;
  /** an instant, or `now` for a ticking world */
  t0?: string;
  rng_seed?: number;
  clock?: "frozen" | "ticking";
  pacing?: "real" | "virtual";
  /** what it holds when it begins: docs/reference/seed-file.md */
  seed?: Record<string, unknown>;
  /** a listener of its own; 0: any free port */
  port?: number;
  /** a Unix socket of its own */
  socket?: string;
  host?: string;
  accept_keys?: "own" | "any";
  coherence?: "off" | "warn";
  /** a duration; without a call for that long the world is dropped */
  ttl?: string;
}

export interface ForkOrder {
  key?: string;
  ttl?: string;
  /** do webhook endpoints come along? */
  endpoints?: "keep" | "drop";
}

export interface World {
  id: string;
  /** in full only when the world is created */
  key: string;
  key_forms: string[];
  packs: {
    name: string;
    version: string;
    modelled_version: string;
    url: string;
  }[];
  config: Record<string, unknown>;
  t0: string;
  now: string;
  clock: "frozen" | "ticking";
  pacing: "real" | "virtual";
  rng_seed: number;
  port?: number;
  socket?: string;
  host?: string;
  accept_keys: "own" | "any";
  coherence: "off" | "warn";
  parent?: string;
  ttl?: string;
  counts: {
    [name: string]: number;
  };
}

export interface Cleared {
  cleared: number;
}

export interface Reset {
  /** start this run at another instant */
  t0?: string;
}

export interface Now {
  now: string;
  [name: string]: unknown;
}

export interface State {
  now: string;
  resources?: {
    [name: string]: (Record<string, unknown>)[];
  };
  /** with ?resource= */
  data?: (Record<string, unknown>)[];
  next?: string | null;
  evicted?: number;
  [name: string]: unknown;
}

export interface Trigger {
  event: string;
  data?: Record<string, unknown>;
}

export interface Triggered {
  now: string;
  transitions: unknown[];
  emitted: unknown[];
  trace: string;
  [name: string]: unknown;
}

export interface Trace {
  id: string;
  world: string;
  seq: number;
  at: string;
  request: Record<string, unknown> | null;
  resolved_by: "fault" | "stub" | "idempotent_replay" | "scenario" | "magic" | "stateful" | "auth" | "no_route";
  status: number;
  steps: unknown[];
  fields: {
    path: string;
    class: "faithful" | "exogenous";
    source: "input" | "derived" | "clock" | "id" | "state" | "aggregate" | "constant" | "pinned" | "tape" | "synth";
    value: unknown;
    pin: unknown;
    [name: string]: unknown;
  }[];
  [name: string]: unknown;
}

export interface Request {
  id: string;
  status: number;
  resolved_by: string;
  [name: string]: unknown;
}

export type Idempotency = Record<string, unknown>;

/** which calls; a member that the pack gives no meaning to is refused (unknown_constraint) */
export interface FaultMatch {
  /** a partial object: each leaf must be there and equal */
  input?: Record<string, unknown>;
  facets?: Record<string, unknown>;
  credential_id?: string | number;
  source_id?: string | number;
  /** of the object addressed */
  id?: string | number;
  /** of a delivery */
  event_type?: string;
  /** of a delivery */
  endpoint_id?: string;
  /** of a delivery: to deliver */
  attempt?: number;
  [name: string]: unknown;
}

export interface FaultEntry {
  status?: number;
  code?: string;
  message?: string;
  transport?: {
    kind: string;
    [name: string]: unknown;
  };
  /** what happens to a delivery (resource $deliveries, operation send) */
  delivery?: {
    kind: string;
    copies?: number;
    gap?: string;
    window?: number;
    by?: string;
    seen_as?: string;
    part?: string;
    [name: string]: unknown;
  };
  when?: "before" | "after";
  pass?: true;
  times?: number;
}

export interface FaultOrder {
  /** `*`: any */
  resource: string;
  /** verb or full name; `*`: any */
  operation: string;
  status?: number;
  code?: string;
  message?: string;
  transport?: {
    kind: string;
    [name: string]: unknown;
  };
  /** what happens to a delivery (resource $deliveries, operation send) */
  delivery?: {
    kind: string;
    copies?: number;
    gap?: string;
    window?: number;
    by?: string;
    seen_as?: string;
    part?: string;
    [name: string]: unknown;
  };
  /** then it is spent */
  count?: number;
  /** calls let through first */
  skip?: number;
  match?: FaultMatch;
  /** execution */
  when?: "before" | "after";
  probability?: number;
  /** refuse errors that the pack does not have */
  strict?: boolean;
  tape?: FaultEntry[];
  then?: "fallback" | "last" | "cycle";
}

export interface Warning {
  code: string;
  message: string;
  hint?: string;
  [name: string]: unknown;
}

export interface Fault {
  id: string;
  resource: string;
  operation: string;
  fired: number;
  remaining?: number;
  position?: number;
  state: "armed" | "spent";
  specificity: number;
  created_seq: number;
  off_model: boolean;
  warnings: Warning[];
  [name: string]: unknown;
}

export interface StubOrder {
  match: {
    method?: string;
    path?: string;
    operation?: string;
    resource?: string;
    input?: Record<string, unknown>;
    facets?: Record<string, unknown>;
    [name: string]: unknown;
  };
  answer: {
    status: number;
    headers?: {
      [name: string]: string;
    };
    /** a text is sent as it is, anything else as JSON */
    body?: unknown;
  };
  count?: number;
}

export interface Stub {
  id: string;
  match: Record<string, unknown>;
  answer: Record<string, unknown>;
  count: number;
  fired: number;
  state: "armed" | "spent";
  created_seq: number;
}

export interface CountOrder {
  match?: {
    method?: string;
    path?: string;
    status?: number;
    operation?: string;
    resource?: string;
    input?: Record<string, unknown>;
    facets?: Record<string, unknown>;
    id?: string | number;
    credential_id?: string | number;
    source_id?: string | number;
    [name: string]: unknown;
  };
  /** only calls after this sequence number */
  since?: number;
}

export interface Count {
  count: number;
  /** false: some that could have fitted are no longer kept */
  known: boolean;
}

/** which results; `operation` is required unless `on` is given */
export interface PinMatch {
  operation?: string | string[];
  resource?: string;
  credential_id?: string | number;
  source_id?: string | number;
  input?: Record<string, unknown>;
  facets?: Record<string, unknown>;
  [name: string]: unknown;
}

export interface PinOrder {
  match?: PinMatch;
  /** an event, a workflow or a move */
  on?: string;
  /** a dotted path, or `branch` */
  field: string;
  value: unknown;
}

export interface Pin {
  id: string;
  match: PinMatch;
  /** the name given to `on` */
  via?: string;
  field: string;
  value: unknown;
  specificity: number;
  created_seq: number;
  /** how often it was used */
  bound: number;
  /** results that were there when it was set and keep what they have */
  already_bound: number;
  warnings?: Contradiction[];
}

export interface TapeOrder {
  match?: PinMatch;
  on?: string;
  field: string;
  values: TapeEntry[];
  then?: "fallback" | "last" | "cycle";
}

export interface TapeEntry {
  value: unknown;
  times?: number;
}

export interface Tape {
  id: string;
  match: PinMatch;
  via?: string;
  field: string;
  values: TapeEntry[];
  /** results that have taken an entry */
  position: number;
  then: "fallback" | "last" | "cycle";
  /** pins that hide it */
  shadowed_by: string[];
  warnings?: Contradiction[];
}

export interface ExogenousField {
  operation: string;
  resource: string | null;
  field: string;
  class: "faithful" | "exogenous";
  /** null: only the data of a result will tell */
  schema: Record<string, unknown> | boolean | null;
  source: "input" | "derived" | "clock" | "id" | "aggregate" | "constant" | "pinned" | "tape" | "synth";
  by?: string[];
}

export interface NextEvent {
  event: string;
  title: string;
  possible: boolean;
  data_schema: Record<string, unknown>;
  candidates: (Record<string, unknown>)[];
  /** candidates that are not shown */
  more: number;
  precondition: string;
  blocked_by?: string;
  leads_to: string[];
  branches: {
    workflow: string;
    arms: string[];
    default: string | null;
    chosen: string | null;
  }[];
  durations: {
    name: string;
    value: string;
  }[];
  /** to be posted to world/events as it stands */
  trigger: Record<string, unknown> | null;
}

export interface CoherenceOrder {
  mode: "off" | "warn";
}

export interface Contradiction {
  code: string;
  /** the statement of the pack that does not hold */
  rule: string;
  message: string;
  parts: {
    kind: "pin" | "tape" | "branch" | "fault" | "seed";
    id: string;
  }[];
  first_seen: string;
}

export interface Clock {
  now: string;
  mode: "frozen" | "ticking";
  /** where this run began */
  t0: string;
  pending: {
    id: string;
    due_at: string;
    started_at: string;
    /** null: a calendar instant */
    duration: string | null;
    resource: string;
    object: string | number;
    move: string;
  }[];
  durations: Durations;
}

export interface Advance {
  by?: string;
  to?: string;
  step?: true;
}

export interface Advanced {
  now: string;
  /** names of the events, in order */
  fired: string[];
  /** the first 1,000 timers that fired, in order */
  details: {
    timer: string;
    at: string;
    resource: string;
    object: string;
    move: string;
    transitions: unknown[];
    events: string[];
  }[];
  warnings?: unknown[];
  [name: string]: unknown;
}

export interface Durations {
  [name: string]: string;
}

export interface ClockMode {
  mode: "frozen" | "ticking";
}

export interface Seed {
  resource: string;
  /** as the service shows them; hidden fields too */
  objects: (Record<string, unknown>)[];
  /** a reference that leads nowhere is refused */
  strict?: boolean;
}

export interface Seeded {
  /** ids */
  inserted: (string | number)[];
  warnings: {
    code: "dangling_reference";
    message: string;
    field: string;
  }[];
}

export interface History {
  steps: {
    /** an instant; not before the step before, not after the world's now */
    at: string;
    call?: {
      operation: string;
      /** ${c.id}: from the answer of the step called c */
      input?: Record<string, unknown>;
      headers?: {
        [name: string]: string;
      };
      as?: string;
    };
    event?: {
      name: string;
      data?: Record<string, unknown>;
    };
    durations?: Durations;
    pins?: PinOrder[];
    tapes?: TapeOrder[];
  }[];
}

export interface Past {
  created: {
    resource: string;
    id: string | number;
    as?: string;
  }[];
  /** how many were emitted */
  events: number;
  now: string;
}

export interface SnapshotOrder {
  name?: string;
}

export interface Snapshot {
  id: string;
  name?: string;
  /** worked out when one snapshot is read */
  digest?: string;
  at: string;
  packs: {
    name: string;
    version: string;
  }[];
  objects: number;
}

export interface SnapshotFile {
  /** the version of the format */
  understudy_snapshot?: unknown;
  pack?: unknown;
  name?: string;
  at?: unknown;
  digest?: unknown;
  entries?: unknown;
  [name: string]: unknown;
}

export interface Restore {
  /** its id or name */
  snapshot: string;
}

export interface Differences {
  added: unknown[];
  removed: unknown[];
  changed: unknown[];
}

export interface Diff {
  from: Snapshot;
  to: Snapshot;
  added: DiffObject[];
  removed: DiffObject[];
  changed: DiffObject[];
  clock: Record<string, unknown> | null;
  durations: Record<string, unknown>;
  timers: Differences;
  events: Differences;
  faults: Differences;
  stubs: Differences;
  pins: Differences;
  tapes: Differences;
}

export interface DiffObject {
  resource: string;
  id: string | number;
  /** as they are stored; of a changed object each with before and after */
  fields: Record<string, unknown>;
}

export interface EndpointOrder {
  url: string;
  /** event types; `*` (the default): all */
  subscribe?: string[];
  /** whose clock signs; wall for receivers that compare it with real time */
  signature_time?: "wall" | "world";
  /** instead of the derived one */
  secret?: string;
}

export interface Endpoint {
  id: string;
  /** of the pack, whose object it is */
  resource: string;
  url: string;
  subscribe: unknown[];
  active: boolean;
  signature_time: "wall" | "world";
  /** in full only when it is made */
  secret: string | null;
}

export interface Secret {
  /** null: the service does not sign */
  secret: string | null;
}

export interface Delivery {
  id: string;
  /** null: a callback */
  event_id: string | number | null;
  event_type: string;
  /** null: a callback */
  endpoint_id: string | null;
  url: string;
  order: number;
  state: "scheduled" | "in_flight" | "delivered" | "retrying" | "failed" | "dropped" | "held" | "suppressed" | "cancelled";
  /** why it is suppressed or cancelled */
  reason?: string;
  cause: {
    kind: "call" | "world_event" | "timer" | "delivery";
    trace?: string;
    timer?: string;
    delivery?: string;
    [name: string]: unknown;
  };
  created_at: string;
  duplicate_of: string | null;
  redelivery_of: string | null;
  next_attempt_at: string | null;
  attempts: {
    n: number;
    due_at: string;
    at: string;
    /** as sent; null: nothing was sent */
    request: {
      url?: string;
      headers?: Record<string, unknown>;
      body_sha256?: string;
      body?: string;
      [name: string]: unknown;
    } | null;
    /** null: there was none */
    response: {
      status?: number;
      headers?: Record<string, unknown>;
      body?: string | null;
      [name: string]: unknown;
    } | null;
    /** null: it is under way */
    outcome: "ok" | "status" | "timeout" | "refused" | "reset" | "tls" | "dropped" | "cancelled" | null;
    /** the delivery fault that acted */
    fault: string | null;
    /** of real time */
    elapsed_ms?: number;
  }[];
}

/** What each route of the control plane takes and answers. */
export interface Routes {
  /** Is the process there? Needs no key. */
  "GET /health": {
    query: Record<string, never>;
    body: undefined;
    answer: Health;
  };
  /** This document. Needs no key. */
  "GET /openapi.json": {
    query: Record<string, never>;
    body: undefined;
    answer: Document;
  };
  /** The product, the contract and the packs. */
  "GET /version": {
    query: Record<string, never>;
    body: undefined;
    answer: Version;
  };
  /** The packs that are served. */
  "GET /packs": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: PackSummary[];
      next: string | null;
      evicted: number;
    };
  };
  /** What a pack models. */
  "GET /packs/{name}": {
    query: Record<string, never>;
    body: undefined;
    answer: Pack;
  };
  /** A new world. Its key is shown here and never again. */
  "POST /worlds": {
    query: Record<string, never>;
    body: WorldOrder;
    answer: World;
  };
  /** All worlds, oldest first. */
  "GET /worlds": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: World[];
      next: string | null;
      evicted: number;
    };
  };
  /** One world. */
  "GET /worlds/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: World;
  };
  /** Ends a world. Worlds forked from it live on. */
  "DELETE /worlds/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** Counters, as text for Prometheus. */
  "GET /metrics": {
    query: Record<string, never>;
    body: undefined;
    answer: string;
  };
  /** The world of the key. */
  "GET /world": {
    query: Record<string, never>;
    body: undefined;
    answer: World;
  };
  /** A new world with the same state, and a key of its own. */
  "POST /fork": {
    query: Record<string, never>;
    body: ForkOrder;
    answer: World;
  };
  /** Everything but id and key as it was in the beginning. */
  "POST /reset": {
    query: Record<string, never>;
    body: Reset;
    answer: Now;
  };
  /** The objects, as the service would show them. */
  "GET /state": {
    query: { resource?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: State;
  };
  /** Something happens outside the service. */
  "POST /world/events": {
    query: Record<string, never>;
    body: Trigger;
    answer: Triggered;
  };
  /** How one answer came about, field by field. */
  "GET /trace/{id}": {
    query: { class?: string; path?: string };
    body: undefined;
    answer: Trace;
  };
  /** The traces that are kept, newest last. */
  "GET /traces": {
    query: { class?: string; path?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Trace[];
      next: string | null;
      evicted: number;
    };
  };
  /** The requests that are kept, newest last. */
  "GET /requests": {
    query: { operation?: string; resource?: string; status?: number; since?: number; resolved_by?: string; id?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Request[];
      next: string | null;
      evicted: number;
    };
  };
  /** One request. */
  "GET /requests/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Request;
  };
  /** Idempotency keys that are known, without bodies. */
  "GET /idempotency": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Idempotency[];
      next: string | null;
      evicted: number;
    };
  };
  /** Arms a fault: calls that fit fail. */
  "POST /faults": {
    query: Record<string, never>;
    body: FaultOrder;
    answer: Fault;
  };
  /** The faults that are armed or spent, oldest first. */
  "GET /faults": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Fault[];
      next: string | null;
      evicted: number;
    };
  };
  /** Takes all faults back. */
  "DELETE /faults": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** One fault. */
  "GET /faults/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Fault;
  };
  /** Takes one fault back. */
  "DELETE /faults/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** A one-off answer for what the pack does not model. */
  "POST /stubs": {
    query: Record<string, never>;
    body: StubOrder;
    answer: Stub;
  };
  /** The stubs that are armed or spent, oldest first. */
  "GET /stubs": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Stub[];
      next: string | null;
      evicted: number;
    };
  };
  /** Takes all stubs back. */
  "DELETE /stubs": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** One stub. */
  "GET /stubs/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Stub;
  };
  /** Takes one stub back. */
  "DELETE /stubs/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** How many calls came that fit. */
  "POST /requests/count": {
    query: Record<string, never>;
    body: CountOrder;
    answer: Count;
  };
  /** What happens in the world, as server-sent events: request, transition, event, control. The id of a frame is its position; a first frame `evicted` tells how many are gone. */
  "GET /feed": {
    query: { from?: string };
    body: undefined;
    answer: string;
  };
  /** Sets a value that comes from outside the service. */
  "POST /exogenous/pins": {
    query: Record<string, never>;
    body: PinOrder;
    answer: Pin;
  };
  /** The pins, oldest first. */
  "GET /exogenous/pins": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Pin[];
      next: string | null;
      evicted: number;
    };
  };
  /** Takes back all pins; what they bound stays. */
  "DELETE /exogenous/pins": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** One pin. */
  "GET /exogenous/pins/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Pin;
  };
  /** Takes back one pin; what it bound stays. */
  "DELETE /exogenous/pins/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** Sets values for one result after another. */
  "POST /exogenous/tapes": {
    query: Record<string, never>;
    body: TapeOrder;
    answer: Tape;
  };
  /** The tapes, oldest first. */
  "GET /exogenous/tapes": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Tape[];
      next: string | null;
      evicted: number;
    };
  };
  /** Takes back all tapes; what they bound stays. */
  "DELETE /exogenous/tapes": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** One tape. */
  "GET /exogenous/tapes/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Tape;
  };
  /** Takes back one tape; what it bound stays. */
  "DELETE /exogenous/tapes/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** The fields of results: which can be set, their schemas, what sets them now. */
  "GET /exogenous/fields": {
    query: { operation?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: ExogenousField[];
      next: string | null;
      evicted: number;
    };
  };
  /** World events that can happen now, each with data for which it can. */
  "GET /world/next": {
    query: { all?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: NextEvent[];
      next: string | null;
      evicted: number;
    };
  };
  /** Contradictions in what is scripted, if the world looks for them. */
  "GET /coherence": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Contradiction[];
      next: string | null;
      evicted: number;
    };
  };
  /** Looks for contradictions from now on, or no longer. */
  "PUT /coherence": {
    query: Record<string, never>;
    body: CoherenceOrder;
    answer: {
      data: Contradiction[];
      next: string | null;
      evicted: number;
    };
  };
  /** The world's time, and the timers that wait for it. */
  "GET /clock": {
    query: Record<string, never>;
    body: undefined;
    answer: Clock;
  };
  /** Lets the world's time pass; due timers fire. */
  "POST /clock/advance": {
    query: Record<string, never>;
    body: Advance;
    answer: Advanced;
  };
  /** How long things take from now on; pending timers are due anew. */
  "POST /clock/durations": {
    query: Record<string, never>;
    body: Durations;
    answer: Durations;
  };
  /** Does the world's time pass by itself? */
  "POST /clock/mode": {
    query: Record<string, never>;
    body: ClockMode;
    answer: Clock;
  };
  /** Objects that have always been there; nothing is set off. */
  "POST /seed": {
    query: Record<string, never>;
    body: Seed;
    answer: Seeded;
  };
  /** A past, made by running the lifecycle back-dated; it ends at the world's now. */
  "POST /seed/history": {
    query: Record<string, never>;
    body: History;
    answer: Past;
  };
  /** What the world holds now, for good. */
  "POST /snapshots": {
    query: Record<string, never>;
    body: SnapshotOrder;
    answer: Snapshot;
  };
  /** The snapshots of this world, oldest first. */
  "GET /snapshots": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Snapshot[];
      next: string | null;
      evicted: number;
    };
  };
  /** Drops them all. */
  "DELETE /snapshots": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** A snapshot from a file. */
  "POST /snapshots/import": {
    query: Record<string, never>;
    body: SnapshotFile;
    answer: Snapshot;
  };
  /** One snapshot, by id or name, with its digest. */
  "GET /snapshots/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Snapshot;
  };
  /** Drops one. */
  "DELETE /snapshots/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** The snapshot as one file. */
  "GET /snapshots/{id}/export": {
    query: Record<string, never>;
    body: undefined;
    answer: SnapshotFile;
  };
  /** The world becomes what the snapshot holds. */
  "POST /restore": {
    query: Record<string, never>;
    body: Restore;
    answer: World;
  };
  /** What differs between two snapshots or worlds. */
  "GET /diff": {
    query: { from?: string; to?: string };
    body: undefined;
    answer: Diff;
  };
  /** Somebody wants to be told of events. */
  "POST /webhooks/endpoints": {
    query: Record<string, never>;
    body: EndpointOrder;
    answer: Endpoint;
  };
  /** Who is told of events. */
  "GET /webhooks/endpoints": {
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Endpoint[];
      next: string | null;
      evicted: number;
    };
  };
  /** It is told of nothing any more. */
  "DELETE /webhooks/endpoints/{id}": {
    query: Record<string, never>;
    body: undefined;
    answer: Cleared;
  };
  /** The secret that an endpoint with this URL has or would have. */
  "GET /webhooks/secret": {
    query: { url?: string };
    body: undefined;
    answer: Secret;
  };
  /** What was sent or is to be sent, oldest first. */
  "GET /webhooks/deliveries": {
    query: { endpoint?: string; event_type?: string; state?: string; include?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: {
      data: Delivery[];
      next: string | null;
      evicted: number;
    };
  };
  /** One delivery with its attempts. */
  "GET /webhooks/deliveries/{id}": {
    query: { include?: string };
    body: undefined;
    answer: Delivery;
  };
  /** Sends the same event again, with a fresh signature. */
  "POST /webhooks/deliveries/{id}/redeliver": {
    query: Record<string, never>;
    body: undefined;
    answer: Delivery;
  };
  /** Sends what a fault holds back. */
  "POST /webhooks/deliveries/{id}/release": {
    query: Record<string, never>;
    body: undefined;
    answer: Delivery;
  };
}
