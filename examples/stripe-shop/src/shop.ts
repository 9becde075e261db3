// The shop: books are bought once, the magazine is paid every month. It is given a client of Stripe and knows nothing of
// any fake. What was paid it learns from the answers and, later, from webhooks; both may come twice.
import Stripe from "stripe";

export interface Order {
  id: string;
  amount: number;
  state: "new" | "paid" | "declined" | "refunded";
  /** Why the card was refused, in Stripe's word. */
  reason?: string;
  payment?: string;
}

export interface Reader {
  subscription: string;
  /** The months that were paid, each by the day it began. */
  paidFrom: string[];
  isActive: boolean;
}

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const idOf = (one: string | { id: string } | null | undefined): string => (typeof one === "string" ? one : (one?.id ?? ""));

export class Shop {
  readonly orders = new Map<string, Order>();
  readonly readers = new Map<string, Reader>();
  private readonly seen = new Set<string>();

  constructor(private readonly stripe: Stripe) {}

  /** Charges the card. An order that was paid is not charged again, and neither is one whose answer was lost. */
  async buy(id: string, amount: number, card: string): Promise<Order> {
    const order: Order = this.orders.get(id) ?? { id, amount, state: "new" };
    this.orders.set(id, order);
    if (order.state !== "new" && order.state !== "declined") return order;
    try {
      const intent = await this.stripe.paymentIntents.create(
        { amount, currency: "usd", payment_method: card, confirm: true, automatic_payment_methods: { enabled: true, allow_redirects: "never" }, metadata: { order: id } },
        { idempotencyKey: `order-${id}-${card}` },
      );
      order.payment = intent.id;
      if (intent.status === "succeeded") order.state = "paid";
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      order.state = "declined";
      order.reason = error.decline_code ?? error.code ?? "unknown";
    }
    return order;
  }

  /** The reader pays every month from today. */
  async subscribe(email: string, card: string, price: string): Promise<Reader> {
    const customer = await this.stripe.customers.create({ email });
    const method = await this.stripe.paymentMethods.attach(card, { customer: customer.id });
    const made = await this.stripe.subscriptions.create({ customer: customer.id, default_payment_method: method.id, items: [{ price }], metadata: { email } });
    const reader: Reader = { subscription: made.id, paidFrom: [], isActive: made.status === "active" };
    this.readers.set(customer.id, reader);
    return reader;
  }

  /** What Stripe tells by a webhook. The same event may come twice, and events may come in any order. */
  async hear(event: Stripe.Event): Promise<void> {
    if (this.seen.has(event.id)) return;
    this.seen.add(event.id);
    if (event.type === "payment_intent.succeeded") {
      const order = this.orders.get(event.data.object.metadata["order"] ?? "");
      if (order && order.state !== "refunded") order.state = "paid";
    } else if (event.type === "charge.refunded") {
      const order = [...this.orders.values()].find((each) => each.payment === idOf(event.data.object.payment_intent));
      if (order) order.state = "refunded";
    } else if (event.type === "invoice.paid") {
      const lines = await this.stripe.invoices.listLineItems(event.data.object.id ?? "");
      this.readers.get(idOf(event.data.object.customer))?.paidFrom.push(day(lines.data[0]?.period.start ?? 0));
    } else if (event.type === "customer.subscription.updated" || event.type === "customer.subscription.deleted") {
      const reader = this.readers.get(idOf(event.data.object.customer));
      if (reader) reader.isActive = event.data.object.status === "active";
    }
  }
}
