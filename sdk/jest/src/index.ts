// @understudy/jest: a world of its own for each test.
//
//     import { useSandbox } from "@understudy/jest";
//     const sandbox = useSandbox({ pack: "deck" });
//     test("pays the rent", async () => { await sandbox().faults.arm(...); });
import { UnderstudyError, type Sandbox } from "@understudy/sdk";
import { openCassette, Worlds, type Cassette, type CassetteOptions, type SandboxOptions, type TestWorld } from "@understudy/sdk/testing";

export type { Cassette, CassetteOptions, SandboxOptions };

type Hook = (what: () => Promise<void>) => void;

// Jest's own functions are globals of a test file; where they are not injected, `@jest/globals` has set nothing up.
function hook(name: "beforeEach" | "afterEach"): Hook {
  const found = (globalThis as unknown as Record<string, Hook | undefined>)[name];
  if (found) return found;
  throw new UnderstudyError({ status: 0, code: "no_jest", message: `there is no global ${name}`, hint: "call this in a test file that Jest runs, with `injectGlobals` left on" });
}

// Hooks are not told how a test went. The runner keeps it under a symbol of its own; without it there is no report.
function hasFailed(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find((one) => one.description === "JEST_STATE_SYMBOL");
  const state = symbol && (globalThis as unknown as Record<symbol, { currentlyRunningTest?: { errors: unknown[] } } | undefined>)[symbol];
  return (state?.currentlyRunningTest?.errors.length ?? 0) > 0;
}

// JEST_WORKER_ID counts from 1.
const workerOf = () => Number(process.env["JEST_WORKER_ID"] ?? 1) - 1;

/** Gives each test of this file or describe block a world of its own; what is returned says which. */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
  const worlds = new Worlds(options, workerOf());
  let world: TestWorld | undefined;
  hook("beforeEach")(async () => {
    world = await worlds.open();
  });
  hook("afterEach")(async () => {
    const report = await world?.end(hasFailed());
    world = undefined;
    if (report) process.stderr.write(report);
  });
  return () => {
    if (world) return world.sandbox;
    throw new UnderstudyError({ status: 0, code: "no_test", message: "there is no world outside of a test", hint: "ask for it inside of test(), beforeEach() or afterEach()" });
  };
}

/**
 * Opens recordings for each test of this file or describe block; a call without one fails the test. Jest gives tests a
 * copy of process.env that commands do not see: start them with `env: cassette().env`.
 */
export function useCassette(folder: string, o: CassetteOptions = {}): () => Cassette {
  let cassette: Cassette | undefined;
  hook("beforeEach")(async () => {
    cassette = await openCassette(folder, o);
  });
  hook("afterEach")(async () => {
    const open = cassette;
    cassette = undefined;
    await open?.close();
  });
  return () => {
    if (cassette) return cassette;
    throw new UnderstudyError({ status: 0, code: "no_test", message: "there are no recordings outside of a test", hint: "ask for them inside of test(), beforeEach() or afterEach()" });
  };
}
