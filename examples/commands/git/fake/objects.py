"""Objects of a git repository that lives in memory: blobs, trees and commits under the ids real git would give them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timezone

Files = dict[bytes, bytes]  # path to content; all files lie in one folder

SHORT = 7  # digits of an abbreviated id, as git does it in a small repository


def object_id(kind: str, content: bytes) -> str:
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content).hexdigest()


def blob_id(content: bytes) -> str:
    return object_id("blob", content)


def tree_id(files: Files) -> str:
    entries = (b"100644 " + path + b"\0" + bytes.fromhex(blob_id(files[path])) for path in sorted(files))
    return object_id("tree", b"".join(entries))


@dataclass(frozen=True)
class Person:
    name: str
    email: str

    def __str__(self) -> str:
        return f"{self.name} <{self.email}>"


@dataclass
class Commit:
    files: Files
    parents: list[str]
    author: Person
    seconds: int
    message: str

    @property
    def id(self) -> str:
        stamp = f"{self.author} {self.seconds} +0000"
        lines = [f"tree {tree_id(self.files)}", *(f"parent {parent}" for parent in self.parents), f"author {stamp}", f"committer {stamp}"]
        return object_id("commit", "\n".join([*lines, "", self.message, ""]).encode())

    @property
    def short(self) -> str:
        return self.id[:SHORT]

    def iso_time(self) -> str:
        return datetime.fromtimestamp(self.seconds, timezone.utc).isoformat()

    def long_time(self) -> str:
        when = datetime.fromtimestamp(self.seconds, timezone.utc)
        return f"{when:%a %b} {when.day} {when:%H:%M:%S %Y} +0000"
