// Fails on purpose: the runner looks at what the plugin prints then.
const { useSandbox } = require("@understudy/jest");

const sandbox = useSandbox({ pack: "deck" });

test("passes and prints nothing", () => expect(sandbox().key).toBeTruthy());

test("fails after a call", async () => {
  await fetch(`${sandbox().url}/v2/task-run`, { method: "POST", headers: { authorization: `Bearer ${sandbox().key}` } });
  expect("this test").toBe("failing");
});
