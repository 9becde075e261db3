// The vendor's Node library against the pack. sdk.mjs MODULE CASE PORT KEY
//
// MODULE is one of the two generations in package.json: the older sends the key in x-api-key, the newer as a bearer.
import assert from "node:assert/strict";

const [module, name, port, key] = process.argv.slice(2);
const { default: Anthropic } = await import(module);
const origin = `http://127.0.0.1:${port}`;
const MODEL = "claude-sonnet-5-5";
const TOOLS = [
  { name: "look", description: "Looks at a door.", input_schema: { type: "object", properties: { door: { type: "string" } }, required: ["door"] } },
  { name: "knock", input_schema: { type: "object" } },
];

const client = (more = {}) => new Anthropic({ apiKey: key, baseURL: origin, maxRetries: 0, logLevel: "off", ...more });

async function control(path, body) {
  const said = await fetch(`${origin}/__admin__/${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  assert.ok(said.ok, `${path}: ${said.status} ${await said.clone().text()}`);
  return said.json();
}

const pin = (value, facets) => control("exogenous/pins", { match: { operation: "createMessage", ...(facets && { facets }) }, field: "reply", value });
const arm = (more) => control("faults", { resource: "messages", operation: "create", count: 1, ...more });
const ask = (content, more = {}) => ({ model: MODEL, max_tokens: 200, messages: [{ role: "user", content }], ...more });
const text = (message) => message.content.filter((block) => block.type === "text").map((block) => block.text).join("");

async function refused(promise, status, type) {
  const error = await promise.then(() => assert.fail("was not refused"), (problem) => problem);
  assert.ok(error instanceof Anthropic.APIError, `${error}`);
  assert.equal(error.status, status);
  assert.equal(error.error.type, "error");
  assert.equal(error.error.error.type, type);
  assert.equal(error.error.request_id, error.headers.get("request-id"));
  return error;
}

// Both ways to read a stream give the message that the call gives whole, but for ids and what the library adds.
async function both_ways(request) {
  const pieces = [];
  const types = [];
  for await (const event of await client().messages.create({ ...request, stream: true })) {
    types.push(event.type);
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") pieces.push(event.delta.text);
  }
  const final = await client().messages.stream(request).finalMessage();
  const whole = await client().messages.create(request);
  assert.equal(pieces.join(""), text(whole));
  const bare = ({ id, content, parsed_output, ...rest }) => ({ ...rest, content: content.map(({ id: _, signature: __, parsed: ___, ...block }) => block) });
  assert.deepEqual(JSON.parse(JSON.stringify(bare(final))), JSON.parse(JSON.stringify(bare(whole))));
  assert.equal(types[0], "message_start");
  assert.deepEqual(types.slice(-2), ["message_delta", "message_stop"]);
  return { final, whole, types };
}

async function conversation(read) {
  const messages = [{ role: "user", content: "Which door is open?" }];
  const turns = [];
  for (let i = 0; i < 3; ++i) {
    const answer = await read({ model: MODEL, max_tokens: 200, tools: TOOLS, messages });
    turns.push(answer);
    messages.push({ role: "assistant", content: answer.content });
    const calls = answer.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) break;
    assert.equal(answer.stop_reason, "tool_use");
    messages.push({ role: "user", content: calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, content: `${call.name} ${call.input.door ?? ""}: ${i === 0 ? "shut" : "open"}` })) });
  }
  assert.equal(turns.length, 3);
  assert.deepEqual(turns[0].content.filter((block) => block.type === "tool_use").map((block) => [block.name, block.input]), [["look", { door: "north" }], ["knock", {}]]);
  assert.deepEqual(turns[1].content.at(-1).input, { door: "south" });
  assert.equal(text(turns[2]), "The south door is open.");
  assert.equal(turns[2].stop_reason, "end_turn");
}

const SCRIPT = [
  { text: "Let me look.", tool_calls: [{ name: "look", arguments: { door: "north" } }, { name: "knock" }] },
  { tool_calls: [{ name: "look", arguments: { door: "south" } }] },
  { text: "The south door is open." },
];

const cases = {
  async plain() {
    const message = await client().messages.create(ask("Hello", { system: "Be brief." }));
    assert.match(message.id, /^msg_/);
    assert.match(message._request_id, /^req_/);
    assert.equal(message.model, MODEL);
    assert.equal(message.stop_reason, "end_turn");
    assert.equal(text(message), "This is the answer of a stand-in.");
    await pin({ text: "One two three four five six." }, { last_user: { contains: "count" } });
    const counted = await client().messages.create(ask([{ type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0K" } }, { type: "text", text: "count" }]));
    assert.equal(text(counted), "One two three four five six.");
    assert.equal(counted.usage.output_tokens, 7);
    const cut = await client().messages.create(ask("count", { max_tokens: 3 }));
    assert.deepEqual([text(cut), cut.stop_reason, cut.usage.output_tokens], ["One two three", "max_tokens", 3]);
    const stopped = await client().messages.create(ask("count", { stop_sequences: ["six", " four"] }));
    assert.deepEqual([text(stopped), stopped.stop_reason, stopped.stop_sequence], ["One two three", "stop_sequence", " four"]);
  },
  async stream() {
    await pin({ text: "The north door, “open”.\nSo is the south door." });
    const { types } = await both_ways(ask("Which?"));
    assert.ok(types.filter((type) => type === "content_block_delta").length > 2);
    const helper = client().messages.stream(ask("Which?"));
    const heard = [];
    helper.on("text", (piece) => heard.push(piece));
    assert.equal(await helper.finalText(), heard.join(""));
    const limited = await both_ways(ask("Which?", { max_tokens: 2 }));
    assert.equal(limited.final.stop_reason, "max_tokens");
  },
  async tools() {
    await pin(SCRIPT[0], { last_user: { contains: "door" }, turn: { equals: 1 } });
    await pin(SCRIPT[1], { tool_result: { contains: "shut" }, last_tool: { equals: "knock" } });
    await pin(SCRIPT[2], { tool_result: { contains: "open" } });
    await conversation((request) => client().messages.create(request));
    await conversation((request) => client().messages.stream(request).finalMessage());
    const forced = await client().messages.create(ask("Hello", { tools: TOOLS, tool_choice: { type: "tool", name: "knock" } }));
    assert.deepEqual(forced.content.map((block) => block.name), ["knock"]);
  },
  async tape() {
    await control("exogenous/tapes", { match: { operation: "createMessage" }, field: "reply", values: SCRIPT.map((value) => ({ value })), then: "cycle" });
    await conversation((request) => client().messages.create(request));
    await conversation((request) => client().messages.stream(request).finalMessage());
  },
  async thinking() {
    const asked = ask("Think.", { max_tokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 } });
    assert.deepEqual((await client().messages.create(asked)).content.map((block) => block.type), ["thinking", "text"]);
    await pin({ thinking: "North, or south?", redacted_thinking: "c2VhbGVk", text: "South." });
    const { final, whole } = await both_ways(asked);
    assert.deepEqual(final.content.map((block) => block.type), ["thinking", "redacted_thinking", "text"]);
    assert.equal(final.content[0].thinking, "North, or south?");
    assert.ok(final.content[0].signature.length > 40);
    assert.equal(whole.usage.output_tokens, 7);
    const message = { role: "assistant", content: final.content };
    await client().messages.create({ ...asked, messages: [...asked.messages, message, { role: "user", content: "Sure?" }] });
  },
  async citations() {
    const citation = { type: "char_location", cited_text: "open", document_index: 0, document_title: null, file_id: null, start_char_index: 0, end_char_index: 4 };
    await pin({ text: "It is open.", citations: [citation] });
    const { final } = await both_ways(ask([{ type: "document", source: { type: "text", media_type: "text/plain", data: "open" }, citations: { enabled: true } }, { type: "text", text: "Say." }]));
    assert.deepEqual(final.content[0].citations, [citation]);
  },
  async count() {
    const request = { model: MODEL, messages: [{ role: "user", content: "Which door is open?" }] };
    const few = await client().messages.countTokens(request);
    const more = await client().messages.countTokens({ ...request, system: "Be brief.", tools: TOOLS });
    assert.ok(few.input_tokens > 0 && more.input_tokens > few.input_tokens);
    const message = await client().messages.create({ ...request, max_tokens: 5 });
    assert.equal(message.usage.input_tokens, few.input_tokens);
  },
  async models() {
    const ids = [];
    for await (const model of client().models.list({ limit: 7 })) ids.push(model.id);
    assert.equal(new Set(ids).size, 19);
    assert.deepEqual(ids, (await client().models.list()).data.map((model) => model.id));
    const back = [];
    for await (const model of client().models.list({ limit: 3, before_id: ids[5] })) back.push(model.id);
    assert.deepEqual(new Set(back), new Set(ids.slice(0, 5)));
    assert.equal((await client().models.retrieve("claude-opus-4-5")).id, "claude-opus-4-5-20251101");
    for (const id of ids) assert.equal((await client().models.retrieve(id)).id, id);
    await refused(client().models.retrieve("claude-none"), 404, "not_found_error");
  },
  async batches() {
    const { batches } = client().messages;
    await control("exogenous/tapes", { match: { operation: "createMessageBatch" }, field: "reply", values: [{ value: { text: "First." } }, { value: { tool_calls: [{ name: "look", arguments: { door: "north" } }] } }] });
    const requests = ["a", "b"].map((custom_id) => ({ custom_id, params: ask("Hello") }));
    const batch = await batches.create({ requests: [...requests, { custom_id: "c", params: ask("Hello", { model: "claude-none" }) }] });
    assert.equal(batch.processing_status, "in_progress");
    assert.equal((await batches.retrieve(batch.id)).request_counts.processing, 3);
    await control("clock/advance", { by: "1m" });
    const ended = await batches.retrieve(batch.id);
    assert.deepEqual([ended.processing_status, ended.request_counts.succeeded, ended.request_counts.errored], ["ended", 2, 1]);
    const results = {};
    for await (const each of await batches.results(batch.id)) results[each.custom_id] = each.result;
    assert.equal(text(results.a.message), "First.");
    assert.deepEqual([results.b.message.stop_reason, results.b.message.content[0].input], ["tool_use", { door: "north" }]);
    assert.deepEqual([results.c.type, results.c.error.error.type], ["errored", "invalid_request_error"]);
    const other = await batches.create({ requests });
    assert.equal((await batches.cancel(other.id)).processing_status, "canceling");
    await control("clock/advance", { by: "1s" });
    assert.equal((await batches.retrieve(other.id)).request_counts.canceled, 2);
    const ids = [];
    for await (const each of batches.list({ limit: 1 })) ids.push(each.id);
    assert.deepEqual(ids, [other.id, batch.id]);
    assert.equal((await batches.delete(batch.id)).type, "message_batch_deleted");
    await refused(batches.retrieve(batch.id), 404, "not_found_error");
  },
  async retries() {
    for (const [code, status] of [["rate_limit", 429], ["overloaded", 529]]) {
      await pin({ text: `Again after ${status}.` }, { retry: { equals: "1" } });
      await arm({ code });
      assert.equal(text(await client({ maxRetries: 1 }).messages.create(ask("Hello"))), `Again after ${status}.`);
      const { data } = await control("requests");
      assert.deepEqual(data.slice(-2).map((each) => each.status), [status, 200]);
      await arm({ code });
      await refused(client().messages.create(ask("Hello")), status, code === "overloaded" ? "overloaded_error" : "rate_limit_error");
    }
  },
  async error_event() {
    for (const read of [async (request) => { for await (const _ of await client().messages.create({ ...request, stream: true })); }, (request) => client().messages.stream(request).finalMessage()]) {
      await arm({ code: "overloaded", transport: { kind: "error_event", after_events: 4 } });
      const error = await read(ask("Hello")).then(() => assert.fail("no error"), (problem) => problem);
      assert.ok(error instanceof Anthropic.APIError, `${error}`);
      assert.equal(error.error.error.type, "overloaded_error");
    }
  },
  async broken() {
    for (const transport of [{ kind: "stream_cut", after_events: 4 }, { kind: "stream_cut", after_events: 4, clean: true }, { kind: "malformed_event", at_event: 4 }, { kind: "missing_event", last: true }]) {
      await arm({ transport });
      await client().messages.stream(ask("Hello")).finalMessage().then(() => assert.fail(`${JSON.stringify(transport)} went unnoticed`), (problem) => problem);
    }
  },
  async errors() {
    await refused(client({ apiKey: "usw_wrong_key_of_nobody" }).messages.create(ask("Hello")), 401, "authentication_error");
    await refused(client().messages.create(ask("Hello", { model: "claude-none" })), 404, "not_found_error");
    for (const [more, says] of [
      [{ max_tokens: 0 }, /max_tokens/],
      [{ messages: [] }, /at least one message/],
      [{ messages: [{ role: "king", content: "x" }] }, /messages\.0\.role/],
      [{ messages: [{ role: "assistant", content: "x" }] }, /first message/],
      [{ temperature: 2 }, /temperature/],
      [{ tools: [{ name: "look" }] }, /tools\.0/],
      [{ tools: TOOLS, tool_choice: { type: "tool", name: "hear" } }, /hear/],
      [{ messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "x" }] }] }, /tool_result/],
    ]) {
      const error = await refused(client().messages.create(ask("Hello", more)), 400, "invalid_request_error");
      assert.match(error.error.error.message, says);
    }
    await refused(client().messages.create(ask("A".repeat(32 << 20))), 413, "request_too_large");
    for (const [code, status, type] of [["permission", 403, "permission_error"], ["api", 500, "api_error"]]) {
      await arm({ code });
      await refused(client().messages.create(ask("Hello")), status, type);
    }
  },
};

await cases[name]();
