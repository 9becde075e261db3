import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("there is a greeting", () => {
  expect(readFileSync(new URL("./fixtures/greeting.jsonl", import.meta.url), "utf8")).toBeTruthy();
});
