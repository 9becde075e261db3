"""The vendor's Python library against the pack. sdk.py CASES PORT KEY

Several cases, with a comma between two, share the time it takes to load the library; the world is reset between them."""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any, get_args

import openai
from openai import OpenAI
from openai.types import embedding_model, image_model, moderation_model, responses
from openai.types.shared import chat_model
from pydantic import BaseModel

NAMES, PORT, KEY = sys.argv[1:]
ORIGIN = f"http://127.0.0.1:{PORT}"
MODEL = "gpt-5"
PLAIN = "This is the answer of a stand-in."
QUESTION = "Which door is open?"
SCHEMA = {"type": "object", "properties": {"door": {"type": "string"}}}
TOOLS = [{"type": "function", "function": {"name": name, "parameters": SCHEMA}} for name in ("look", "knock")]
FLAT_TOOLS = [{"type": "function", "name": name, "parameters": SCHEMA, "strict": False} for name in ("look", "knock")]
SCRIPT = [
    {"text": "Let me look.", "tool_calls": [{"name": "look", "arguments": {"door": "north"}}, {"name": "knock"}]},
    {"tool_calls": [{"name": "look", "arguments": {"door": "south"}}]},
    {"text": "The south door is open."},
]


class Door(BaseModel):
    door: str
    open: bool


def client(**more: Any) -> OpenAI:
    return OpenAI(**{"api_key": KEY, "base_url": f"{ORIGIN}/v1", "max_retries": 0, **more})


def control(path: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{ORIGIN}/__admin__/{path}", data, headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
        return json.load(answer)


def pin(value: dict, operation: str = "createChatCompletion", **facets: dict) -> None:
    match = {"operation": operation, **({"facets": facets} if facets else {})}
    control("exogenous/pins", {"match": match, "field": "reply", "value": value})


def arm(resource: str = "chat_completions", **more: Any) -> None:
    control("faults", {"resource": resource, "operation": "create", "count": 1, **more})


def ask(content: Any = QUESTION, **more: Any) -> dict:
    return {"model": MODEL, "messages": [{"role": "user", "content": content}], **more}


def wants(text: Any = QUESTION, **more: Any) -> dict:
    return {"model": MODEL, "input": text, **more}


def refused(call: Callable[[], object], status: int, code: str | None, param: str | None = None) -> openai.APIStatusError:
    try:
        call()
    except openai.APIStatusError as error:
        assert (error.status_code, error.code) == (status, code), error
        assert set(error.body) == {"message", "type", "param", "code"} and error.body["message"], error.body
        assert param is None or error.param == param, error.body
        assert error.request_id.startswith("req_"), error.response.headers
        return error
    raise AssertionError("was not refused")


def plain() -> None:
    answer = client().chat.completions.create(**ask())
    choice = answer.choices[0]
    assert (choice.message.content, choice.finish_reason, answer.model) == (PLAIN, "stop", MODEL), answer
    assert answer.id.startswith("chatcmpl-") and answer._request_id.startswith("req_"), answer
    pin({"text": "One two three four five six."}, last_user={"contains": "count"})
    cut = client().chat.completions.create(**ask("count", max_completion_tokens=3))
    assert (cut.choices[0].message.content, cut.choices[0].finish_reason) == ("One two three", "length"), cut
    assert cut.usage.completion_tokens == 3, cut
    stopped = client().chat.completions.create(**ask("count", stop=["six", " four"]))
    assert (stopped.choices[0].message.content, stopped.choices[0].finish_reason) == ("One two three", "stop"), stopped
    pin({"refusal": "No, I will not."}, last_user={"contains": "harm"})
    no = client().chat.completions.create(**ask("harm")).choices[0].message
    assert (no.content, no.refusal) == (None, "No, I will not."), no


def formats() -> None:
    forms = ask("Say it as JSON.", response_format={"type": "json_object"})
    assert json.loads(client().chat.completions.create(**forms).choices[0].message.content) == {}
    said = {"door": "south", "open": True}
    pin({"text": json.dumps(said)})
    parsed = client().chat.completions.parse(**ask(), response_format=Door)
    assert parsed.choices[0].message.parsed == Door(**said), parsed
    with client().chat.completions.stream(**ask(), response_format=Door) as helper:
        assert helper.get_final_completion().choices[0].message.parsed == Door(**said)
    pin({"text": json.dumps(said)}, "createResponse")
    response = client().responses.parse(**wants(), text_format=Door)
    assert response.output_parsed == Door(**said), response
    assert response.text.format.type == "json_schema", response.text


def stream() -> None:
    pin({"text": "The north door, “open”.", "tool_calls": [{"name": "look", "arguments": {"door": "é", "deep": [{"a": None}]}}]})
    request = ask(tools=TOOLS, stream_options={"include_usage": True})
    chunks = list(client().chat.completions.create(**request, stream=True))
    assert [chunk.usage is not None for chunk in chunks] == [False] * (len(chunks) - 1) + [True], chunks
    assert chunks[-1].choices == []
    pieces = [chunk.choices[0].delta.content or "" for chunk in chunks[:-1]]
    with client().chat.completions.stream(**request) as helper:
        events = list(helper)
        final = helper.get_final_completion()
    heard = [event.delta for event in events if event.type == "content.delta" and event.delta]
    assert heard == [piece for piece in pieces if piece], (heard, pieces)
    choice = final.choices[0]
    assert "".join(pieces) == choice.message.content == "The north door, “open”.", choice
    assert choice.finish_reason == "tool_calls", choice
    assert json.loads(choice.message.tool_calls[0].function.arguments) == {"door": "é", "deep": [{"a": None}]}, choice
    whole = client().chat.completions.create(**ask(tools=TOOLS))
    assert whole.usage == final.usage == chunks[-1].usage, (whole.usage, final.usage)
    # Without being asked for, usage is not sent.
    assert all(chunk.usage is None and chunk.choices for chunk in client().chat.completions.create(**ask(), stream=True))


def several() -> None:
    pin({"choices": [{"text": "North."}, {"tool_calls": [{"name": "look"}, {"name": "knock", "arguments": {"door": "south"}}]}]})
    with client().chat.completions.stream(**ask(n=2)) as helper:
        final = helper.get_final_completion()
    first, second = final.choices
    assert (first.index, first.message.content, first.finish_reason) == (0, "North.", "stop"), final
    calls = [(call.function.name, call.function.arguments) for call in second.message.tool_calls]
    assert (second.index, second.finish_reason, calls) == (1, "tool_calls", [("look", "{}"), ("knock", '{"door":"south"}')]), final
    assert len(client().chat.completions.create(**ask(n=4)).choices) == 4


def chat_turns(streamed: bool) -> Iterator[Any]:
    messages: list[Any] = [{"role": "user", "content": QUESTION}]
    for turn in range(3):
        request = {"model": MODEL, "messages": messages, "tools": TOOLS}
        if streamed:
            with client().chat.completions.stream(**request) as helper:
                answer = helper.get_final_completion()
        else:
            answer = client().chat.completions.create(**request)
        yield answer.choices[0]
        said = answer.choices[0].message
        messages.append(said.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True))
        for call in said.tool_calls or []:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "open" if turn else "shut"})


def response_turns(streamed: bool) -> Iterator[Any]:
    items: list[Any] = [{"role": "user", "content": QUESTION}]
    for turn in range(3):
        request = {"model": MODEL, "input": items, "tools": FLAT_TOOLS}
        if streamed:
            with client().responses.stream(**request) as helper:
                answer = helper.get_final_response()
        else:
            answer = client().responses.create(**request)
        yield answer
        items += [item.to_dict() for item in answer.output]
        for item in answer.output:
            if item.type == "function_call":
                items.append({"type": "function_call_output", "call_id": item.call_id, "output": "open" if turn else "shut"})


def conversations() -> None:
    for streamed in (False, True):
        turns = list(chat_turns(streamed))
        made = [[(call.function.name, call.function.arguments) for call in turn.message.tool_calls or []] for turn in turns]
        assert made == [[("look", '{"door":"north"}'), ("knock", "{}")], [("look", '{"door":"south"}')], []], made
        assert [turn.finish_reason for turn in turns] == ["tool_calls", "tool_calls", "stop"], turns
        assert turns[2].message.content == "The south door is open.", turns
    for streamed in (False, True):
        answers = list(response_turns(streamed))
        made = [[(item.name, item.arguments) for item in answer.output if item.type == "function_call"] for answer in answers]
        assert made == [[("look", '{"door":"north"}'), ("knock", "{}")], [("look", '{"door":"south"}')], []], made
        assert answers[2].output_text == "The south door is open.", answers


def tools() -> None:
    for operation in ("createChatCompletion", "createResponse"):
        pin(SCRIPT[0], operation, last_user={"contains": "door"}, turn={"equals": 1})
        pin(SCRIPT[1], operation, tool_result={"contains": "shut"})
        pin(SCRIPT[2], operation, tool_result={"contains": "open"}, tools={"contains": "look"})
    conversations()
    forced = {"type": "function", "function": {"name": "knock"}}
    answer = client().chat.completions.create(**ask("Hello", tools=TOOLS, tool_choice=forced)).choices[0]
    assert [call.function.name for call in answer.message.tool_calls] == ["knock"], answer


def single() -> None:
    """Where the request wants one call at most, the second does not come."""
    calls = [{"name": "look"}, {"name": "knock"}]
    for operation in ("createChatCompletion", "createResponse"):
        pin({"tool_calls": calls}, operation)
    with client().chat.completions.stream(**ask(tools=TOOLS, parallel_tool_calls=False)) as helper:
        assert [call.function.name for call in helper.get_final_completion().choices[0].message.tool_calls] == ["look"]
    answer = client().responses.create(**wants(), tools=FLAT_TOOLS, parallel_tool_calls=False)
    assert ([item.name for item in answer.output], answer.parallel_tool_calls) == (["look"], False), answer
    assert len(client().responses.create(**wants(), tools=FLAT_TOOLS).output) == 2


def tape() -> None:
    values = [{"value": value} for value in SCRIPT]
    for operation in ("createChatCompletion", "createResponse"):
        control("exogenous/tapes", {"match": {"operation": operation}, "field": "reply", "values": values, "then": "cycle"})
    conversations()


def respond() -> None:
    pin({"reasoning": ["North?", "South?"], "text": "South.", "tool_calls": [{"name": "look"}]}, "createResponse")
    whole = client().responses.create(**wants(instructions="Be brief."))
    assert (whole.output_text, whole.status, whole.instructions) == ("South.", "completed", "Be brief."), whole
    events = list(client().responses.create(**wants(instructions="Be brief."), stream=True))
    assert [event.sequence_number for event in events] == list(range(len(events))), events
    assert "".join(event.delta for event in events if event.type == "response.output_text.delta") == "South."
    with client().responses.stream(**wants(instructions="Be brief.")) as helper:
        assert [event.type for event in helper] == [event.type for event in events]
        final = helper.get_final_response()
    assert [item.type for item in final.output] == ["reasoning", "message", "function_call"], final
    assert final.usage == whole.usage == events[-1].response.usage, final
    assert client().responses.retrieve(final.id).output_text == "South."
    again = client().responses.create(**wants("And now?", previous_response_id=final.id))
    assert again.previous_response_id == final.id
    assert [item.content[0].text for item in client().responses.input_items.list(again.id)] == ["And now?"]
    client().responses.delete(again.id)
    refused(lambda: client().responses.retrieve(again.id), 404, None)
    pin({"text": "One two three " * 9}, "createResponse", last_user={"equals": "count"})
    with client().responses.stream(**wants("count", max_output_tokens=16)) as helper:
        cut = [event for event in helper if event.type == "response.incomplete"][0].response
    assert (cut.incomplete_details.reason, cut.usage.output_tokens) == ("max_output_tokens", 16), cut
    pin({"refusal": "No, I will not."}, "createResponse", last_user={"equals": "harm"})
    with client().responses.stream(**wants("harm")) as helper:
        assert helper.get_final_response().output[0].content[0].refusal == "No, I will not."


def echoes() -> None:
    """What a response shows again of its request, and what it makes of it."""
    asked = {"user": "u", "safety_identifier": "s", "prompt_cache_key": "k", "max_tool_calls": 3, "top_logprobs": 2}
    made = client().responses.create(**wants(**asked, service_tier="flex", reasoning={"effort": "low"}))
    assert {name: getattr(made, name) for name in asked} == asked, made
    assert (made.service_tier, made.reasoning.effort, made.reasoning.context) == ("flex", "low", "current_turn"), made
    assert made.usage.input_tokens_details.cache_write_tokens == 0, made.usage
    plain = client().responses.create(**{**wants(), "model": "gpt-4o"})
    assert (plain.reasoning.effort, plain.service_tier, plain.top_p, plain.user) == (None, "default", 1.0, None), plain
    # The search of tools comes behind them; what it has found is a namespace.
    later = {"type": "function", "name": "knock", "parameters": SCHEMA, "strict": False, "defer_loading": True}
    tools = [{"type": "tool_search", "execution": "client", "description": "x", "parameters": SCHEMA}, FLAT_TOOLS[0], later]
    search = {"type": "tool_search_output", "call_id": "call_1", "execution": "client", "status": "completed", "tools": [later]}
    before = client().responses.create(**wants(), tools=tools)
    after = client().responses.create(**wants([{"role": "user", "content": QUESTION}, search]), tools=tools)
    assert [tool.type for tool in before.tools] == ["function", "function", "tool_search"], before.tools
    assert [tool.type for tool in after.tools] == ["function", "tool_search", "namespace"], after.tools
    assert [tool.name for tool in after.tools[2].tools] == ["knock"], after.tools


def moderated() -> None:
    wanted = {"model": "omni-moderation-latest"}
    pin({"text": "An axe.", "moderation": {"output": ["violence"]}})
    whole = client().chat.completions.create(**ask(), moderation=wanted).moderation
    assert (whole.input.results[0].flagged, whole.output.results[0].categories["violence"]) == (False, True), whole
    chunks = list(client().chat.completions.create(**ask(), moderation=wanted, stream=True))
    assert chunks[-1].choices == [] and chunks[-1].moderation.to_dict() == whole.to_dict(), chunks[-1]
    assert client().chat.completions.create(**ask()).moderation is None
    pin({"text": "An axe.", "moderation": {"input": ["violence"]}}, "createResponse")
    made = client().responses.create(**wants(), moderation=wanted).moderation
    assert (made.input.flagged, made.output.flagged) == (True, False), made


def listings() -> None:
    """Servers are listed side by side: each listing is open before the first is done."""
    items = [{"id": f"mcpl_{name}", "type": "mcp_list_tools", "server_label": name, "tools": []} for name in ("doors", "keys")]
    pin({"output": [*items, {"type": "message", "content": [{"text": "Two."}]}]}, "createResponse")
    kinds = [event.type.removeprefix("response.") for event in client().responses.create(**wants(), stream=True)]
    one = ["output_item.added", "mcp_list_tools.in_progress"]
    assert kinds[2:10] == [*one, *one, *["mcp_list_tools.completed"] * 2, *["output_item.done"] * 2], kinds
    with client().responses.stream(**wants()) as helper:
        assert [item.type for item in helper.get_final_response().output] == ["mcp_list_tools"] * 2 + ["message"]


def served_tools() -> None:
    """Tools that the service runs itself have events of their own."""
    call = {"id": "mcp_1", "type": "mcp_call", "status": "completed", "name": "look", "server_label": "doors", "arguments": '{"door":1}', "output": "open"}
    code = {"id": "ci_1", "type": "code_interpreter_call", "status": "completed", "code": "print(1)", "container_id": "cntr_1", "outputs": []}
    image = {"id": "ig_1", "type": "image_generation_call", "status": "completed", "result": "iVBORw0K"}
    own = {"id": "ctc_1", "type": "custom_tool_call", "call_id": "call_1", "name": "run", "input": "north"}
    pin({"output": [call, code, image, own, {**call, "id": "mcp_2", "error": {"type": "x"}}]}, "createResponse")
    events = list(client().responses.create(**wants(), stream=True))
    texts = {kind: "" for kind in ("mcp_call_arguments", "code_interpreter_call_code", "custom_tool_call_input")}
    kinds = []
    for event in events:
        kind, _, last = event.type.removeprefix("response.").rpartition(".")
        if kind in texts and last == "delta" and event.item_id != "mcp_2":
            texts[kind] += event.delta
        elif kind.startswith(("mcp_call", "code_", "image_", "custom_")) and last != "delta":
            kinds.append(f"{kind}.{last}")
    assert list(texts.values()) == ['{"door":1}', "print(1)", "north"], texts
    mcp = ["mcp_call.in_progress", "mcp_call_arguments.done"]
    assert kinds == [
        *(*mcp, "mcp_call.completed", "code_interpreter_call.in_progress", "code_interpreter_call_code.done"),
        *("code_interpreter_call.interpreting", "code_interpreter_call.completed", "image_generation_call.in_progress"),
        *("image_generation_call.generating", "image_generation_call.completed", "custom_tool_call_input.done", *mcp, "mcp_call.failed"),
    ], kinds
    assert [item.type for item in events[-1].response.output][:4] == [call["type"], code["type"], image["type"], own["type"]]


def padding() -> None:
    def padded(**more: Any) -> list[Any]:
        chunks = list(client().chat.completions.create(**ask(), stream=True, **more))
        events = [event for event in client().responses.create(**wants(), stream=True, **more) if event.type == "response.output_text.delta"]
        assert all(len(event.delta) + len(event.to_dict().get("obfuscation", "")) in (16, len(event.delta)) for event in events), events
        return [each.to_dict().get("obfuscation") for each in (*chunks, *events)]

    assert all(padded()), padded()
    assert not any(padded(stream_options={"include_obfuscation": False}))


def background() -> None:
    made = client().responses.create(**wants(background=True))
    assert (made.status, made.output, made.usage) == ("queued", [], None), made
    control("clock/advance", {"by": "1s"})
    assert client().responses.retrieve(made.id).status == "in_progress"
    control("clock/advance", {"by": "10s"})
    done = client().responses.retrieve(made.id)
    assert (done.status, done.output_text) == ("completed", PLAIN), done
    other = client().responses.create(**wants(background=True))
    assert client().responses.cancel(other.id).status == "cancelled"
    refused(lambda: client().responses.cancel(done.id), 400, None)


def embeddings() -> None:
    first, second = (each.embedding for each in client().embeddings.create(model="text-embedding-3-small", input=["a", "b"]).data)
    assert len(first) == len(second) == 1536 and first != second
    assert abs(sum(each * each for each in first) - 1) < 1e-3
    floats = client().embeddings.create(model="text-embedding-3-small", input="a", encoding_format="float").data[0].embedding
    assert all(abs(one - other) < 1e-6 for one, other in zip(floats, first, strict=True))
    short = client().embeddings.create(model="text-embedding-3-large", input="a", dimensions=8)
    assert len(short.data[0].embedding) == 8 and short.usage.prompt_tokens == 1, short
    assert len(client().embeddings.create(model="text-embedding-3-large", input="a").data[0].embedding) == 3072
    many = [f"text {place}" for place in range(100)]
    made = client().embeddings.create(model="text-embedding-3-large", input=many).data
    assert [each.index for each in made] == list(range(100))
    assert made[37].embedding == client().embeddings.create(model="text-embedding-3-large", input=many[37]).data[0].embedding
    refused(lambda: client().embeddings.create(model="text-embedding-3-small", input=[*many, "x"]), 400, "array_above_max_length", "input")
    refused(lambda: client().embeddings.create(model="text-embedding-none", input="a"), 404, "model_not_found")


def files() -> None:
    purposes = {"é": "batch", "b": "evals"}
    made = [client().files.create(file=(f"{name}.jsonl", name.encode()), purpose=purpose) for name, purpose in purposes.items()]
    assert [(each.filename, each.bytes, each.status) for each in made] == [("é.jsonl", 2, "processed"), ("b.jsonl", 1, "processed")], made
    assert client().files.retrieve(made[0].id) == made[0]
    assert client().files.content(made[0].id).read() == "é".encode()
    seen = client().files.create(file=("a.png", b"\x89PNG\xff"), purpose="vision")
    assert (seen.bytes, seen.purpose) == (5, "vision"), seen
    refused(lambda: client().files.content(seen.id), 400, None)
    client().files.delete(seen.id)
    assert [each.id for each in client().files.list(limit=1)] == [made[1].id, made[0].id]
    assert [each.id for each in client().files.list(purpose="batch")] == [made[0].id]
    assert client().files.delete(made[0].id).deleted is True
    refused(lambda: client().files.retrieve(made[0].id), 404, None)
    refused(lambda: client().files.create(file=b"x", purpose="fun"), 400, "invalid_value")


def declared(kind: Any) -> set[str]:
    """The names in a type of the library's: a literal, or a union with one."""
    return {name for part in get_args(kind) for name in (get_args(part) or [part]) if isinstance(name, str)}


def models() -> None:
    ids = [model.id for model in client().models.list()]
    assert len(set(ids)) == len(ids), ids
    # Every id that the library declares is served.
    names = declared(chat_model.ChatModel) | declared(embedding_model.EmbeddingModel) | declared(image_model.ImageModel)
    names |= declared(moderation_model.ModerationModel) | declared(responses.response_create_params.ResponsesModel)
    assert len(names) > 100 and names <= set(ids), sorted(names - set(ids))
    for name in (MODEL, "gpt-4o-2024-08-06"):
        assert client().models.retrieve(name).id == name
    refused(lambda: client().models.retrieve("gpt-none"), 404, "model_not_found")
    refused(lambda: client().models.delete(MODEL), 403, None)


def moderations() -> None:
    assert client().moderations.create(input=["a", "b"]).results[1].flagged is False
    match = {"operation": "createModeration", "facets": {"text": {"contains": "axe"}}}
    control("exogenous/pins", {"match": match, "field": "reply.categories", "value": ["violence"]})
    result = client().moderations.create(model="omni-moderation-latest", input="An axe.").results[0]
    assert (result.flagged, result.categories.violence, result.categories.hate) == (True, True, False), result
    assert result.category_scores.violence > 0.5 > result.category_scores.hate, result
    refused(lambda: client().moderations.create(model="omni-none", input="a"), 404, "model_not_found")


def retries() -> None:
    for code, status, says in (
        ("rate_limit_exceeded", 429, ("1", "20")),
        ("service_unavailable", 503, ("1", "20")),
        ("server_error", 500, (None, None)),
    ):
        pin({"text": f"Again after {status}."}, retry={"equals": "1"})
        arm(code=code)
        answer = client(max_retries=1).chat.completions.create(**ask())
        assert answer.choices[0].message.content == f"Again after {status}.", answer
        assert [each["status"] for each in control("requests")["data"][-2:]] == [status, 200]
        arm(code=code)
        error = refused(lambda: client().chat.completions.create(**ask()), status, code)
        assert tuple(error.response.headers.get(name) for name in ("retry-after", "retry-after-ms")) == says, error.response.headers
        arm("responses", code=code)
        assert client(max_retries=1).responses.create(**wants()).output_text == PLAIN


def read_chat(request: dict) -> None:
    for _ in client().chat.completions.create(**request, stream=True):
        pass


def read_chat_helper(request: dict) -> None:
    with client().chat.completions.stream(**request) as helper:
        helper.get_final_completion()


def error_event() -> None:
    for read in (read_chat, read_chat_helper):
        arm(code="server_error", transport={"kind": "error_event", "after_events": 3})
        try:
            read(ask())
        except openai.APIError as error:
            assert error.code == "server_error", error.body
        else:
            raise AssertionError("the error went unnoticed")
    # Of a response it is an event of its own, which the library hands on or raises.
    arm("responses", code="server_error", transport={"kind": "error_event", "after_events": 3})
    try:
        last = list(client().responses.create(**wants(), stream=True))[-1]
    except openai.APIError as error:
        last = error
    assert last.code == "server_error", last


def read_response_helper(request: dict) -> None:
    del request["messages"]
    with client().responses.stream(**request, input=QUESTION) as helper:
        helper.get_final_response()


def broken() -> None:
    for resource, read, transport in (
        ("chat_completions", read_chat, {"kind": "stream_cut", "after_events": 3}),
        ("chat_completions", read_chat, {"kind": "malformed_event", "at_event": 3}),
        ("chat_completions", read_chat_helper, {"kind": "stream_cut", "after_events": 3}),
        ("chat_completions", read_chat_helper, {"kind": "malformed_event", "at_event": 3}),
        ("responses", read_response_helper, {"kind": "stream_cut", "after_events": 4}),
        ("responses", read_response_helper, {"kind": "stream_cut", "after_events": 4, "clean": True}),
        ("responses", read_response_helper, {"kind": "malformed_event", "at_event": 4}),
        ("responses", read_response_helper, {"kind": "missing_event", "last": True}),
    ):
        arm(resource, transport=transport)
        try:
            read(ask())
        except Exception:  # noqa: BLE001, S110: of which kind is the library's own business
            pass
        else:
            raise AssertionError(f"{resource} {transport} went unnoticed by {read.__name__}")


def errors() -> None:
    chat = client().chat.completions
    refused(lambda: client(api_key="usw_wrong_key_of_nobody").chat.completions.create(**ask()), 401, "invalid_api_key")
    refused(lambda: chat.create(**ask(model="gpt-none")), 404, "model_not_found")
    bad = {"type": "function", "function": {"name": "look", "parameters": {"type": "string"}}}
    for more, code, param in (
        ({"messages": []}, "empty_array", "messages"),
        ({"messages": [{"role": "king", "content": "x"}]}, "invalid_value", None),
        ({"temperature": 3}, "decimal_above_max_value", "temperature"),
        ({"max_tokens": 0}, "integer_below_min_value", "max_tokens"),
        ({"tools": [bad]}, "invalid_function_parameters", None),
        ({"tools": [{"type": "function"}]}, "missing_required_parameter", None),
        ({"messages": [{"role": "tool", "tool_call_id": "call_1", "content": "x"}]}, None, "messages"),
        ({"tool_choice": "required"}, None, "tool_choice"),
        ({"response_format": {"type": "json_object"}}, None, "messages"),
        ({"extra_body": {"depth": 2}}, "unknown_parameter", "depth"),
        ({"messages": [{"role": "user", "content": "A" * 1_000_000}]}, "context_length_exceeded", "messages"),
    ):
        refused(lambda more=more: chat.create(**{**ask(), **more}), 400, code, param)
    refused(lambda: chat.with_raw_response.create(**{**ask(), "messages": None}), 400, "missing_required_parameter", "messages")
    refused(lambda: client().responses.create(**wants(previous_response_id="resp_none")), 400, "previous_response_not_found")
    refused(lambda: client().responses.create(model=MODEL), 400, "missing_required_parameter", "input")
    refused(lambda: client().responses.create(**wants("A" * 1_000_000)), 400, "context_length_exceeded", "input")
    # A picture may be larger than a text.
    picture = "data:image/png;base64," + "A" * 3_000_000
    parts = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": picture}}]
    assert chat.create(**ask(parts)).usage.prompt_tokens > 1000
    items = [{"role": "user", "content": [{"type": "input_text", "text": "What is it?"}, {"type": "input_image", "image_url": picture}]}]
    assert client().responses.create(**wants(items)).usage.input_tokens > 1000
    assert chat.create(**ask("It is " * 150_000)).usage.prompt_tokens > 1000
    assert client().responses.create(**wants("It is " * 150_000)).usage.input_tokens > 1000
    arm(code="insufficient_quota")
    refused(lambda: chat.create(**ask()), 429, "insufficient_quota")


CASES = {
    each.__name__: each
    for each in (
        *(plain, formats, stream, several, tools, single, tape, respond, echoes, moderated, listings, served_tools, padding, background),
        *(embeddings, files, models, moderations, retries, error_event, broken, errors),
    )
}
for name in NAMES.split(","):
    control("reset", {})
    CASES[name]()
