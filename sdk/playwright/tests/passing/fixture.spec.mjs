// Each test has a world of its own, whatever worker runs it.
import { appendFileSync } from "node:fs";
import { expect, test } from "@understudy/playwright";

test.use({ understudy: { pack: "deck" } });

for (let number = 0; number < 10; number++) {
  test(`world ${number}`, async ({ sandbox, request }) => {
    if (process.env.UNDERSTUDY_TEST_SEEN) appendFileSync(process.env.UNDERSTUDY_TEST_SEEN, `${sandbox.url} ${sandbox.key} ${test.info().parallelIndex}\n`);
    const made = await request.post(`${sandbox.url}/v2/tasks`, { headers: { authorization: `Bearer ${sandbox.key}` }, data: { name: `task_${number}` } });
    expect(made.status()).toBe(201);
    expect((await sandbox.state("tasks")).data).toMatchObject([{ name: `task_${number}` }]);
    await sandbox.faults.arm("tasks", "create", { status: 500, code: "agent_failed" });
    const failed = await request.post(`${sandbox.url}/v2/tasks`, { headers: { authorization: `Bearer ${sandbox.key}` }, data: { name: "other" } });
    expect(failed.status()).toBe(500);
  });
}
