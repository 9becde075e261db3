"""What this repository commits passes its own lint."""

from __future__ import annotations

import subprocess

from project import DONE, ROOT, Failed, Project, loud, needs_folder, some_of


def _clean(work: Project, place: str) -> None:
    report = work.lint("--gate", "warning", folder=ROOT / place, seconds=300)
    if report.code != DONE or loud(report.findings):
        raise Failed(f"exit {report.code}: {some_of((f'{finding.file} {finding.code}: {finding.message}' for finding in loud(report.findings)), 12)}")
    work.note(f"{place or 'the repository'}: {report.body['summary']}")


@needs_folder(ROOT / "understudy.yaml", "understudy.yaml of this repository")
def repository(work: Project) -> None:
    """By understudy.yaml at the top: families with their examples, fixtures of tests, cassettes."""
    _clean(work, "")


@needs_folder(ROOT / "examples/fixtures/understudy.yaml", "examples/fixtures")
def example(work: Project) -> None:
    _clean(work, "examples/fixtures")


def nothing_is_written(work: Project) -> None:
    """A run of lint over the checkout leaves no trace in it."""
    def state() -> str:
        return subprocess.run(["git", "status", "--porcelain", "-z", "families"], cwd=ROOT, capture_output=True, text=True, timeout=60).stdout

    before = state()
    work.write("understudy.yaml", "fixtures: {families: [families]}\n")
    work.take(ROOT / "families", "families")
    held = work.bytes_of_all()
    work.run("lint", "--jobs", "2")
    if work.bytes_of_all() != held or state() != before:
        raise Failed("lint left something behind")


CASES = [repository, example, nothing_is_written]
