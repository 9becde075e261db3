"""Differences between two sets of files, in the words of `git diff --stat` and `git commit`."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from fake_protocol import NotServed
from objects import SHORT, Files, blob_id

LONGEST = 7  # lines: a change anywhere in such a file is one hunk


@dataclass
class Change:
    path: bytes
    before: bytes | None  # None: the file was not there
    after: bytes | None

    def opcodes(self) -> list[tuple[str, int, int, int, int]]:
        return difflib.SequenceMatcher(None, lines_of(self.before), lines_of(self.after), autojunk=False).get_opcodes()

    @property
    def added(self) -> int:
        return sum(last - first for tag, _, _, first, last in self.opcodes() if tag != "equal")

    @property
    def removed(self) -> int:
        return sum(last - first for tag, first, last, _, _ in self.opcodes() if tag != "equal")


def lines_of(content: bytes | None) -> list[bytes]:
    """Split at line feeds only: a carriage return is part of its line."""
    parts = (content or b"").split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def changes(before: Files, after: Files) -> list[Change]:
    paths = sorted(before.keys() | after.keys())
    return [Change(path, before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)]


def totals(all_changes: list[Change]) -> str:
    def counted(number: int, word: str, sign: str) -> str:
        return f", {number} {word}{'' if number == 1 else 's'}({sign})"

    added, removed = sum(change.added for change in all_changes), sum(change.removed for change in all_changes)
    text = f" {len(all_changes)} file{'' if len(all_changes) == 1 else 's'} changed"
    if added or not removed:
        text += counted(added, "insertion", "+")
    if removed or not added:
        text += counted(removed, "deletion", "-")
    return text + "\n"


def stat(all_changes: list[Change]) -> bytes:
    """As many signs as lines: real git shortens them above the width of the terminal, which files this small never reach."""
    if not all_changes:
        return b""
    width = max(len(change.path) for change in all_changes)
    digits = max(len(str(change.added + change.removed)) for change in all_changes)
    rows = b""
    for change in all_changes:
        count = f"{change.added + change.removed:>{digits}} {'+' * change.added}{'-' * change.removed}"
        rows += b" " + change.path.ljust(width) + f" | {count}\n".encode()
    return rows + totals(all_changes).encode()


def made(all_changes: list[Change]) -> bytes:
    """The lines about files that came or went."""
    text = b""
    for change in all_changes:
        if change.before is None:
            text += b" create mode 100644 " + change.path + b"\n"
        elif change.after is None:
            text += b" delete mode 100644 " + change.path + b"\n"
    return text


def patch(change: Change) -> bytes:
    before, after = lines_of(change.before), lines_of(change.after)
    if change.before is None or change.after is None or max(len(before), len(after)) > LONGEST:
        raise NotServed("patches of new, removed or long files")
    head = b"diff --git a/%b b/%b\nindex %b..%b 100644\n--- a/%b\n+++ b/%b\n" % (
        change.path, change.path, blob_id(change.before)[:SHORT].encode(), blob_id(change.after)[:SHORT].encode(),
        change.path, change.path)
    body = b""
    for tag, first, last, new_first, new_last in change.opcodes():
        if tag == "equal":
            body += b"".join(b" " + line for line in before[first:last])
        else:
            body += b"".join(b"-" + line for line in before[first:last]) + b"".join(b"+" + line for line in after[new_first:new_last])
    return head + f"@@ -{span(before)} +{span(after)} @@\n".encode() + body


def span(lines: list[bytes]) -> str:
    return "1" if len(lines) == 1 else f"1,{len(lines)}"


def both_sides(ours: bytes, theirs: bytes, name: bytes) -> bytes:
    """A file after a conflict: what the sides share, and between markers what they do not."""
    left, right = lines_of(ours), lines_of(theirs)
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    tail = 0
    while tail < min(len(left), len(right)) - same and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    middle = [b"<<<<<<< HEAD\n", *left[same:len(left) - tail], b"=======\n", *right[same:len(right) - tail], b">>>>>>> " + name + b"\n"]
    return b"".join(left[:same] + middle + left[len(left) - tail:])
