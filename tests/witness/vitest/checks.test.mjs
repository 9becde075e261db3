import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDialogue } from "./dialogue.mjs";

test("the greeting is a whole talk that ends well", () => {
  const dialogue = readDialogue(readFileSync(new URL("./fixtures/greeting.jsonl", import.meta.url), "utf8"));
  expect(dialogue.mood).toBe("glad");
  expect(dialogue.parts.length).toBeGreaterThan(0);
});
