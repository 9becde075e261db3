"""The script runner judged by scripts made here, with a small shell program in place of the real one."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run_scripts
from matching import aligned, line_matches
from script import ScriptError, Step, parse_script, parse_steps, render_step, replace_steps

PROGRAM = """#!/bin/sh
case "$1" in
hello) echo hello ;;
both) echo out; echo err >&2 ;;
fail) echo before; exit 3 ;;
time) echo "took 0.25 s" ;;
bare) printf 'no end' ;;
where) pwd; echo "$HOME" ;;
env) echo "$LANG $TZ $UNDERSTUDY_SEED ${CI-unset} ${SECRET_OF_CALLER-unset}" ;;
blank) printf 'a\\n\\nb\\n\\n' ;;
odd) printf '$ x\\n! y\\n# z\\n\\\\ w\\n' ;;
bytes) printf '\\377\\n' ;;
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
        (self.root / "scripts").mkdir()

    def write(self, text: str, name: str = "topic/case.t") -> Path:
        path = self.root / "scripts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_all(self, *arguments: str) -> tuple[int, str, list[dict[str, object]]]:
        results = self.root / "results.json"
        out = io.StringIO()
        fixed = ["--binary", str(self.binary), "--scripts", str(self.root / "scripts"), "--results", str(results)]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = run_scripts.main([*fixed, "--data", str(self.root / "data"), *arguments])
        tests = json.loads(results.read_text())["tests"] if results.exists() else []
        return code, out.getvalue(), tests

    def assert_passes(self, text: str) -> None:
        self.write(text)
        code, out, _ = self.run_all()
        self.assertEqual((code, out), (0, "scripts: 1 passed, 0 failed\n"))

    def assert_fails(self, text: str, *fragments: str) -> None:
        self.write(text)
        code, out, tests = self.run_all()
        self.assertEqual(code, 1, out)
        self.assertEqual([test["status"] for test in tests], ["failed"])
        for fragment in fragments:
            self.assertIn(fragment, out)


class Passing(Fixture):
    def test_output_and_exit_code_as_written(self) -> None:
        self.assert_passes("# Says hello.\n$ understudy hello\nhello\n\n$ understudy fail\n? 3\nbefore\n")

    def test_standard_error_stands_apart(self) -> None:
        self.assert_passes("# Both streams.\n$ understudy both\nout\n! err\n")

    def test_files_are_laid_out_and_pipes_work(self) -> None:
        self.assert_passes("# Files.\n$ cat a/b.txt | tr a-z A-Z\nONE\nTWO\n-- a/b.txt --\none\ntwo\n")

    def test_missing_final_newline_is_said(self) -> None:
        self.assert_passes("# No newline.\n$ understudy bare\nno end\n% no newline\n")

    def test_blank_lines_of_output(self) -> None:
        self.assert_passes("# Blank lines inside count, the last is written with a backslash.\n"
                           "$ understudy blank\na\n\nb\n\\\n\n$ understudy hello\nhello\n")

    def test_lines_that_look_like_syntax(self) -> None:
        self.assert_passes("# Escapes.\n$ understudy odd\n\\$ x\n\\! y\n\\# z\n\\\\ w\n")

    def test_environment_is_fixed(self) -> None:
        os.environ["SECRET_OF_CALLER"] = "1"
        os.environ["CI"] = "true"
        self.addCleanup(os.environ.pop, "SECRET_OF_CALLER")
        self.addCleanup(os.environ.pop, "CI")
        self.assert_passes("# Environment.\n$ understudy env\nC.UTF-8 UTC 1 unset unset\n")

    def test_commands_may_span_lines(self) -> None:
        self.assert_passes("# Here document.\n$ cat <<END\n> one\n> END\none\n")

    def test_wildcards_where_declared(self) -> None:
        self.assert_passes("# Time.\n# wildcard: <TIME>=[0-9.]+ s\n$ understudy time\ntook <TIME>\n")


class Failing(Fixture):
    def test_other_output_shows_a_diff_with_the_script_line(self) -> None:
        self.assert_fails("# Wrong.\n\n$ understudy hello\ngoodbye\n",
                          "scripts/topic/case.t:3: $ understudy hello", "-goodbye", "+hello", "@@ -3,2 +3,2 @@")

    def test_other_exit_code(self) -> None:
        self.assert_fails("# Wrong.\n$ understudy fail\n? 4\nbefore\n", "-? 4", "+? 3")

    def test_a_failure_inside_a_pipe(self) -> None:
        self.assert_fails("# Pipe.\n$ understudy fail | cat\nbefore\n", "+? 3")

    def test_unexpected_standard_error(self) -> None:
        self.assert_fails("# Wrong.\n$ understudy both\nout\n", "+! err")

    def test_output_that_did_not_come(self) -> None:
        self.assert_fails("# Wrong.\n$ understudy hello\nhello\nmore\n", "-more")

    def test_newline_where_none_was_expected(self) -> None:
        self.assert_fails("# Wrong.\n$ understudy hello\nhello\n% no newline\n", "-% no newline")

    def test_no_newline_where_one_was_expected(self) -> None:
        self.assert_fails("# Wrong.\n$ understudy bare\nno end\n", "+% no newline")

    def test_wildcards_are_not_guessed(self) -> None:
        self.assert_fails("# Undeclared.\n$ understudy time\ntook <TIME>\n", "-took <TIME>")

    def test_wildcards_match_whole_lines_only(self) -> None:
        self.assert_fails("# Part.\n# wildcard: <TIME>=[0-9]+\n$ understudy time\ntook <TIME>\n", "+took 0.25 s")

    def test_unused_wildcards(self) -> None:
        self.assert_fails("# Unused.\n# wildcard: <TIME>=x\n$ understudy hello\nhello\n", "<TIME> is declared and never used")

    def test_time_limit_ends_the_command_and_its_children(self) -> None:
        start = time.monotonic()
        self.assert_fails("# Long.\n# limit-seconds: 0.3\n$ sleep 30 | cat\n$ understudy hello\nhello\n",
                          "case.t:3: $ sleep 30 | cat", "was ended after 0.3 s")
        self.assertLess(time.monotonic() - start, 5)

    def test_memory_limit(self) -> None:
        self.assert_fails("# Memory.\n# limit-memory: 200M\n$ head -c 400M /dev/zero | sort | wc -l\n0\n", "+!")


class Wrong(Fixture):
    CASES = (
        ("$ understudy hello\n", "begins with a `#` comment"),
        ("# needs: sh\n$ true\n", "says nothing"),
        ("# What.\n", "no command"),
        ("# What.\nstray\n$ true\n", "case.t:2: expected a `$ ` command"),
        ("# What.\n$ true\n? one\n", "case.t:3: `? ` is followed by an exit code"),
        ("# What.\n# wildcard: TIME=x\n$ true\n", "declared as `<NAME>=regex`"),
        ("# What.\n# wildcard: <TIME>=(\n$ true\n", "does not compile"),
        ("# What.\n# limit-memory: lots\n$ true\n", "a memory limit is"),
        ("# What.\n# limit-seconds: soon\n$ true\n", "not a number of seconds"),
        ("# What.\n# wildcards: <A>=x\n$ true\n", "did you mean `wildcard`?"),
        ("# What.\n$ true\n-- a --\n-- a --\n", "given twice"),
        ("# What.\n$ true\n-- ../a --\n", "outside the script's directory"),
    )

    def test_scripts_that_are_wrong_say_so(self) -> None:
        for text, fragment in self.CASES:
            with self.subTest(fragment):
                self.assert_fails(text, fragment)

    def test_missing_program(self) -> None:
        self.binary.unlink()
        code, out, _ = self.run_all()
        self.assertEqual(code, 2)
        self.assertIn("there is no program at", out)


class Choosing(Fixture):
    def test_missing_tool_is_a_skip_with_its_name(self) -> None:
        self.write("# Tool.\n# needs: no-such-tool-here\n$ true\n")
        code, out, tests = self.run_all()
        self.assertEqual(code, 0)
        self.assertIn("skipped: scripts/topic/case.t: needs no-such-tool-here", out)
        self.assertTrue(out.endswith("0 passed, 0 failed, 1 skipped\n"))
        self.assertEqual(tests[0]["status"], "skipped")

    def test_a_folder_of_the_repository_is_laid_out(self) -> None:
        self.write("# Copy.\n# copy: tests/runner\n$ ls script.py\nscript.py\n")
        self.assertEqual(self.run_all()[0], 0)
        self.write("# Copy.\n# copy: tests/nowhere\n$ true\n")
        self.assertIn("there is no folder tests/nowhere", self.run_all()[1])
        self.write("# Copy.\n# copy: ../elsewhere\n$ true\n")
        self.assertIn("outside the repository", self.run_all()[1])

    def test_data_is_named_by_an_environment_variable_and_skipped_where_absent(self) -> None:
        self.write("# Data.\n# data: suite/a.json\n$ cat $DATA/suite/a.json\n{}\n")
        self.assertIn("needs the test data suite/a.json", self.run_all()[1])
        (self.root / "data/suite").mkdir(parents=True)
        (self.root / "data/suite/a.json").write_text("{}\n")
        self.assertIn("1 passed, 0 failed", self.run_all()[1])

    def test_slow_scripts_run_only_when_asked(self) -> None:
        self.write("# Slow.\n$ true\n", "a.slow.t")
        self.assertIn("0 passed", self.run_all()[1])
        self.assertIn("1 passed", self.run_all("--slow")[1])

    def test_names_choose(self) -> None:
        self.write("# A.\n$ true\n", "one/a.t")
        self.write("# B.\n$ true\n", "two/b.t")
        self.assertEqual([test["name"] for test in self.run_all("two/")[2]], ["scripts/two/b.t"])


class Accepting(Fixture):
    def test_expectations_are_rewritten_and_the_diff_comes_first(self) -> None:
        path = self.write("# Time.\n# wildcard: <TIME>=[0-9.]+ s\n$ understudy time\nold\ntook <TIME>\n\n"
                          "# About the second.\n$ understudy both\n\n-- f --\nx\n")
        code, out, _ = self.run_all("--accept")
        self.assertEqual(code, 0)
        self.assertIn("-old", out)
        self.assertIn("+! err", out)
        self.assertEqual(path.read_text(), "# Time.\n# wildcard: <TIME>=[0-9.]+ s\n$ understudy time\ntook <TIME>\n\n"
                         "# About the second.\n$ understudy both\nout\n! err\n\n-- f --\nx\n")
        self.assertEqual(self.run_all()[0], 0)

    def test_whatever_was_accepted_passes(self) -> None:
        path = self.write("# Everything.\n" + "".join(
            f"$ understudy {word}\n\n" for word in ("blank", "odd", "bare", "bytes", "fail", "both")))
        self.run_all("--accept")
        accepted = path.read_bytes()
        self.assertEqual(self.run_all()[0], 0)
        self.run_all("--accept")
        self.assertEqual(path.read_bytes(), accepted)

    def test_a_passing_script_is_left_alone(self) -> None:
        path = self.write("# Passing.\n$ understudy hello\nhello\n\n\n")
        before = path.read_bytes()
        self.run_all("--accept")
        self.assertEqual(path.read_bytes(), before)

    def test_a_timed_out_script_is_never_accepted(self) -> None:
        path = self.write("# Long.\n# limit-seconds: 0.2\n$ sleep 20\nold\n")
        before = path.read_bytes()
        self.assertEqual(self.run_all("--accept")[0], 1)
        self.assertEqual(path.read_bytes(), before)


class Pieces(unittest.TestCase):
    def test_a_rendered_step_reads_back(self) -> None:
        step = Step("a\nb", 1, 0, 2, ["", "x", "", "$ y", "-- n --", ""], ["", "e"], True, False)
        lines = render_step(step)
        (again,) = parse_steps("s", lines, 1)
        step.end_line = len(lines)
        self.assertEqual(again, step)

    def test_replacing_nothing_changes_nothing(self) -> None:
        text = "# A.\n$ x\n? 1\n\n$ y\nz\n"
        steps = parse_script("s", text).steps
        self.assertEqual(replace_steps(text, steps, steps), text)

    def test_alignment_keeps_the_wildcard_lines_that_still_match(self) -> None:
        wild = {"<N>": "[0-9]+"}
        self.assertEqual(aligned(["a", "n <N>", "z"], ["n 7", "new", "z"], wild), ["n <N>", "new", "z"])
        self.assertTrue(line_matches("n <N> (<N>)", "n 1 (2)", wild))
        self.assertFalse(line_matches("n <N>", "n x", wild))

    def test_prose_with_a_colon_is_no_directive(self) -> None:
        parse_script("s", "# note: this is prose.\n$ true\n")
        with self.assertRaises(ScriptError):
            parse_script("s", "# need: tool\n# Prose.\n$ true\n")


if __name__ == "__main__":
    unittest.main()
