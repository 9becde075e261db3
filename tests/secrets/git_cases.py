"""Secrets in git: what is staged, what history holds, baselines, and the hook that stops a commit."""

from __future__ import annotations

import re
import subprocess

from program import DONE, FOUND, MISUSE, ROOT, Failed, Problems, Work, expect, expect_equal, some_of, surroundings
from texts import token

GUIDE = ROOT / "docs/guide/first-scan.md"


class Repository:
    """A throwaway repository in the work folder."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, fails: bool = False, path: str = "") -> str:
        environment = surroundings(self.work.home)
        if path:
            environment["PATH"] = f"{path}:{environment['PATH']}"
        done = subprocess.run(["git", *words], cwd=self.work.folder, env=environment, capture_output=True, timeout=60)
        if (done.returncode != 0) != fails:
            raise Failed(f"git {' '.join(words)[:80]} ended with {done.returncode}: {done.stderr[:300]!r}")
        return (done.stdout + done.stderr).decode("utf-8", "replace").strip()

    def commit(self, **files: str) -> str:
        for name, text in files.items():
            self.work.write(name.replace("__", "/") + ".txt", text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a change")
        return self.git("rev-parse", "HEAD")


def staged_is_the_index(work: Work) -> None:
    """A secret only in the work tree is not seen; one only in the index is; PATHs narrow it."""
    problems = Problems()
    repository = Repository(work)
    repository.commit(a="nothing\n", b="nothing\n")
    staged, loose = token(seed="staged"), token(seed="loose")
    work.planted = [staged, loose]
    work.write("a.txt", f"it is {loose}\n")
    report = work.scan("--staged")
    problems.check(report.code == DONE and not report.findings, f"only in the work tree: exit {report.code}, {some_of(report.findings)}")
    work.write("b.txt", f"one\nit is {staged}\n")
    repository.git("add", "b.txt")
    work.write("b.txt", "cleaned in the work tree only\n")
    report = work.scan("--staged")
    problems.check(report.code == FOUND and {(f.file, f.line) for f in report.errors()} == {("b.txt", 2)},
                   f"only in the index: exit {report.code}, {some_of(report.findings)}")
    problems.check(work.scan("--staged", "a.txt").code == DONE, "--staged a.txt looks at b.txt")
    problems.check(work.scan("--staged", "b.txt").code == FOUND, "--staged b.txt does not find it")
    work.write("sub/deep/c.txt", f"it is {loose}\n")
    repository.git("add", "sub")
    below = work.scan("--staged", folder=work.folder / "sub")
    problems.check(below.code == FOUND, f"called in a folder below: exit {below.code}")
    repository.git("rm", "-q", "--cached", "-r", "-f", "sub", "b.txt")
    problems.check(work.scan("--staged").code == DONE, "removed from the index, and still found")
    problems.finish()


def staged_looks_at_whole_files_or_changes(work: Work) -> None:
    """What has been committed before and is not staged now is none of this commit's business."""
    repository = Repository(work)
    old = token(seed="old")
    work.planted = [old]
    repository.commit(old=f"it is {old}\n")
    work.write("new.txt", "nothing\n")
    repository.git("add", "new.txt")
    report = work.scan("--staged")
    expect(report.code == DONE, f"a file that is not staged is reported: {some_of(report.findings)}")


def first_commit_and_outside(work: Work) -> None:
    """--staged before any commit; outside of a repository it is a wrong call with a reason."""
    done = work.run("scan", "--staged")
    expect(done.code in (MISUSE, 3) and b"git" in done.err.lower(), f"outside of a repository: exit {done.code}, {done.err[:120]!r}")
    repository = Repository(work)
    secret = token(seed="first")
    work.planted = [secret]
    work.write("a.txt", f"it is {secret}\n")
    repository.git("add", "a.txt")
    expect_equal(work.scan("--staged").code, FOUND, "exit code before the first commit")
    done = work.run("scan", "--git", "no-such-branch..HEAD")
    expect(done.code in (MISUSE, 3), f"a range that is not there: exit {done.code}")


def history_is_found(work: Work) -> None:
    """Committed and removed later: found with commit and file; a range leaves out what lies before it."""
    problems = Problems()
    repository = Repository(work)
    secret, later = token(seed="history"), token(seed="later")
    work.planted = [secret, later]
    start = repository.commit(a="nothing\n")
    bad = repository.commit(sub__b=f"one\ntwo\nit is {secret}\n")
    (work.folder / "sub/b.txt").unlink()
    clean = repository.commit(c="nothing more\n")
    problems.check(work.scan(".").code == DONE, "the work tree is not clean")
    report = work.scan("--git", "HEAD")
    problems.check(report.code == FOUND, f"--git HEAD: exit {report.code}")
    if report.errors():
        whole = str(report.errors()[0].whole)
        problems.check(bad[:7] in whole, "the commit is not named in the finding")
        problems.check("sub/b.txt" in whole and report.errors()[0].line == 3, f"the place is {report.errors()[0].file}:{report.errors()[0].line}")
    problems.check(work.scan("--git", f"{start}..{clean}").code == FOUND, "start..clean does not find it")
    problems.check(work.scan("--git", f"{bad}..{clean}").code == DONE, "bad..clean finds what lies before it")
    repository.git("checkout", "-q", "-b", "side", start)
    repository.commit(d=f"it is {later}\n")
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "--no-edit", "side")
    problems.check(work.scan("--git", f"{clean}..HEAD").code == FOUND, "a side branch that was merged is not looked at")
    repository.git("rm", "-q", "d.txt")
    repository.git("commit", "-q", "-m", "take it out")
    both = work.scan("--git", "HEAD")
    problems.check(len({f.digest for f in both.errors()}) == 2, f"HEAD: {len({f.digest for f in both.errors()})} secrets of 2")
    renamed = token(seed="renamed")
    work.planted.append(renamed)
    before = repository.git("rev-parse", "HEAD")
    repository.commit(**{"odd name é": f"it is {renamed}\n"})
    repository.git("mv", "odd name é.txt", "plain.txt")
    repository.git("commit", "-q", "-m", "rename")
    problems.check(work.scan("--git", f"{before}..HEAD").code == FOUND, "a name with a space and an accent is not looked at")
    problems.finish()


def baseline_round_trip(work: Work) -> None:
    """What is known is not said again, also when lines move; what is new is; and the baseline holds no secret."""
    problems = Problems()
    secret, new = token(seed="base"), token(seed="new")
    work.planted = [secret, new]
    work.write("tree/a.txt", f"one\nit is {secret}\n")
    first = work.scan("tree", "--write-baseline", "baseline.json")
    problems.check((work.folder / "baseline.json").is_file(), f"no baseline was written (exit {first.code})")
    if not (work.folder / "baseline.json").is_file():
        problems.finish()
    text = (work.folder / "baseline.json").read_text()
    problems.check(secret not in text and secret[4:12] not in text, "the baseline holds part of the secret")
    again = work.scan("tree", "--baseline", "baseline.json")
    problems.check(again.code == DONE and not again.errors(), f"with the baseline: exit {again.code}, {some_of(again.findings)}")
    work.write("tree/a.txt", f"zero\nhalf\none\nit is {secret}\n")
    moved = work.scan("tree", "--baseline", "baseline.json")
    problems.check(moved.code == DONE, f"moved by two lines: exit {moved.code}")
    work.write("tree/b.txt", f"it is {new}\n")
    more = work.scan("tree", "--baseline", "baseline.json")
    problems.check(more.code == FOUND and {f.file for f in more.errors()} == {"tree/b.txt"},
                   f"with a new one: exit {more.code}, {some_of(more.findings)}")
    work.write("tree/b.txt", "nothing\n")
    work.write("tree/a.txt", f"one\nit is {new}\n")
    swapped = work.scan("tree", "--baseline", "baseline.json")
    if swapped.code == DONE:
        work.note("baseline: another secret of the same kind in the same place of the same file counts as the known one")
    done = work.run("scan", "tree", "--baseline", "missing.json")
    problems.check(done.code in (MISUSE, 3), f"a baseline that is not there: exit {done.code}")
    work.write("broken.json", "{")
    problems.check(work.run("scan", "tree", "--baseline", "broken.json").code in (MISUSE, 3), "a broken baseline is taken")
    problems.finish()


def hook_stops_a_commit(work: Work) -> None:
    """The recipe of the guide: a planted token stops the commit and is not printed, a clean commit passes."""
    problems = Problems()
    blocks = re.findall(r"^```\w*\n(#!.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    hooks = [block for block in blocks if "--staged" in block]
    expect(hooks, f"{GUIDE.relative_to(ROOT)} holds no hook script with --staged (a block that begins with #!)")
    repository = Repository(work)
    tools = work.aside / "bin"
    tools.mkdir()
    (tools / "understudy").symlink_to(work.program)
    hook = work.folder / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(hooks[0])
    hook.chmod(0o755)
    secret = token(seed="hook")
    work.planted = [secret]
    work.write("a.txt", "nothing\n")
    repository.git("add", "a.txt")
    repository.git("commit", "-q", "-m", "clean", path=str(tools))
    head = repository.git("rev-parse", "HEAD")
    work.write("b.txt", f"it is {secret}\n")
    repository.git("add", "b.txt")
    said = repository.git("commit", "-q", "-m", "dirty", fails=True, path=str(tools))
    problems.check(secret not in said and "b.txt" in said, f"the hook said: {said[:160]!r}" if secret not in said else "the hook printed the token")
    problems.check(repository.git("rev-parse", "HEAD") == head, "the commit was made")
    work.write("b.txt", "cleaned\n")
    repository.git("add", "b.txt")
    repository.git("commit", "-q", "-m", "clean again", path=str(tools))
    problems.finish()


hook_stops_a_commit.lacks = lambda: "" if GUIDE.is_file() else "docs/guide/first-scan.md is not there"

CASES = [staged_is_the_index, staged_looks_at_whole_files_or_changes, first_commit_and_outside, history_is_found, baseline_round_trip,
         hook_stops_a_commit]
