// The application's side of these tests: calls to Deck, as an app that was given url and key makes them.
import type { Sandbox } from "@understudy/sdk";

export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export async function call(at: Sandbox, method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(at.url + path, {
    method,
    headers: { authorization: `Bearer ${at.key}`, "content-type": "application/json", ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

export const post = (at: Sandbox, path: string, body: object, headers?: Record<string, string>) => call(at, "POST", path, body, headers);
export const get = (at: Sandbox, path: string) => call(at, "GET", path);

export const makeTask = (at: Sandbox, name = "pay_rent") =>
  post(at, "/v2/tasks", { name, output_schema: { type: "object", required: ["receipt"], properties: { receipt: { type: "string" } } } });
