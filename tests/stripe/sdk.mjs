// The official Node SDK against a world: node sdk.mjs MODULE CASE PORT KEY. It ends with 0 when the case holds.
import assert from "node:assert/strict";
import { createServer } from "node:http";

const [module, name, port, key] = process.argv.slice(2);
const { default: Stripe } = await import(module);
const client = (more = {}) => new Stripe(key, { host: "127.0.0.1", port: Number(port), protocol: "http", telemetry: false, ...more });
const stripe = client();

const admin = async (path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}/__admin__${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
};

const refused = async (call) => {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message: "the call was not refused" });
};

const ACCEPTED = ["visa", "visa_debit", "mastercard", "mastercard_debit", "mastercard_prepaid", "amex", "discover", "diners", "jcb", "unionpay"];
// Token, code, decline code, parameter.
const DECLINED = [
  ["pm_card_visa_chargeDeclined", "card_declined", "generic_decline", undefined],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds", undefined],
  ["pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card", undefined],
  ["pm_card_visa_chargeDeclinedStolenCard", "card_declined", "stolen_card", undefined],
  ["pm_card_visa_chargeDeclinedVelocityLimitExceeded", "card_declined", "card_velocity_exceeded", undefined],
  ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card", "exp_month"],
  ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc", "cvc"],
  ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error", undefined],
];

const CASES = {
  async customers() {
    const made = await stripe.customers.create({ name: "Ada", email: "ada@example.test", metadata: { tier: "gold", lane: "west" }, preferred_locales: ["en", "fr"], address: { line1: "1 High Street", city: "London" } });
    assert.match(made.id, /^cus_/);
    assert.equal(made.lastResponse.headers["stripe-version"], made.lastResponse.apiVersion);
    assert.match(made.lastResponse.requestId, /^req_/);
    assert.deepEqual(made.preferred_locales, ["en", "fr"]);
    const changed = await stripe.customers.update(made.id, { name: "Ada L.", address: null, metadata: { tier: null, since: "1843" } });
    assert.equal(changed.name, "Ada L.");
    assert.equal(changed.address, null);
    assert.deepEqual(changed.metadata, { lane: "west", since: "1843" });
    assert.equal((await stripe.customers.retrieve(made.id)).email, "ada@example.test");
    const found = await stripe.customers.search({ query: 'metadata["since"]:"1843"' });
    assert.equal(found.object, "search_result");
    assert.deepEqual(found.data.map((each) => each.id), [made.id]);
    const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: made.id });
    assert.equal(method.customer, made.id);
    assert.deepEqual((await stripe.customers.listPaymentMethods(made.id)).data.map((each) => each.id), [method.id]);
    await stripe.customers.update(made.id, { invoice_settings: { default_payment_method: method.id } });
    const expanded = await stripe.customers.retrieve(made.id, { expand: ["invoice_settings.default_payment_method.customer"] });
    assert.equal(expanded.invoice_settings.default_payment_method.customer.id, made.id);
    assert.equal((await stripe.paymentMethods.detach(method.id)).customer, null);
    assert.deepEqual(await stripe.customers.del(made.id).then(({ id, object, deleted }) => ({ id, object, deleted })), { id: made.id, object: "customer", deleted: true });
    assert.equal((await stripe.customers.retrieve(made.id)).deleted, true);
  },

  async tokens() {
    for (const brand of ACCEPTED) {
      const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", payment_method: `pm_card_${brand}`, capture_method: "manual" });
      assert.equal(intent.status, "requires_confirmation");
      assert.equal((await stripe.paymentIntents.confirm(intent.id)).status, "requires_capture", brand);
    }
    for (const [token, code, decline, param] of DECLINED) {
      const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", payment_method: token, capture_method: "manual" });
      assert.equal(intent.status, "requires_confirmation");
      const error = await refused(() => stripe.paymentIntents.confirm(intent.id));
      assert.equal(error.type, "StripeCardError", token);
      assert.deepEqual([error.statusCode, error.code, error.decline_code, error.param], [402, code, decline, param], token);
      assert.equal(error.payment_intent.id, intent.id);
      assert.equal(error.payment_intent.status, "requires_payment_method");
      assert.equal(error.payment_intent.last_payment_error.decline_code, decline);
      assert.equal((await stripe.paymentIntents.retrieve(intent.id)).status, "requires_payment_method");
    }
  },

  async intents() {
    const held = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", payment_method: "pm_card_visa", capture_method: "manual", confirm: true });
    const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 600 }, { idempotencyKey: "capture-once" });
    assert.deepEqual([captured.status, captured.amount_received], ["succeeded", 600]);
    const paid = await stripe.paymentIntents.create({ amount: 2000, currency: "usd", payment_method: "pm_card_visa", confirm: true, expand: ["latest_charge.payment_intent"] });
    assert.equal(paid.latest_charge.payment_intent.id, paid.id);
    const charge = await stripe.charges.retrieve(paid.latest_charge.id, { expand: ["balance_transaction"] });
    assert.equal(charge.balance_transaction.net, 1912);
    assert.equal((await stripe.refunds.create({ charge: charge.id, amount: 500 })).amount, 500);
    assert.equal((await stripe.refunds.create({ payment_intent: paid.id })).amount, 1500);
    const error = await refused(() => stripe.refunds.create({ charge: charge.id }));
    assert.equal(error.code, "charge_already_refunded");
    const canceled = await stripe.paymentIntents.cancel((await stripe.paymentIntents.create({ amount: 5000, currency: "eur" })).id, { cancellation_reason: "abandoned" });
    assert.equal(canceled.status, "canceled");
    const waiting = await stripe.paymentIntents.create({ amount: 1000, currency: "usd", payment_method: "pm_card_authenticationRequired", confirm: true });
    assert.equal(waiting.next_action.type, "use_stripe_sdk");
    await admin("/world/events", { event: "cardholder.authenticates", data: { payment_intent: waiting.id } });
    assert.equal((await stripe.paymentIntents.retrieve(waiting.id)).status, "succeeded");
    const events = await stripe.events.list({ types: ["charge.succeeded", "payment_intent.succeeded"], limit: 2 });
    assert.deepEqual(events.data.map((each) => each.type), ["payment_intent.succeeded", "charge.succeeded"]);
  },

  async paging() {
    const made = [];
    for (let i = 0; i < 250; i += 25) {
      made.push(...(await Promise.all(Array.from({ length: 25 }, (_, j) => stripe.customers.create({ name: `n${i + j}` })))));
    }
    const known = new Set(made.map((each) => each.id));
    // Somebody else goes on inserting while pages are read: what was there is seen once, in order, whatever is new.
    const other = client();
    const gather = async (parameters) => {
      const seen = [];
      for await (const each of stripe.customers.list(parameters)) {
        seen.push(each);
        if (seen.length % 40 === 0) await other.customers.create({ name: "new" });
        assert.ok(seen.length < 1000, "paging does not end");
      }
      return seen.filter((each) => known.has(each.id)).map((each) => each.id);
    };
    const all = (await stripe.customers.list({ limit: 100 })).data.map((each) => each.id);
    const forward = await gather({ limit: 30 });
    assert.equal(forward.length, 250);
    assert.equal(new Set(forward).size, 250);
    assert.deepEqual(forward.slice(0, 100), all);
    const oldest = forward.at(-1);
    const backward = await gather({ limit: 30, ending_before: oldest });
    assert.deepEqual(backward, forward.slice(0, -1).reverse());
    const page = await stripe.customers.list({ limit: 3, ending_before: forward[10] });
    assert.deepEqual(page.data.map((each) => each.id), forward.slice(7, 10));
    assert.deepEqual(Object.keys(page).filter((each) => each !== "lastResponse").sort(), ["data", "has_more", "object", "url"]);
    assert.equal((await stripe.customers.list({ created: { gt: made[0].created } })).data.length, 0);
  },

  async webhooks() {
    const bodies = [];
    let arrived;
    const server = createServer((request, response) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => {
        bodies.push({ body: Buffer.concat(parts), signature: request.headers["stripe-signature"] });
        response.end("{}");
        arrived?.();
      });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    try {
      const endpoint = await stripe.webhookEndpoints.create({ url: `http://127.0.0.1:${server.address().port}/hook`, enabled_events: ["customer.created"] });
      const came = new Promise((done) => (arrived = done));
      const customer = await stripe.customers.create({ name: "Ada" });
      await came;
      const { body, signature } = bodies[0];
      const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret);
      assert.equal(event.type, "customer.created");
      assert.equal(event.data.object.id, customer.id);
      assert.deepEqual(event.data.object, JSON.parse(JSON.stringify(customer)));
      for (const at of [0, Math.floor(body.length / 2), body.length - 1]) {
        const changed = Buffer.from(body);
        changed[at] ^= 1;
        assert.throws(() => stripe.webhooks.constructEvent(changed, signature, endpoint.secret), { type: "StripeSignatureVerificationError" });
      }
      assert.throws(() => stripe.webhooks.constructEvent(JSON.stringify(JSON.parse(body), null, 1), signature, endpoint.secret), { type: "StripeSignatureVerificationError" });
      assert.throws(() => stripe.webhooks.constructEvent(body, signature, endpoint.secret.replace("whsec_", "")), { type: "StripeSignatureVerificationError" });
      assert.equal((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret, undefined);
      assert.deepEqual(await stripe.events.retrieve(event.id).then((each) => each.data.object.id), customer.id);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },

  // The SDK tries again by itself, with the key it made for the first try.
  async retries() {
    const count = async () => (await stripe.customers.list({ limit: 100 })).data.length;
    await admin("/faults", { resource: "customers", operation: "create", status: 500, code: "api_error", count: 1 });
    const made = await stripe.customers.create({ name: "before" });
    assert.equal(made.name, "before");
    assert.equal(await count(), 1, "a fault before execution leaves nothing, and the retry succeeds");
    await admin("/faults", { resource: "customers", operation: "create", status: 500, code: "api_error", count: 1, when: "after" });
    const error = await refused(() => stripe.customers.create({ name: "after" }));
    assert.equal(error.statusCode, 500);
    assert.equal(error.headers["idempotent-replayed"], "true", "the stored 500 was given again");
    assert.equal(await count(), 2, "a fault after execution: the work was done once");
    await admin("/faults", { resource: "customers", operation: "create", transport: { kind: "reset", at: "request" }, count: 1, when: "after" });
    assert.equal((await stripe.customers.create({ name: "reset" })).name, "reset");
    assert.equal(await count(), 3, "the answer was lost, the retry got it: one customer");
    await admin("/faults", { resource: "customers", operation: "create", code: "rate_limit", count: 1 });
    assert.equal((await refused(() => stripe.customers.create({}))).type, "StripeRateLimitError");
    await admin("/faults", { resource: "customers", operation: "create", code: "lock_timeout", count: 1 });
    assert.equal((await refused(() => stripe.customers.create({}))).code, "lock_timeout");
    await admin("/faults", { resource: "customers", operation: "create", code: "idempotency_key_in_use", count: 1 });
    assert.equal((await stripe.customers.create({ name: "held" })).name, "held", "a 409 is tried again");
  },

  async idempotency() {
    const first = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k1" });
    const again = await stripe.customers.create({ name: "Ada" }, { idempotencyKey: "k1" });
    assert.equal(again.id, first.id);
    assert.equal(again.lastResponse.headers["idempotent-replayed"], "true");
    assert.equal(first.lastResponse.headers["original-request"], first.lastResponse.requestId);
    const error = await refused(() => stripe.customers.create({ name: "Grace" }, { idempotencyKey: "k1" }));
    assert.equal(error.type, "StripeIdempotencyError");
    assert.equal(error.statusCode, 400);
  },

  async subscriptions() {
    const customer = await stripe.customers.create({ name: "Ada", payment_method: "pm_card_visa" });
    const method = (await stripe.paymentMethods.list({ customer: customer.id, type: "card" })).data[0].id;
    const product = await stripe.products.create({ name: "Gold" });
    const price = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 1000, recurring: { interval: "month" } });
    const missing = await refused(() => stripe.subscriptions.create({ customer: customer.id, items: [{ price: "invalid" }] }));
    assert.deepEqual([missing.statusCode, missing.code, missing.param], [400, "resource_missing", "items[0][price]"]);
    const lacking = await refused(() => stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }));
    assert.deepEqual([lacking.statusCode, lacking.code, lacking.param], [400, "resource_missing", undefined]);
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id, quantity: 2 }], default_payment_method: method, expand: ["latest_invoice", "items.data.price.product"] });
    assert.deepEqual([subscription.status, subscription.latest_invoice.status, subscription.latest_invoice.amount_paid], ["active", "paid", 2000]);
    assert.equal(subscription.items.data[0].price.product.name, "Gold");
    await admin("/clock/advance", { by: "31d" });
    await admin("/clock/advance", { by: "1h" });
    const invoices = [];
    for await (const each of stripe.invoices.list({ subscription: subscription.id })) invoices.push(each);
    assert.deepEqual(invoices.map((each) => [each.billing_reason, each.status, each.total]), [["subscription_cycle", "paid", 2000], ["subscription_create", "paid", 2000]]);
    const lines = await stripe.invoices.listLineItems?.(invoices[0].id) ?? (await stripe.invoices.listLines(invoices[0].id));
    assert.equal(lines.data[0].amount, 2000);
    const item = subscription.items.data[0].id;
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 3 }] });
    assert.equal((await stripe.invoiceItems.list({ customer: customer.id })).data.length, 2);
    const last = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    assert.equal(last.cancel_at_period_end, true);
    assert.equal((await stripe.subscriptions.cancel(subscription.id)).status, "canceled");
    const item2 = await stripe.invoiceItems.create({ customer: customer.id, amount: 500, currency: "usd" });
    const invoice = await stripe.invoices.create({ customer: customer.id, pending_invoice_items_behavior: "include", default_payment_method: method });
    assert.ok((await stripe.invoiceItems.retrieve(item2.id)).invoice === invoice.id);
    await stripe.invoices.finalizeInvoice(invoice.id);
    assert.equal((await stripe.invoices.pay(invoice.id)).status, "paid");
  },

  // A month passes by the vendor's own API: the subscription renews, webhooks come on the way, and whoever asked polls.
  async clocks() {
    const seen = [];
    const server = createServer((request, response) => {
      const parts = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", async () => {
        const { type } = JSON.parse(Buffer.concat(parts));
        const clock = (await stripe.testHelpers.testClocks.list()).data[0];
        seen.push(`${type} ${clock.status} ${clock.frozen_time}`);
        response.end("{}");
      });
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    try {
      const start = Date.UTC(2026, 0, 31) / 1000;
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start, name: "renewals" });
      assert.deepEqual([clock.status, clock.frozen_time], ["ready", start]);
      const customer = await stripe.customers.create({ test_clock: clock.id, payment_method: "pm_card_visa" });
      assert.deepEqual([customer.created, customer.test_clock], [start, clock.id]);
      const method = (await stripe.paymentMethods.list({ customer: customer.id })).data[0].id;
      const price = await stripe.prices.create({ currency: "usd", unit_amount: 1000, recurring: { interval: "month" }, product_data: { name: "Gold" } });
      const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], default_payment_method: method });
      assert.equal(subscription.test_clock, clock.id);
      await stripe.webhookEndpoints.create({ url: `http://127.0.0.1:${server.address().port}/hook`, enabled_events: ["invoice.created", "invoice.paid", "test_helpers.test_clock.advancing", "test_helpers.test_clock.ready"] });
      const until = Date.UTC(2026, 1, 28, 2) / 1000;
      const advancing = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: until });
      assert.deepEqual([advancing.status, advancing.frozen_time], ["advancing", start]);
      let now = advancing;
      for (let i = 0; now.status === "advancing"; i++) {
        assert.ok(i < 5000, "the clock never comes to be ready");
        now = await stripe.testHelpers.testClocks.retrieve(clock.id);
      }
      assert.deepEqual([now.status, now.frozen_time], ["ready", until]);
      assert.deepEqual(
        (await stripe.invoices.list({ subscription: subscription.id })).data.map((each) => [each.billing_reason, each.status, each.created]),
        [["subscription_cycle", "paid", Date.UTC(2026, 1, 28) / 1000], ["subscription_create", "paid", start]],
      );
      const back = await refused(() => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start }));
      assert.deepEqual([back.type, back.statusCode, back.param], ["StripeInvalidRequestError", 400, "frozen_time"]);
      const far = await refused(() => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2026, 4, 28) / 1000 }));
      assert.deepEqual([far.statusCode, far.param], [400, "frozen_time"]);
      assert.equal((await refused(() => stripe.testHelpers.testClocks.create({ frozen_time: until }))).statusCode, 400);
      // Everything that was told on the way was told before the clock was ready.
      assert.deepEqual(seen.slice(0, 3), [`test_helpers.test_clock.advancing advancing ${start}`, `invoice.created advancing ${start}`, `invoice.paid advancing ${start}`]);
      assert.equal((await stripe.testHelpers.testClocks.del(clock.id)).deleted, true);
      assert.equal((await stripe.subscriptions.retrieve(subscription.id)).status, "canceled");
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },

  async checkout() {
    const session = await stripe.checkout.sessions.create({ mode: "payment", success_url: "https://shop.example.test/done", line_items: [{ quantity: 2, price_data: { currency: "usd", unit_amount: 1500, product_data: { name: "Book" } } }] });
    assert.deepEqual([session.status, session.amount_total], ["open", 3000]);
    await admin("/world/events", { event: "customer.completes_checkout", data: { session: session.id } });
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
    assert.deepEqual([done.status, done.payment_status, done.payment_intent.latest_charge.amount], ["complete", "paid", 3000]);
    assert.equal((await stripe.checkout.sessions.listLineItems(session.id)).data[0].price.unit_amount, 1500);
    // Version 14 sends files to the vendor's own host unless the call itself says otherwise.
    const file = await stripe.files.create({ purpose: "dispute_evidence", file: { data: Buffer.from("thanks"), name: "receipt.txt", type: "text/plain" } }, { host: "127.0.0.1" });
    assert.deepEqual([file.filename, file.size, file.type], ["receipt.txt", 6, "txt"]);
    const setup = await stripe.setupIntents.create({ payment_method: "pm_card_visa", confirm: true });
    assert.equal(setup.status, "succeeded");
    await admin("/world/events", { event: "cardholder.disputes", data: { charge: done.payment_intent.latest_charge.id } });
    const dispute = (await stripe.disputes.list({ charge: done.payment_intent.latest_charge.id })).data[0];
    assert.equal((await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: "winning_evidence" } })).status, "under_review");
    const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once" });
    assert.equal((await stripe.coupons.del(coupon.id)).deleted, true);
  },

  async errors() {
    const customer = (await stripe.customers.create({})).id;
    // What is called; class, status, type, code and parameter of the refusal.
    const table = [
      [() => stripe.customers.create({ colour: "red" }), "StripeInvalidRequestError", 400, "parameter_unknown", "colour"],
      [() => stripe.paymentIntents.create({ amount: "much", currency: "usd" }), "StripeInvalidRequestError", 400, "parameter_invalid_integer", "amount"],
      [() => stripe.paymentIntents.create({ amount: 0, currency: "usd" }), "StripeInvalidRequestError", 400, "parameter_invalid_integer", "amount"],
      [() => stripe.paymentIntents.create({ amount: 100 }), "StripeInvalidRequestError", 400, "parameter_missing", "currency"],
      [() => stripe.customers.retrieve("cus_nobody"), "StripeInvalidRequestError", 404, "resource_missing", "id"],
      [() => stripe.paymentMethods.attach("pm_nothing", { customer }), "StripeInvalidRequestError", 404, "resource_missing", "payment_method"],
      [() => stripe.paymentIntents.create({ amount: 100, currency: "usd", customer: "cus_nobody" }), "StripeInvalidRequestError", 400, "resource_missing", "customer"],
      [() => stripe.customers.list({ starting_after: customer, ending_before: customer }), "StripeInvalidRequestError", 400, "parameters_exclusive", "ending_before"],
      [() => stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer }), "StripeCardError", 402, "card_declined", ""],
      [() => client().customers.list({}, { apiKey: "sk_test_nobody" }), "StripeAuthenticationError", 401, undefined, undefined],
    ];
    for (const [call, type, status, code, param] of table) {
      const error = await refused(call);
      assert.deepEqual([error.type, error.statusCode, error.code, error.param], [type, status, code, param], String(call));
    }
    const wrong = await refused(() => stripe.customers.list({}, { apiKey: "sk_test_nobody" }));
    assert.deepEqual(Object.keys(wrong.raw).filter((each) => ["type", "message", "code", "param", "doc_url"].includes(each)).sort(), ["message", "type"]);
    assert.equal(wrong.headers["request-id"], undefined);
    assert.match(wrong.headers["www-authenticate"], /^Basic/);
  },
};

await CASES[name]();
process.exit(0); // the SDK's timer of a connection that was reset would keep the process for 80 s
