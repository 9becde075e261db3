"""A git repository in memory: files, index, history, branches, worktrees, remotes, and a bisection.

It knows states and what leads from one to the next; the words are in verbs.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from diffs import Change
from objects import Commit, Files, Person

FIRST_SECOND = 1_700_000_000  # each commit is made one second after the one before


@dataclass
class Bisection:
    bad: str = ""
    good: str = ""
    came_from: str = ""  # the branch to go back to


@dataclass
class Repository:
    files: Files = field(default_factory=dict)
    index: Files = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tracking: dict[str, str] = field(default_factory=dict)  # "origin/main"
    branch: str = "main"
    detached: str = ""  # a commit, during a bisection
    worktrees: dict[str, str] = field(default_factory=dict)  # path as given to branch
    remotes: dict[str, tuple[str, Repository]] = field(default_factory=dict)  # url, and what is there
    unmerged: set[bytes] = field(default_factory=set)
    bisection: Bisection | None = None

    @property
    def head(self) -> str | None:
        return self.detached or self.branches.get(self.branch)

    def head_files(self) -> Files:
        return self.commits[self.head].files if self.head else {}

    def resolve(self, revision: str) -> str | None:
        name, _, steps = revision.partition("~")
        found = self.head if name == "HEAD" else self.branches.get(name) or self.tracking.get(name) or self._abbreviated(name)
        for _ in range(int(steps or 0)):
            parents = self.commits[found].parents if found else []
            found = parents[0] if parents else None
        return found

    def _abbreviated(self, name: str) -> str | None:
        if len(name) < 4:
            return None
        matches = [each for each in self.commits if each.startswith(name)]
        return matches[0] if len(matches) == 1 else None

    def add_all(self) -> None:
        self.index = dict(self.files)

    def commit(self, author: Person, message: str) -> Commit:
        parents = [self.head] if self.head else []
        made = Commit(dict(self.index), parents, author, FIRST_SECOND + len(self.commits), message)
        self.commits[made.id] = made
        self.branches[self.branch] = made.id
        return made

    def check_out(self, commit: str) -> None:
        self.files = dict(self.commits[commit].files)
        self.index = dict(self.files)

    def switch(self, branch: str) -> None:
        self.branch, self.detached = branch, ""
        self.check_out(self.branches[branch])

    def history(self, tip: str | None) -> list[Commit]:
        """Newest first, along first parents: there are no merges here."""
        found = []
        while tip:
            found.append(self.commits[tip])
            tip = found[-1].parents[0] if found[-1].parents else None
        return found

    def has_ancestor(self, tip: str, ancestor: str) -> bool:
        return any(commit.id == ancestor for commit in self.history(tip))

    def merge_base(self, one: str, other: str) -> str | None:
        own = {commit.id for commit in self.history(one)}
        return next((commit.id for commit in self.history(other) if commit.id in own), None)

    def take(self, other: Repository, tip: str) -> None:
        for commit in other.history(tip):
            self.commits.setdefault(commit.id, commit)

    def conflicts(self, theirs: str) -> list[bytes] | None:
        """Files in which both sides changed the same lines; None where the merge would work out."""
        base = self.commits[self.merge_base(self.head or "", theirs) or ""].files
        ours, other = self.head_files(), self.commits[theirs].files
        both = [path for path in base if ours.get(path) != base[path] and other.get(path) not in (base[path], ours.get(path))]
        clashing = [path for path in both if _touched(Change(path, base[path], ours.get(path))) & _touched(Change(path, base[path], other.get(path)))]
        return clashing or None

    def suspects(self) -> list[Commit]:
        """Oldest first: what may be the first bad commit."""
        bisection = self.bisection or Bisection()
        found = []
        for commit in self.history(bisection.bad):
            if commit.id == bisection.good:
                break
            found.insert(0, commit)
        return found


def _touched(change: Change) -> set[int]:
    """Lines of the file as it was that a change replaces or stands before."""
    lines: set[int] = set()
    for tag, first, last, _, _ in change.opcodes():
        if tag != "equal":
            lines |= set(range(first, last)) or {first}
    return lines
