// Twenty-five tests of one file. Each has a world and a receiver of webhooks of its own, does what all the others do at
// the same time, and sees nothing but what it did itself.
import { sandboxTest } from "@understudy/vitest";
import { expect } from "vitest";

const test = sandboxTest({ pack: "deck" });

declare module "vitest" {
  interface TaskMeta {
    url?: string;
    key?: string;
    pool?: string;
  }
}

export function crosstalk(file: string): void {
  for (let number = 0; number < 25; number++) {
    test(`${file} ${number}`, async ({ sandbox, task }) => {
      Object.assign(task.meta, { url: sandbox.url, key: sandbox.key, pool: process.env["VITEST_POOL_ID"] });
      const name = `task_${file}_${number}`;
      const post = (path: string, body: object) =>
        fetch(sandbox.url + path, { method: "POST", headers: { authorization: `Bearer ${sandbox.key}`, "content-type": "application/json" }, body: JSON.stringify(body) });
      const sink = await sandbox.webhooks.sink();
      await sandbox.webhooks.register(sink.url, { subscribe: ["task.created", "task_run.completed"] });
      await sandbox.exogenous.pin({ operation: "runTask" }, "output.receipt", name);
      expect((await post("/v2/tasks", { name, output_schema: { type: "object", required: ["receipt"], properties: { receipt: { type: "string" } } } })).status).toBe(201);
      expect((await post("/v2/task-runs", { task: name })).status).toBe(201);
      await sandbox.clock.advance("5s");
      const completed = await sink.waitFor("task_run.completed");
      expect(completed.payload.data.output).toEqual({ receipt: name });
      expect(completed.verify(sink.secret)).toBe(true);
      expect(sink.all().map((one) => one.type)).toEqual(["task.created", "task_run.completed"]);
      expect((await sandbox.state("tasks")).data?.map((one) => one["name"])).toEqual([name]);
      expect(await sandbox.requests()).toHaveLength(2);
    });
  }
}
