#!/usr/bin/env python3
"""Makes JSON Lines of recorded model streams, so that the shipped grammars can be judged by them.

usage: extract_streams.py DATA OUT

DATA is the folder of third-party test data (with `cassettes/` below it). OUT receives one file of
JSON Lines for each stream, one of what is known about each record (`*.about.jsonl`: the name of
its server-sent event), and `table.tsv` with one row for each stream: file, grammar, host, dialect,
ending, records, source. A frame whose data is no JSON becomes a JSON text ("[DONE]").

Needs python3 and PyYAML. Where the data is absent it says so in one line and exits with 0.
"""
import base64
import json
import pathlib
import re
import sys
import urllib.parse

# What is judged by the strict dialect: the vendor's own host, the plain paths of its own service.
VENDORS = {
    "api.openai.com": ("openai-chat", "openai-responses"),
    "api.anthropic.com": ("anthropic-messages",),
}

# Which grammar a request belongs to, by the end of its path.
PATHS = (
    ("/chat/completions", "openai-chat"),
    ("/responses", "openai-responses"),
    ("/messages", "anthropic-messages"),
)

# The recorded streams of the command-line tool. The folder's other streams were written by hand.
LINES = (("hydraflow/claude_streams/stream_001_ping.jsonl", "claude-code-stream"),)


def text_of(body):
    """The text of a recorded body: plain, binary, or a map that holds either."""
    if isinstance(body, dict):
        if "base64_string" in body:
            return base64.b64decode(body["base64_string"]).decode("utf-8")
        body = body.get("string", "")
    if isinstance(body, bytes):
        return body.decode("utf-8")
    return body or ""


def header(headers, name):
    for key, value in (headers or {}).items():
        if key.lower() == name:
            return value[0] if isinstance(value, list) else value
    return ""


def frames_of(text):
    """Frames of an event stream as (event name or None, data), read as the standard says."""
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    event, data = None, []
    for line in lines:
        if line == "":
            if data:
                yield event, "\n".join(data)
            event, data = None, []
            continue
        if line.startswith(":"):
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            data.append(value)
        elif field == "event":
            event = value
    if data:  # the recording stops without the empty line
        yield event, "\n".join(data)


def grammar_of(uri):
    path = urllib.parse.urlsplit(uri).path.rstrip("/")
    return next((name for end, name in PATHS if path.endswith(end)), None)


def dialect_of(host, grammar):
    return "vendor" if grammar in VENDORS.get(host, ()) else "compatible"


def value_of(data):
    try:
        return json.loads(data)
    except ValueError:
        return data


def is_error(event, value):
    if event == "error":
        return True
    if not isinstance(value, dict):
        return False
    return value.get("type") in ("error", "response.failed") or (
        "error" in value and value["error"] and not value.get("choices") and "type" not in value
    )


def streams_of(folder):
    """Every event stream of the cassettes below a folder: (source, host, grammar, frames)."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for path in sorted(folder.rglob("*.yaml")):
        with open(path, encoding="utf-8") as file:
            cassette = yaml.load(file, Loader=loader)
        for number, exchange in enumerate(cassette.get("interactions", [])):
            request, response = exchange["request"], exchange["response"]
            kind = header(response.get("headers"), "content-type")
            if "text/event-stream" not in kind:
                continue
            text = text_of(response.get("body"))
            uri = request.get("uri", "")
            host = urllib.parse.urlsplit(uri).hostname or ""
            yield path, number, host, grammar_of(uri), list(frames_of(text))


def write_lines(path, values):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for value in values:
            file.write(json.dumps(value, ensure_ascii=False) + "\n")


def extract(data, out):
    rows, skipped = [], {}
    root = data / "cassettes"
    out.mkdir(parents=True, exist_ok=True)
    for path, number, host, grammar, frames in streams_of(root / "pydantic-ai-sse-half"):
        if grammar is None:
            skipped[host] = skipped.get(host, 0) + 1
            continue
        values = [value_of(each) for _, each in frames]
        failed = any(is_error(event, value) for (event, _), value in zip(frames, values))
        name = f"{grammar}-{len(rows):03}.jsonl"
        write_lines(out / name, values)
        write_lines(
            out / name.replace(".jsonl", ".about.jsonl"),
            [{"has_event": event is not None, **({"event": event} if event else {})} for event, _ in frames],
        )
        rows.append(
            (name, grammar, host, dialect_of(host, grammar), "failed" if failed else "complete", len(values),
             f"{path.relative_to(root)}#{number}")
        )
    for relative, grammar in LINES:
        path = root / relative
        if not path.exists():
            continue
        values = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        name = f"{grammar}-{len(rows):03}.jsonl"
        write_lines(out / name, values)
        rows.append((name, grammar, "-", "vendor", "complete", len(values), relative))
    with open(out / "table.tsv", "w", encoding="utf-8", newline="\n") as table:
        table.write("file\tgrammar\thost\tdialect\tending\trecords\tsource\n")
        for row in rows:
            table.write("\t".join(str(part) for part in row) + "\n")
    return rows, skipped


def main():
    if len(sys.argv) != 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    data, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if not (data / "cassettes" / "pydantic-ai-sse-half").is_dir():
        print(f"skipped: no recorded streams below {data}")
        return 0
    try:
        import yaml  # noqa: F401
    except ImportError:
        print("skipped: PyYAML is not there")
        return 0
    rows, skipped = extract(data, out)
    counts = {}
    for row in rows:
        key = f"{row[1]} {row[3]}"
        counts[key] = counts.get(key, 0) + 1
    print("; ".join(f"{key}: {count}" for key, count in sorted(counts.items())))
    if skipped:
        print("no grammar for: " + ", ".join(f"{host} ({count})" for host, count in sorted(skipped.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
