// Ten tests of one file, each in a world of its own. Where UNDERSTUDY_TEST_SEEN names a file, each notes the server and
// the key it had there: the runner looks whether all had one server and no two one key.
const { appendFileSync } = require("node:fs");
const { useSandbox } = require("@understudy/jest");

exports.worlds = function worlds(file) {
  const sandbox = useSandbox({ pack: "deck", prepare: (prepared) => prepared.seed("users", [{ id: "user_1" }]) });
  for (let number = 0; number < 10; number++) {
    test(`${file} ${number}`, async () => {
      const { url, key } = sandbox();
      if (process.env.UNDERSTUDY_TEST_SEEN) appendFileSync(process.env.UNDERSTUDY_TEST_SEEN, `${url} ${key} ${process.env.JEST_WORKER_ID}\n`);
      const sink = await sandbox().webhooks.sink();
      await sandbox().webhooks.register(sink.url, { subscribe: ["task.created"] });
      const name = `task_${file}_${number}`;
      const made = await fetch(`${url}/v2/tasks`, { method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify({ name }) });
      expect(made.status).toBe(201);
      expect((await sink.waitFor("task.created")).payload.data.name).toBe(name);
      expect((await sandbox().state("tasks")).data).toHaveLength(1);
      expect((await sandbox().state("users")).data).toHaveLength(1);
      await sandbox().seed("users", [{ id: "user_2" }]);
    });
  }
};
