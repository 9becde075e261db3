// The vendor's own client, pointed at a world, where the pack names one and it is installed.
import { createRequire } from "node:module";
import { join } from "node:path";
import { UnderstudyError } from "./error.js";

/** `client.typescript` of a pack: which module, and the arguments of its constructor. */
export interface ClientSpec {
  module: string;
  /** The member that makes a client; without it the module itself does. */
  make?: string;
  /** A name (key, host, port, url), a quoted text, or anything made of these. */
  with?: unknown[];
}

export function makeClient(spec: ClientSpec | null, url: string, key: string): unknown {
  const whereAndHow = `point your client at url ${url} with the key ${key}`;
  if (!spec) throw new UnderstudyError({ status: 0, code: "no_client", message: "the pack names no client library", hint: whereAndHow });
  let found: Record<string, unknown>;
  try {
    found = createRequire(join(process.cwd(), "package.json"))(spec.module) as Record<string, unknown>;
  } catch (error) {
    const message = `the client library \`${spec.module}\` is not installed`;
    throw new UnderstudyError({ status: 0, code: "no_client", message, hint: `npm install ${spec.module}, or ${whereAndHow}` }, error);
  }
  const make = (spec.make ? found[spec.make] : (found["default"] ?? found)) as new (...words: unknown[]) => unknown;
  const { hostname, port } = new URL(url);
  const scope: Record<string, unknown> = { key, url, host: hostname, port: Number(port) };
  return new make(...(spec.with ?? ["key"]).map((word) => resolve(word, scope)));
}

function resolve(word: unknown, scope: Record<string, unknown>): unknown {
  if (typeof word === "string") return word in scope ? scope[word] : word.replace(/^"(.*)"$/, "$1");
  if (Array.isArray(word)) return word.map((one) => resolve(one, scope));
  if (typeof word === "object" && word !== null) return Object.fromEntries(Object.entries(word).map(([name, one]) => [name, resolve(one, scope)]));
  return word;
}
