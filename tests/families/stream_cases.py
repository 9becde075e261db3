"""Real streams: recorded model streams of several vendors and a recorded run of a command-line tool are not complained about.

Every event stream of the outside cassettes whose vendor has a grammar becomes a fixture as it was recorded: the bytes of
the answer, with a sidecar that says dialect and ending. Checks 1 and 3 must find nothing above info. What check 4 says of
them is scored: real model output has texts without end, but no secrets.
"""

from __future__ import annotations

import json
import urllib.parse
from collections import Counter
from dataclasses import dataclass
from functools import cache

import extract_streams as extract
import scores
import yaml
from project import DATA, DONE, Failed, Problems, Project, loud, metadata, needs_data, shown_codes, some_of

RECORDED = "cassettes/pydantic-ai-sse-half"
FAMILY_OF = {"openai-chat": "openai-chat-sse", "openai-responses": "openai-responses-sse", "anthropic-messages": "anthropic-messages-sse"}
CLAUDE = "cassettes/hydraflow/claude_streams/stream_001_ping.jsonl"
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Stream:
    grammar: str
    dialect: str
    ending: str
    text: str
    source: str
    host: str


@cache
def recorded() -> tuple[Stream, ...]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = []
    for path in sorted((DATA / RECORDED).rglob("*.yaml")):
        for number, exchange in enumerate(yaml.load(path.read_text(encoding="utf-8"), Loader=loader).get("interactions", [])):
            request, response = exchange["request"], exchange["response"]
            uri = request.get("uri", "")
            grammar = extract.grammar_of(uri)
            if grammar is None or "text/event-stream" not in extract.header(response.get("headers"), "content-type"):
                continue
            text = extract.text_of(response.get("body"))
            frames = list(extract.frames_of(text))
            failed = any(extract.is_error(event, extract.value_of(data)) for event, data in frames)
            host = urllib.parse.urlsplit(uri).hostname or ""
            found.append(Stream(grammar, extract.dialect_of(host, grammar), "failed" if failed else "complete", text, f"{path.name}#{number}", host))
    return tuple(found)


def lay_out(work: Project) -> dict[str, Stream]:
    work.configure(map=[{"files": f"streams/{grammar}-*.sse", "family": family} for grammar, family in FAMILY_OF.items()])
    files = {}
    for number, stream in enumerate(recorded()):
        name = f"streams/{stream.grammar}-{number:03}.sse"
        files[name] = stream
        work.write(name, stream.text)
        work.write(f"{name}.meta.json", metadata(harness="recorded", dialect=stream.dialect, ending=stream.ending))
    if not files:
        raise Failed("no recorded stream has a grammar")
    return files


@needs_data(RECORDED)
def recorded_streams(work: Project) -> None:
    """Parse and order: nothing above info, in either dialect."""
    files = lay_out(work)
    report = work.lint("--check", "parse", "--check", "order", "--gate", "warning")
    work.note(f"{len(files)} recorded streams: {some_of((f'{name} {times}' for name, times in sorted(Counter(f'{s.grammar} {s.dialect}' for s in files.values()).items())), 9)}")
    false = loud(report.findings)
    scores.judge(work, "recorded streams", {"streams with findings": len({finding.file for finding in false}), "findings of order and parse": len(false)})
    if set(report.body["checked"]) != set(files):
        raise Failed(f"{len(report.body['checked'])} of {len(files)} streams were looked at")
    if false or report.code != DONE:
        shown = (f"{finding.file} ({files[finding.file].host}, {files[finding.file].source}) line {finding.line}: {finding.code} {finding.rule}: {finding.message}" for finding in false)
        raise Failed(f"exit {report.code}: {shown_codes(false)}\n" + "\n".join(list(shown)[:12]))


@needs_data(RECORDED)
def secrets_in_recorded_streams(work: Project) -> None:
    """Check 4 over the same: ids, padding, signatures are no secrets. Long texts are, by the rules; they are counted apart."""
    files = lay_out(work)
    report = work.lint("--check", "secrets", "--gate", "none")
    size = sum(len(stream.text.encode()) for stream in files.values()) / MEGABYTE
    false = [finding for finding in loud(report.findings) if finding.code != "fixture.secret.unbounded_text"]
    long = [finding for finding in report.findings if finding.code == "fixture.secret.unbounded_text"]
    if false:
        work.note(f"recorded streams: {some_of((f'{finding.file} {files[finding.file].source} {finding.code} {finding.rule} {finding.pointer}' for finding in false), 20)}")
    scores.judge(work, "secrets in recorded streams", {"false alarms": len(false), "false alarms per MB": round(len(false) / size, 2), "texts over their budget": len(long)})


@needs_data(CLAUDE)
def recorded_claude_run(work: Project) -> None:
    """The recorded run of the command-line tool: nothing above info, in checks 1 and 3; no secret but home paths and long texts."""
    work.configure(map=[{"files": "run.jsonl", "family": "claude-code-stream"}])
    work.write("run.jsonl", (DATA / CLAUDE).read_bytes())
    work.write("run.jsonl.meta.json", metadata(harness="claude-code"))
    report = work.lint("--check", "parse", "--check", "order", "--gate", "warning")
    false = loud(report.findings)
    scores.judge(work, "recorded run", {"findings of order and parse": len(false)})
    if false or report.code != DONE:
        raise Failed(f"exit {report.code}: " + some_of((f"line {finding.line} {finding.code} {finding.rule}: {finding.message}" for finding in false), 10))
    secrets = work.lint("--check", "secrets", "--gate", "none")
    scores.judge(work, "secrets in the recorded run", dict(sorted(Counter(finding.code for finding in loud(secrets.findings)).items())) or {"findings": 0})


def codex_warning_before_the_turn(work: Project) -> None:
    """The order of lines that was seen live: a warning item before the turn is normal output."""
    work.configure(map=[{"files": "run.jsonl", "family": "codex-exec"}])
    lines = [{"type": "thread.started", "thread_id": "00000000-0000-4000-8000-000000000001"},
             {"type": "item.completed", "item": {"id": "item_0", "type": "error", "message": "A setting is deprecated."}},
             {"type": "turn.started"}, {"type": "item.completed", "item": {"id": "item_1", "type": "agent_message", "text": "OK"}},
             {"type": "turn.completed", "usage": {"input_tokens": 10, "cached_input_tokens": 0, "output_tokens": 2}}]
    work.write("run.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    work.write("run.jsonl.meta.json", metadata(harness="codex"))
    report = work.lint("--check", "parse", "--check", "order", "--gate", "warning")
    if report.code != DONE or loud(report.findings):
        raise Failed(f"exit {report.code}: {some_of(loud(report.findings))}")


@needs_data(RECORDED)
def a_cut_stream_is_found(work: Project) -> None:
    """The same streams without their last frames are incomplete: the silence over whole ones is worth something."""
    missed, problems = [], Problems()
    work.configure(map=[{"files": f"streams/{grammar}-*.sse", "family": family} for grammar, family in FAMILY_OF.items()])
    cut = {}
    for number, stream in enumerate(recorded()):
        if stream.ending != "complete" or stream.dialect != "vendor":
            continue
        frames = stream.text.replace("\r\n", "\n").rstrip("\n").split("\n\n")
        if len(frames) < 8:
            continue
        name = f"streams/{stream.grammar}-{number:03}.sse"
        cut[name] = stream
        work.write(name, "\n\n".join(frames[: len(frames) // 2]) + "\n\n")
        work.write(f"{name}.meta.json", metadata(harness="recorded", dialect=stream.dialect))
    report = work.lint("--check", "order")
    found = {finding.file for finding in report.findings if finding.code == "fixture.order.incomplete"}
    missed = sorted(set(cut) - found)
    problems.check(not missed, f"cut in the middle and not noticed: {some_of(missed)} ({len(missed)} of {len(cut)})")
    problems.finish()


CASES = [recorded_streams, secrets_in_recorded_streams, recorded_claude_run, codex_warning_before_the_turn, a_cut_stream_is_found]
