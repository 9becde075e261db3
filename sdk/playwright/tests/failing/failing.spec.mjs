// Fails on purpose: the runner looks at what the fixture prints and attaches then.
import { expect, test } from "@understudy/playwright";

test.use({ understudy: { pack: "deck" } });

test("fails after a call", async ({ sandbox, request }) => {
  await request.post(`${sandbox.url}/v2/task-run`, { headers: { authorization: `Bearer ${sandbox.key}` }, data: {} });
  expect("this test").toBe("failing");
});
