"""The runner of documentation blocks, judged on pages made here."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run_blocks
from markdown_blocks import PageError, find_blocks

PROGRAM = """#!/bin/sh
case "$1" in
diff) if grep -q BAD "$2"; then echo "does not load" >&2; exit 2; fi ;;
show) cat "$2" ;;
esac
"""


class Fixture(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.binary = self.root / "program"
        self.binary.write_text(PROGRAM)
        self.binary.chmod(0o755)
        (self.root / "docs/guide").mkdir(parents=True)

    def run_page(self, text: str, *arguments: str) -> tuple[int, str, list[dict]]:
        (self.root / "docs/guide/page.md").write_text(text)
        results = self.root / "results.json"
        out = io.StringIO()
        fixed = ["--root", str(self.root), "--binary", str(self.binary), "--results", str(results)]
        with contextlib.redirect_stdout(out):
            code = run_blocks.main([*fixed, *arguments])
        return code, out.getvalue(), json.loads(results.read_text())["tests"]

    def assert_fails(self, text: str, fragment: str) -> None:
        code, out, _ = self.run_page(text)
        self.assertEqual(code, 1, out)
        self.assertIn(fragment, out)


class Passing(Fixture):
    def test_blocks_of_a_page_share_a_directory(self) -> None:
        code, out, tests = self.run_page(
            "# Page\n\n<!-- file: a.json -->\n```json\n{\"a\": 1}\n```\n\nThen:\n\n"
            "```console\n$ understudy show a.json\n{\"a\": 1}\n$ echo x > b\n```\n\n```console\n$ cat b\nx\n```\n"
        )
        self.assertEqual(code, 0, out)
        self.assertEqual([test["name"] for test in tests],
                         ["docs/docs/guide/page.md:4", "docs/docs/guide/page.md:10", "docs/docs/guide/page.md:16"])

    def test_text_is_only_text_and_shell_may_be_excused(self) -> None:
        code, out, _ = self.run_page("```text\nanything $ {\n```\n\n<!-- not run: needs a network -->\n```sh\napt install x\n```\n")
        self.assertEqual(code, 0, out)

    def test_yaml_is_loaded_by_the_program(self) -> None:
        self.assertEqual(self.run_page("```yaml\na: 1\n```\n")[0], 0)

    def test_indented_blocks_lose_their_indent(self) -> None:
        self.assertEqual(self.run_page("1. Item\n\n  ```console\n  $ echo x\n  x\n  ```\n")[0], 0)


class Failing(Fixture):
    CASES = (
        ("Text\n\n```console\n$ echo a\nb\n```\n", "page.md:4: $ echo a"),
        ("```console\nno command\n```\n", "expected a `$ ` command"),
        ("```console\n```\n", "no `$ ` command"),
        ("```sh\nls\n```\n", "needs `<!-- not run: reason -->`"),
        ("```json\n{\n```\n", "json block does not parse"),
        ("```yaml\nBAD\n```\n", "yaml block does not load:\ndoes not load"),
        ("```\nplain\n```\n", "unknown tag ''"),
        ("```ruby\nx\n```\n", "unknown tag 'ruby'"),
        ("```text\nnever closed\n", "never closed"),
        ("<!-- not run: -->\n```sh\nx\n```\n", "says nothing"),
        ("<!-- file: a -->\nprose\n```text\nx\n```\n", "must stand right before"),
        ("<!-- file: a -->\n", "without a code block"),
        ("<!-- file: ../a -->\n```text\nx\n```\n", "outside the page's directory"),
    )

    def test_pages_that_are_wrong_say_so(self) -> None:
        for text, fragment in self.CASES:
            with self.subTest(fragment):
                self.assert_fails(text, fragment)


class Accepting(Fixture):
    def test_what_happened_is_written_into_the_page(self) -> None:
        _, out, _ = self.run_page("Before\n\n```console\n$ echo a; exit 3\nold\n```\n\nAfter\n", "--accept")
        self.assertIn("-old", out)
        page = self.root / "docs/guide/page.md"
        self.assertEqual(page.read_text(), "Before\n\n```console\n$ echo a; exit 3\n? 3\na\n```\n\nAfter\n")
        self.assertEqual(self.run_page(page.read_text())[0], 0)


class Blocks(unittest.TestCase):
    def test_longer_fences_hold_shorter_ones(self) -> None:
        (block,) = find_blocks("p", "````text\n```sh\n```\n````\n")
        self.assertEqual(block.lines, ["```sh", "```"])

    def test_unclosed_is_an_error(self) -> None:
        with self.assertRaises(PageError):
            find_blocks("p", "```text\n")


if __name__ == "__main__":
    unittest.main()
