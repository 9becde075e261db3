// The words of this package for the records of the control plane. Those are generated (control_types.ts); here they get
// the names that tests use, and the request side gets its camel case.
import type * as control from "./control_types.js";

export type {
  Delivery,
  Diff,
  Endpoint,
  Fault,
  FaultEntry,
  FaultMatch,
  Pin,
  PinMatch,
  Snapshot,
  State,
  Tape,
  TapeEntry,
  Trace,
  Triggered,
} from "./control_types.js";

export type SeedResult = control.Seeded;
export type HistoryStep = control.History["steps"][number];
export type HistoryResult = control.Past;
export type NextEntry = control.NextEvent;
export type CoherenceWarning = control.Contradiction;
export type Timer = control.Clock["pending"][number];
export type Then = "fallback" | "last" | "cycle";
export type Mode = control.CoherenceOrder["mode"];

/** One call that the world answered. */
export interface RequestEntry extends control.Request {
  seq: number;
  at: string;
  method: string;
  path: string;
  operation: string | null;
  trace: string;
}
export type RequestFilter = Omit<control.Routes["GET /requests"]["query"], "limit" | "cursor">;
export interface DeliveryFilter {
  endpoint?: string;
  eventType?: string;
  state?: control.Delivery["state"];
}

/** What happens on the wire: docs/reference/wire-faults.md has the kinds and their parameters. */
export interface Transport {
  kind: string;
  [parameter: string]: unknown;
}
/** What happens to a delivery (resource `$deliveries`, operation `send`). */
export type DeliveryFault = NonNullable<control.FaultOrder["delivery"]>;
export interface FaultOptions {
  status?: number;
  code?: string;
  message?: string;
  /** So many fires, then it is spent. */
  count?: number;
  /** So many matching calls pass first. */
  skip?: number;
  match?: control.FaultMatch;
  when?: "before" | "after";
  transport?: Transport;
  delivery?: DeliveryFault;
  probability?: number;
  /** Refuse an error that the pack does not have. */
  strict?: boolean;
}

export interface Advanced {
  now: string;
  /** Names of the events, in order. */
  fired: string[];
}
export interface ForkOptions {
  /** Do webhook endpoints come along? They do unless told otherwise. */
  endpoints?: "keep" | "drop";
  key?: string;
  /** A duration of real time: without a call for that long the world is dropped. */
  ttl?: string;
}
