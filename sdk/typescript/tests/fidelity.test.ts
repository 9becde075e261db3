// The example of the fidelity contract (specification of the sandbox, section 2.1): both answers are served, and the
// contradiction is the tester's. The check of coherence may warn and changes no byte.
import { UnderstudyError, type Sandbox } from "@understudy/sdk";
import { expect, test } from "vitest";
import { get, makeTask, post } from "./deck.js";
import { useWorlds } from "./worlds.js";

const world = useWorlds();

async function payAndLook(sandbox: Sandbox) {
  await sandbox.seed("sources", [{ id: "src_1", name: "Rent portal" }]);
  await sandbox.seed("credentials", [{ id: "cred_1", source_id: "src_1", values: {}, status: "verified" }]);
  await makeTask(sandbox);
  await sandbox.faults.arm("task_runs", "create", { status: 500, code: "agent_failed", match: { input: { task: "pay_rent" } } });
  await sandbox.exogenous.pin({ operation: "fetchBalance" }, "output.balance", 0);
  const paid = await post(sandbox, "/v2/task-runs", { task: "pay_rent", credential_id: "cred_1", input: { amount: 2000 } });
  const asked = await post(sandbox, "/v2/task-runs/fetch-balance", { credential_id: "cred_1" });
  await sandbox.clock.advance("5s");
  const balance = await get(sandbox, `/v2/task-runs/${asked.body.id}`);
  return { paid, balance };
}

test("the payment fails, and the balance reads zero", async () => {
  const { paid, balance } = await payAndLook(world());
  expect(paid.status).toBe(500);
  expect(paid.body.error.code).toBe("agent_failed");
  expect(balance.body.status).toBe("completed");
  expect(balance.body.output.balance).toBe(0);
});

test("coherence warns once and changes no byte", async () => {
  const silent = await payAndLook(world());
  const fork = await world().fork();
  await fork.reset();
  expect(await fork.coherence("warn")).toEqual([]);
  const warned = await payAndLook(fork);
  expect(warned).toEqual(silent);
  const warnings = await fork.coherence();
  expect(warnings.map((one) => one.rule)).toEqual(["paid_yet_failed"]);
  expect(await world().coherence()).toEqual([]);
  await fork.close();
});

test("what the service derives cannot be set", async () => {
  await makeTask(world());
  const refused = await world()
    .exogenous.pin({ operation: "runTask" }, "status", "completed")
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnderstudyError);
  expect(refused).toMatchObject({ status: 422, code: "illegal_override", field: "/field" });
  expect((refused as UnderstudyError).message).toContain((refused as UnderstudyError).hint);
});
