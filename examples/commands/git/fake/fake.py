#!/usr/bin/env python3
"""A git that lives in memory, for tests that must not touch a disk. Narrow on purpose: what it does not know it refuses.

The states a cassette starts from (`given`) are files and history that no call of git itself could make; they are what
the set-up of the plans does, on this model.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from bisect_verb import bisect
from fake_protocol import Answer, Call, Fake, NotServed, serve
from objects import Person
from repository import Repository
from verbs import VERBS

AUTHOR = Person("U", "E")
FIXTURE = {path.name.encode(): path.read_bytes() for path in (HERE.parent / "fixture" / "repo").iterdir()}
CHANGED = b"one\nTWO\nthree\n"


def files_only() -> Repository | None:
    return None


def unborn() -> Repository:
    return Repository(files=dict(FIXTURE))


def staged() -> Repository:
    repository = unborn()
    repository.add_all()
    return repository


def committed() -> Repository:
    repository = staged()
    repository.commit(AUTHOR, "initial")
    return repository


def with_dos() -> Repository:
    """One file more, with the line ends of another system."""
    repository = unborn()
    repository.files[b"dos.txt"] = b"one\r\ntwo\r\n"
    repository.add_all()
    repository.commit(AUTHOR, "initial")
    return repository


def changed(path: bytes, content: bytes, start: Callable[[], Repository] = committed) -> Callable[[], Repository]:
    def make() -> Repository:
        repository = start()
        repository.files[path] = content
        return repository
    return make


def part_staged() -> Repository:
    repository = changed(b"file.txt", CHANGED)()
    repository.add_all()
    repository.files[b"README.md"] += b"More.\n"
    return repository


def with_remote() -> Repository:
    repository = committed()
    repository.remotes["origin"] = ("../origin.git", Repository())
    return repository


def grow(repository: Repository, path: bytes, content: bytes, message: str) -> None:
    repository.files[path] = content
    repository.add_all()
    repository.commit(AUTHOR, message)


def parted() -> Repository:
    """Someone else pushed, and there is a commit here that they do not have."""
    repository = with_remote()
    there = repository.remotes["origin"][1]
    first = repository.head or ""
    there.take(repository, first)
    there.branches["main"] = first
    repository.tracking["origin/main"] = first
    there.check_out(first)
    grow(there, b"theirs.txt", b"theirs\n", "theirs")
    grow(repository, b"ours.txt", b"ours\n", "ours")
    return repository


def two_sides() -> Repository:
    repository = committed()
    repository.branches["side"] = repository.head or ""
    repository.switch("side")
    grow(repository, b"file.txt", b"one\nleft\n", "left")
    repository.switch("main")
    grow(repository, b"file.txt", b"one\nright\n", "right")
    return repository


def five_commits() -> Repository:
    repository = committed()
    for number in range(2, 6):
        if number == 4:
            repository.files[b"broken.txt"] = b"broken\n"
        grow(repository, b"step.txt", f"{number}\n".encode(), f"step {number}")
    return repository


STATES: dict[str, Callable[[], Repository | None]] = {
    "files": files_only,
    "unborn": unborn,
    "staged": staged,
    "committed": committed,
    "dos": with_dos,
    "modified": changed(b"file.txt", CHANGED),
    "modified-dos": changed(b"dos.txt", b"one\r\nTWO\r\n", with_dos),
    "untracked": changed(b"new.txt", b"new\n"),
    "untracked-bytes": changed(b"caf\xe9.txt", b"new\n"),
    "part-staged": part_staged,
    "remote": with_remote,
    "parted": parted,
    "two-sides": two_sides,
    "five-commits": five_commits,
}


class Git(Fake):
    def __init__(self) -> None:
        self.repository: Repository | None = None

    def reset(self, given: str) -> None:
        if given and given not in STATES:
            raise NotServed(f"no start state {given!r}; there are {', '.join(sorted(STATES))}")
        self.repository = STATES[given or "files"]()

    def answer(self, call: Call) -> Answer:
        config, args = {}, list(call.args)
        while len(args) > 1 and args[0] == "-c":
            key, _, value = args[1].partition("=")
            config[key] = value
            args = args[2:]
        if call.program != "git" or not args:
            raise NotServed
        if args[:2] == ["init", "-q"] and len(args) == 4 and self.repository is None:
            self.repository = Repository(files=dict(FIXTURE), branch=args[3])
            return Answer()
        if args[0].startswith("--git-dir="):
            place = args[0].partition("=")[2]
            if place != ".git" or self.repository is None:
                return Answer().err(f"fatal: not a git repository: '{place}'\n").exit(128)
            args = args[1:]
        verb = bisect if args[0] == "bisect" else VERBS.get(args[0])
        if verb is None or self.repository is None:
            raise NotServed
        return verb(self.repository, config, args[1:])


if __name__ == "__main__":
    serve(Git())
