import { it, test } from "@understudy/vitest";
import { expect } from "vitest";

test("the pack is the one that the project names", async ({ sandbox, understudy }) => {
  expect(understudy.pack).toBe("deck");
  expect((await sandbox.seed("users", [{ id: "user_1" }])).inserted).toEqual(["user_1"]);
});

it("is the same by its other name", async ({ sandbox }) => {
  expect((await sandbox.state("users")).data).toEqual([]);
});
