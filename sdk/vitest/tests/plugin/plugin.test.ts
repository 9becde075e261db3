// The rules of the plugin: what is prepared once, what isolation means, where the server comes from.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { understudy, type Sandbox } from "@understudy/sdk";
import { runProcess, sharedServer, Worlds } from "@understudy/sdk/testing";
import { sandboxTest } from "@understudy/vitest";
import { describe, expect, test as plain, vi } from "vitest";

let prepared = 0;
const test = sandboxTest({
  pack: "deck",
  prepare: async (sandbox) => {
    prepared += 1;
    await sandbox.seed("users", [{ id: "user_1" }]);
  },
});

describe("a prepared world", () => {
  for (const number of [1, 2, 3]) {
    test(`is forked for test ${number}`, async ({ sandbox }) => {
      expect((await sandbox.state("users")).data).toHaveLength(1);
      await sandbox.seed("users", [{ id: "user_2" }]);
      expect(prepared).toBe(1);
    });
  }
});

const kept: string[] = [];
const resetting = sandboxTest({ pack: "deck", isolation: "reset", prepare: (sandbox) => sandbox.seed("users", [{ id: "user_1" }]).then(() => {}) });

describe('isolation "reset"', () => {
  for (const number of [1, 2]) {
    resetting(`keeps the key, and nothing else, for test ${number}`, async ({ sandbox }) => {
      kept.push(sandbox.key);
      expect(new Set(kept).size).toBe(1);
      expect((await sandbox.state("users")).data).toMatchObject([{ id: "user_1" }]);
      await sandbox.seed("users", [{ id: "user_2" }]);
      await sandbox.clock.advance("1h");
    });
  }
});

const plainReset = sandboxTest({ pack: "deck", isolation: "reset" });
for (const number of [1, 2]) {
  plainReset(`a world that is reset begins empty, time ${number}`, async ({ sandbox }) => {
    expect((await sandbox.state("users")).data).toEqual([]);
    await sandbox.seed("users", [{ id: "user_1" }]);
  });
}

test("the world of a test is gone after it", async ({ sandbox }) => {
  const worlds = new Worlds({ pack: "deck" }, 0);
  const { sandbox: other, end } = await worlds.open();
  expect(other.url).toBe(sandbox.url);
  expect(other.key).not.toBe(sandbox.key);
  expect(await end(false)).toBeUndefined();
  await expect(other.clock.now()).rejects.toThrow(/401|unauthorized/);
});

plain("the server of a run is one, and its operator may speak for any world", async () => {
  const [one, two] = await Promise.all([sharedServer({ pack: "deck" }), sharedServer({ pack: "deck" })]);
  expect(one).toEqual(two);
  expect(runProcess()).toBe(process.ppid);
  const operator = understudy.connect({ url: one.url, key: one.admin_key, worldId: one.world });
  expect(await operator.faults.list()).toEqual([]);
});

plain("a server that the environment names is used", async () => {
  const own = await understudy.launch({ pack: "deck", args: ["--workers", "2", "--key", "env-key-0123456789"] });
  vi.stubEnv("UNDERSTUDY_WORKER_URLS", `${own.url},${own.url}`);
  vi.stubEnv("UNDERSTUDY_WORKER_KEYS", "env-key-0123456789-0,env-key-0123456789-1");
  const second = await new Worlds({ isolation: "reset" }, 1).open();
  expect(second.sandbox.key).toBe("env-key-0123456789-1");
  await second.end(false);
  await expect(new Worlds({ isolation: "reset" }, 2).open()).rejects.toThrow(
    "worker 2 has no world: UNDERSTUDY_WORKER_URLS names 2, UNDERSTUDY_WORKER_KEYS 2 (no_world_for_worker); hint: start `understudy serve PACK --workers N`",
  );
  const forked = await new Worlds({}, 2).open(); // shares a parent, which is no harm
  expect(forked.sandbox.url).toBe(own.url);
  await forked.end(false);
  vi.unstubAllEnvs();
  vi.stubEnv("PRODBREAK_URL", own.url);
  vi.stubEnv("PRODBREAK_KEY", "env-key-0123456789-0");
  const migrated = await new Worlds({}, 0).open();
  expect(migrated.sandbox.url).toBe(own.url);
  await migrated.end(false);
  vi.unstubAllEnvs();
  await own.close();
});

plain("a server that dies fails one test, and the next one has another", async () => {
  const options = { pack: "deck", args: ["--key", `dies-${process.pid}-0123456789`] };
  const worlds = new Worlds(options, 0);
  const first = await worlds.open();
  execFileSync("sh", ["-c", `kill -9 $(pgrep -f -- "^[^ ]*understudy serve deck --key dies-${process.pid}-0123456789")`]);
  const error = await first.sandbox.faults.list().catch((caught: Error) => caught);
  expect((error as Error).message).toMatch(/^nobody answers at .*hint: is the server running\?/);
  expect(await first.end(true)).toMatch(/the world of this test cannot be shown: nobody answers/);
  await expect(worlds.open()).rejects.toThrow(/nobody answers/);
  const [one, other] = await Promise.all([worlds.open(), new Worlds(options, 0).open()]);
  expect(one.sandbox.url).toBe(other.sandbox.url);
  expect(one.sandbox.url).not.toBe(first.sandbox.url);
  await one.end(false);
  await other.end(false);
});

plain("a world that the environment names for one worker keeps its key when it is reset, prepared or not", async () => {
  const own = await understudy.launch({ pack: "deck", args: ["--key", "named-key-0123456789"] });
  vi.stubEnv("UNDERSTUDY_URL", own.url);
  vi.stubEnv("UNDERSTUDY_KEY", own.key);
  await own.seed("users", [{ id: "user_0" }]);
  const prepare = (sandbox: Sandbox) => sandbox.seed("users", [{ id: "user_1" }]).then(() => {});
  const named = await new Worlds({ isolation: "reset", prepare }, 0).open();
  expect(named.sandbox.key).toBe(own.key);
  expect((await named.sandbox.state("users")).data).toMatchObject([{ id: "user_1" }]);
  const second = await new Worlds({ isolation: "reset", prepare }, 1).open();
  expect(second.sandbox.key).not.toBe(own.key);
  expect((await second.sandbox.state("users")).data).toMatchObject([{ id: "user_1" }]);
  await second.end(false);
  await named.end(false);
  vi.unstubAllEnvs();
  await own.close();
});

plain("without a pack and without a server it says what to do", async () => {
  await expect(new Worlds({}, 0).open()).rejects.toThrow(/no pack is named.*hint: give the option `pack`.*UNDERSTUDY_URL/);
  await expect(new Worlds({ pack: "dekc" }, 0).open()).rejects.toThrow(/there is no pack "dekc".*did you mean "deck"\?/);
});

plain("each worker has a number from 1 on", () => {
  expect(Number(process.env["VITEST_POOL_ID"])).toBeGreaterThanOrEqual(1);
});

describe("recordings", () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-cassettes-"));
  const program = process.env["UNDERSTUDY_BIN"] as string;
  const log = ["--log", join(folder, "calls.jsonl")]; // not into this project

  plain("are made first", () => {
    writeFileSync(join(folder, "understudy.yaml"), "services: {uname: {match: {used_up: repeat_last}}}\n");
    execFileSync(program, ["with", "cassettes", "--mode", "record", "--program", "uname", "--", "uname", "-s"], { cwd: folder, stdio: "ignore" });
  });
  test("answer what the test starts", async ({ useCassette }) => {
    const before = process.env["PATH"];
    const cassette = await useCassette(join(folder, "cassettes"), { args: log });
    expect(execFileSync("uname", ["-s"], { encoding: "utf8" })).toBe("Linux\n");
    expect(execFileSync("uname", ["-s"], { env: cassette.env, encoding: "utf8" })).toBe("Linux\n");
    expect(process.env["PATH"]).not.toBe(before);
  });
  plain("are left behind by the test", () => {
    expect(execFileSync("sh", ["-c", "command -v uname"], { encoding: "utf8" })).not.toContain("understudy");
  });
  plain("a call without one fails the test, with the nearest", async () => {
    const { openCassette } = await import("@understudy/sdk/testing");
    const cassette = await openCassette(join(folder, "cassettes"), { args: log });
    expect(spawnSync("uname", ["-m"], { encoding: "utf8" }).status).toBe(97);
    await expect(cassette.close()).rejects.toThrow(/a call has no recording in [\s\S]*uname -m[\s\S]*hint: record it with the mode record-missing/);
    await cassette.close();
  });
  plain("calls over HTTP are answered too, for programs and for clients in this process", async () => {
    const service = createServer((_, answer) => answer.setHeader("content-type", "application/json").end('{"things":["anvil"]}'));
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/things`;
    const words = ["--http", "--allow", "127.0.0.1", "--ca-folder", join(folder, "ca"), ...log];
    const recording = spawn(program, ["with", "calls", "--mode", "record", ...words, "--", "curl", "-s", url], { cwd: folder, stdio: "ignore", env: { ...process.env, NO_PROXY: "", no_proxy: "" } });
    expect(await new Promise((resolve) => recording.once("exit", resolve))).toBe(0);
    service.close();
    service.closeAllConnections();
    const { openCassette } = await import("@understudy/sdk/testing");
    const cassette = await openCassette(join(folder, "calls"), { server: true, http: true, args: words.slice(1), apply: false });
    expect(execFileSync("curl", ["-s", url], { env: { ...cassette.env, NO_PROXY: "", no_proxy: "" }, encoding: "utf8" })).toBe('{"things":["anvil"]}');
    expect(await (await fetch(`${cassette.url}/v1/things`)).json()).toEqual({ things: ["anvil"] });
    expect((await fetch(`${cassette.url}/v1/other`)).status).toBe(501);
    await expect(cassette.close()).rejects.toThrow(/a call has no recording/);
  });
  plain("a folder that is not there is said", async () => {
    const { openCassette } = await import("@understudy/sdk/testing");
    await expect(openCassette(join(folder, "none"), { args: log })).rejects.toMatchObject({ code: "no_cassette" });
  });
  plain("are removed", () => rmSync(folder, { recursive: true }));
});
