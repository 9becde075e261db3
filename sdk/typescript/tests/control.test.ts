// Every part of the control surface, through the SDK, against the pack deck.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { understudy, type Sandbox } from "@understudy/sdk";
import { expect, test, vi } from "vitest";
import { get, makeTask, post } from "./deck.js";
import { useWorlds } from "./worlds.js";

const world = useWorlds();
const run = (at: Sandbox) => post(at, "/v2/task-runs", { task: "pay_rent" });

test("connect makes no call, and learns the world's id when it is asked to", async () => {
  const nowhere = understudy.connect({ url: "http://127.0.0.1:1/", key: "no-key-0123456789" });
  expect(nowhere.url).toBe("http://127.0.0.1:1");
  expect(() => nowhere.worldId).toThrow(/not known yet.*hint: `await sandbox.identify\(\)`/);
  expect(() => nowhere.client()).toThrow(/identify/);
  const here = understudy.connect(world());
  expect(await here.identify()).toBe(world().worldId);
  expect(here.worldId).toBe(world().worldId);
});

test("a fault is armed, counted, listed and cleared", async () => {
  await makeTask(world());
  const fault = await world().faults.arm("task_runs", "create", { status: 429, code: "rate_limit_exceeded", count: 1 });
  expect([(await run(world())).status, (await run(world())).status]).toEqual([429, 201]);
  expect(await world().faults.list()).toMatchObject([{ id: fault.id, state: "spent", fired: 1 }]);
  await world().faults.clear(fault.id);
  await world().faults.arm("*", "*", { status: 500, code: "agent_failed" });
  await world().faults.clear();
  expect(await world().faults.list()).toEqual([]);
});

test("a tape of faults has an entry for each call", async () => {
  await makeTask(world());
  await world().faults.tape("task_runs", "create", [{ status: 500, code: "agent_failed" }, { pass: true }], { then: "cycle" });
  expect([(await run(world())).status, (await run(world())).status, (await run(world())).status]).toEqual([500, 201, 500]);
});

test("time passes by a span, to an instant and to the next timer", async () => {
  await makeTask(world());
  const { body } = await run(world());
  expect((await world().clock.pending()).map((one) => one.move)).toContain("settle");
  expect(await world().clock.step()).toMatchObject({ now: "2025-01-01T00:00:05Z", fired: ["task_run.completed"] });
  expect((await get(world(), `/v2/task-runs/${body.id}`)).body.status).toBe("completed");
  expect((await world().clock.advance("1m")).now).toBe("2025-01-01T00:01:05Z");
  expect((await world().clock.advanceTo("2025-01-01T01:00:00Z")).fired).toContain("task.updated");
  expect(await world().clock.now()).toBe("2025-01-01T01:00:00Z");
});

test("durations collapse waits", async () => {
  await makeTask(world());
  await world().clock.setDurations({ run_settle: "0s" });
  expect((await world().clock.durations())["run_settle"]).toBe("0s");
  const { body } = await run(world());
  expect((await get(world(), `/v2/task-runs/${body.id}`)).body.status).toBe("completed");
});

test("a clock can tick and be stopped", async () => {
  await world().clock.tick();
  await world().clock.freeze();
  const now = await world().clock.now();
  expect(await world().clock.now()).toBe(now);
});

test("values from outside: a pin, an arm, a tape of bare values and entries", async () => {
  await makeTask(world());
  const settle = async (id: string) => {
    await world().clock.advance("5s");
    return (await get(world(), `/v2/task-runs/${id}`)).body;
  };
  const pin = await world().exogenous.pin({ operation: "runTask" }, "output.receipt", "R-1");
  expect((await settle((await run(world())).body.id)).output.receipt).toBe("R-1");
  await world().exogenous.clear(pin.id);
  const tape = await world().exogenous.tape({ operation: "runTask" }, "output.receipt", ["A", { value: "B", times: 2 }]);
  expect(tape.values).toEqual([{ value: "A" }, { value: "B", times: 2 }]);
  expect((await settle((await run(world())).body.id)).output.receipt).toBe("A");
  expect((await settle((await run(world())).body.id)).output.receipt).toBe("B");
  await world().exogenous.on("task_runs.settle", "branch", "failed");
  expect((await settle((await run(world())).body.id)).status).toBe("failed");
  expect((await world().exogenous.list()).map((one) => one.field)).toEqual(["branch", "output.receipt"]);
  await world().exogenous.clear(tape.id);
  await world().exogenous.clear();
  expect(await world().exogenous.list()).toEqual([]);
});

test("causes: what can happen next, and triggering it", async () => {
  await world().seed("sources", [{ id: "src_1", name: "Rent portal" }]);
  const made = await post(world(), "/v2/credentials", { source_id: "src_1", values: { user: "a" } });
  expect(made.status).toBe(201);
  expect(await world().world.next()).toEqual([]);
  await world().clock.advance("2s");
  const [next] = await world().world.next();
  expect(next).toMatchObject({ event: "source.refuses_credential", possible: true });
  const done = await world().world.trigger("source.refuses_credential", { credential: made.body.id });
  expect(done.trace).toMatch(/^trc_/);
  expect((await world().world.next({ all: true })).map((one) => one.possible)).toContain(false);
});

test("seeding, state, reset, snapshots and differences", async () => {
  expect((await world().seed("users", [{ id: "user_1" }])).inserted).toEqual(["user_1"]);
  expect((await world().state("users")).data).toMatchObject([{ id: "user_1" }]);
  expect((await world().state()).resources?.["users"]).toHaveLength(1);
  const snapshot = await world().snapshot("with a user");
  await world().seed("users", [{ id: "user_2" }]);
  expect((await world().diff(snapshot.id)).added).toMatchObject([{ resource: "users", id: "user_2" }]);
  await world().restore("with a user");
  expect((await world().state("users")).data).toHaveLength(1);
  const fork = await world().fork({ endpoints: "drop", ttl: "10m" });
  await fork.seed("users", [{ id: "user_3" }]);
  expect((await fork.diff(world())).added).toMatchObject([{ id: "user_3" }]); // by the parent's key
  expect((await world().diff(fork)).removed).toMatchObject([{ id: "user_3" }]);
  await fork.close();
  await world().reset({ t0: "2026-01-01T00:00:00Z" });
  expect((await world().state("users")).data).toEqual([]);
  expect(await world().clock.now()).toBe("2026-01-01T00:00:00Z");
});

test("a history leaves behind what live calls would have", async () => {
  const past = await world().seedHistory([{ at: "2024-12-01T00:00:00Z", call: { operation: "createUser", input: {}, as: "u" } }]);
  expect(past.created).toMatchObject([{ resource: "users", as: "u" }]);
  expect((await get(world(), `/v2/users/${past.created[0]?.id}`)).body.created_at).toBe("2024-12-01T00:00:00Z");
});

test("requests, traces and the last of them", async () => {
  await expect(world().lastResolutionTrace()).rejects.toThrow(/no trace yet.*hint:/);
  await makeTask(world());
  await get(world(), "/v2/tasks/task_none");
  expect((await world().requests()).map((one) => one.status)).toEqual([201, 404]);
  const [missed] = await world().requests({ status: 404 });
  expect(await world().trace(missed?.trace ?? "")).toMatchObject({ status: 404 });
  expect((await world().lastResolutionTrace()).id).toBe(missed?.trace);
});

test("a list is paged through to its end", async () => {
  const users = Array.from({ length: 1500 }, (_, number) => ({ id: `user_${number}` }));
  await world().seed("users", users);
  expect((await world().state("users")).data).toHaveLength(1500);
});

test("the vendor's client: a pack without one says what to do instead", async () => {
  const here = understudy.connect(world());
  await here.identify();
  expect(() => here.client()).toThrow(new RegExp(`names no client library.*url ${here.url} with the key ${here.key}`));
});

test("the vendor's client: pointed and keyed, where the pack names one and it is installed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-client-"));
  execFileSync(process.env["UNDERSTUDY_BIN"] as string, ["pack", "new", "shop"], { cwd: folder, stdio: "ignore" });
  const file = join(folder, "packs/shop/pack.yaml");
  const client = "client: { typescript: { module: shop-client, make: Shop, with: [ key, { host: host, port: port, base: url, protocol: '\"http\"' } ] } }";
  writeFileSync(file, readFileSync(file, "utf8").replace("\nversion:", `\n${client}\nversion:`));
  const sandbox = await understudy.launch({ pack: join(folder, "packs/shop") });
  expect(() => sandbox.client()).toThrow(/`shop-client` is not installed.*hint: npm install shop-client/);
  mkdirSync(join(folder, "node_modules/shop-client"), { recursive: true });
  writeFileSync(join(folder, "node_modules/shop-client/index.js"), "exports.Shop = class { constructor(key, o) { Object.assign(this, { key, ...o }); } };");
  writeFileSync(join(folder, "package.json"), "{}");
  const here = vi.spyOn(process, "cwd").mockReturnValue(folder);
  expect(sandbox.client<Record<string, unknown>>()).toEqual({ key: sandbox.key, host: "127.0.0.1", port: Number(new URL(sandbox.url).port), base: sandbox.url, protocol: "http" });
  here.mockRestore();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});
