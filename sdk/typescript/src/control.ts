// Speaks to the control plane: one typed call for each route, lists paged to their end, refusals thrown. Connections
// are kept, since a test makes many small calls; an idle one keeps no process alive.
import * as http from "node:http";
import * as https from "node:https";
import { UnderstudyError } from "./error.js";
import type { Routes } from "./control_types.js";

export const CONTRACT = "1";

type Query = Record<string, string | number | boolean | undefined>;
type Call<R extends keyof Routes> = {
  /** Values for the {names} in the path. */
  path?: Record<string, string>;
  query?: Routes[R]["query"];
} & (Routes[R]["body"] extends undefined ? { body?: undefined } : { body?: Routes[R]["body"] });
type ItemOf<A> = A extends { data?: (infer Item)[] } ? Item : never;

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };

export interface Target {
  url: string;
  key: string;
  /** Needed with the operator's key only: which world is meant. */
  world?: string | undefined;
  /** Says what became of the server, where somebody knows. */
  fate?: (() => Promise<string | undefined>) | undefined;
}

export class Control {
  constructor(private readonly target: Target) {}

  async ask<R extends keyof Routes>(route: R, call: Call<R> = {} as Call<R>): Promise<Routes[R]["answer"]> {
    const [method, pattern] = (route as string).split(" ") as [string, string];
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ""));
    const answer = await this.send(method, `/__admin__${path}${queryText(call.query as Query | undefined)}`, call.body);
    return read(answer, this.target) as Routes[R]["answer"];
  }

  /** Every record of a list, however many pages it has. */
  async list<R extends keyof Routes>(route: R, call: Call<R> = {} as Call<R>): Promise<ItemOf<Routes[R]["answer"]>[]> {
    const found: ItemOf<Routes[R]["answer"]>[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 1000, ...(call.query as Query), ...(cursor ? { cursor } : {}) };
      const page = (await this.ask(route, { ...call, query } as unknown as Call<R>)) as { data: ItemOf<Routes[R]["answer"]>[]; next: string | null };
      found.push(...page.data);
      cursor = page.next ?? undefined;
    } while (cursor);
    return found;
  }

  private async send(method: string, path: string, body: unknown): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    try {
      return await this.exchange(method, path, text);
    } catch (error) {
      throw await this.noAnswer(error);
    }
  }

  private exchange(method: string, path: string, body: string | undefined): Promise<Answer> {
    const url = new URL(this.target.url);
    const isTls = url.protocol === "https:";
    const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${this.target.key}`, "x-understudy-contract": CONTRACT };
    if (this.target.world) headers["x-understudy-world"] = this.target.world;
    if (body !== undefined) {
      headers["content-type"] = "application/json";
      headers["content-length"] = Buffer.byteLength(body);
    }
    return new Promise((resolve, reject) => {
      const request = (isTls ? https : http).request(
        { method, path, headers, hostname: url.hostname.replace(/^\[|\]$/g, ""), port: url.port, agent: agents[isTls ? "https:" : "http:"] },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString("utf8") }));
        },
      );
      request.on("error", (error: NodeJS.ErrnoException) => {
        // A kept connection that the server closed just now: nothing was read of this call, so it is made again.
        const isStale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
        if (isStale) this.exchange(method, path, body).then(resolve, reject);
        else reject(error);
      });
      request.end(body);
    });
  }

  private async noAnswer(cause: unknown): Promise<UnderstudyError> {
    const fate = await this.target.fate?.();
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    return new UnderstudyError(
      {
        status: 0,
        code: fate ? "server_ended" : "no_connection",
        message: fate ?? `nobody answers at ${this.target.url} (${why})`,
        hint: fate
          ? "launch a new one; a server that ends by itself is a bug of ours, please report it"
          : "is the server running? `understudy serve PACK` starts one and prints its url and key",
      },
      cause,
    );
  }
}

function queryText(query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()}` : "";
}

function read(answer: Answer, target: Target): unknown {
  const contract = answer.headers["x-understudy-contract"];
  if (contract !== CONTRACT) throw otherContract(contract, target);
  const isJson = String(answer.headers["content-type"]).includes("json");
  const body: unknown = isJson ? JSON.parse(answer.text) : answer.text;
  if (answer.status < 300) return body;
  const refused = (body as { error?: { code: string; message: string; field?: string; hint?: string } }).error;
  throw new UnderstudyError({ status: answer.status, ...(refused ?? { code: "unexpected_answer", message: answer.text.slice(0, 200) }) });
}

function otherContract(contract: unknown, target: Target): UnderstudyError {
  if (contract === undefined) {
    return new UnderstudyError({
      status: 0,
      code: "not_understudy",
      message: `what answers at ${target.url} is no understudy`,
      hint: "is the url right? `understudy serve PACK` prints it",
    });
  }
  return new UnderstudyError({
    status: 0,
    code: "wrong_version",
    message: `the server at ${target.url} speaks contract ${String(contract)}, this package contract ${CONTRACT}`,
    hint: "use the same version of @understudy/sdk and of the program",
  });
}
