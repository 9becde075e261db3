// Starting the program, and everything that can go wrong with it: each in one sentence that says what to do.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { understudy, UnderstudyError } from "@understudy/sdk";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { makeTask } from "./deck.js";

const folder = mkdtempSync(join(tmpdir(), "understudy-sdk-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const refusal = (doing: Promise<unknown>) =>
  doing.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: unknown) => error as UnderstudyError,
  );

test("launch starts a server on a free port, and close ends it", async () => {
  const sandbox = await understudy.launch({ pack: "deck", args: ["--key", "fixed-key-0123456789"] });
  expect(sandbox.key).toBe("fixed-key-0123456789");
  expect(sandbox.worldId).toMatch(/^w_/);
  expect((await makeTask(sandbox)).status).toBe(201);
  await sandbox.close();
  await sandbox.close();
  expect(await refusal(sandbox.clock.now())).toMatchObject({ status: 0, code: "no_connection" });
});

test("CommonJS gets the same package", async () => {
  const required = createRequire(import.meta.url)("@understudy/sdk") as typeof import("@understudy/sdk");
  const sandbox = await required.launch({ pack: "deck" });
  expect((await required.connect(sandbox).faults.list()).length).toBe(0);
  await sandbox.close();
});

test("the server ends with its parent, even one that is killed", async () => {
  const script = program(
    "parent.mjs",
    `import understudy from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve("@understudy/sdk")).href)};
     const sandbox = await understudy.launch({ pack: "deck" });
     console.log(JSON.stringify(sandbox.url));
     setInterval(() => {}, 1000);`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const url = JSON.parse(await new Promise<string>((resolve) => parent.stdout.once("data", (part: Buffer) => resolve(part.toString()))) as string) as string;
  expect((await fetch(`${url}/__admin__/health`)).status).toBe(200);
  parent.kill("SIGKILL");
  let isGone = false;
  for (let left = 500; left > 0 && !isGone; left--) {
    isGone = await fetch(`${url}/__admin__/health`).then(
      () => false,
      () => true,
    );
    if (!isGone) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(isGone).toBe(true);
});

test("a process that is done ends although its server still runs", async () => {
  const script = program(
    "done.mjs",
    `import understudy from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve("@understudy/sdk")).href)};
     await understudy.launch({ pack: "deck" });`,
  );
  const code = await new Promise((resolve) => spawn(process.execPath, [script], { stdio: "ignore" }).once("exit", resolve));
  expect(code).toBe(0);
});

test("no program: the option, the variable, and nothing at all", async () => {
  expect((await refusal(understudy.launch({ pack: "deck", bin: "/nowhere/understudy" }))).message).toBe(
    "there is no program at /nowhere/understudy, which the option `bin` names (no_program); hint: make the option `bin` the path of the understudy program, or leave it out",
  );
  vi.stubEnv("UNDERSTUDY_BIN", join(folder, "none"));
  expect((await refusal(understudy.launch({ pack: "deck" }))).message).toBe(
    `there is no program at ${join(folder, "none")}, which UNDERSTUDY_BIN names (no_program); hint: make UNDERSTUDY_BIN the path of the understudy program, or leave it out`,
  );
});

test("a program that is another one is told by what it says", async () => {
  const other = program("other", "#!/bin/sh\necho 'url=http://127.0.0.1:1 key=x'\nexec sleep 60\n");
  expect((await refusal(understudy.launch({ pack: "deck", bin: other }))).message).toBe(
    `${other} does not speak as understudy does; it said "url=http://127.0.0.1:1 key=x" (wrong_version); hint: use the same version of @understudy/sdk and of the program; \`bin\` or UNDERSTUDY_BIN may name another one`,
  );
  expect(await refusal(understudy.launch({ pack: "deck", bin: "/bin/true" }))).toMatchObject({ code: "not_started", message: expect.stringContaining("ended with exit code 0") });
});

test("a program of another contract is refused", async () => {
  const later = program(
    "later",
    `#!${process.execPath}
const server = require("node:http").createServer((_, answer) => answer.setHeader("X-Understudy-Contract", "2").end("{}"));
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ url: "http://127.0.0.1:" + server.address().port, key: "k", world: "w_1" })));
`,
  );
  expect((await refusal(understudy.launch({ pack: "deck", bin: later }))).message).toMatch(
    /^the server at http:\/\/127\.0\.0\.1:\d+ speaks contract 2, this package contract 1 \(wrong_version\); hint: use the same version of @understudy\/sdk and of the program$/,
  );
});

test("a port that is taken", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  expect((await refusal(understudy.launch({ pack: "deck", args: ["--port", String(port)] }))).message).toBe(
    `\`understudy serve deck --port ${port}\` ended with exit code 2: cannot listen on 127.0.0.1:${port}: Address already in use [io.cannot_listen] (port_taken); hint: leave --port out of \`args\`, and any free port is taken`,
  );
  holder.close();
});

test("a pack that is not there", async () => {
  const error = await refusal(understudy.launch({ pack: "dekc" }));
  expect(error.code).toBe("not_started");
  expect(error.message).toContain('there is no pack "dekc"');
  expect(error.hint).toContain('did you mean "deck"?');
});

test("a server that dies in the middle of a test", async () => {
  const sandbox = await understudy.launch({ pack: "deck" });
  const fork = await sandbox.fork();
  const pid = Number((await new Promise<string>((resolve) => spawn("sh", ["-c", `ps -o pid= -o args= --ppid ${process.pid} | grep '[s]erve deck'`]).stdout.once("data", (part: Buffer) => resolve(part.toString())))).trim().split(" ")[0]);
  process.kill(pid, "SIGKILL");
  const error = await refusal(fork.faults.list());
  expect(error.message).toBe(
    "the server (`understudy serve deck --port 0`) was ended by SIGKILL (server_ended); hint: launch a new one; a server that ends by itself is a bug of ours, please report it",
  );
  await sandbox.close();
});

test("nobody listens there, or something else does", async () => {
  const nobody = understudy.connect({ url: "http://127.0.0.1:1", key: "no-key-0123456789" });
  expect((await refusal(nobody.faults.list())).message).toBe(
    "nobody answers at http://127.0.0.1:1 (ECONNREFUSED) (no_connection); hint: is the server running? `understudy serve PACK` starts one and prints its url and key",
  );
  const { createServer: serve } = await import("node:http");
  const web = serve((_, answer) => answer.end("hello"));
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  expect((await refusal(understudy.connect({ url, key: "no-key-0123456789" }).faults.list())).message).toBe(
    `what answers at ${url} is no understudy (not_understudy); hint: is the url right? \`understudy serve PACK\` prints it`,
  );
  web.close();
});

test("a refusal of the control plane carries status, code, field and hint, and its text has the hint", async () => {
  const sandbox = await understudy.launch({ pack: "deck" });
  const error = await refusal(sandbox.clock.setDurations({ run_setle: "0s" }));
  expect(error).toBeInstanceOf(UnderstudyError);
  expect(error).toMatchObject({ status: 422, code: "unknown_duration", field: "/run_setle", hint: "did you mean 'run_settle'?" });
  expect(error.message).toContain("(422 unknown_duration at /run_setle); hint: did you mean 'run_settle'?");
  expect(await refusal(understudy.connect({ url: sandbox.url, key: "wrong-key-0123456789" }).faults.list())).toMatchObject({ status: 401, code: "unauthorized" });
  await sandbox.close();
});
