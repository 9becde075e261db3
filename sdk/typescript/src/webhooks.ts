// Webhooks of a world: who is told, what was sent, and receivers of the test's own.
import type { Control } from "./control.js";
import { Sink } from "./sink.js";
import type { Delivery, DeliveryFilter, Endpoint } from "./types.js";

export class Webhooks {
  private readonly sinks = new Set<Sink>();

  constructor(private readonly control: Control) {}

  /** Opens a receiver in this process. It gets nothing until its url is registered. */
  async sink(o?: { host?: string; port?: number }): Promise<Sink> {
    const sink = await Sink.open(this.control, o);
    this.sinks.add(sink);
    return sink;
  }
  /** Tells the url of events from now on. A sink's signatures are made with the world's time, others with real time. */
  async register(url: string, o: { subscribe: string[]; signatureTime?: "wall" | "world" }): Promise<{ id: string; secret: string }> {
    const isOwn = [...this.sinks].some((sink) => url.startsWith(sink.url));
    const time = o.signatureTime ?? (isOwn ? "world" : undefined);
    const made = await this.control.ask("POST /webhooks/endpoints", { body: { url, subscribe: o.subscribe, ...(time ? { signature_time: time } : {}) } });
    return { id: made.id, secret: made.secret ?? "" };
  }
  async unregister(id: string): Promise<void> {
    await this.control.ask("DELETE /webhooks/endpoints/{id}", { path: { id } });
  }
  endpoints(): Promise<Endpoint[]> {
    return this.control.list("GET /webhooks/endpoints");
  }
  deliveries(filter: DeliveryFilter = {}): Promise<Delivery[]> {
    const { eventType, ...rest } = filter;
    return this.control.list("GET /webhooks/deliveries", { query: { ...rest, ...(eventType ? { event_type: eventType } : {}) } });
  }
  redeliver(id: string): Promise<Delivery> {
    return this.control.ask("POST /webhooks/deliveries/{id}/redeliver", { path: { id } });
  }
  /** Sends what a fault holds back. */
  release(id: string): Promise<Delivery> {
    return this.control.ask("POST /webhooks/deliveries/{id}/release", { path: { id } });
  }
  /** Closes every sink that was opened here. */
  async closeSinks(): Promise<void> {
    await Promise.all([...this.sinks].map((sink) => sink.close()));
    this.sinks.clear();
  }
}
