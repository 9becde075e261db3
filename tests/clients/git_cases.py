"""git over smart HTTP, through /git, to a real repository behind it."""

from __future__ import annotations

import random
from pathlib import Path

from serving import Place, expect, expect_equal

_WHO = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.test", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.test",
        "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}


def git(place: Place, folder: Path, *words: str | Path, **more: str) -> str:
    return place.run_well("git", "-C", folder, *words, **_WHO, **more).out.decode().strip()


def make_repository(place: Place) -> Path:
    """A bare one behind the server, with one commit; the work tree it came from."""
    bare, work = place.repositories / "one.git", place.folder / "work"
    git(place, place.folder, "init", "-q", "--bare", "-b", "main", bare)
    git(place, bare, "config", "http.receivepack", "true")
    git(place, place.folder, "init", "-q", "-b", "main", work)
    commit(place, work, "first.txt", b"first\n")
    git(place, work, "push", "-q", bare, "main")
    git(place, work, "remote", "add", "origin", place.url("/git/one.git"))
    return work


def commit(place: Place, work: Path, name: str, content: bytes) -> None:
    (work / name).write_bytes(content)
    git(place, work, "add", name)
    git(place, work, "commit", "-q", "-m", f"Add {name}")


def trace_of(place: Place) -> str:
    return (place.folder / "trace").read_text(errors="replace").lower()


def clone(place: Place) -> None:
    work = make_repository(place)
    got = place.folder / "got"
    git(place, place.folder, "clone", "-q", place.url("/git/one.git"), got, GIT_TRACE_CURL=str(place.folder / "trace"))
    expect_equal((got / "first.txt").read_bytes(), b"first\n", "content")
    expect_equal(git(place, got, "rev-parse", "HEAD"), git(place, work, "rev-parse", "HEAD"), "commit")
    expect("git-protocol: version=2" in trace_of(place), "git did not use version 2 of its protocol")


def ls_remote_version_0(place: Place) -> None:
    work = make_repository(place)
    found = git(place, place.folder, "-c", "protocol.version=0", "ls-remote", place.url("/git/one.git"))
    head = git(place, work, "rev-parse", "HEAD")
    expect_equal(found.split("\n"), [f"{head}\tHEAD", f"{head}\trefs/heads/main"], "refs")


def _push(place: Place, size: int) -> str:
    work = make_repository(place)
    content = random.Random(size).randbytes(size)  # does not shrink when packed
    commit(place, work, "second.bin", content)
    git(place, work, "push", "-q", "origin", "main", GIT_TRACE_CURL=str(place.folder / "trace"))
    bare = place.repositories / "one.git"
    git(place, bare, "fsck", "--strict")
    expect_equal(git(place, bare, "rev-parse", "main"), git(place, work, "rev-parse", "HEAD"), "commit behind the server")
    again = place.folder / "again"
    git(place, place.folder, "clone", "-q", place.url("/git/one.git"), again)
    expect((again / "second.bin").read_bytes() == content, "the content came back changed")
    return trace_of(place)


def push_small(place: Place) -> None:
    trace = _push(place, 1000)
    expect("=> send header: post /git/one.git/git-receive-pack" in trace, "git did not post a pack")
    expect("=> send header: transfer-encoding: chunked" not in trace, "git sent a small push in chunks")


def push_large(place: Place) -> None:
    """Past a megabyte git asks with four bytes first and then uploads in chunks (GT3)."""
    trace = _push(place, 3_000_000)
    expect("=> send header: transfer-encoding: chunked" in trace, "git did not upload in chunks")
    expect("=> send header: content-length: 4" in trace, "git did not ask with four bytes first")


def push_many_objects(place: Place) -> None:
    work = make_repository(place)
    for number in range(20):
        commit(place, work, f"file{number}.txt", f"{number}\n".encode() * (number + 1))
    git(place, work, "push", "-q", "origin", "main", "main:refs/heads/side/branch")
    again = place.folder / "again"
    git(place, place.folder, "clone", "-q", "-b", "side/branch", place.url("/git/one.git"), again)
    expect_equal(git(place, again, "rev-list", "--count", "HEAD"), "21", "commits")
    commit(place, work, "later.txt", b"later\n")
    git(place, work, "push", "-q", "origin", "main:side/branch")
    git(place, again, "pull", "-q", "--ff-only")
    expect_equal((again / "later.txt").read_bytes(), b"later\n", "content after a fetch")


CASES = [clone, ls_remote_version_0, push_small, push_large, push_many_objects]
