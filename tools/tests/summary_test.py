"""Adding up results: summary.py, and run_gtest.py with shell programs in place of test programs."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io
import json

import run_gtest
import summary
from house.results import FAILED, PASSED, SKIPPED, TestResult, write_results

GTEST = {"testsuites": [{"name": "Suite", "testsuite": [
    {"name": "Good", "status": "RUN", "result": "COMPLETED", "time": "0.5s"},
    {"name": "Bad", "status": "RUN", "result": "COMPLETED", "time": "0s", "failures": [{"failure": "a.cpp:1\\nwrong"}]},
    {"name": "Left", "status": "RUN", "result": "SKIPPED", "time": "0s"},
    {"name": "DISABLED_Off", "status": "NOTRUN", "result": "SUPPRESSED", "time": "0s"}]}]}


class Summary(TreeCase):
    def run_summary(self, *arguments: str) -> tuple[int, list[str]]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = summary.main([str(self.root / "results"), *arguments])
        return code, out.getvalue().splitlines()

    def give(self, *tests: TestResult, name: str = "a") -> None:
        write_results(self.root / f"results/{name}.json", name, list(tests))

    def test_all_passed(self) -> None:
        self.give(TestResult("one", PASSED, 0.1))
        self.give(TestResult("two", PASSED, 0.2), name="b")
        code, lines = self.run_summary()
        self.assertEqual((code, lines[-1]), (0, "2 passed, 0 failed"))
        self.assertEqual(lines[1:3], ["    0.20  two", "    0.10  one"])

    def test_failures_and_skips_are_named(self) -> None:
        self.give(TestResult("one", PASSED), TestResult("bad", FAILED, 0, "first\nsecond"), TestResult("left", SKIPPED, 0, "no data"))
        code, lines = self.run_summary()
        self.assertEqual(code, 1)
        self.assertEqual(lines, ["failed: bad", "  first", "  second", "skipped: left: no data", "1 passed, 1 failed, 1 skipped"])

    def test_nothing_ran(self) -> None:
        (self.root / "results").mkdir()
        self.assertEqual(self.run_summary(), (1, ["0 passed, 0 failed"]))

    def test_only_skips_are_not_enough(self) -> None:
        self.give(TestResult("left", SKIPPED, 0, "no data"))
        self.assertEqual(self.run_summary()[0], 1)

    def test_results_that_are_missing_or_broken_fail(self) -> None:
        self.give(TestResult("one", PASSED))
        self.write("results/broken.json", "{")
        code, lines = self.run_summary(str(self.root / "never-written.json"))
        self.assertEqual((code, lines[-1]), (1, "1 passed, 2 failed"))

    def test_gtest_reports_are_read(self) -> None:
        self.write("results/unit.json", json.dumps(GTEST))
        code, lines = self.run_summary()
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed, 2 skipped"))
        self.assertIn("failed: unit/Suite.Bad", lines)

    def test_only_the_ten_slowest_are_listed(self) -> None:
        self.give(*(TestResult(f"t{i}", PASSED, i) for i in range(1, 15)))
        lines = self.run_summary()[1]
        self.assertEqual(len(lines), 1 + 10 + 1)
        self.assertTrue(lines[1].endswith("t14"))

    def test_compile_times_and_their_budget(self) -> None:
        self.give(TestResult("one", PASSED))
        log = self.write("build/compile-times.log", "20.0 a.o\n3.00 b.o\n16.5 c.o\n4.00 a.o\nx y\n99.0 gone.o\n")
        for name in ("a.o", "b.o", "c.o"):
            self.write(f"build/{name}", "")
        code, lines = self.run_summary("--compile-times", str(log))
        self.assertEqual(lines[:4], ["slowest to compile (CPU seconds):", "   16.50  c.o", "    4.00  a.o", "    3.00  b.o"])
        self.assertEqual(lines[4], "warning: c.o took 16.5 s of CPU time to compile, the budget is 15 s")
        self.assertEqual((code, lines[-1]), (0, "1 passed, 0 failed"))


class Gtest(TreeCase):
    def run_it(self, body: str, seconds: str = "20") -> tuple[int, str, list[dict]]:
        program = self.write("build/bin/room_test", "#!/bin/sh\nfile=${1#--gtest_output=json:}\n" + body)
        program.chmod(0o755)
        results = self.root / "results.json"
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = run_gtest.main(["--build", str(self.root / "build"), "--results", str(results), "--seconds", seconds])
        return code, out.getvalue(), json.loads(results.read_text())["tests"]

    def test_results_skips_and_their_reasons(self) -> None:
        code, out, tests = self.run_it(
            "echo '[ RUN      ] Suite.Left'\necho 'a.cpp:9: Skipped'\necho 'no data here'\necho\n"
            "echo '[  SKIPPED ] Suite.Left (0 ms)'\ncat > $file <<'END'\n" + json.dumps(GTEST) + "\nEND\nexit 1\n"
        )
        self.assertEqual(code, 1)
        self.assertIn("room_test: 1 passed, 1 failed, 2 skipped (0.5 s)\nfailed: room_test/Suite.Bad", out)
        self.assertEqual([test["message"] for test in tests if test["name"].endswith("Left")], ["no data here"])

    def test_a_crash_shows_the_last_output(self) -> None:
        code, out, tests = self.run_it("echo '[ RUN      ] Suite.Crash'\nkill -SEGV $$\n")
        self.assertEqual((code, tests[0]["status"]), (1, "failed"))
        self.assertIn("Suite.Crash", out)

    def test_a_bad_end_after_good_tests_fails(self) -> None:
        good = {"testsuites": [{"name": "S", "testsuite": [{"name": "A", "status": "RUN", "time": "0s"}]}]}
        code, out, _ = self.run_it(f"echo '{json.dumps(good)}' > $file\nexit 66\n")
        self.assertEqual(code, 1)
        self.assertIn("ended with 66", out)

    def test_a_program_that_hangs_is_ended(self) -> None:
        code, out, _ = self.run_it("sleep 60\n", "0.3")
        self.assertEqual(code, 1)
        self.assertIn("was ended after 0.3 s", out)
