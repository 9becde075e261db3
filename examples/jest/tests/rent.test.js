const { useSandbox } = require("@understudy/jest");
const { payRent, receiptOf } = require("../src/rent");

const sandbox = useSandbox({
  pack: "deck",
  prepare: async (prepared) => {
    const task = { name: "pay_rent", output_schema: { type: "object", required: ["receipt"], properties: { receipt: { type: "string" } } } };
    await prepared.seedHistory([{ at: "2024-12-01T00:00:00Z", call: { operation: "createTask", input: task } }]);
  },
});

test("the rent is paid, and the receipt comes when the portal is done", async () => {
  await sandbox().exogenous.pin({ operation: "runTask" }, "output.receipt", "R-2025-01");
  const id = await payRent(sandbox(), "2025-01", 2000);
  expect(await receiptOf(sandbox(), id)).toBeUndefined();
  await sandbox().clock.advance("5s");
  expect(await receiptOf(sandbox(), id)).toBe("R-2025-01");
});

test("one failure of the service is tried again", async () => {
  await sandbox().faults.arm("task_runs", "create", { status: 500, code: "agent_failed", count: 1 });
  await payRent(sandbox(), "2025-01", 2000);
  expect((await sandbox().requests({ operation: "runTask" })).map((call) => call.status)).toEqual([500, 201]);
});

test("a second failure is told", async () => {
  await sandbox().faults.arm("task_runs", "create", { status: 500, code: "agent_failed" });
  await expect(payRent(sandbox(), "2025-01", 2000)).rejects.toThrow("the rent of 2025-01 was not paid: 500");
});

test("the service calls back when it is done", async () => {
  const sink = await sandbox().webhooks.sink();
  await sandbox().webhooks.register(sink.url, { subscribe: ["task_run.completed"] });
  const id = await payRent(sandbox(), "2025-01", 2000);
  await sandbox().clock.advance("5s");
  const webhook = await sink.waitFor("task_run.completed");
  expect(webhook.payload.data.id).toBe(id);
  expect(webhook.verify(sink.secret)).toBe(true);
});
