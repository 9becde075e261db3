"""What git 2.39 says: one function a subcommand, over a Repository. A flag that is not listed here is not served."""

from __future__ import annotations

from collections.abc import Callable

import diffs
from fake_protocol import Answer, NotServed
from objects import SHORT, Commit, Person
from repository import Repository

Config = dict[str, str]


UNKNOWN_REVISION = (
    "fatal: ambiguous argument '{0}': unknown revision or path not in the working tree.\n"
    "Use '--' to separate paths from revisions, like this:\n"
    "'git <command> [<revision>...] -- [<file>...]'\n")

NO_IDENTITY = """Author identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: no email was given and auto-detection is disabled
"""

BEHIND = {
    "fetch first": ("Updates were rejected because the remote contains work that you do",
                    "not have locally. This is usually caused by another repository pushing",
                    "to the same ref. You may want to first integrate the remote changes",
                    "(e.g., 'git pull ...') before pushing again."),
    "non-fast-forward": ("Updates were rejected because the tip of your current branch is behind",
                         "its remote counterpart. Integrate the remote changes (e.g.",
                         "'git pull ...') before pushing again."),
}


def fatal(text: str, code: int = 128) -> Answer:
    return Answer().err(text).exit(code)


def shown_path(path: bytes, config: Config) -> bytes:
    """In quotes with octal escapes, unless the configuration asks for the bytes."""
    plain = all(32 <= byte < 127 and byte not in b'"\\' for byte in path)
    if plain or config.get("core.quotePath") == "false":
        return path
    escaped = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in path)
    return f'"{escaped}"'.encode()


def status(repository: Repository, config: Config, args: list[str]) -> Answer:
    if args != ["--porcelain"]:
        raise NotServed
    head, index, files = repository.head_files(), repository.index, repository.files
    rows, untracked = [], []
    for path in sorted(head.keys() | index.keys() | files.keys()):
        if path in repository.unmerged:
            rows.append((b"UU", path))
        elif path not in index and path not in head:
            untracked.append((b"??", path))
        else:
            staged = b" " if head.get(path) == index.get(path) else b"A" if path not in head else b"D" if path not in index else b"M"
            worked = b" " if files.get(path) == index.get(path) else b"D" if path not in files else b"M"
            if staged + worked != b"  ":
                rows.append((staged + worked, path))
    return Answer().out(b"".join(code + b" " + shown_path(path, config) + b"\n" for code, path in rows + untracked))


def add(repository: Repository, config: Config, args: list[str]) -> Answer:
    if args != ["-A"]:
        raise NotServed
    repository.add_all()
    return Answer()


def commit(repository: Repository, config: Config, args: list[str]) -> Answer:
    if len(args) != 2 or args[0] != "-m":
        raise NotServed
    if "user.email" not in config:
        if config.get("user.useConfigOnly") != "true":
            raise NotServed  # what real git guesses depends on the machine
        return fatal(NO_IDENTITY)
    changed = diffs.changes(repository.head_files(), repository.index)
    if not changed:
        if repository.files != repository.index:
            raise NotServed
        return Answer().out(f"On branch {repository.branch}\nnothing to commit, working tree clean\n").exit(1)
    is_first = repository.head is None
    made = repository.commit(Person(config["user.name"], config["user.email"]), args[1])
    head = f"[{repository.branch}{' (root-commit)' if is_first else ''} {made.short}] {made.message}\n{diffs.totals(changed)}"
    return Answer().out(head.encode() + diffs.made(changed))


def rev_parse(repository: Repository, config: Config, args: list[str]) -> Answer:
    flags, names = [arg for arg in args if arg.startswith("-")], [arg for arg in args if not arg.startswith("-")]
    if len(names) != 1 or flags not in ([], ["--short"], ["--verify"]):
        raise NotServed
    found = repository.resolve(names[0])
    if found:
        return Answer().out((found[:SHORT] if flags == ["--short"] else found) + "\n")
    if flags:
        return fatal("fatal: Needed a single revision\n")
    return Answer().out(names[0] + "\n").err(UNKNOWN_REVISION.format(names[0])).exit(128)


def log(repository: Repository, config: Config, args: list[str]) -> Answer:
    if not args or args[0] != "--format=%H%x00%aI%x00%s" or len(args) > 2:
        raise NotServed
    if len(args) == 2 and not repository.resolve(args[1]):
        return fatal(UNKNOWN_REVISION.format(args[1]))
    tip = repository.resolve(args[1]) if len(args) == 2 else repository.head
    if not tip:
        return fatal(f"fatal: your current branch '{repository.branch}' does not have any commits yet\n")
    return Answer().out("".join(f"{each.id}\0{each.iso_time()}\0{each.message}\n" for each in repository.history(tip)))


def diff(repository: Repository, config: Config, args: list[str]) -> Answer:
    tracked = {path: content for path, content in repository.files.items() if path in repository.index}
    changed = diffs.changes(repository.index, tracked)
    if args == ["--stat"]:
        return Answer().out(diffs.stat(changed))
    if len(args) == 1 and not args[0].startswith("-"):
        return Answer().out(b"".join(diffs.patch(each) for each in changed if each.path == args[0].encode()))
    raise NotServed


def show(repository: Repository, config: Config, args: list[str]) -> Answer:
    revision, colon, path = args[0].partition(":") if len(args) == 1 else ("", "", "")
    found = repository.resolve(revision) if colon else None
    content = repository.commits[found].files.get(path.encode()) if found else None
    if content is None:
        raise NotServed
    return Answer().out(content)


def worktree(repository: Repository, config: Config, args: list[str]) -> Answer:
    if args == ["list", "--porcelain"]:
        rows = [("/scratch/repo", repository.branch)]
        rows += [("/scratch/" + path.removeprefix("../"), branch) for path, branch in repository.worktrees.items()]
        return Answer().out("".join(f"worktree {path}\nHEAD {repository.branches[branch]}\nbranch refs/heads/{branch}\n\n" for path, branch in rows))
    if len(args) != 4 or args[0] != "add" or args[2] != "-b" or not repository.head:
        raise NotServed
    path, branch = args[1], args[3]
    answer = Answer().err(f"Preparing worktree (new branch '{branch}')\n")
    if branch in repository.branches:
        return answer.err(f"fatal: a branch named '{branch}' already exists\n").exit(255)
    if path in repository.worktrees:
        return answer.err(f"fatal: '{path}' already exists\n").exit(128)
    repository.branches[branch] = repository.head
    repository.worktrees[path] = branch
    tip = repository.commits[repository.head]
    return answer.out(f"HEAD is now at {tip.short} {tip.message}\n")


def push(repository: Repository, config: Config, args: list[str]) -> Answer:
    if len(args) != 2 or args[0] not in repository.remotes:
        raise NotServed
    (url, there), branch = repository.remotes[args[0]], args[1]
    failed = f"error: failed to push some refs to '{url}'\n"
    tip, old = repository.branches.get(branch), there.branches.get(branch)
    if not tip:
        return fatal(f"error: src refspec {branch} does not match any\n{failed}", 1)
    if tip == old:
        return Answer().err("Everything up-to-date\n")
    if old and not (old in repository.commits and repository.has_ancestor(tip, old)):
        why = "non-fast-forward" if old in repository.commits else "fetch first"
        hints = [*BEHIND[why], "See the 'Note about fast-forwards' in 'git push --help' for details."]
        lines = f"To {url}\n ! {'[rejected]':<17} {branch} -> {branch} ({why})\n{failed}"
        return fatal(lines + "".join(f"hint: {hint}\n" for hint in hints), 1)
    there.take(repository, tip)
    there.branches[branch] = tip
    repository.tracking[f"{args[0]}/{branch}"] = tip
    return Answer().err(f"To {url}\n{_moved(old, tip)} {branch} -> {branch}\n")


def fetch(repository: Repository, config: Config, args: list[str]) -> Answer:
    if len(args) != 1:
        raise NotServed
    if args[0] not in repository.remotes:
        return fatal(f"fatal: '{args[0]}' does not appear to be a git repository\n"
                     "fatal: Could not read from remote repository.\n\n"
                     "Please make sure you have the correct access rights\nand the repository exists.\n")
    url, there = repository.remotes[args[0]]
    rows = ""
    for branch, tip in sorted(there.branches.items()):
        name = f"{args[0]}/{branch}"
        old = repository.tracking.get(name)
        if old != tip:
            rows += f"{_moved(old, tip)} {branch:<10} -> {name}\n"
        repository.take(there, tip)
        repository.tracking[name] = tip
    return Answer().err(f"From {url.removesuffix('.git')}\n{rows}" if rows else "")


def _moved(old: str | None, tip: str) -> str:
    return f"   {old[:SHORT] + '..' + tip[:SHORT]:<17}" if old else f" * {'[new branch]':<17}"


def merge(repository: Repository, config: Config, args: list[str]) -> Answer:
    theirs = repository.resolve(args[0]) if len(args) == 1 else None
    if not theirs or not repository.head:
        raise NotServed
    if repository.has_ancestor(repository.head, theirs):
        return Answer().out("Already up to date.\n")
    clashing = repository.conflicts(theirs)
    if clashing is None:
        raise NotServed  # a merge that works out makes a commit with two parents
    repository.unmerged |= set(clashing)
    answer = Answer().exit(1)
    for path in clashing:
        answer.out(b"Auto-merging %b\nCONFLICT (content): Merge conflict in %b\n" % (path, path))
        repository.files[path] = diffs.both_sides(repository.files[path], repository.commits[theirs].files[path], args[0].encode())
        answer.file(f"repo/{path.decode()}", repository.files[path])
    return answer.out("Automatic merge failed; fix conflicts and then commit the result.\n")


def first_bad(repository: Repository, found: Commit) -> bytes:
    before = repository.commits[found.parents[0]].files if found.parents else {}
    changed = diffs.changes(before, found.files)
    head = (f"{found.id} is the first bad commit\ncommit {found.id}\nAuthor: {found.author}\n"
            f"Date:   {found.long_time()}\n\n    {found.message}\n\n")
    return head.encode() + diffs.stat(changed) + diffs.made(changed)


VERBS: dict[str, Callable[[Repository, Config, list[str]], Answer]] = {
    "add": add, "commit": commit, "diff": diff, "fetch": fetch, "log": log, "merge": merge, "push": push, "rev-parse": rev_parse,
    "show": show, "status": status, "worktree": worktree,
}
