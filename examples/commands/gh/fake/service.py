"""A GitHub that lives in memory: one repository with issues, pull requests, branches, checks and runs.

It knows states and what leads from one to the next; what `gh` says about them is in gh_words.py.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

FIRST_MOMENT = datetime(2026, 1, 5, 9, 0, tzinfo=timezone.utc)
REPOSITORY = "acme/sandbox"
OWNER = {"id": "U_sandbox", "is_bot": False, "login": "sandbox-writer", "name": "Sandbox Writer"}


@dataclass
class Issue:
    number: int
    title: str
    body: str
    updated: str
    labels: list[dict[str, str]] = field(default_factory=list)
    is_open: bool = True


@dataclass
class Pull:
    number: int
    title: str
    head: str
    created: str
    state: str = "OPEN"
    checks: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Commit:
    tree: str
    parents: list[str]
    message: str

    @property
    def id(self) -> str:
        return digits(self.tree, *self.parents, self.message)


def digits(*parts: str) -> str:
    """Forty of them, the same for the same parts. GitHub's own ids depend on the second too."""
    return hashlib.sha1("\0".join(parts).encode()).hexdigest()


class Service:
    def __init__(self, next_number: int = 7) -> None:
        self.next_number = next_number  # issues and pull requests share one row of numbers
        self.calls = 0
        self.issues: dict[int, Issue] = {}
        self.pulls: dict[int, Pull] = {}
        self.runs: list[dict[str, object]] = []
        self.labels = {"triage": {"id": "LA_triage", "name": "triage", "description": "", "color": "ededed"}}
        first = Commit(digits("tree"), [], "initial")
        self.commits = {first.id: first}
        self.branches = {"main": first.id}
        self.is_limited = False  # the rate limit is used up

    def now(self) -> str:
        self.calls += 1
        return (FIRST_MOMENT + timedelta(seconds=self.calls)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def number(self) -> int:
        self.next_number += 1
        return self.next_number - 1

    def add_issue(self, title: str, body: str, labels: list[str]) -> Issue:
        made = Issue(self.number(), title, body, self.now(), [self.labels[name] for name in labels])
        self.issues[made.number] = made
        return made

    def open_issues(self, label: str) -> list[Issue]:
        """Newest first."""
        found = [each for each in self.issues.values() if each.is_open and any(one["name"] == label for one in each.labels)]
        return sorted(found, key=lambda each: -each.number)

    def add_commit(self, tree: str, parents: list[str], message: str) -> Commit:
        made = Commit(tree, parents, message)
        self.commits[made.id] = made
        return made

    def is_ahead(self, head: str, base: str) -> bool:
        """Whether a branch has a commit that the other has not."""
        return self.branches[head] not in self._ancestors(self.branches[base])

    def _ancestors(self, tip: str) -> set[str]:
        return {tip}.union(*(self._ancestors(parent) for parent in self.commits[tip].parents))

    def add_pull(self, title: str, head: str) -> Pull:
        made = Pull(self.number(), title, head, self.now())
        self.pulls[made.number] = made
        return made
