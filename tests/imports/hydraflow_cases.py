"""What `import hydraflow` must do with the real files: take all of them over, believe none, and say what each is worth.

The files are read a second time here, with PyYAML, and counted in a few plain lines; the program must come to the same numbers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "secrets"))

import yaml
from program import DATA, DIFFERED, DONE, Problems, Report, Work, expect, expect_equal, needs_data, some_of, surroundings

FOLDER = DATA / "cassettes/hydraflow"
CASSETTES, STREAMS = 98, 3
TWICE = {"get_latest_ci_status.yaml", "post_comment.yaml"}  # their key baseline_only is given twice
EMPTY = ("", "[]\n", "{}\n")


def old_files() -> dict[str, dict]:
    """Every YAML cassette as another reader sees it, by `adapter/name`."""
    files = {}
    for path in sorted(FOLDER.glob("cassettes/*/*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        files[f"{content['adapter']}/{path.stem}"] = content
    return files


def report_of(work: Work, *words: object) -> Report:
    return work._report("import", "hydraflow", FOLDER, *words)


def names(report: Report, code: str) -> set[str]:
    """`service/name` of the files that a code was said of."""
    return {f"{Path(f.file).parent.name}/{Path(f.file).stem}" for f in report.findings if f.code == f"cassette.import.{code}"}


def written(work: Work, folder: str) -> dict[str, bytes]:
    root = work.folder / folder
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@needs_data("cassettes/hydraflow")
def all_files_import(work: Work) -> None:
    report = report_of(work, "-o", "out")
    expect_equal(report.code, DONE, "the exit code")
    expect_equal([str(f) for f in report.errors()], [], "errors")
    files = [Path(name) for name in written(work, "out") if name.startswith("cassettes/")]
    expect_equal(Counter(path.parent.name for path in files), Counter({"github": 88, "git": 9, "docker": 1, "claude": STREAMS}), "cassettes by service")
    expect(f"{CASSETTES + STREAMS} cassettes imported" in report.body["summary"], report.body["summary"])
    expect_equal({name.partition("/")[2].partition("/")[0] for name in map(str, files)}, {"github", "git", "docker", "claude"}, "folders")


@needs_data("cassettes/hydraflow")
def repeated_keys_are_told_with_both_lines(work: Work) -> None:
    found = [f for f in report_of(work).findings if f.code == "cassette.import.repeated_key"]
    expect_equal({Path(f.file).name for f in found}, TWICE, "files with a key twice")
    for finding in found:
        lines = [n for n, line in enumerate(Path(finding.file).read_text().splitlines(), 1) if line.startswith("baseline_only")]
        expect(f"in the lines {lines[0]} and {lines[1]}" in finding.message, finding.message)
        expect_equal((finding.line, finding.whole["related"][0]["line"]), (lines[1], lines[0]), "the marks")


@needs_data("cassettes/hydraflow")
def vacuous_files_are_named(work: Work) -> None:
    """P6: those that expect nothing, those that expect an empty list, and the one whose only value is normalized away."""
    empty = {name for name, old in old_files().items()
             if old["output"]["stdout"] in EMPTY and old["output"]["stderr"] == "" and old["output"]["exit_code"] == 0}
    wiped = {name for name, old in old_files().items()
             if "sha:long" in old["normalizers"] and re.fullmatch(r"[0-9a-f]{40}\n", old["output"]["stdout"])}
    found = names(report_of(work), "vacuous")
    expect_equal(sorted(found), sorted(empty | wiped), "vacuous cassettes")
    nothing = [name for name, old in old_files().items() if not old["output"]["stdout"] and not old["output"]["stderr"]]
    work.note(f"{len(found)} of {CASSETTES} cassettes are vacuous; {len(nothing)} of them expect no output at all")


@needs_data("cassettes/hydraflow")
def nothing_counts_as_recorded(work: Work) -> None:
    """P1, P3, P8: every command names a method, so every file is authored, and its stamp is marked."""
    report = report_of(work, "-o", "out")
    expect_equal(len(names(report, "hand_written")), CASSETTES + STREAMS, "hand-written")
    expect_equal(len(names(report, "not_runnable")), CASSETTES + STREAMS, "not runnable")
    problems = Problems()
    old = old_files()
    for name, body in written(work, "out").items():
        if not name.startswith("cassettes/"):
            continue
        new = yaml.safe_load(body)
        problems.check(new["origin"] == "authored", f"{name}: origin {new['origin']}")
        before = old.get(name.removeprefix("cassettes/").removesuffix(".yaml"))
        if before is None:
            continue
        call = new["exchanges"][0]
        problems.check([call["input"]["program"], *call["input"]["args"]] == [before["input"]["command"], *before["input"]["args"]], f"{name}: the call")
        pieces = {piece["from"]: piece["text"] for piece in call["output"].get("pieces", [])}
        expected = {stream: before["output"][stream] for stream in ("stdout", "stderr") if before["output"][stream]}
        problems.check(pieces == expected, f"{name}: {pieces} is not {expected}")
        problems.check(call["output"]["exit_code"] == before["output"]["exit_code"], f"{name}: the exit code")
        problems.check([rule["use"] for rule in new.get("rules", [])] == before["normalizers"], f"{name}: the rules")
        stamp = f"recorded_at: {before['recorded_at']}\n".encode()  # as text: PyYAML would make a date of it
        problems.check(new["provenance"]["unverified"] is True and stamp in body, f"{name}: the stamp")
    problems.finish()


@needs_data("cassettes/hydraflow")
def rules_are_audited(work: Work) -> None:
    """P27: the normalizers come without a scope, and a short SHA anywhere is too much."""
    found = {Path(f.file).name for f in report_of(work).findings if f.code == "rule.unscoped"}
    expect_equal(found, {Path(name).name + ".yaml" for name, old in old_files().items() if "sha:short" in old["normalizers"]}, "unscoped rules")


@needs_data("cassettes/hydraflow")
def comments_stay(work: Work) -> None:
    """P43: what people wrote above a cassette is in its notes, line by line."""
    report_of(work, "-o", "out")
    problems = Problems()
    for path in sorted(FOLDER.glob("cassettes/*/*.yaml")):
        notes = yaml.safe_load(written(work, "out")[f"cassettes/{path.parent.name}/{path.name}"])["notes"].splitlines()
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("# "):
                problems.check(line[2:] in notes, f"{path.name}: lost {line!r}")
    problems.finish()


@needs_data("cassettes/hydraflow")
def twice_gives_the_same_bytes(work: Work) -> None:
    report_of(work, "-o", "a")
    first = written(work, "a")
    report_of(work, "-o", "b")
    expect_equal(written(work, "b"), first, "a second import, elsewhere")
    again = work.run("import", "hydraflow", FOLDER, "-o", "a")
    expect_equal(again.code, DONE, "a third import, over the first")
    expect_equal(written(work, "a"), first, "a third import, over the first")
    expect(f"{len(first)} files unchanged" in again.text, again.text[-300:])
    report_of(work)
    expect_equal(sorted(path.name for path in work.folder.iterdir()), ["a", "b"], "written without -o")


@needs_data("cassettes/hydraflow")
def nobody_is_named(work: Work) -> None:
    """P61: the streams hold the home folder and the account of the person who recorded them."""
    before = b"".join(path.read_bytes() for path in FOLDER.glob("*/*.jsonl"))
    who = re.search(rb"/(?:Users|home)/([a-z]+)", before)
    expect(who is not None, "the streams of the outside data name nobody: this case proves nothing")
    report_of(work, "-o", "out")
    for name, body in written(work, "out").items():
        expect(who[1] not in body, f"{name} names the account")
    expect_equal(work.run("scan", "out").code, DONE, "a scan of what was written")


@needs_data("cassettes/hydraflow")
def streams_keep_their_lines(work: Work) -> None:
    """P29: every line of a stream is an event of the cassette; only identities and secrets are other bytes."""
    report_of(work, "-o", "out")
    for path in sorted(FOLDER.glob("*/*.jsonl")):
        call = yaml.safe_load(written(work, "out")[f"cassettes/claude/{path.stem}.yaml"])["exchanges"][0]
        text = "".join(piece["text"] for piece in call["output"]["pieces"])
        expect_equal(text.count("\n"), path.read_bytes().count(b"\n"), f"lines of {path.name}")
        expect_equal((call["kind"], call["output"]["framing"], call["output"]["end"]), ("stream", "jsonl", "complete"), path.name)
        same = sum(a == b for a, b in zip(text.splitlines(), path.read_text().splitlines()))
        expect(same >= text.count("\n") // 2, f"{path.name}: {same} lines are as they were")


def git(work: Work, folder: Path, *words: str) -> None:
    done = subprocess.run(["git", *words], cwd=folder, env=surroundings(work.home), capture_output=True, text=True, timeout=60)
    expect_equal(done.returncode, 0, f"git {' '.join(words)}: {done.stderr}")


# What each method stands for, and what has to be there first. The program is not told any of this.
CALLS = {
    "push": (["push", "origin", "agent/issue-1234"], []),
    "worktree_add": (["worktree", "add", "../w", "-b", "agent/issue-0000"], []),
    "worktree_remove": (["worktree", "remove", "../w"], []),
    "worktree_prune": (["worktree", "prune"], []),
    "config_get": (["config", "--get", "core.bare"], []),
    "config_unset": (["config", "--unset", "core.worktree"], [["config", "core.worktree", "."]]),
    "rev_parse": (["rev-parse", "HEAD"], []),
    "status": (["status", "--porcelain"], []),
}
CONTRADICTED = {"git/push", "git/worktree_add"}


@needs_data("cassettes/hydraflow")
def contradictions(work: Work) -> None:
    """P7: the real git is run and recorded in a scratch repository; two of the cassettes say what git does not do."""
    repository = work.folder / "repository"
    shutil.copytree(FOLDER / "fixtures/git_sandbox", repository)
    git(work, work.folder, "init", "-q", "--bare", "bare.git")
    git(work, repository, "init", "-q", "-b", "main")
    git(work, repository, "add", "-A")
    git(work, repository, "commit", "-q", "-m", "initial")
    git(work, repository, "branch", "agent/issue-1234")
    git(work, repository, "remote", "add", "origin", "../bare.git")
    for name, (call, before) in CALLS.items():
        for words in before:
            git(work, repository, *words)
        done = work.run("record", "-o", f"../real/git/{name}.yaml", "--", "git", *call, folder=repository)
        expect_equal(done.code, DONE, f"recording git {' '.join(call)}: {done.text}")
    report = report_of(work, "--against", "real")
    expect_equal(report.code, DIFFERED, "the exit code")
    expect_equal(names(report, "contradicts"), CONTRADICTED, "cassettes that contradict git")
    for finding in report.findings:
        if finding.code == "cassette.import.contradicts":
            expect("stderr" in finding.message and finding.whole["verdict"] == "differed", finding.message)
    text = work.run("import", "hydraflow", FOLDER, "--against", "real").text
    expect("contradict the real tool (2): git/push, git/worktree_add\n" in text, some_of(text.splitlines()[-8:], 8))
    expect(f"agree with the real tool ({len(CALLS) - len(CONTRADICTED)})\n" in text, some_of(text.splitlines()[-8:], 8))


@needs_data("cassettes/hydraflow")
def the_summary_says_what_to_do(work: Work) -> None:
    text = work.run("import", "hydraflow", FOLDER).text
    lines = {line.partition(" (")[0]: line for line in text.splitlines()}
    expect("plan to write first: plans/github.yaml, for 88 cassettes; target: T-rav-Hydra-Ops/hydraflow-contracts-sandbox\n" in text, text[-400:])
    for title, count in (("success only", CASSETTES + STREAMS), ("not runnable", CASSETTES + STREAMS), ("hand-written", CASSETTES + STREAMS)):
        expect(lines.get(title, "").startswith(f"{title} ({count}): "), lines.get(title, f"no line {title}")[:80])


CASES = [all_files_import, repeated_keys_are_told_with_both_lines, vacuous_files_are_named, nothing_counts_as_recorded, rules_are_audited, comments_stay,
         twice_gives_the_same_bytes, nobody_is_named, streams_keep_their_lines, contradictions, the_summary_says_what_to_do]
