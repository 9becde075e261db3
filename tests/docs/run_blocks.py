#!/usr/bin/env python3
"""Runs the code blocks of README.md, docs/guide and some of docs/reference: what a page shows must be what happens.

    run_blocks.py [PAGE...] [--binary PATH] [--accept] [--results FILE]

    ```console    `$ command` lines with their expected output, as in test scripts (tests/runner/script.py);
                  all blocks of a page run in order in one fresh directory
    ```sh         not runnable here (installs, needs a network): needs a comment `<!-- not run: reason -->` before it
    ```json       must parse
    ```yaml       must load (read by `understudy diff FILE FILE`)
    ```text       is only text, as are the tags in SHOWN_ONLY

A block after `<!-- file: NAME -->` is also written to that file for the blocks after it. Each block is one test.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(ROOT / "tests/runner"))
sys.path.insert(0, str(ROOT / "tools"))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from judge import explain, judge_step
from markdown_blocks import Block, PageError, find_blocks
from sandbox import SANITIZED_SLOWDOWN, Sandbox, is_sanitized
from script import ScriptError, Step, parse_steps, replace_steps

SHOWN_ONLY = ("text", "diff", "cpp", "xml", "markdown", "typescript", "python", "toml")
COMMAND_SECONDS = 60.0
REFERENCES = ("docs/reference/configuration.md", "docs/reference/family-format.md")


class Page:
    """One page being run: its sandbox, its results, and its text as it would have to read."""

    def __init__(self, name: str, text: str, binary: Path) -> None:
        self.name = name
        self.text = text
        self.accepted = text
        self.results: list[TestResult] = []
        self._binary = binary
        self._seconds = COMMAND_SECONDS * (SANITIZED_SLOWDOWN if is_sanitized(binary) else 1)
        self._old: list[Step] = []
        self._new: list[Step] = []

    def run(self) -> None:
        try:
            blocks = find_blocks(self.name, self.text)
        except PageError as error:
            self.results.append(TestResult(f"docs/{self.name}", FAILED, 0.0, str(error)))
            return
        with Sandbox(self._binary, None) as sandbox:
            for block in blocks:
                start = time.monotonic()
                status, message = self._run_block(sandbox, block)
                name = f"docs/{self.name}:{block.line}"
                self.results.append(TestResult(name, status, time.monotonic() - start, message))
        self.accepted = replace_steps(self.text, self._old, self._new)

    def _run_block(self, sandbox: Sandbox, block: Block) -> tuple[str, str]:
        where = f"{self.name}:{block.line}"
        if block.file:
            if block.file.startswith("/") or ".." in block.file.split("/"):
                return FAILED, f"{where}: the file {block.file!r} would lie outside the page's directory"
            sandbox.write_file(block.file, block.text)
        if block.not_run:
            return PASSED, ""
        if block.tag == "console":
            return self._run_console(sandbox, block)
        if block.tag in ("sh", "bash", "shell"):
            return FAILED, f"{where}: a ```{block.tag} block needs `<!-- not run: reason -->` before it, or ```console"
        if block.tag == "json":
            return self._parse_json(block, where)
        if block.tag == "yaml":
            return self._load_yaml(sandbox, block, where)
        if block.tag in SHOWN_ONLY:
            return PASSED, ""
        return FAILED, f"{where}: unknown tag {block.tag!r}; use console, json, yaml, text or one of {', '.join(SHOWN_ONLY)}"

    def _run_console(self, sandbox: Sandbox, block: Block) -> tuple[str, str]:
        try:
            steps = parse_steps(self.name, block.lines, block.line + 1)
        except ScriptError as error:
            return FAILED, str(error)
        if not steps:
            return FAILED, f"{self.name}:{block.line}: no `$ ` command in a console block"
        if not self._binary.is_file():
            return SKIPPED, f"there is no program at {self._binary.name}"
        problems = []
        for step in steps:
            judged = judge_step(sandbox, step, {}, time.monotonic() + self._seconds, None)
            if not judged.passed:
                problems.append(explain(self.name, judged, self._seconds))
            if not judged.timed_out and not block.indent:  # an indented block is mended by hand
                self._old.append(step)
                self._new.append(judged.accepted)
        return (FAILED if problems else PASSED), "\n".join(problems)

    @staticmethod
    def _parse_json(block: Block, where: str) -> tuple[str, str]:
        try:
            json.loads(block.text)
        except ValueError as error:
            return FAILED, f"{where}: the json block does not parse: {error}"
        return PASSED, ""

    def _load_yaml(self, sandbox: Sandbox, block: Block, where: str) -> tuple[str, str]:
        if not self._binary.is_file():
            return SKIPPED, "yaml blocks are read by the program, which is not built"
        name = f".blocks/{block.line}.yaml"
        sandbox.write_file(name, block.text)
        ran = sandbox.run(f"understudy diff {name} {name}", time.monotonic() + self._seconds, None)
        if ran.exit_code != 0:
            return FAILED, f"{where}: the yaml block does not load:\n{ran.stderr or ran.stdout}"
        return PASSED, ""


def find_pages(root: Path, chosen: list[str]) -> list[Path]:
    pages = [root / "README.md", *sorted((root / "docs/guide").rglob("*.md")), *(root / page for page in REFERENCES)]
    pages = [page for page in pages if page.is_file()]
    return [page for page in pages if not chosen or any(word in str(page.relative_to(root)) for word in chosen)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the code blocks of the documents.")
    parser.add_argument("pages", nargs="*", help="run only pages whose path contains one of these")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--binary", type=Path, default=ROOT / "build/dev/bin/understudy")
    parser.add_argument("--accept", action="store_true", help="write what happened into the pages, after showing it")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args(arguments)

    results: list[TestResult] = []
    for path in find_pages(options.root, options.pages):
        page = Page(str(path.relative_to(options.root)), path.read_text(encoding="utf-8"), options.binary)
        page.run()
        results += page.results
        if options.accept and page.accepted != page.text:
            before, after = page.text.split("\n"), page.accepted.split("\n")
            print("\n".join(difflib.unified_diff(before, after, page.name, f"{page.name} (accepted)", lineterm="", n=2)))
            path.write_text(page.accepted, encoding="utf-8")
    for result in results:
        if result.status != PASSED:
            print(f"{result.status}: {result.name}: {result.message}".encode("utf-8", "replace").decode())
    if options.results:
        write_results(options.results, "docs", results)
    print(f"docs: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
