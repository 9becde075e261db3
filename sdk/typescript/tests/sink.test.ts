// Receivers of webhooks inside the test.
import { understudy } from "@understudy/sdk";
import { expect, test } from "vitest";
import { makeTask, post } from "./deck.js";
import { useWorlds } from "./worlds.js";

const world = useWorlds();

async function registered() {
  const sink = await world().webhooks.sink();
  const endpoint = await world().webhooks.register(sink.url, { subscribe: ["*"] });
  return { sink, endpoint };
}

test("a sink knows the secret that registering it returns, and gets signed webhooks", async () => {
  const { sink, endpoint } = await registered();
  expect(endpoint.secret).toBe(sink.secret);
  await makeTask(world());
  const received = await sink.waitFor("task.created");
  expect(received.payload.data.name).toBe("pay_rent");
  expect(received.headers["webhook-id"]).toBe(received.payload.id);
  expect(received.verify(sink.secret)).toBe(true);
  expect(received.verify(`whsec_${Buffer.alloc(24).toString("base64")}`)).toBe(false);
  expect(sink.all().map((one) => one.type)).toEqual(["task.created"]);
});

test("the signature of a tampered webhook does not verify", async () => {
  for (const part of ["signature", "body"]) {
    await world().faults.arm("$deliveries", "send", { delivery: { kind: "tamper", part }, match: { event_type: "task.created" }, count: 1 });
    const { sink, endpoint } = await registered();
    await makeTask(world(), `task_${part}`);
    await world().clock.advance("0s");
    expect(sink.all()[0]?.verify(sink.secret), part).toBe(false);
    await world().webhooks.unregister(endpoint.id);
  }
});

test("waitFor gives each webhook once, in order", async () => {
  const { sink } = await registered();
  await makeTask(world(), "one");
  await makeTask(world(), "two");
  expect((await sink.waitFor("task.created")).payload.data.name).toBe("one");
  expect((await sink.waitFor("task.created")).payload.data.name).toBe("two");
});

test("waitFor fails at once where time stands still, and says what came and what waits", async () => {
  const { sink } = await registered();
  await makeTask(world());
  const { body } = await post(world(), "/v2/task-runs", { task: "pay_rent" });
  const begin = Date.now();
  const error = await sink.waitFor("task_run.completed", { timeout: 60_000 }).catch((caught: Error) => caught);
  expect(Date.now() - begin).toBeLessThan(30_000);
  expect(error).toMatchObject({ code: "no_webhook" });
  const text = (error as Error).message;
  expect(text).toContain("Arrived: task.created, task_run.queued, task_run.running");
  expect(text).toContain(`task_runs.settle of ${body.id} at 2025-01-01T00:00:05Z`);
  expect(text).toContain("hint: time stands still: let it pass with clock.advance(...)");
});

test("waitFor gives up after its timeout where the clock ticks", async () => {
  const { sink } = await registered();
  await world().clock.tick();
  await expect(sink.waitFor("task.created", { timeout: 50 })).rejects.toThrow(/no webhook task.created.*longer `timeout`/);
});

test("deliveries are listed, sent again, and let go", async () => {
  await world().faults.arm("$deliveries", "send", { delivery: { kind: "hold" }, count: 1 });
  const { sink, endpoint } = await registered();
  await makeTask(world());
  await world().clock.advance("0s");
  const [held] = await world().webhooks.deliveries({ eventType: "task.created", endpoint: endpoint.id, state: "held" });
  expect(held?.event_type).toBe("task.created");
  await world().webhooks.release(held?.id ?? "");
  await world().clock.advance("0s");
  await sink.waitFor("task.created");
  await world().webhooks.redeliver(held?.id ?? "");
  await world().clock.advance("0s");
  expect(sink.all()).toHaveLength(2);
  expect((await world().webhooks.endpoints()).map((one) => one.url)).toEqual([sink.url]);
  await world().webhooks.unregister(endpoint.id);
  expect(await world().webhooks.endpoints()).toEqual([]);
});

test("a sink's signatures use the world's time, another receiver's real time", async () => {
  const { sink } = await registered();
  await world().webhooks.register("http://sink.localhost/app", { subscribe: ["*"] });
  await world().webhooks.register(`${sink.url}wall`, { subscribe: ["*"], signatureTime: "wall" });
  expect((await world().webhooks.endpoints()).map((one) => one.signature_time)).toEqual(["world", "wall", "wall"]);
});

test("reset and close close sinks", async () => {
  const sink = await world().webhooks.sink();
  await world().reset();
  await expect(fetch(sink.url)).rejects.toThrow();
});

test("a port that is taken is said", async () => {
  const sink = await world().webhooks.sink();
  const port = Number(new URL(sink.url).port);
  await expect(world().webhooks.sink({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken (port_taken); hint: leave \`port\` out, and any free one is taken`);
});

test("parcel's own scheme verifies too", async () => {
  const parcel = await understudy.launch({ pack: "parcel" });
  const sink = await parcel.webhooks.sink();
  await parcel.webhooks.register(sink.url, { subscribe: ["*"] });
  await fetch(`${parcel.url}/v1/charges`, { method: "POST", headers: { authorization: `Bearer ${parcel.key}` }, body: new URLSearchParams({ amount: "2000", source: "tok_visa" }) });
  const received = await sink.waitFor("charge.created");
  expect([received.verify(sink.secret), received.verify("whsec_other")]).toEqual([true, false]);
  await parcel.close();
});
