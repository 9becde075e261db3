// For the plugins of test runners, and for plugins of your own.
export { openCassette, type Cassette, type CassetteOptions } from "./cassette.js";
export { describeWorld } from "./report.js";
export { runProcess, sharedServer } from "./shared.js";
export { Worlds, type SandboxOptions, type TestWorld } from "./worlds.js";
