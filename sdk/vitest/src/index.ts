// @understudy/vitest: a `test` whose `sandbox` is a world of the test's own.
//
//     import { sandboxTest } from "@understudy/vitest";
//     const test = sandboxTest({ pack: "deck" });
//     test("pays the rent", async ({ sandbox }) => { ... });
import type { Sandbox } from "@understudy/sdk";
import { openCassette, Worlds, type Cassette, type CassetteOptions, type SandboxOptions } from "@understudy/sdk/testing";
import { test as base, type TestAPI } from "vitest";

export type { Cassette, CassetteOptions, SandboxOptions };

export interface Fixtures {
  /** Which pack, and how. */
  understudy: SandboxOptions;
  /** A world of this test's own; gone afterwards, with its sinks. */
  sandbox: Sandbox;
  /** Opens recordings for this test; a call without one fails it. */
  useCassette: (folder: string, o?: CassetteOptions) => Promise<Cassette>;
}

declare module "vitest" {
  interface ProvidedContext {
    understudy: SandboxOptions;
  }
}

const opened = new Map<unknown, Worlds>();

// Equal options share a prepared world; a function can only be told apart by its identity.
function worldsOf(options: SandboxOptions): Worlds {
  const key = options.prepare ?? JSON.stringify(options);
  const worlds = opened.get(key) ?? new Worlds(options, workerOf());
  opened.set(key, worlds);
  return worlds;
}

// VITEST_POOL_ID counts from 1, and is below the number of workers at all times.
function workerOf(): number {
  return Number(process.env["VITEST_POOL_ID"] ?? process.env["VITEST_WORKER_ID"] ?? 1) - 1;
}

// Without options they are what the settings of the project provide.
function makeTest(options?: SandboxOptions): TestAPI<Fixtures> {
  return base.extend<Fixtures>({
    understudy: options ? async ({}, use) => use(options) : [{}, { injected: true }],
    sandbox: async ({ understudy, task }, use) => {
      const world = await worldsOf(understudy).open();
      await use(world.sandbox);
      const report = await world.end(task.result?.state === "fail");
      if (report) console.error(report);
    },
    useCassette: async ({}, use) => {
      const cassettes: Cassette[] = [];
      await use(async (folder, o = {}) => {
        const cassette = await openCassette(folder, o);
        cassettes.push(cassette);
        return cassette;
      });
      for (const cassette of cassettes.reverse()) await cassette.close();
    },
  });
}

/** For a project whose settings say `provide: { understudy: { pack: "deck" } }`, or whose environment names a server. */
export const test: TestAPI<Fixtures> = makeTest();
export const it: TestAPI<Fixtures> = test;

/** A `test` whose sandboxes are made so. */
export function sandboxTest(options: SandboxOptions): TestAPI<Fixtures> {
  return makeTest(options);
}
