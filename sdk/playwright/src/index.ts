// @understudy/playwright: a `test` whose `sandbox` is a world of the test's own.
//
//     import { test } from "@understudy/playwright";
//     test.use({ understudy: { pack: "deck" } });
//     test("pays the rent", async ({ page, sandbox }) => { ... });
import { test as base } from "@playwright/test";
import type { PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs, PlaywrightWorkerOptions, TestType } from "@playwright/test";
import type { Sandbox } from "@understudy/sdk";
import { openCassette, Worlds, type Cassette, type CassetteOptions, type SandboxOptions } from "@understudy/sdk/testing";

export { expect } from "@playwright/test";
export type { Cassette, CassetteOptions, SandboxOptions };

export interface Fixtures {
  /** Which pack, and how: by `test.use`, or in the settings of the project. */
  understudy: SandboxOptions;
  /** A world of this test's own; gone afterwards, with its sinks. */
  sandbox: Sandbox;
  /** Opens recordings for this test; a call without one fails it. */
  useCassette: (folder: string, o?: CassetteOptions) => Promise<Cassette>;
}

const opened = new Map<unknown, Worlds>();

// Equal options share a prepared world; a function can only be told apart by its identity.
function worldsOf(options: SandboxOptions, worker: number): Worlds {
  const key = options.prepare ?? JSON.stringify(options);
  const worlds = opened.get(key) ?? new Worlds(options, worker);
  opened.set(key, worlds);
  return worlds;
}

export const test: TestType<PlaywrightTestArgs & PlaywrightTestOptions & Fixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions> = base.extend<Fixtures>({
  understudy: [{}, { option: true }],
  sandbox: async ({ understudy }, use, testInfo) => {
    const world = await worldsOf(understudy, testInfo.parallelIndex).open();
    await use(world.sandbox);
    const report = await world.end(testInfo.status !== testInfo.expectedStatus);
    if (!report) return;
    process.stderr.write(report);
    await testInfo.attach("understudy", { body: report, contentType: "text/plain" });
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
