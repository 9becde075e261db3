// A receiver of webhooks inside the test process. It answers 204 to everything and keeps what came.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Control } from "./control.js";
import { UnderstudyError } from "./error.js";
import { isSignedBy } from "./signature.js";
import type { Delivery, Timer } from "./types.js";

export interface Received {
  type: string;
  // The vendor's own payload: any, because only the test knows its shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  payload: any;
  headers: Record<string, string>;
  /** The bytes as they came; signatures are over these. */
  body: Buffer;
  verify(secret: string): boolean;
}

const LOOK_AGAIN_MS = 20;

export class Sink {
  private readonly received: Received[] = [];
  private readonly taken = new Set<Received>();
  private wake: () => void = () => {};

  private constructor(
    private readonly control: Control,
    private readonly server: Server,
    readonly url: string,
    readonly secret: string,
  ) {}

  static async open(control: Control, o: { host?: string; port?: number } = {}): Promise<Sink> {
    const host = o.host ?? "127.0.0.1";
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, o.port)));
      server.listen(o.port ?? 0, host, resolve);
    });
    const url = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/`;
    try {
      const { secret } = await control.ask("GET /webhooks/secret", { query: { url } });
      const sink = new Sink(control, server, url, secret ?? "");
      sink.listen();
      return sink;
    } catch (error) {
      server.close();
      throw error;
    }
  }

  /** What has come so far, in order. */
  all(): Received[] {
    return [...this.received];
  }

  /**
   * The first webhook of that type that no waitFor has given yet. `timeout` is in milliseconds of real time, 5000 unless
   * given. In a frozen world it fails at once when nothing is under way any more: time would have to pass first.
   */
  async waitFor(type: string, o: { timeout?: number } = {}): Promise<Received> {
    const end = Date.now() + (o.timeout ?? 5000);
    for (;;) {
      const found = this.take(type);
      if (found) return found;
      const { clock, deliveries } = await this.look();
      const late = this.take(type); // it may have come while we looked
      if (late) return late;
      const isMoving = clock.mode === "ticking" || deliveries.some((one) => isUnderWay(one, clock.now));
      if (!isMoving || Date.now() >= end) throw this.notCome(type, clock, deliveries, isMoving);
      await this.nextArrival(Math.min(LOOK_AGAIN_MS, end - Date.now()));
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private listen(): void {
    this.server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]));
        const url = new URL(request.url ?? "/", this.url).toString();
        this.received.push(toReceived(headers, Buffer.concat(parts), url));
        response.writeHead(204).end();
        this.wake();
      });
    });
    this.server.unref();
  }

  private take(type: string): Received | undefined {
    const found = this.received.find((one) => one.type === type && !this.taken.has(one));
    if (found) this.taken.add(found);
    return found;
  }

  private async look() {
    const clock = await this.control.ask("GET /clock");
    const deliveries = (await this.control.list("GET /webhooks/deliveries")).filter((one) => one.url.startsWith(this.url));
    return { clock, deliveries };
  }

  private nextArrival(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, milliseconds));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private notCome(type: string, clock: { now: string; pending: Timer[] }, deliveries: Delivery[], isMoving: boolean): UnderstudyError {
    const came = this.received.map((one) => one.type).join(", ") || "nothing";
    const waiting = deliveries.filter((one) => one.next_attempt_at !== null).map((one) => `delivery of ${one.event_type} at ${one.next_attempt_at}`);
    const timers = clock.pending.map((one) => `${one.resource}.${one.move} of ${one.object} at ${one.due_at}`);
    const pending = [...waiting, ...timers].slice(0, 20).join("; ") || "nothing";
    return new UnderstudyError({
      status: 0,
      code: "no_webhook",
      message: `no webhook ${type} came to ${this.url}. Arrived: ${came}. Pending at ${clock.now}: ${pending}`,
      hint: isMoving
        ? "it is still under way; give waitFor a longer `timeout`"
        : `time stands still: let it pass with clock.advance(...), and register the sink with webhooks.register(sink.url, { subscribe: ["${type}"] })`,
    });
  }
}

function isUnderWay(delivery: Delivery, now: string): boolean {
  if (delivery.state === "in_flight") return true;
  return delivery.next_attempt_at !== null && Date.parse(delivery.next_attempt_at) <= Date.parse(now);
}

function toReceived(headers: Record<string, string>, body: Buffer, url: string): Received {
  const payload = toPayload(headers, body);
  return { type: typeOf(headers, payload), payload, headers, body, verify: (secret) => isSignedBy({ headers, body, url }, secret) };
}

function toPayload(headers: Record<string, string>, body: Buffer): unknown {
  const text = body.toString("utf8");
  if (headers["content-type"]?.includes("form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

// Where vendors say what happened: `type` of the payload, or a header.
function typeOf(headers: Record<string, string>, payload: unknown): string {
  const named = typeof payload === "object" && payload !== null ? (payload as Record<string, unknown>)["type"] : undefined;
  return typeof named === "string" ? named : (headers["x-github-event"] ?? "");
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number | undefined): UnderstudyError {
  const isTaken = error.code === "EADDRINUSE";
  return new UnderstudyError(
    {
      status: 0,
      code: isTaken ? "port_taken" : "cannot_listen",
      message: isTaken ? `port ${port} of ${host} is taken` : `a sink cannot listen on ${host} (${error.code ?? error.message})`,
      hint: isTaken ? "leave `port` out, and any free one is taken" : "leave `host` out to listen on 127.0.0.1",
    },
    error,
  );
}
