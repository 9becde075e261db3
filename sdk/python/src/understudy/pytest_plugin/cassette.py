"""The fixture `cassette`: what a test's commands and calls over HTTP are recorded into or answered from.

`understudy with` runs a program in a session. Here that program is a small shell that tells its environment and waits;
the test borrows the environment for as long as it runs. What the session has to say at its end, such as a call without
a recording, fails the test.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from understudy.binary import find_binary
from understudy.errors import LaunchError
from understudy.process import Guarded
from understudy.pytest_plugin.worlds import LENT

_TOLD = b"understudy-session\n"
_TELL = "/usr/bin/env -0 && echo understudy-session && read _; :"  # only words that no stand-in can come before
_START_SECONDS = 60.0
_END_SECONDS = 60.0


class Cassette:
    """Where the recordings lie, and what is done with them."""

    def __init__(self, folder: Path, mode: str) -> None:
        self.folder = folder
        self.mode = mode
        self._replay: Guarded | None = None

    def serve(self) -> str:
        """A base URL at which the recorded calls over HTTP answer, for clients that no proxy reaches (`understudy replay`)."""
        if self._replay is None:
            shown = ["replay", str(self.folder)]
            self._replay = Guarded([*shown, "--port", "0", "--json"], shown, 1)
        return str(self._replay.said[0]["url"])

    def _end(self) -> tuple[int, str]:
        return self._replay.stop() if self._replay else (0, "")


def add_cassette_options(parser: pytest.Parser) -> None:
    parser.getgroup("understudy").addoption("--cassette-mode", default=None, metavar="MODE",
                                            help="record, replay, record-missing, pass-through, forbid or shadow, for the fixture `cassette` (replay)")


@pytest.fixture
def cassette(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    """Commands and calls over HTTP of this test, from recordings; `--cassette-mode record` makes them."""
    words, kept = _session(request.node)
    session = _Session([find_binary(), "with", *words])
    try:
        with pytest.MonkeyPatch.context() as borrowed:
            for name, value in session.environment.items():
                borrowed.setenv(name, value)
            for name, value in _without_proxy(request).items():
                borrowed.setenv(name, value)
            borrowed.setattr(urllib.request, "_opener", None)  # it remembers the proxies of its first call
            yield kept
    finally:
        ends = {"with": session.end(), "replay": kept._end()}
    problems = [f"understudy {verb} ended with {code}:\n{said}" for verb, (code, said) in ends.items() if code != 0]
    if problems:
        pytest.fail(f"the cassettes in {kept.folder} do not fit this test: " + "\n".join(problems), pytrace=False)


def _without_proxy(request: pytest.FixtureRequest) -> dict[str, str]:
    """The worlds of this test are no recordings: calls to them go their own way."""
    for name in request.fixturenames:
        if name == "sandbox" or name.endswith("_sandbox"):
            request.getfixturevalue(name)
    worlds = [urlsplit(sandbox.url).netloc for _, sandbox in request.node.stash.get(LENT, [])]
    if not worlds:
        return {}
    before = os.environ.get("no_proxy") or os.environ.get("NO_PROXY") or ""
    both = ",".join(filter(None, [before, *worlds]))
    return {"no_proxy": both, "NO_PROXY": both}


def _session(item: pytest.Item) -> tuple[list[str], Cassette]:
    """The words of `understudy with`, from the marker and the command line."""
    mark = item.get_closest_marker("cassette")
    options = mark.kwargs if mark else {}
    unknown = sorted(set(options) - {"mode", "programs", "http", "allow"})
    if unknown:
        raise pytest.UsageError(f"the marker cassette takes folder, mode, programs, http and allow, not {', '.join(unknown)}")
    named = mark.args[0] if mark and mark.args else f"cassettes/{item.path.stem}/{re.sub(r'[^A-Za-z0-9_.-]+', '-', item.name)}"
    folder = item.path.parent / named
    mode = item.config.getoption("--cassette-mode") or options.get("mode", "replay")
    words = [str(folder), "--mode", mode]
    for program in options.get("programs", ()):
        words += ["--program", program]
    if options.get("http"):
        words.append("--http")
    for host in options.get("allow", ()):
        words += ["--allow", host]
    return words, Cassette(folder, mode)


class _Session:
    """`understudy with`, and what it sets in the environment of its program."""

    def __init__(self, command: list[str]) -> None:
        self._errors = tempfile.TemporaryFile(prefix="understudy-")
        self._process = subprocess.Popen([*command, "--", "/bin/sh", "-c", _TELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        told = self._told()
        pairs = dict(each.split("=", 1) for each in told.decode("utf-8", "surrogateescape").split("\0") if "=" in each)
        own = ("_", "PWD", "OLDPWD", "SHLVL")
        self.environment = {name: value for name, value in pairs.items() if name not in own and os.environ.get(name) != value}

    def _told(self) -> bytes:
        assert self._process.stdout is not None
        text, give_up = b"", time.monotonic() + _START_SECONDS
        while not text.endswith(_TOLD):
            if not select.select([self._process.stdout], [], [], max(0.0, give_up - time.monotonic()))[0]:
                self.end()
                raise LaunchError(f"understudy with was not ready after {_START_SECONDS:g} s; look at the folder of cassettes")
            piece = os.read(self._process.stdout.fileno(), 65536)
            if not piece:
                code, said = self.end()
                raise LaunchError(f"understudy with ended with {code}: {said}")
            text += piece
        return text.removesuffix(_TOLD)

    def end(self) -> tuple[int, str]:
        """The session is over; its exit code and what it said."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.seek(0)
        return self._process.returncode, self._errors.read().decode("utf-8", "replace").strip()
