// Fails on purpose: the runner looks at what the plugin prints then.
import { sandboxTest } from "@understudy/vitest";
import { expect } from "vitest";

const test = sandboxTest({ pack: "deck", coherence: "warn" });

test("passes and prints nothing", ({ sandbox }) => expect(sandbox.key).toBeTruthy());

test("fails after some calls", async ({ sandbox }) => {
  const post = (path: string, body: object) =>
    fetch(sandbox.url + path, { method: "POST", headers: { authorization: `Bearer ${sandbox.key}`, "content-type": "application/json" }, body: JSON.stringify(body) });
  await sandbox.webhooks.register("http://sink.localhost/500", { subscribe: ["task.created"] });
  await sandbox.faults.arm("task_runs", "create", { status: 500, code: "agent_failed", match: { input: { task: "pay_rent" } } });
  await sandbox.exogenous.pin({ operation: "fetchBalance" }, "output.balance", 0);
  await post("/v2/task-run", {});
  await post("/v2/tasks", { name: "other" });
  await sandbox.clock.advance("0s");
  await post("/v2/task-runs", { task: "other" });
  expect("this test").toBe("failing");
});
