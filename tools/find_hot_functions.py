#!/usr/bin/env python3
"""Writes cmake/hot_functions.txt: which functions a call to a fake goes through, the most expensive first.

The release binary is linked once more with its names, served under callgrind, and asked to read and to create. To be run
when the way of a call has changed; a list that is old makes calls slower, and nothing else.
"""

from __future__ import annotations

import argparse
import collections
import http.client
import json
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "cmake/hot_functions.txt"
KEY = "usw_hot_0123456789abcdef"
FORM = "amount=2000&currency=eur&source=tok_visa&description=a+parcel&metadata[order]=4711&metadata[channel]=web"
WARM, COUNTED = 500, 500
PATIENCE = 120  # seconds until the server under callgrind answers
HEAD = "# Made by tools/find_hot_functions.py. Read by gold: sections in the order in which they shall lie.\n"


def link_with_names(build: Path, to: Path) -> None:
    """The command that links bin/understudy, without -s."""
    commands = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "bin/understudy"], check=True, capture_output=True, text=True).stdout
    last = commands.rstrip().splitlines()[-1]
    parts = [part.strip() for part in last.split("&&")]
    link = next(part for part in parts if " -o bin/understudy " in part)
    words = [str(to) if word == "bin/understudy" else word for word in shlex.split(link) if word != "-s"]
    subprocess.run(words, cwd=build, check=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Calls:
    """One connection, kept alive."""

    def __init__(self, port: int) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
                self.connection.connect()
                return
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def call(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> bytes:
        self.connection.request(method, path, body, {"Authorization": f"Bearer {KEY}", **(headers or {})})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path} gave {answer.status}: {content[:200]!r}")
        return content


def profile(binary: Path, folder: Path, kind: str) -> Path:
    out = folder / kind
    port = free_port()
    words = ["valgrind", "--tool=callgrind", "--demangle=no", "--instr-atstart=no", f"--callgrind-out-file={out}",
             str(binary), "serve", "parcel", "--port", str(port), "--key", KEY]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        calls = Calls(port)
        number = 0

        def create() -> str:
            nonlocal number
            number += 1
            headers = {"Content-Type": "application/x-www-form-urlencoded", "Idempotency-Key": f"k-{number}"}
            return json.loads(calls.call("POST", "/v1/charges", FORM, headers))["id"]

        path = f"/v1/charges/{create()}"
        one = create if kind == "create" else lambda: calls.call("GET", path)
        for switch, count in (("on", WARM), ("off", COUNTED)):
            for _ in range(count):
                one()
            subprocess.run(["callgrind_control", "-i", switch, str(server.pid)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=PATIENCE)
    return out


def costs(profile_file: Path) -> collections.Counter[str]:
    """Instructions of each function itself, by its mangled name."""
    names: dict[str, str] = {}
    found: collections.Counter[str] = collections.Counter()
    current, is_call = "", False
    for line in profile_file.read_text().splitlines():
        if match := re.match(r"(c?fn)=\((\d+)\)(?: (.*))?$", line):
            if match[3]:
                names[match[2]] = re.sub(r"'\d+$", "", match[3])
            if match[1] == "fn":
                current = names[match[2]]
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[-+*\d]", line):
            words = line.split()
            if not is_call and len(words) > 1:
                found[current] += int(words[-1])
            is_call = False
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    options = parser.parse_args()
    order: dict[str, None] = {}
    with tempfile.TemporaryDirectory(prefix="hot-functions-") as name:
        folder = Path(name)
        binary = folder / "understudy"
        link_with_names(options.build.resolve(), binary)
        for kind in ("read", "create"):
            for function, _ in costs(profile(binary, folder, kind)).most_common():
                if function.startswith("_Z"):
                    order.setdefault(function)
    LIST.write_text(HEAD + "".join(f".text.{function}\n" for function in order))
    print(f"{len(order)} functions in {LIST.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
