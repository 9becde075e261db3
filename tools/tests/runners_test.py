"""run_checks.py on tests made here; run_fuzz.py and run_gtest.py with shell programs in place of real ones."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io
import json
import sys

import run_checks
import run_fuzz
import run_gtest

TESTS = """
import unittest
class A(unittest.TestCase):
    def test_good(self): pass
    def test_bad(self): self.fail("wrong")
    def test_broken(self): raise ValueError("broken")
    def test_parts(self):
        for i in range(3):
            with self.subTest(i): self.assertNotEqual(i, 1)
    @unittest.skip("no data")
    def test_left(self): pass
class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise ValueError("class")
    def test_never(self): pass
"""


class Python(TreeCase):
    def test_every_kind_of_outcome_is_collected(self) -> None:
        self.write("sample_outcomes_test.py", TESTS)
        self.write("sample_import_test.py", "import no_such_module_at_all\n")
        self.addCleanup(sys.path.remove, str(self.root))
        results = run_checks.run_python_tests([self.root])
        found = {result.name.rsplit(".", 1)[-1]: result.status for result in results}
        self.assertEqual(len(results), 7, results)
        self.assertEqual({name: found[name] for name in ("test_good", "test_bad", "test_broken", "test_parts", "test_left")},
                         {"test_good": "passed", "test_bad": "failed", "test_broken": "failed", "test_parts": "failed",
                          "test_left": "skipped"})
        self.assertEqual(sum(result.status == "failed" for result in results), 5)


class Gtest(TreeCase):
    def run_it(self, *names: str) -> tuple[int, list[dict]]:
        results = self.root / "results.json"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            code = run_gtest.main([*names, "--build", str(self.root / "build"), "--results", str(results)])
        return code, json.loads(results.read_text())["tests"] if results.exists() else []

    def test_a_program_that_dies_is_a_failure(self) -> None:
        self.write("build/bin/json_test", "#!/bin/sh\nexit 3\n").chmod(0o755)
        code, tests = self.run_it()
        self.assertEqual((code, tests[0]["status"]), (1, "failed"))

    def test_a_name_that_means_no_program_runs_none_and_is_no_failure(self) -> None:
        self.write("build/bin/json_test", "#!/bin/sh\nexit 3\n").chmod(0o755)
        self.assertEqual(self.run_it("diff"), (0, []))

    def test_no_programs_at_all_is_misuse(self) -> None:
        self.assertEqual(self.run_it(), (2, []))


class Fuzz(TreeCase):
    def run_it(self, body: str) -> tuple[int, str, list[dict]]:
        self.write("build/bin/json_fuzz", "#!/bin/sh\n" + body).chmod(0o755)
        results = self.root / "results.json"
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = run_fuzz.main(["--build", str(self.root / "build"), "--seconds", "1", "--results", str(results)])
        return code, out.getvalue(), json.loads(results.read_text())["tests"]

    def test_a_quiet_target_passes_with_its_number_of_runs(self) -> None:
        code, out, _ = self.run_it("echo 'stat::number_of_executed_units: 4711' >&2\n")
        self.assertEqual(code, 0)
        self.assertIn("passed: fuzz/json_fuzz: 4711 runs", out)

    def test_a_crash_fails_and_is_shown(self) -> None:
        code, out, tests = self.run_it("echo 'ERROR: AddressSanitizer' >&2; exit 77\n")
        self.assertEqual((code, tests[0]["status"]), (1, "failed"))
        self.assertIn("AddressSanitizer", out)
