#!/usr/bin/env python3
"""llhttp's cases read by our HTTP/1.1 codec: the verdict, the number of messages and all their parts must agree.

    http_suite.py PROGRAMS FOLDER      PROGRAMS holds conformance_http_cases, FOLDER the Markdown files

llhttp judges every byte by itself and does not ask what a message means; our codec judges whole heads. So
- a request of HTTP/1.1 without a Host is given one before our codec sees it;
- a head that llhttp refuses before its end is given an end;
- where llhttp refuses bytes after the last exchange of a connection, dropping them unread is as good.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import llhttp
from llhttp import Case, Message

LIMIT_SECONDS = 60
HOST = b"Host: example.test\r\n"


def adapted(case: Case) -> bytes:
    """The input as our codec is to see it."""
    text = case.input
    last = case.messages[-1]
    breaks_in_head = case.is_refused and not case.finishes and not last.has_head
    if breaks_in_head and not re.search(rb"\n\r?\n", text[last.begins_at :]):
        text += b"\r\n\r\n"
    if case.kind == "request":
        for message in reversed(case.messages):
            place = message.line_ends_at
            if message.version == "1.1" and not has_host(message) and text[place : place + 2] == b"\r\n":
                text = text[: place + 2] + HOST + text[place + 2 :]
    return text


def has_host(message: Message) -> bool:
    return any(name.lower() == "host" for name, *_ in message.headers)


def to_line(case: Case) -> str:
    members = {"kind": case.kind, "input": adapted(case).hex(), "finishes": case.finishes, "upgrades": case.upgrades}
    return json.dumps(members)


def judge(case: Case, got: dict) -> str:
    """Why the two disagree; empty if they do not."""
    if not got["agree"]:
        return "whole and byte by byte are read differently"
    if case.is_refused:
        is_dropped = case.reason.startswith("Data after") and len(got["messages"]) == case.completed
        return "" if got["refused"] or is_dropped else f"accepted; llhttp refuses: {case.reason}"
    if got["refused"]:
        return f"refused: {got['refused']}"
    wanted = [message for message in case.messages if message.has_head]
    if len(got["messages"]) != len(wanted):
        return f"{len(got['messages'])} messages, not {len(wanted)}"
    for number, (want, have) in enumerate(zip(wanted, got["messages"]), 1):
        why = judge_message(want, have)
        if why:
            return f"message {number}: {why}"
    return ""


def judge_message(want: Message, have: dict) -> str:
    if want.is_complete != have["complete"]:
        return "complete" if have["complete"] else "not complete"
    if (want.method or None) != have["method"] or (want.url or None) != have["url"]:
        return f"{have['method']} {have['url']}, not {want.method} {want.url}"
    headers = [[name, value] for name, value in have["headers"] if (name, value) != ("Host", "example.test")]
    expected = [[name, value.strip(" \t")] for name, value in want.headers]
    if headers != expected:
        return f"headers {headers}, not {expected}"
    if bytes.fromhex(have["body"]) != want.body:
        return f"body {bytes.fromhex(have['body'])!r}, not {want.body!r}"
    return ""


def group_of(case: Case) -> str:
    return f"{case.kind}-{'refused' if case.is_refused else 'accepted'}"


def run_cases(program: Path, cases: list[Case]) -> list[dict]:
    lines = "".join(to_line(case) + "\n" for case in cases)
    done = subprocess.run(
        [program.resolve()], input=lines.encode(), capture_output=True, timeout=LIMIT_SECONDS, check=True
    )
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("usage: http_suite.py PROGRAMS FOLDER", file=sys.stderr)
        return 2
    program = Path(arguments[0]) / "conformance_http_cases"
    if not program.is_file():
        print(f"there is no program {program.name}; build it first", file=sys.stderr)
        return 2
    cases, skipped = llhttp.read_suite(Path(arguments[1]))
    broken = [problem for case in cases for problem in llhttp.check_spans(case)]
    if broken:
        print("\n".join(["cases that contradict themselves:", *broken]), file=sys.stderr)
        return 2
    groups: dict[str, dict[str, int]] = {}
    misses = []
    for case, got in zip(cases, run_cases(program, cases), strict=True):
        group = group_of(case)
        score = groups.setdefault(group, {"right": 0, "total": 0})
        score["total"] += 1
        why = judge(case, got)
        if why:
            misses.append({"case": f"{group}/{case.name.partition('/')[2]}", "why": why})
        else:
            score["right"] += 1
    print(json.dumps({"suite": "http_suite", "groups": groups, "misses": misses, "skipped": Counter(skipped.values())}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
