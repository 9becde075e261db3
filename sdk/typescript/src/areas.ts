// The parts of a sandbox that are named by a word of their own: faults, world, clock, exogenous. Each is a thin layer
// over routes of the control plane.
import type { Control } from "./control.js";
import { UnderstudyError } from "./error.js";
import type { Advanced, Fault, FaultEntry, FaultMatch, FaultOptions, NextEntry, Pin, PinMatch, Tape, TapeEntry, Then, Timer, Triggered } from "./types.js";

export class Faults {
  constructor(private readonly control: Control) {}

  /** Calls that fit fail from now on. */
  arm(resource: string, operation: string, o: FaultOptions): Promise<Fault> {
    return this.control.ask("POST /faults", { body: { resource, operation, ...o } });
  }
  /** One entry for each matching call: fail once, then pass. */
  tape(resource: string, operation: string, entries: FaultEntry[], o: { match?: FaultMatch; then?: Then } = {}): Promise<Fault> {
    return this.control.ask("POST /faults", { body: { resource, operation, tape: entries, ...o } });
  }
  /** Takes back one fault, or all. */
  async clear(id?: string): Promise<void> {
    if (id === undefined) await this.control.ask("DELETE /faults");
    else await this.control.ask("DELETE /faults/{id}", { path: { id } });
  }
  list(): Promise<Fault[]> {
    return this.control.list("GET /faults");
  }
}

export class WorldEvents {
  constructor(private readonly control: Control) {}

  /** Something happens outside the service. */
  trigger(event: string, data?: object): Promise<Triggered> {
    return this.control.ask("POST /world/events", { body: { event, ...(data ? { data: data as Record<string, unknown> } : {}) } });
  }
  /** What could happen now; with `all` also what could not, and why. */
  next(o: { all?: boolean } = {}): Promise<NextEntry[]> {
    return this.control.list("GET /world/next", { query: o.all ? { all: "true" } : {} });
  }
}

export class Clock {
  constructor(private readonly control: Control) {}

  /** Lets time pass ("5s"); returns when every webhook that fell due was attempted. */
  advance(by: string): Promise<Advanced> {
    return this.control.ask("POST /clock/advance", { body: { by } });
  }
  advanceTo(instant: string): Promise<Advanced> {
    return this.control.ask("POST /clock/advance", { body: { to: instant } });
  }
  /** To the next timer that is due. */
  step(): Promise<Advanced> {
    return this.control.ask("POST /clock/advance", { body: { step: true } });
  }
  async setDurations(durations: Record<string, string>): Promise<void> {
    await this.control.ask("POST /clock/durations", { body: durations });
  }
  async durations(): Promise<Record<string, string>> {
    return (await this.control.ask("GET /clock")).durations;
  }
  async now(): Promise<string> {
    return (await this.control.ask("GET /clock")).now;
  }
  async freeze(): Promise<void> {
    await this.control.ask("POST /clock/mode", { body: { mode: "frozen" } });
  }
  async tick(): Promise<void> {
    await this.control.ask("POST /clock/mode", { body: { mode: "ticking" } });
  }
  async pending(): Promise<Timer[]> {
    return (await this.control.ask("GET /clock")).pending;
  }
}

export class Exogenous {
  constructor(private readonly control: Control) {}

  /** Sets a value that comes from outside the service. */
  pin(match: PinMatch, fieldPath: string, value: unknown): Promise<Pin> {
    return this.control.ask("POST /exogenous/pins", { body: { match, field: fieldPath, value } });
  }
  /** The same by the name of an event, a workflow or a move; field `branch` chooses its arm. */
  on(eventOrWorkflow: string, fieldPath: string, value: unknown): Promise<Pin> {
    return this.control.ask("POST /exogenous/pins", { body: { on: eventOrWorkflow, field: fieldPath, value } });
  }
  /** One value for each result, in turn. */
  tape(match: PinMatch | string, fieldPath: string, values: unknown[], o: { then?: Then } = {}): Promise<Tape> {
    const of = typeof match === "string" ? { on: match } : { match };
    return this.control.ask("POST /exogenous/tapes", { body: { ...of, field: fieldPath, values: values.map(toEntry), ...o } });
  }
  /** Takes back one pin or tape, or all; what they bound stays. */
  async clear(id?: string): Promise<void> {
    if (id === undefined) {
      await this.control.ask("DELETE /exogenous/pins");
      await this.control.ask("DELETE /exogenous/tapes");
      return;
    }
    try {
      await this.control.ask("DELETE /exogenous/pins/{id}", { path: { id } });
    } catch (error) {
      if (!(error instanceof UnderstudyError) || error.code !== "unknown_pin" || id.startsWith("pin_")) throw error;
      await this.control.ask("DELETE /exogenous/tapes/{id}", { path: { id } });
    }
  }
  async list(): Promise<(Pin | Tape)[]> {
    return [...(await this.control.list("GET /exogenous/pins")), ...(await this.control.list("GET /exogenous/tapes"))];
  }
}

// A bare value is wrapped; what has the form of an entry ({value, times?}) is one.
function toEntry(value: unknown): TapeEntry {
  const isEntry = typeof value === "object" && value !== null && "value" in value && Object.keys(value).every((name) => name === "value" || name === "times");
  return isEntry ? (value as TapeEntry) : { value };
}
