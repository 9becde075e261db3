// The vendor's Node library against the pack. sdk.mjs MODULE CASE PORT KEY
import assert from "node:assert/strict";

const [module, name, port, key] = process.argv.slice(2);
const { default: OpenAI } = await import(module);
const origin = `http://127.0.0.1:${port}`;
const client = (more = {}) => new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0, logLevel: "off", ...more });

async function control(path, body) {
  const said = await fetch(`${origin}/__admin__/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(said.ok, `${path}: ${said.status} ${await said.clone().text()}`);
}

const pin = (operation, value) => control("exogenous/pins", { match: { operation }, field: "reply", value });
const arm = (more) => control("faults", { resource: "chat_completions", operation: "create", count: 1, ...more });
const ask = (more = {}) => ({ model: "gpt-5", messages: [{ role: "user", content: "Which door is open?" }], ...more });

async function refused(promise, status, code) {
  const error = await promise.then(() => assert.fail("was not refused"), (problem) => problem);
  assert.ok(error instanceof OpenAI.APIError, `${error}`);
  assert.deepEqual([error.status, error.code], [status, code]);
}

const cases = {
  async chat() {
    await pin("createChatCompletion", { text: "Let me look.", tool_calls: [{ name: "look", arguments: { door: "north" } }, { name: "knock" }] });
    const whole = await client().chat.completions.create(ask());
    assert.deepEqual(whole.choices[0].message.tool_calls.map((call) => call.function.arguments), ['{"door":"north"}', "{}"]);
    const pieces = [];
    for await (const chunk of await client().chat.completions.create(ask({ stream: true }))) pieces.push(chunk.choices[0].delta.content ?? "");
    assert.equal(pieces.join(""), "Let me look.");
    const final = await client().chat.completions.stream(ask()).finalChatCompletion();
    assert.deepEqual([final.choices[0].message.content, final.choices[0].finish_reason], ["Let me look.", "tool_calls"]);
    await pin("createChatCompletion", { text: "North." });
    assert.equal((await client().chat.completions.create(ask({ n: 2 }))).choices.length, 2);
  },
  async responses() {
    await pin("createResponse", { reasoning: ["North?", "South?"], text: "South.", tool_calls: [{ name: "look" }] });
    const asked = { model: "gpt-5", input: "Which door is open?" };
    const whole = await client().responses.create(asked);
    assert.equal(whole.output_text, "South.");
    const final = await client().responses.stream(asked).finalResponse();
    assert.deepEqual(final.output.map((item) => item.type), ["reasoning", "message", "function_call"]);
    assert.deepEqual(final.usage, whole.usage);
    assert.equal((await client().responses.retrieve(whole.id)).id, whole.id);
    assert.equal((await client().responses.inputItems.list(whole.id)).data[0].content[0].text, asked.input);
    await client().responses.delete(whole.id);
    await refused(client().responses.retrieve(whole.id), 404, null);
    const back = await client().responses.create({ ...asked, background: true });
    assert.equal((await client().responses.cancel(back.id)).status, "cancelled");
  },
  async socket() {
    const { ResponsesWS } = await import(`${module}/resources/responses/ws`);
    await pin("createResponse", { text: "The north door.", tool_calls: [{ name: "look" }] });
    const asked = { model: "gpt-5", input: "Which door is open?" };
    const events = [];
    for await (const event of await client().responses.create({ ...asked, stream: true })) events.push(event.type);
    const socket = new ResponsesWS(client());
    const said = [];
    const ended = new Promise((resolve, reject) => {
      socket.on("event", (event) => { said.push(event); if (event.type === "response.completed") resolve(event.response); });
      socket.on("error", reject);
    });
    socket.send({ type: "response.create", ...asked });
    const response = await ended;
    assert.deepEqual(said.map((event) => event.type), events);
    assert.deepEqual(said.map((event) => event.sequence_number), said.map((_, place) => place));
    const refusal = new Promise((resolve) => { socket.on("error", resolve); });
    socket.send({ type: "response.create", ...asked, model: "gpt-none" });
    assert.equal((await refusal).error.error.code, "model_not_found");
    socket.close();
    assert.equal((await client().responses.retrieve(response.id)).output_text, "The north door.");
  },
  async others() {
    const { data } = await client().embeddings.create({ model: "text-embedding-3-small", input: ["a", "b"] });
    assert.deepEqual(data.map((each) => each.embedding.length), [1536, 1536]);
    assert.equal((await client().models.retrieve("gpt-5")).id, "gpt-5");
    assert.equal((await client().moderations.create({ input: "door" })).results[0].flagged, false);
    const file = await client().files.create({ file: new File(["open"], "a.txt"), purpose: "batch" });
    assert.deepEqual([file.bytes, (await client().files.list()).data[0].id], [4, file.id]);
    assert.equal((await client().files.delete(file.id)).deleted, true);
  },
  async errors() {
    await arm({ code: "rate_limit_exceeded" });
    assert.ok((await client({ maxRetries: 1 }).chat.completions.create(ask())).id);
    await arm({ code: "insufficient_quota" });
    await refused(client().chat.completions.create(ask()), 429, "insufficient_quota");
    await refused(client({ apiKey: "usw_wrong_key_of_nobody" }).chat.completions.create(ask()), 401, "invalid_api_key");
    await refused(client().chat.completions.create(ask({ model: "gpt-none" })), 404, "model_not_found");
    await refused(client().chat.completions.create(ask({ messages: [] })), 400, "empty_array");
    for (const fault of [{ code: "server_error", transport: { kind: "error_event", after_events: 3 } }, { transport: { kind: "stream_cut", after_events: 3 } }, { transport: { kind: "malformed_event", at_event: 3 } }]) {
      await arm(fault);
      await client().chat.completions.stream(ask()).finalChatCompletion().then(() => assert.fail(`${JSON.stringify(fault)} went unnoticed`), (problem) => assert.ok(!(problem instanceof assert.AssertionError), `${problem}`));
    }
  },
};

await cases[name]();
