// @understudy/sdk: control a fake of a service from a test.
//
//     const sandbox = await understudy.launch({ pack: "deck" });
//     await sandbox.faults.arm("task_runs", "create", { status: 500, code: "agent_failed" });
import { connect, launch } from "./launch.js";

export const understudy = { connect, launch };
export default understudy;
export { connect, launch };
export { Clock, Exogenous, Faults, WorldEvents } from "./areas.js";
export { UnderstudyError } from "./error.js";
export { Sandbox } from "./sandbox.js";
export { Sink, type Received } from "./sink.js";
export { Webhooks } from "./webhooks.js";
export type { ConnectOptions, LaunchOptions } from "./launch.js";
export type * from "./types.js";
