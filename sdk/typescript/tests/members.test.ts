// The SDK has every member that the specification lists, and nothing of it is missing.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { understudy } from "@understudy/sdk";
import { expect, test } from "vitest";
import { useWorlds } from "./worlds.js";

const SPEC = fileURLToPath(new URL("../../../../shared/spec/sandbox.md", import.meta.url));
const ABSENT = "the specification is not here (../shared/spec/sandbox.md)";
const world = useWorlds();

function block(text: string, heading: string): string[] {
  const section = text.slice(text.indexOf(heading));
  return (/```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? "").split("\n");
}

// What stands in braces inside of a member's type is no member.
function withoutNested(line: string): string {
  const shorter = line.replace(/\{[^{}]*\}/g, "object");
  return shorter === line ? line : withoutNested(shorter);
}

// `  faults: {` opens an area, `    arm(...)` is a member of it, `  seed(...)` one of the sandbox itself.
function membersOf(lines: string[]): Record<string, string[]> {
  const found: Record<string, string[]> = { "": [] };
  let area = "";
  const body = lines.slice(lines.findIndex((line) => line.startsWith("interface Sandbox")) + 1);
  for (const line of body.slice(0, body.indexOf("}"))) {
    const opened = /^ {2}(\w+): \{$/.exec(line)?.[1];
    if (opened) found[(area = opened)] = [];
    else if (line === "  };") area = "";
    else for (const one of withoutNested(line).matchAll(/(?:^\s+|; )(?:readonly )?(\w+)(?=[(<:])/g)) (found[area] as string[]).push(one[1] as string);
  }
  return found;
}

test("every member of section 19.1 is there", async ({ skip, task }) => {
  if (!existsSync(SPEC)) skip(Object.assign(task.meta, { why: ABSENT }).why);
  const lines = block(readFileSync(SPEC, "utf8"), "### 19.1 TypeScript");
  expect(lines.filter((line) => line.startsWith("understudy.")).map((line) => /^understudy\.(\w+)/.exec(line)?.[1])).toEqual(Object.keys(understudy));
  const wanted = membersOf(lines);
  expect(wanted[""]).toContain("lastResolutionTrace");
  expect(Object.values(wanted).flat().length).toBeGreaterThanOrEqual(44);
  const sandbox = world() as unknown as Record<string, Record<string, unknown>>;
  const missing = Object.entries(wanted).flatMap(([area, names]) => names.filter((name) => !(name in (area ? (sandbox[area] ?? {}) : sandbox))).map((name) => `${area}.${name}`));
  expect(missing).toEqual([]);
});

test("a sink and what it receives have theirs", async ({ skip, task }) => {
  if (!existsSync(SPEC)) skip(Object.assign(task.meta, { why: ABSENT }).why);
  const lines = block(readFileSync(SPEC, "utf8"), "### 19.1 TypeScript");
  const of = (name: string) => [...(lines.find((line) => line.startsWith(`interface ${name}`)) ?? "").matchAll(/[{;] (\w+)(?=[(:])/g)].map((one) => one[1] as string);
  const sink = await world().webhooks.sink();
  expect(of("Sink")).toEqual(["url", "secret", "waitFor", "all", "close"]);
  for (const name of of("Sink")) expect(name in sink, name).toBe(true);
});
