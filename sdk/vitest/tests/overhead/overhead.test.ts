// What a world of its own costs a test: pairs of tests that do nothing, with and without one. The runner compares the
// medians of their times (row S1).
import { sandboxTest } from "@understudy/vitest";
import { expect, test as plain } from "vitest";

const test = sandboxTest({ pack: "deck" });

test("warm up", ({ sandbox }) => expect(sandbox.key).toBeTruthy());
for (let number = 0; number < 200; number++) {
  plain(`plain ${number}`, () => expect(number).toBe(number));
  test(`sandbox ${number}`, ({ sandbox }) => expect(sandbox.key).toBeTruthy());
}
