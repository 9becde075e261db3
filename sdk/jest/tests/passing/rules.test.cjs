// What useSandbox and useCassette do around a test.
const { execFileSync } = require("node:child_process");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { useCassette, useSandbox } = require("@understudy/jest");

describe("one world that is reset", () => {
  const sandbox = useSandbox({ pack: "deck", isolation: "reset" });
  const keys = new Set();
  for (const number of [1, 2]) {
    test(`keeps its key and nothing else, time ${number}`, async () => {
      keys.add(sandbox().key);
      expect(keys.size).toBe(1);
      expect((await sandbox().state("users")).data).toEqual([]);
      await sandbox().seed("users", [{ id: "user_1" }]);
    });
  }
});

describe("recorded commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-jest-"));
  execFileSync(process.env.UNDERSTUDY_BIN, ["with", "cassettes", "--mode", "record", "--program", "uname", "--", "uname", "-s"], { cwd: folder, stdio: "ignore" });
  afterAll(() => rmSync(folder, { recursive: true }));
  const cassette = useCassette(join(folder, "cassettes"), { args: ["--log", join(folder, "calls.jsonl")] });
  test("answer what is started with their environment", () => {
    expect(execFileSync("uname", ["-s"], { env: cassette().env, encoding: "utf8" })).toBe("Linux\n");
  });
});

describe("outside of a test", () => {
  const sandbox = useSandbox({ pack: "deck" });
  const caught = (() => {
    try {
      return sandbox();
    } catch (error) {
      return error;
    }
  })();
  test("there is no world, which is said", () => {
    expect(caught.message).toBe("there is no world outside of a test (no_test); hint: ask for it inside of test(), beforeEach() or afterEach()");
  });
});
