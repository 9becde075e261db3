"""Tests of the fixtures that are scanned: the same each time, readable, and with secrets where the list says."""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import corpus


class Fixtures(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.size, corpus.PART_BYTES = corpus.PART_BYTES, 2_000_000
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.place.name) / "part-00"
        cls.plants = corpus._make_part(0, cls.folder)

    @classmethod
    def tearDownClass(cls) -> None:
        corpus.PART_BYTES = cls.size
        cls.place.cleanup()

    def test_the_same_bytes_each_time(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            again = Path(place) / "part-00"
            self.assertEqual(corpus._make_part(0, again), self.plants)
            for path in sorted(again.rglob("*.*")):
                self.assertEqual(path.read_bytes(), (self.folder / path.relative_to(again)).read_bytes(), path)

    def test_every_file_can_be_read(self) -> None:
        for path in sorted(self.folder.rglob("*.*")):
            text = path.read_text()
            if path.suffix == ".json":
                json.loads(text)
            elif path.suffix == ".jsonl":
                for line in text.splitlines():
                    json.loads(line)
            else:
                for event in text.split("\n\n")[:-2]:
                    json.loads(event.removeprefix("data: "))

    def test_secrets_stand_where_the_list_says(self) -> None:
        check, rules = corpus.load_rules()
        by_id = {rule.id: rule for rule in rules}
        self.assertEqual(len(self.plants), corpus.PLANTS_A_PART)
        for plant in self.plants:
            line = (self.folder.parent / plant.file).read_text().split("\n")[plant.line - 1]
            member = line[plant.columns[0] - 1 : plant.columns[1] - 1]
            for _ in range(plant.quoting - 1):
                member = json.loads(f'"{member}"')
            [(name, value)] = json.loads(f"{{{member}}}").items()
            self.assertTrue(check.found(by_id[plant.rule], value, name), plant.rule)

    def test_secrets_stand_in_strings_within_strings_too(self) -> None:
        self.assertEqual({plant.quoting for plant in self.plants}, {1, 2})


if __name__ == "__main__":
    unittest.main()
