// The official clients of OpenAI and Anthropic read replayed streams: node sdks.mjs TASKS.json. Each event is compared with the recorded one, by the iterator
// and by the helper that puts messages together. `node sdks.mjs broken URL`: a stream that breaks off is an error to its reader.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const options = { apiKey: "not-a-key", maxRetries: 0, timeout: 20_000 };

async function gathered(stream) {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

// An error that the service put into its stream is thrown by the client; what came before it was handed out.
async function check(stream, events) {
  const error = events.findIndex((event) => event.error);
  if (error < 0) return assert.deepEqual(await gathered(stream), events);
  const heard = [];
  await assert.rejects(async () => {
    for await (const event of stream) heard.push(event);
  });
  assert.deepEqual(heard, events.slice(0, error));
}

const readers = {
  async chat(task, client) {
    await check(await client.chat.completions.create(task.body), task.events);
    if (!task.helper) return;
    const heard = [];
    const stream = client.chat.completions.stream(task.body);
    stream.on("chunk", (chunk) => heard.push(structuredClone(chunk)));
    await stream.done();
    assert.deepEqual(heard, task.events);
  },

  async responses(task, client) {
    await check(await client.responses.create(task.body), task.events);
    if (!task.helper || task.events.at(-1).type !== "response.completed") return;
    const stream = client.responses.stream(task.body);
    const final = await stream.finalResponse();
    assert.equal(final.id, task.events.at(-1).response.id);
  },

  async messages(task, client) {
    // Recorded with a client that asked for more in its query.
    const how = task.beta ? { query: { beta: "true" } } : {};
    await check(await client.messages.create(task.body, how), task.events);
    if (!task.helper) return;
    const heard = [];
    const stream = client.messages.stream(task.body, how);
    stream.on("streamEvent", (event) => heard.push(structuredClone(event)));
    const final = await stream.finalMessage();
    assert.deepEqual(heard, task.events);
    assert.equal(final.id, task.events[0].message.id);
  },
};

async function broken(url) {
  const client = new Anthropic({ ...options, baseURL: url });
  const body = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }], stream: true };
  await assert.rejects(async () => gathered(await client.messages.create(body)));
}

async function main() {
  const [first, url] = process.argv.slice(2);
  if (first === "broken") return broken(url);
  const tasks = JSON.parse(readFileSync(first));
  for (const task of tasks) {
    const make = task.kind === "messages" ? Anthropic : OpenAI;
    const client = new make({ ...options, baseURL: task.base });
    try {
      await readers[task.kind](task, client);
    } catch (error) {
      throw new Error(`${task.name}: ${error.message}`, { cause: error });
    }
  }
  console.log(`${tasks.length} streams`);
}

await main();
process.exit(0);
