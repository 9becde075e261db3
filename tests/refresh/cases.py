"""Refresh and review where a script cannot reach: a kill in the middle, a signal, two runs at once, somebody at a terminal.

Each case gets a shop of its own: a git repository with one service, a tool outside of it that says what the case wants, and a
folder for temporary files in which nothing may be left.
"""

from __future__ import annotations

import hashlib
import json
import os
import pty
import select
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

SECONDS = 120
PLAN = """version: 1
service: stock
target: scratch
steps:
  - {id: count, run: [stock, count], effect: read, record: count}
  - {id: list, run: [stock, list], effect: read, record: list}
teardown:
  - {run: [stock, down], effect: write}
"""
TOOL = """#!/bin/sh
case "$1" in
  count) echo '{"count": 3, "state": "%(state)s"}';;
  list) echo '[{"id": 1, "name": "%(name)s"}]';;
  down) echo down >>"%(place)s/torn-down";;
esac
"""


class Failed(Exception):
    pass


class Skipped(Exception):
    """Something that the case needs is not on this machine."""


def expect(holds: bool, problem: str) -> None:
    if not holds:
        raise Failed(problem)


class Shop:
    def __init__(self, binary: Path, folder: Path) -> None:
        self.binary, self.folder, self.root = binary, folder, folder / "shop"
        self.tmp, self.tools = folder / "tmp", folder / "tool"
        for each in (self.root / "plans", self.tmp, self.tools, folder / "home"):
            each.mkdir(parents=True)
        self.environment = {"PATH": f"{self.tools}:{os.environ['PATH']}", "HOME": str(folder / "home"), "TMPDIR": str(self.tmp), "LC_ALL": "C.UTF-8"}
        (self.root / "plans/stock.yaml").write_text(PLAN, encoding="utf-8")
        self.say("open", "nut")
        self.configure("gate: ['true']")
        self.git("init", "-q", "-b", "main", ".")
        self.git("config", "user.name", "Tester")
        self.git("config", "user.email", "tester@example.test")
        self.run("record", "--plan", "plans/stock.yaml", codes=(0,))
        shutil.rmtree(self.root / ".understudy")
        self.git("add", "plans", "cassettes", "understudy.yaml")
        self.git("commit", "-q", "-m", "base")

    def configure(self, refresh: str) -> None:
        (self.root / "understudy.yaml").write_text(f"services: {{stock: }}\nrefresh: {{{refresh}}}\n", encoding="utf-8")

    def say(self, state: str, name: str) -> None:
        tool = self.tools / "stock"
        tool.write_text(TOOL % {"state": state, "name": name, "place": self.folder}, encoding="utf-8")
        tool.chmod(0o755)

    def git(self, *words: str) -> str:
        return subprocess.run(["git", *words], cwd=self.root, env=self.environment | {"GIT_OPTIONAL_LOCKS": "0"}, check=True, capture_output=True, text=True, timeout=SECONDS).stdout.strip()

    def run(self, *words: str, codes: tuple[int, ...]) -> str:
        done = subprocess.run([self.binary, *words], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False)
        expect(done.returncode in codes, f"{' '.join(words)} ended with {done.returncode}, not {codes}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen([self.binary, *words], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def files(self) -> dict[str, str]:
        """Everything git would see, with the index and the refs: what a checkout is."""
        seen = {name: hashlib.sha256((self.root / name).read_bytes()).hexdigest() for name in self.git("ls-files").splitlines() if (self.root / name).is_file()}
        seen["status"] = self.git("status", "--short")
        seen["index"] = hashlib.sha256((self.root / ".git/index").read_bytes()).hexdigest()
        seen["refs"] = self.git("for-each-ref", "refs/heads/main", "refs/tags") + self.git("rev-parse", "HEAD")
        return seen

    def leaves_nothing(self) -> None:
        left = [each.name for each in self.tmp.iterdir()]
        expect(not left, f"left in the folder of temporary files: {left}")
        expect(len(self.git("worktree", "list").splitlines()) == 1, "a work tree is left")

    def branch(self) -> str:
        names = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads/understudy").splitlines()
        expect(len(names) == 1, f"branches: {names}")
        return names[0]


def wait_for(path: Path) -> None:
    """A fifo of the case: opened when the other side is there. Ends with the case's own limit."""
    with path.open(encoding="utf-8") as other:
        other.read()


def the_branch_is_the_tree_that_the_gate_saw(shop: Shop) -> None:
    """P37, P38: the commit's tree is what the gate stood in, and its parent is the base; the gate ran when there was no branch yet."""
    gate = shop.folder / "gate.sh"
    gate.write_text("git ls-files -s >\"$UNDERSTUDY_CHECKOUT/../seen\" && git write-tree >\"$UNDERSTUDY_CHECKOUT/../tree\"\n"
                    "for f in $(git ls-files); do git hash-object \"$f\"; done >\"$UNDERSTUDY_CHECKOUT/../hashes\"\n"
                    "git for-each-ref refs/heads/understudy >\"$UNDERSTUDY_CHECKOUT/../branches\"\n", encoding="utf-8")
    shop.configure(f"gate: [sh, {gate}], output: branch")
    shop.git("commit", "-q", "-a", "-m", "gate")
    before = shop.files()
    shop.say("ready", "nut")
    shop.run("refresh", codes=(1,))
    tree = (shop.folder / "tree").read_text(encoding="utf-8").strip()
    branch = shop.branch()
    expect(shop.git("rev-parse", branch + "^{tree}") == tree, "the branch is not the gated tree")
    expect(shop.git("rev-parse", branch + "^") == shop.git("rev-parse", "main"), "its parent is not the base")
    expect(not (shop.folder / "branches").read_text(encoding="utf-8"), "the branch was there before the gate ran")
    # What lay on disk, and not only in the index, is what is proposed.
    listed = [line.split()[1] for line in (shop.folder / "seen").read_text(encoding="utf-8").splitlines()]
    expect(listed == (shop.folder / "hashes").read_text(encoding="utf-8").split(), "the files that the gate saw are not those of the tree")
    expect(shop.git("diff", "--name-only", "main", branch) == "cassettes/stock/count.yaml", "other files are in the change")
    expect(shop.files() == before, "the checkout was touched")
    shop.leaves_nothing()


def a_patch_is_the_same_change(shop: Shop) -> None:
    shop.say("ready", "bolt")
    shop.run("refresh", "--output", "branch", codes=(1,))
    shop.git("apply", "--index", ".understudy/refresh/stock.patch")
    expect(shop.git("write-tree") == shop.git("rev-parse", shop.branch() + "^{tree}"), "patch and branch differ")


def killed_in_the_gate(shop: Shop) -> None:
    """A run that is killed leaves a work tree and no lock; the next one clears up and goes on."""
    fifo = shop.folder / "fifo"
    os.mkfifo(fifo)
    gate = shop.folder / "gate.sh"
    gate.write_text(f"echo at work >{fifo}\nexec sleep 600\n", encoding="utf-8")
    shop.configure(f"gate: [sh, {gate}]")
    shop.git("commit", "-q", "-a", "-m", "gate")
    shop.say("ready", "nut")
    before = shop.files()
    with shop.start("refresh") as running:
        wait_for(fifo)
        # While it is at work a second one does nothing.
        said = shop.run("refresh", codes=(4,))
        expect(f"process {running.pid}" in said, f"who holds the lock is not told: {said}")
        running.kill()
        running.wait(SECONDS)
    expect(any(shop.tmp.iterdir()), "this case shows nothing: no scratch folder was left")
    expect(shop.files() == before, "the checkout was touched")
    gate.write_text("exit 0\n", encoding="utf-8")
    shop.run("refresh", codes=(1,))
    expect(shop.files() == before, "the checkout was touched")
    shop.leaves_nothing()


def interrupted_while_recording(shop: Shop) -> None:
    """P57: a signal in the middle of a plan: tear-down runs, nothing is proposed, nothing is left."""
    fifo, go = shop.folder / "fifo", shop.folder / "go"
    os.mkfifo(fifo)
    os.mkfifo(go)
    tool = shop.tools / "stock"
    tool.write_text(tool.read_text(encoding="utf-8").replace("  count) ", f"  count) echo at work >{fifo}; read -r _ <{go}; "), encoding="utf-8")
    before = shop.files()
    with shop.start("refresh") as running:
        wait_for(fifo)
        running.send_signal(signal.SIGTERM)
        # The step may be stopped before it reads: then nobody opens the other end.
        try:
            other = os.open(go, os.O_WRONLY | os.O_NONBLOCK)
            os.write(other, b"on\n")
            os.close(other)
        except OSError:
            pass
        said = running.communicate(timeout=SECONDS)[0]
    expect(running.returncode == 4, f"ended with {running.returncode}: {said}")
    expect((shop.folder / "torn-down").is_file(), "tear-down did not run")
    expect(not list((shop.root / ".understudy/refresh").glob("*.patch")), "something was proposed")
    expect(shop.files() == before, "the checkout was touched")
    shop.leaves_nothing()


def interrupted_in_the_gate(shop: Shop) -> None:
    """A signal while the gate runs: the gate is ended, nothing is proposed, no finding is made of it."""
    fifo = shop.folder / "fifo"
    os.mkfifo(fifo)
    gate = shop.folder / "gate.sh"
    gate.write_text(f"echo at work >{fifo}\nexec sleep 600\n", encoding="utf-8")
    shop.configure(f"gate: [sh, {gate}], output: branch")
    shop.git("commit", "-q", "-a", "-m", "gate")
    shop.say("ready", "nut")
    before = shop.files()
    with shop.start("refresh") as running:
        wait_for(fifo)
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=SECONDS)[0]
    expect(running.returncode == 4, f"ended with {running.returncode}: {said}")
    expect("stopped before stock was proposed: a signal came" in said and "gate_unknown" not in said, said)
    expect(not shop.git("for-each-ref", "refs/heads/understudy"), "there is a branch")
    expect(shop.files() == before, "the checkout was touched")
    shop.leaves_nothing()


def run_from_a_hook(shop: Shop) -> None:
    """git tells a hook which repository and index it means; neither is refresh's business."""
    shop.say("ready", "nut")
    before = shop.files()
    shop.environment |= {"GIT_DIR": str(shop.root / ".git"), "GIT_INDEX_FILE": str(shop.root / ".git/index"), "GIT_WORK_TREE": str(shop.root)}
    shop.run("refresh", "--output", "branch", codes=(1,))
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        del shop.environment[name]
    expect(shop.files() == before, "the checkout was touched")
    shop.leaves_nothing()


def hooks_of_the_project_do_not_run(shop: Shop) -> None:
    for name in ("post-checkout", "pre-commit", "reference-transaction"):
        hook = shop.root / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ncat >/dev/null\necho {name} >>{shop.folder}/hooks\n", encoding="utf-8")
        hook.chmod(0o755)
    shop.say("ready", "nut")
    shop.run("refresh", "--output", "branch", codes=(1,))
    expect(not (shop.folder / "hooks").exists(), "a hook ran")


class Talk:
    """Somebody at a terminal."""

    def __init__(self, shop: Shop) -> None:
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(shop.root)
            os.execve(shop.binary, [str(shop.binary), "review"], shop.environment | {"TERM": "dumb"})
        self.said = ""

    def until(self, words: str) -> str:
        begin = len(self.said)
        while words not in self.said[begin:]:
            ready = select.select([self.terminal], [], [], SECONDS)[0]
            expect(bool(ready), f"it never said {words!r}: {self.said}")
            try:
                piece = os.read(self.terminal, 4096)
            except OSError:  # the other side is gone
                piece = b""
            expect(piece != b"", f"it ended before it said {words!r}: {self.said}")
            self.said += piece.decode().replace("\r", "")
        return self.said[begin:]

    def answer(self, words: str) -> None:
        os.write(self.terminal, (words + "\n").encode())

    def end(self) -> int:
        while True:
            try:
                if not os.read(self.terminal, 4096):
                    break
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def talk_at_a_terminal(shop: Shop) -> None:
    """One change at a time: a note, a wrong letter, a rejection with a reason, an acceptance."""
    shop.say("ready", "bolt")
    shop.run("record", "--plan", "plans/stock.yaml", codes=(1,))
    talk = Talk(shop)
    first = talk.until("[q]uit? ")
    expect("warning value_changed cassettes/stock/count.yaml (count)\n" in first, first)
    expect('"open" -> "ready"' in first, first)
    talk.answer("n")
    talk.until("note: ")
    talk.answer("ask the shop")
    talk.until("[q]uit? ")
    talk.answer("x")
    expect("one letter of these" in talk.until("[q]uit? "), talk.said)
    talk.answer("r")
    talk.until("why? ")
    talk.answer("")
    expect("a rejection needs a reason" in talk.until("[q]uit? "), talk.said)
    talk.answer("r")
    talk.until("why? ")
    talk.answer("a bug of theirs")
    expect("cassettes/stock/list.yaml (list)" in talk.until("[q]uit? "), talk.said)
    talk.answer("a")
    expect("1 accepted, 1 rejected, 0 made rules, 0 waiting" in talk.until("waiting\n"), talk.said)
    expect(talk.end() == 0, "it did not end with 0")
    expect("bolt" in (shop.root / "cassettes/stock/list.yaml").read_text(encoding="utf-8"), "it was not taken over")
    count = (shop.root / "cassettes/stock/count.yaml").read_text(encoding="utf-8")
    expect("ask the shop" in count and "ready" not in count, count)
    kept = json.loads((shop.root / "cassettes/rejections.json").read_text(encoding="utf-8"))["rejections"]
    expect([each["reason"] for each in kept] == ["a bug of theirs"], str(kept))
    shop.run("review", "list", codes=(0,))


def skip_rule_and_class_at_a_terminal(shop: Shop) -> None:
    shop.say("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z")
    shop.run("record", "--plan", "plans/stock.yaml", codes=(1,))
    shop.run("review", "accept", "--all", codes=(0,))
    shop.say("2026-02-03T04:05:06Z", "2026-02-03T04:05:06Z")
    shop.run("record", "--plan", "plans/stock.yaml", codes=(1,))
    talk = Talk(shop)
    talk.until("[q]uit? ")
    talk.answer("s")
    expect("(list)" in talk.until("[q]uit? "), talk.said)
    talk.answer("u")
    expect('rule {"use":"timestamps.ISO8601"' in talk.until("waiting\n"), talk.said)
    expect(talk.end() == 1, "one is waiting still")
    expect("timestamps.ISO8601" in (shop.root / "cassettes/stock/list.yaml").read_text(encoding="utf-8"), "no rule in the cassette")
    listed = json.loads(shop.run("review", "list", "--format", "json", codes=(1,)))["pending"]
    expect([each["cassette"] for each in listed] == ["count"], str(listed))
    talk = Talk(shop)
    talk.until("[q]uit? ")
    talk.answer("c")
    expect("1 accepted" in talk.until("waiting\n"), talk.said)
    expect(talk.end() == 0, "nothing is left")
    shop.run("check", codes=(3,))  # the files load; there is no fake to play them against


def what_no_rule_can_be_made_of(shop: Shop) -> None:
    """An exit code does not vary: it is told, and the talk goes on."""
    tool = shop.tools / "stock"
    tool.write_text(tool.read_text(encoding="utf-8").replace("  list) ", "  list) trap 'exit 3' EXIT; "), encoding="utf-8")
    shop.run("record", "--plan", "plans/stock.yaml", codes=(1,))
    talk = Talk(shop)
    talk.until("[q]uit? ")
    talk.answer("u")
    expect("[review.no_rule]" in talk.until("[q]uit? "), talk.said)
    talk.answer("q")
    expect(talk.end() == 1, "it waits still")


GH = """#!/bin/sh
echo "$*" >>"%(place)s/gh.log"
case "$1 $2" in
  "pr list") ;;
  "pr view") echo '{"reference": "https://forge.test/pull/7"}';;
  "issue create") echo https://forge.test/issues/8;;
esac
"""


def the_example_driver_files_with_gh(shop: Shop) -> None:
    """examples/refresh/gh_driver.sh, with a gh that only writes down what it is told: a branch that is pushed, a pull request, an issue."""
    if shutil.which("jq") is None:
        raise Skipped("jq is not here")
    gh = shop.tools / "gh"
    gh.write_text(GH % {"place": shop.folder}, encoding="utf-8")
    gh.chmod(0o755)
    remote = shop.folder / "remote.git"
    shop.git("init", "-q", "--bare", str(remote))
    shop.git("remote", "add", "origin", str(remote))
    driver = Path(__file__).resolve().parents[2] / "examples/refresh/gh_driver.sh"
    shop.configure(f"gate: ['true'], output: command, driver: [sh, {driver}], escalation: [{{when: {{}}, after_attempts: 1}}]")
    shop.git("commit", "-q", "-a", "-m", "driver")
    shop.say("ready", "nut")
    said = shop.run("refresh", codes=(7,))
    expect("https://forge.test/pull/7" in said and "not_filed" not in said, said)
    pushed = shop.git("ls-remote", "origin")
    expect(shop.git("rev-parse", shop.branch()) in pushed, f"the branch was not pushed: {pushed}")
    told = (shop.folder / "gh.log").read_text(encoding="utf-8")
    expect(f"pr create --head {shop.branch()} --base main --title contract-refresh:" in told, told)
    expect("issue create --title A person is needed: stock: value_changed at stdout /state of count" in told, told)


CASES: list[Callable[[Shop], None]] = [
    the_branch_is_the_tree_that_the_gate_saw,
    a_patch_is_the_same_change,
    killed_in_the_gate,
    interrupted_while_recording,
    interrupted_in_the_gate,
    run_from_a_hook,
    hooks_of_the_project_do_not_run,
    talk_at_a_terminal,
    skip_rule_and_class_at_a_terminal,
    what_no_rule_can_be_made_of,
    the_example_driver_files_with_gh,
]
