// What a world looked like when a test failed, as text for people: calls, calls that fit no route, webhooks, timers,
// contradictions, and how the last answer came about.
import type { Sandbox } from "./sandbox.js";
import type { Delivery, RequestEntry, Timer, Trace } from "./types.js";

const SHOWN = 20; // of each kind, the newest

/** Never throws: a report must not hide the failure it is about. */
export async function describeWorld(sandbox: Sandbox): Promise<string> {
  try {
    const [requests, deliveries, pending, warnings] = await Promise.all([sandbox.requests(), sandbox.webhooks.deliveries(), sandbox.clock.pending(), sandbox.coherence()]);
    const unmatched = requests.filter((one) => one.resolved_by === "no_route");
    const last = requests.length ? await sandbox.lastResolutionTrace() : undefined;
    const parts = [
      section("calls", requests.map(callLine)),
      section("calls that fit no route", await Promise.all(unmatched.slice(-SHOWN).map((one) => unmatchedLine(sandbox, one)))),
      section("webhooks", deliveries.map(deliveryLine)),
      section("timers that wait", pending.map(timerLine)),
      section("contradictions", warnings.map((one) => `${one.code}: ${one.message}`)),
      last ? section(`last trace, ${last.id}`, traceLines(last)) : "",
    ];
    return `understudy: the world of this test (${await sandbox.identify()}, ${await sandbox.clock.now()})\n${parts.join("")}`;
  } catch (error) {
    return `understudy: the world of this test cannot be shown: ${(error as Error).message}\n`;
  }
}

function section(title: string, lines: string[]): string {
  if (lines.length === 0) return `  ${title}: none\n`;
  const left = lines.length > SHOWN ? `    ... ${lines.length - SHOWN} before these\n` : "";
  return `  ${title}:\n${left}${lines.slice(-SHOWN).map((line) => `    ${line}\n`).join("")}`;
}

const callLine = (one: RequestEntry) => `${one.method} ${one.path} -> ${one.status} by ${one.resolved_by}${one.operation ? ` (${one.operation})` : ""} ${one.trace}`;

async function unmatchedLine(sandbox: Sandbox, one: RequestEntry): Promise<string> {
  const { request } = await sandbox.trace(one.trace);
  const nearest = request?.["nearest"];
  return `${one.method} ${one.path}${nearest ? `; nearest is ${String(nearest)}` : ""}`;
}

function deliveryLine(one: Delivery): string {
  const attempts = one.attempts.length === 1 ? "1 attempt" : `${one.attempts.length} attempts`;
  const next = one.next_attempt_at ? `, next at ${one.next_attempt_at}` : "";
  return `${one.event_type} to ${one.url}: ${one.state}${one.reason ? ` (${one.reason})` : ""}, ${attempts}${next}`;
}

const timerLine = (one: Timer) => `${one.resource}.${one.move} of ${one.object} at ${one.due_at}${one.duration ? ` (${one.duration})` : ""}`;

function traceLines(trace: Trace): string[] {
  const steps = (trace.steps as { step: string; outcome: string; considered?: { id: string; why_not: string }[] }[]).flatMap((one) => [
    `${one.step}: ${one.outcome}`,
    ...(one.considered ?? []).map((fault) => `  not ${fault.id}: ${fault.why_not}`),
  ]);
  const fields = trace.fields.map((field) => `${field.path} = ${JSON.stringify(field["value"])} (${field.class}, ${field.source})`);
  const more = fields.length > SHOWN ? [`... ${fields.length - SHOWN} more fields`] : [];
  return [`answered ${trace.status} by ${trace.resolved_by}`, ...steps, ...fields.slice(0, SHOWN), ...more];
}
