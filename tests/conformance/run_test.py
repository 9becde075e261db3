"""The conformance runner judged with small shell programs in place of the real adapters."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run

GOOD = {"suite": "json_suite", "groups": {"y": {"right": 3, "total": 4}, "n": {"right": 2, "total": 2}},
        "misses": [{"case": "y/odd.json", "why": "refused"}]}


class Fixture(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "data/json-parsing/test_parsing").mkdir(parents=True)
        (self.root / "here/misses").mkdir(parents=True)
        self.program("cat <<'END'\n" + json.dumps(GOOD) + "\nEND\n")
        self.scores({"y": {"right": 3, "total": 4}, "n": {"right": 2, "total": 2}})
        self.misses({"y/odd.json": "we refuse a lone surrogate on purpose"})

    def program(self, body: str) -> None:
        path = self.root / "build/bin/conformance_json_suite"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)

    def scores(self, groups: dict) -> None:
        (self.root / "here/scores.json").write_text(json.dumps({"json_suite": groups}))

    def misses(self, reasons: dict) -> None:
        (self.root / "here/misses/json_suite.json").write_text(json.dumps(reasons))

    def run_it(self, *arguments: str, suite: str = "json_suite") -> tuple[int, str]:
        out = io.StringIO()
        fixed = [suite, "--build", str(self.root / "build"), "--data", str(self.root / "data"), "--here", str(self.root / "here")]
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = run.main([*fixed, "--results", str(self.root / "results.json"), *arguments])
        return code, out.getvalue()

    def assert_fails(self, fragment: str) -> None:
        code, out = self.run_it()
        self.assertEqual(code, 1, out)
        self.assertIn(fragment, out)


class Scores(Fixture):
    def test_the_same_score_passes_one_test_per_group(self) -> None:
        code, out = self.run_it()
        self.assertEqual(code, 0, out)
        self.assertIn("passed: conformance/json_suite/y: 3/4 right\n", out)
        self.assertTrue(out.endswith("conformance: 2 passed, 0 failed\n"))

    def test_a_lower_score_fails(self) -> None:
        self.scores({"y": {"right": 4, "total": 4}, "n": {"right": 2, "total": 2}})
        self.assert_fails("failed: conformance/json_suite/y: 3/4 right; 3 right, there were 4")

    def test_fewer_cases_fail(self) -> None:
        self.scores({"y": {"right": 3, "total": 5}, "n": {"right": 2, "total": 2}})
        self.assert_fails("only 4 cases, there were 5")

    def test_a_vanished_group_fails(self) -> None:
        self.scores({"y": {"right": 3, "total": 4}, "n": {"right": 2, "total": 2}, "i": {"right": 1, "total": 1}})
        self.assert_fails("the group is gone")

    def test_a_higher_score_is_a_note_until_written_down(self) -> None:
        self.scores({"y": {"right": 2, "total": 4}})
        code, out = self.run_it()
        self.assertEqual(code, 0, out)
        self.assertIn("was 2/4; --update writes the new score down", out)
        self.assertIn("new; --update writes it down", out)
        self.run_it("--update")
        self.assertNotIn("--update", self.run_it()[1])


class Misses(Fixture):
    def test_a_miss_without_a_reason_fails(self) -> None:
        self.misses({"y/odd.json": " "})
        self.assert_fails("y/odd.json: misses without a reason")

    def test_a_stale_reason_fails_in_its_group(self) -> None:
        self.misses({"y/odd.json": "because", "n/old.json": "was once missed"})
        self.assert_fails("failed: conformance/json_suite/n: 2/2 right; n/old.json: misses/json_suite.json explains a case")

    def test_a_stale_reason_of_no_group_fails_too(self) -> None:
        self.misses({"y/odd.json": "because", "z/old.json": "of a group long gone"})
        self.assert_fails("conformance/json_suite/(no group)")


class Programs(Fixture):
    def test_absent_data_is_a_skip(self) -> None:
        code, out = self.run_it(suite="yaml_suite")
        self.assertEqual(code, 0)
        self.assertIn("skipped: conformance/yaml_suite: its data is not there", out)

    def test_programs_that_do_not_do_their_part_fail(self) -> None:
        for body, fragment in (
            ("echo broken >&2; exit 2\n", "it ended with 2: broken"),
            ("echo '{'\n", "not what run.py expects"),
            ("echo '{\"suite\":\"x\",\"groups\":{\"a\":{\"right\":1,\"total\":1}},\"misses\":[]}'\n", "calls itself 'x'"),
            ("echo '{\"suite\":\"json_suite\",\"groups\":{},\"misses\":[]}'\n", "no groups"),
            ("echo '{\"suite\":\"json_suite\",\"groups\":{\"a\":{\"right\":0,\"total\":1}},\"misses\":[]}'\n", "lists 0 misses"),
        ):
            with self.subTest(fragment):
                self.program(body)
                self.assert_fails(fragment)

    def test_a_missing_program_fails(self) -> None:
        (self.root / "build/bin/conformance_json_suite").unlink()
        self.assert_fails("build it first")

    def test_an_unknown_suite_is_misuse(self) -> None:
        self.assertEqual(self.run_it(suite="no_suite")[0], 2)


if __name__ == "__main__":
    unittest.main()
