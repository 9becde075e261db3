import { sandboxTest } from "@understudy/vitest";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { expect, onTestFinished } from "vitest";
import { serve } from "../src/server.js";
import { Shop } from "../src/shop.js";

type Sandbox = { url: string; key: string };

// Time begins on the last day of January, so that the first renewal falls on the end of a shorter month.
const test = sandboxTest({ pack: "stripe", args: ["--t0", "2025-01-31T10:00:00Z"] });

function clientOf({ url, key }: Sandbox): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http" });
}

/** The shop, open for buyers, and told of everything by the world of this test. */
async function openShop(sandbox: Sandbox) {
  const stripe = clientOf(sandbox);
  const shop = new Shop(stripe);
  let secret = "";
  const server = serve(shop, stripe, () => secret);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoint = await stripe.webhookEndpoints.create({ url: `${url}/webhook`, enabled_events: ["*"] });
  secret = endpoint.secret ?? "";
  const order = async (id: string, amount: number, card: string) => {
    const answer = await fetch(`${url}/orders`, { method: "POST", body: JSON.stringify({ id, amount, card }) });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  return { shop, stripe, url, order };
}

test("a book is paid", async ({ sandbox }) => {
  const { order, stripe } = await openShop(sandbox);
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 200, state: "paid" });
  const charge = (await stripe.charges.list()).data[0];
  expect(charge).toMatchObject({ amount: 2500, paid: true, metadata: { order: "b1" } });
});

test("a card without funds is declined, another one pays the same order", async ({ sandbox }) => {
  const { order, stripe } = await openShop(sandbox);
  expect(await order("b1", 2500, "pm_card_visa_chargeDeclinedInsufficientFunds")).toMatchObject({ status: 402, state: "declined", reason: "insufficient_funds" });
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 200, state: "paid" });
  expect((await stripe.charges.list()).data.map((each) => each.status)).toEqual(["succeeded", "failed"]);
});

test("a bank that declines is told to the buyer, whatever the card", async ({ sandbox }) => {
  const { order } = await openShop(sandbox);
  await sandbox.exogenous.on("payment_intents.charge", "branch", "declined");
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 402, reason: "generic_decline" });
});

test("a failure of Stripe is tried again, and charges once", async ({ sandbox }) => {
  const { order, stripe } = await openShop(sandbox);
  await sandbox.faults.arm("payment_intents", "create", { status: 500, code: "api_error", count: 1 });
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 200, state: "paid" });
  const calls = await sandbox.requests({ operation: "createPaymentIntent" });
  expect(calls.map((call) => call.status)).toEqual([500, 200]);
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test("an answer that is lost does not charge twice", async ({ sandbox }) => {
  const { order, stripe } = await openShop(sandbox);
  await sandbox.faults.arm("payment_intents", "create", { transport: { kind: "empty" }, when: "after", count: 1 });
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 200, state: "paid" });
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test("a failure that lasts is told, and the order can be paid later", async ({ sandbox }) => {
  const { order } = await openShop(sandbox);
  const fault = await sandbox.faults.arm("payment_intents", "create", { status: 500, code: "api_error" });
  expect((await order("b1", 2500, "pm_card_visa")).status).toBe(502);
  await sandbox.faults.clear(fault.id);
  expect(await order("b1", 2500, "pm_card_visa")).toMatchObject({ status: 200, state: "paid" });
});

test("a refund made elsewhere arrives by webhook", async ({ sandbox }) => {
  const { order, shop, stripe } = await openShop(sandbox);
  await order("b1", 2500, "pm_card_visa");
  await stripe.refunds.create({ payment_intent: shop.orders.get("b1")?.payment ?? "" });
  await sandbox.clock.advance("1s"); // returns when every webhook that was due has been tried
  expect(shop.orders.get("b1")?.state).toBe("refunded");
  const failed = (await sandbox.webhooks.deliveries()).filter((each) => each.state !== "delivered");
  expect(failed).toEqual([]);
});

test("a webhook that Stripe did not sign is turned away", async ({ sandbox }) => {
  const { order, shop, url } = await openShop(sandbox);
  await order("b1", 2500, "pm_card_visa");
  const body = JSON.stringify({ id: "evt_1", object: "event", type: "charge.refunded", data: { object: { payment_intent: shop.orders.get("b1")?.payment } } });
  const said = await fetch(`${url}/webhook`, { method: "POST", body, headers: { "stripe-signature": "t=1,v1=00" } });
  expect(said.status).toBe(400);
  expect(shop.orders.get("b1")?.state).toBe("paid");
});

async function magazine(stripe: Stripe): Promise<string> {
  const product = await stripe.products.create({ name: "Magazine" });
  return (await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 900, recurring: { interval: "month" } })).id;
}

test("the magazine is renewed on the last day of each month", async ({ sandbox }) => {
  const { shop, stripe } = await openShop(sandbox);
  const reader = await shop.subscribe("ada@example.test", "pm_card_visa", await magazine(stripe));
  for (const until of ["2025-02-28T12:00:00Z", "2025-03-31T12:00:00Z", "2025-04-30T12:00:00Z"]) await sandbox.clock.advanceTo(until);
  expect(reader.paidFrom).toEqual(["2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"]);
  expect(reader.isActive).toBe(true);
  const balance = await stripe.balanceTransactions.list({ type: "charge" });
  expect(balance.data.map((each) => each.amount)).toEqual([900, 900, 900, 900]);
});

test("a card that stops paying ends the magazine after the last try", async ({ sandbox }) => {
  const { shop, stripe } = await openShop(sandbox);
  const reader = await shop.subscribe("ada@example.test", "pm_card_visa", await magazine(stripe));
  await sandbox.exogenous.on("payment_intents.charge", "branch", "declined");
  await sandbox.clock.advanceTo("2025-02-28T12:00:00Z");
  expect(reader.isActive).toBe(false);
  await sandbox.clock.advance("15d"); // tried again after 3, 5 and 7 days
  expect((await stripe.subscriptions.retrieve(reader.subscription)).status).toBe("canceled");
  const invoice = (await stripe.invoices.list({ subscription: reader.subscription })).data[0];
  expect(invoice).toMatchObject({ status: "open", attempt_count: 4 });
  expect(reader.paidFrom).toEqual(["2025-01-31"]);
});
