// The vendor's Node library against the pack. sdk.mjs MODULE CASE PORT KEY
//
// MODULE is one of the two majors in package.json.
import assert from "node:assert/strict";

const [module, name, port, key] = process.argv.slice(2);
const { default: OpenAI } = await import(module);
const origin = `http://127.0.0.1:${port}`;
const MODEL = "gpt-5";
const PLAIN = "This is the answer of a stand-in.";
const QUESTION = "Which door is open?";
const parameters = { type: "object", properties: { door: { type: "string" } } };
const TOOLS = ["look", "knock"].map((tool) => ({ type: "function", function: { name: tool, parameters } }));

const client = (more = {}) => new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0, logLevel: "off", ...more });
const chat = (more) => client(more).chat.completions;
const responses = (more) => client(more).responses;

async function control(path, body) {
  const said = await fetch(`${origin}/__admin__/${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  assert.ok(said.ok, `${path}: ${said.status} ${await said.clone().text()}`);
  return said.json();
}

const pin_of = (operation) => (value, facets) =>
  control("exogenous/pins", { match: { operation, ...(facets && { facets }) }, field: "reply", value });
const pin = pin_of("createChatCompletion");
const pin_response = pin_of("createResponse");
const arm = (more) => control("faults", { resource: "chat_completions", operation: "create", count: 1, ...more });
const ask = (content = QUESTION, more = {}) => ({ model: MODEL, messages: [{ role: "user", content }], ...more });
const wants = (input = QUESTION, more = {}) => ({ model: MODEL, input, ...more });
const calls = (message) => (message.tool_calls ?? []).map((call) => [call.function.name, call.function.arguments]);

async function all(events) {
  const list = [];
  for await (const event of await events) list.push(event);
  return list;
}

async function fails(promise) {
  const error = await promise.then(() => assert.fail("went unnoticed"), (problem) => problem);
  if (error instanceof assert.AssertionError) throw error;
  return error;
}

async function refused(promise, status, code, param) {
  const error = await fails(promise);
  assert.ok(error instanceof OpenAI.APIError, `${error}`);
  assert.deepEqual([error.status, error.code], [status, code], `${error}`);
  assert.deepEqual(Object.keys(error.error).sort(), ["code", "message", "param", "type"]);
  if (param !== undefined) assert.equal(error.param, param);
  assert.match(error.requestID, /^req_/);
  return error;
}

const SCRIPT = [
  { text: "Let me look.", tool_calls: [{ name: "look", arguments: { door: "north" } }, { name: "knock" }] },
  { tool_calls: [{ name: "look", arguments: { door: "south" } }] },
  { text: "The south door is open." },
];

// The library's own loop: it calls the functions and asks again until there is nothing more to call.
async function loop(stream) {
  const called = [];
  const does = (named) => ({ door }) => {
    called.push([named, door]);
    return door === "south" ? "open" : "shut";
  };
  const tool = (named) => ({ type: "function", function: { name: named, parameters, parse: JSON.parse, function: does(named) } });
  const runner = chat().runTools({ ...ask(), stream, tools: [tool("look"), tool("knock")] });
  assert.equal(await runner.finalContent(), "The south door is open.");
  assert.deepEqual(called, [["look", "north"], ["knock", undefined], ["look", "south"]]);
  assert.deepEqual((await runner.allChatCompletions()).map((each) => each.choices[0].finish_reason), ["tool_calls", "tool_calls", "stop"]);
}

const cases = {
  async plain() {
    const answer = await chat().create(ask());
    assert.match(answer.id, /^chatcmpl-/);
    assert.match(answer._request_id, /^req_/);
    assert.deepEqual([answer.choices[0].message.content, answer.choices[0].finish_reason, answer.model], [PLAIN, "stop", MODEL]);
    await pin({ text: "Seen." }, { last_user: { contains: "picture" } });
    const parts = [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0K" } }, { type: "text", text: "A picture." }];
    assert.equal((await chat().create(ask(parts))).choices[0].message.content, "Seen.");
  },
  async limits() {
    await pin({ text: "One two three four five six." });
    for (const more of [{ max_tokens: 3 }, { max_completion_tokens: 3 }]) {
      const { choices: [cut], usage } = await chat().create(ask(QUESTION, more));
      assert.deepEqual([cut.message.content, cut.finish_reason, usage.completion_tokens], ["One two three", "length", 3]);
    }
    const streamed = await chat().stream(ask(QUESTION, { max_tokens: 3 })).finalChatCompletion();
    assert.deepEqual([streamed.choices[0].message.content, streamed.choices[0].finish_reason], ["One two three", "length"]);
  },
  async stops() {
    await pin({ text: "One two three four five six." });
    for (const stop of [" four", ["six", " four"]]) {
      const { choices: [cut] } = await chat().stream(ask(QUESTION, { stop })).finalChatCompletion();
      assert.deepEqual([cut.message.content, cut.finish_reason], ["One two three", "stop"]);
    }
  },
  async refusal() {
    await pin({ refusal: "No, I will not." });
    const { message } = (await chat().create(ask())).choices[0];
    assert.deepEqual([message.content, message.refusal], [null, "No, I will not."]);
    const helper = chat().stream(ask());
    const pieces = [];
    helper.on("refusal.delta", ({ delta }) => pieces.push(delta));
    assert.equal((await helper.finalMessage()).refusal, "No, I will not.");
    assert.equal(pieces.join(""), "No, I will not.");
    await pin_response({ refusal: "No, I will not." });
    assert.equal((await responses().stream(wants()).finalResponse()).output[0].content[0].refusal, "No, I will not.");
  },
  async formats() {
    const loose = await chat().create(ask("As JSON, please.", { response_format: { type: "json_object" } }));
    assert.deepEqual(JSON.parse(loose.choices[0].message.content), {});
    const said = { door: "south" };
    await pin({ text: JSON.stringify(said) });
    await pin_response({ text: JSON.stringify(said) });
    const response_format = { type: "json_schema", json_schema: { name: "door", strict: true, schema: parameters } };
    assert.deepEqual((await chat().parse(ask(QUESTION, { response_format }))).choices[0].message.content, '{"door":"south"}');
    const format = { type: "json_schema", name: "door", strict: true, schema: parameters };
    const response = await responses().parse(wants(QUESTION, { text: { format } }));
    assert.deepEqual([response.output_text, response.text.format], ['{"door":"south"}', format]);
  },
  async stream() {
    await pin({ text: "The north door, “open”.\nSo is the south door." });
    const chunks = await all(chat().create(ask(QUESTION, { stream: true })));
    const pieces = chunks.map((chunk) => chunk.choices[0].delta.content ?? "");
    assert.equal(pieces.join(""), "The north door, “open”.\nSo is the south door.");
    assert.ok(chunks.every((chunk) => !chunk.usage) && pieces.filter((piece) => piece).length > 2);
    const helper = chat().stream(ask());
    const heard = [];
    helper.on("content", (piece) => heard.push(piece));
    assert.equal(await helper.finalContent(), pieces.join(""));
    assert.deepEqual(heard.filter((piece) => piece), pieces.filter((piece) => piece));
  },
  async usage() {
    await pin({ text: "South.", reasoning: "North, or south?" });
    const whole = (await chat().create(ask())).usage;
    const chunks = await all(chat().create(ask(QUESTION, { stream: true, stream_options: { include_usage: true } })));
    assert.ok(chunks.slice(0, -1).every((chunk) => chunk.usage === null && chunk.choices.length === 1));
    assert.deepEqual([chunks.at(-1).choices, chunks.at(-1).usage], [[], whole]);
    assert.equal(whole.total_tokens, whole.prompt_tokens + whole.completion_tokens);
    assert.deepEqual([whole.completion_tokens, whole.completion_tokens_details.reasoning_tokens], [7, 5]);
    const final = await chat().stream(ask(QUESTION, { stream_options: { include_usage: true } })).finalChatCompletion();
    assert.deepEqual(final.usage, whole);
  },
  async parallel() {
    await pin(SCRIPT[0]);
    const wanted = [["look", '{"door":"north"}'], ["knock", "{}"]];
    const whole = (await chat().create(ask(QUESTION, { tools: TOOLS }))).choices[0];
    const final = (await chat().stream(ask(QUESTION, { tools: TOOLS })).finalChatCompletion()).choices[0];
    for (const { message, finish_reason } of [whole, final]) {
      assert.deepEqual([message.content, calls(message), finish_reason], ["Let me look.", wanted, "tool_calls"]);
    }
    const forced = await chat().create(ask("x", { tools: TOOLS, tool_choice: { type: "function", function: { name: "knock" } } }));
    assert.equal(calls(forced.choices[0].message).length, 2);
  },
  async several() {
    await pin({ choices: [{ text: "North." }, { text: "South.", tool_calls: [{ name: "look" }] }, { refusal: "No." }] });
    const { choices } = await chat().stream(ask(QUESTION, { n: 3 })).finalChatCompletion();
    assert.deepEqual(choices.map((each) => each.finish_reason), ["stop", "tool_calls", "stop"]);
    assert.deepEqual(choices.map((each) => each.message.content), ["North.", "South.", null]);
    const whole = await chat().create(ask(QUESTION, { n: 4 }));
    assert.deepEqual(whole.choices.map((each) => each.message.content), ["North.", "South.", null, "North."]);
  },
  async tools() {
    await pin(SCRIPT[0], { last_user: { contains: "door" }, turn: { equals: 1 } });
    await pin(SCRIPT[1], { tool_result: { contains: "shut" } });
    await pin(SCRIPT[2], { tool_result: { contains: "open" } });
    await loop(false);
    await loop(true);
  },
  async tape() {
    const values = SCRIPT.map((value) => ({ value }));
    await control("exogenous/tapes", { match: { operation: "createChatCompletion" }, field: "reply", values, then: "cycle" });
    await loop(false);
    await loop(true);
  },
  async responses() {
    await pin_response({ reasoning: ["North?", "South?"], text: "South.", tool_calls: [{ name: "look" }] });
    const whole = await responses().create(wants());
    assert.equal(whole.output_text, "South.");
    const events = await all(responses().create(wants(QUESTION, { stream: true })));
    assert.deepEqual(events.map((event) => event.sequence_number), events.map((_, place) => place));
    const final = await responses().stream(wants()).finalResponse();
    assert.deepEqual(final.output.map((item) => item.type), ["reasoning", "message", "function_call"]);
    assert.deepEqual(final.usage, whole.usage);
    await pin_response({ text: "One two three ".repeat(9) });
    const cut = (await all(responses().create(wants(QUESTION, { stream: true, max_output_tokens: 16 })))).at(-1);
    assert.deepEqual([cut.type, cut.response.incomplete_details.reason], ["response.incomplete", "max_output_tokens"]);
  },
  async stored() {
    const whole = await responses().create(wants());
    assert.equal((await responses().retrieve(whole.id)).output_text, PLAIN);
    assert.equal((await responses().inputItems.list(whole.id)).data[0].content[0].text, QUESTION);
    const next = await responses().create(wants("And now?", { previous_response_id: whole.id }));
    assert.equal(next.previous_response_id, whole.id);
    await responses().delete(whole.id);
    await refused(responses().retrieve(whole.id), 404, null);
    await refused(responses().create(wants("x", { previous_response_id: whole.id })), 400, "previous_response_not_found");
    const unkept = await responses().create(wants(QUESTION, { store: false }));
    await refused(responses().retrieve(unkept.id), 404, null);
  },
  async background() {
    const back = await responses().create(wants(QUESTION, { background: true }));
    assert.deepEqual([back.status, back.output], ["queued", []]);
    await control("clock/advance", { by: "1s" });
    assert.equal((await responses().retrieve(back.id)).status, "in_progress");
    await control("clock/advance", { by: "10s" });
    assert.equal((await responses().retrieve(back.id)).output_text, PLAIN);
    await refused(responses().cancel(back.id), 400, null);
    const other = await responses().create(wants(QUESTION, { background: true }));
    assert.equal((await responses().cancel(other.id)).status, "cancelled");
  },
  async socket() {
    const { ResponsesWS } = await import(`${module}/resources/responses/ws`);
    await pin_response({ text: "The north door.", tool_calls: [{ name: "look" }] });
    const events = (await all(responses().create(wants(QUESTION, { stream: true })))).map((event) => event.type);
    const socket = new ResponsesWS(client());
    const said = [];
    const ended = new Promise((resolve, reject) => {
      socket.on("event", (event) => { said.push(event); if (event.type === "response.completed") resolve(event.response); });
      socket.on("error", reject);
    });
    socket.send({ type: "response.create", ...wants() });
    const response = await ended;
    assert.deepEqual(said.map((event) => event.type), events);
    assert.deepEqual(said.map((event) => event.sequence_number), said.map((_, place) => place));
    const refusal = new Promise((resolve) => { socket.on("error", resolve); });
    socket.send({ type: "response.create", ...wants(), model: "gpt-none" });
    assert.equal((await refusal).error.error.code, "model_not_found");
    socket.close();
    assert.equal((await responses().retrieve(response.id)).output_text, "The north door.");
  },
  async embeddings() {
    const made = async (more) => (await client().embeddings.create({ model: "text-embedding-3-small", input: "a", ...more })).data;
    const [first, second] = await made({ input: ["a", "b"] });
    assert.deepEqual([first.embedding.length, second.embedding.length], [1536, 1536]);
    assert.notDeepEqual(first.embedding, second.embedding);
    const [floats] = await made({ encoding_format: "float" });
    assert.ok(floats.embedding.every((each, place) => Math.abs(each - first.embedding[place]) < 1e-6));
    assert.equal((await made({ dimensions: 8 }))[0].embedding.length, 8);
    await refused(made({ model: "text-embedding-none" }), 404, "model_not_found");
  },
  async models() {
    const ids = (await all(client().models.list())).map((model) => model.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await client().models.retrieve(MODEL)).id, MODEL);
    await refused(client().models.retrieve("gpt-none"), 404, "model_not_found");
  },
  async moderations() {
    assert.equal((await client().moderations.create({ input: "door" })).results[0].flagged, false);
    await control("exogenous/pins", { match: { operation: "createModeration" }, field: "reply.categories", value: ["violence"] });
    const { results: [found] } = await client().moderations.create({ input: "axe" });
    assert.deepEqual([found.flagged, found.categories.violence, found.categories.hate], [true, true, false]);
  },
  async files() {
    const made = [];
    for (const text of ["open", "née"]) made.push(await client().files.create({ file: new File([text], "a.txt"), purpose: "batch" }));
    assert.deepEqual(made.map((file) => file.bytes), [4, 4]);
    assert.equal(await (await client().files.content(made[1].id)).text(), "née");
    assert.deepEqual((await all(client().files.list({ limit: 1 }))).map((file) => file.id), [made[1].id, made[0].id]);
    assert.equal((await client().files.delete(made[0].id)).deleted, true);
    await refused(client().files.retrieve(made[0].id), 404, null);
  },
  async retries() {
    for (const [code, status] of [["rate_limit_exceeded", 429], ["service_unavailable", 503], ["server_error", 500]]) {
      await pin({ text: `Again after ${status}.` }, { retry: { equals: "1" } });
      await arm({ code });
      assert.equal((await chat({ maxRetries: 1 }).create(ask())).choices[0].message.content, `Again after ${status}.`);
      assert.deepEqual((await control("requests")).data.slice(-2).map((each) => each.status), [status, 200]);
      await arm({ code });
      const { headers } = await refused(chat().create(ask()), status, code);
      assert.equal(headers.get("retry-after-ms"), status === 500 ? null : "20");
    }
    await arm({ code: "insufficient_quota" });
    await refused(chat().create(ask()), 429, "insufficient_quota");
  },
  async error_event() {
    const transport = { kind: "error_event", after_events: 3 };
    for (const read of [() => all(chat().create(ask(QUESTION, { stream: true }))), () => chat().stream(ask()).finalChatCompletion()]) {
      await arm({ code: "server_error", transport });
      const error = await fails(read());
      assert.ok(error instanceof OpenAI.APIError, `${error}`);
      assert.equal(error.code, "server_error");
    }
    await arm({ resource: "responses", code: "server_error", transport });
    const last = await all(responses().create(wants(QUESTION, { stream: true }))).then((events) => events.at(-1), (problem) => problem);
    assert.equal(last.code, "server_error");
  },
  async cut() {
    const transport = { kind: "stream_cut", after_events: 3 };
    await arm({ transport });
    await fails(all(chat().create(ask(QUESTION, { stream: true }))));
    for (const clean of [false, true]) {
      await arm({ transport: { ...transport, clean } });
      await fails(chat().stream(ask()).finalChatCompletion());
      await arm({ resource: "responses", transport: { ...transport, clean } });
      await fails(responses().stream(wants()).finalResponse());
    }
  },
  async malformed() {
    const transport = { kind: "malformed_event", at_event: 3 };
    for (const read of [() => all(chat().create(ask(QUESTION, { stream: true }))), () => chat().stream(ask()).finalChatCompletion()]) {
      await arm({ transport });
      await fails(read());
    }
    await arm({ resource: "responses", transport });
    await fails(responses().stream(wants()).finalResponse());
  },
  async errors() {
    await refused(chat({ apiKey: "usw_wrong_key_of_nobody" }).create(ask()), 401, "invalid_api_key");
    await refused(chat().create(ask(QUESTION, { model: "gpt-none" })), 404, "model_not_found");
    const bad = { type: "function", function: { name: "look", parameters: { type: "string" } } };
    for (const [more, code, param] of [
      [{ messages: undefined }, "missing_required_parameter", "messages"],
      [{ model: undefined }, "missing_required_parameter", "model"],
      [{ messages: [] }, "empty_array", "messages"],
      [{ messages: [{ role: "king", content: "x" }] }, "invalid_value"],
      [{ depth: 3 }, "unknown_parameter", "depth"],
      [{ temperature: 3 }, "decimal_above_max_value", "temperature"],
      [{ tools: [bad] }, "invalid_function_parameters"],
      [{ tools: [{ type: "function" }] }, "missing_required_parameter"],
      [{ tool_choice: "required" }, null, "tool_choice"],
      [{ stream_options: { include_usage: true } }, null, "stream_options"],
      [{ messages: [{ role: "tool", tool_call_id: "call_1", content: "x" }] }, null, "messages"],
      [{ response_format: { type: "json_object" } }, null, "messages"],
      [{ messages: [{ role: "user", content: "A".repeat(1000000) }] }, "context_length_exceeded", "messages"],
    ]) await refused(chat().create({ ...ask(), ...more }), 400, code, param);
    await refused(responses().create(wants("A".repeat(1000000))), 400, "context_length_exceeded", "input");
    await refused(responses().create({ model: MODEL }), 400, "missing_required_parameter", "input");
  },
};

await cases[name]();
