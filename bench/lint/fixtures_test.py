"""Tests of the fixtures that are linted: the same each time, mixed, described, and each named by a test."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import fixtures

COUNT = 120


def _all(project: Path) -> dict[str, bytes]:
    return {str(path.relative_to(project)): path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()}


class Fixtures(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.project = Path(place.name) / "project"
        self.project.mkdir()
        fixtures.make(self.project, COUNT)

    def test_the_same_bytes_each_time(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            fixtures.make(Path(place), COUNT)
            self.assertEqual(_all(Path(place)), _all(self.project))

    def test_families_are_mixed(self) -> None:
        families = {path.name for path in self.project.glob("fixtures/*/*")}
        self.assertGreaterEqual(len(families), 10)
        self.assertIn("run-journal", families)

    def test_each_is_named_by_a_test(self) -> None:
        said = "".join(path.read_text() for path in self.project.glob(f"{fixtures.TESTS}/*"))
        there = [path for path in self.project.glob("fixtures/*/*/*") if not path.name.endswith(fixtures.SIDECAR)]
        self.assertEqual(len(there), COUNT)
        for path in there:
            self.assertIn(f'"{path.relative_to(self.project)}"', said)

    def test_copies_have_ids_of_their_own(self) -> None:
        first, second = (fixtures._own('{"id": "00000000-0000-4000-8000-000000000001"}', number) for number in (7, 8))
        self.assertNotEqual(first, second)
        self.assertEqual(len(first), len(second))


if __name__ == "__main__":
    unittest.main()
