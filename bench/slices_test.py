"""Tests of what decides which slices count."""

from __future__ import annotations

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import slices
from slices import Series, Slice, alternate


def series(*pairs: tuple[float, float], wanted: int = 2) -> Series:
    return Series([Slice({"rps": rps}, others) for rps, others in pairs], wanted)


class Counting(unittest.TestCase):
    def test_noisy_slices_are_dropped_when_enough_are_quiet(self) -> None:
        found = series((10, 0.1), (999, 0.5), (20, 0.0))
        self.assertFalse(found.is_noisy())
        self.assertEqual(found.median("rps"), 15)

    def test_the_least_noisy_stand_in_when_too_few_are_quiet(self) -> None:
        found = series((10, 0.1), (999, 1.5), (20, 0.3))
        self.assertTrue(found.is_noisy())
        self.assertEqual(found.median("rps"), 15)

    def test_a_series_that_failed_has_no_median(self) -> None:
        found = series((10, 0.0), (20, 0.0))
        found.problem = "the server went away"
        with self.assertRaisesRegex(RuntimeError, "the server went away"):
            found.median("rps")


class Alternation(unittest.TestCase):
    def setUp(self) -> None:
        self.calls: list[str] = []
        self.noise = 0.0
        self.real = slices.take_slice
        slices.take_slice = lambda work: Slice(work()[0], self.noise)

    def tearDown(self) -> None:
        slices.take_slice = self.real

    def work(self, name: str) -> slices.Work:
        def run() -> tuple[dict[str, float], float]:
            self.calls.append(name)
            if name == "broken":
                raise RuntimeError("broken")
            return {"rps": 1.0}, 0.0

        return run

    def test_takes_turns_and_stops_when_all_is_quiet(self) -> None:
        alternate({"a": self.work("a"), "b": self.work("b")}, 2, 60)
        self.assertEqual(self.calls, ["a", "b", "a", "b"])

    def test_goes_on_while_it_is_noisy_but_not_for_ever(self) -> None:
        self.noise = 1.0
        found = alternate({"a": self.work("a")}, 3, 60)
        self.assertEqual(len(self.calls), 12)
        self.assertTrue(found["a"].is_noisy())

    def test_does_not_go_on_when_the_time_is_over(self) -> None:
        self.noise = 1.0
        alternate({"a": self.work("a")}, 3, 0)
        self.assertEqual(len(self.calls), 3)

    def test_noise_around_one_that_is_not_judged_costs_no_round(self) -> None:
        self.noise = 1.0
        alternate({"a": self.work("a")}, 2, 60, {"b"})
        self.assertEqual(self.calls, ["a", "a"])

    def test_one_that_fails_is_left_out_and_says_why(self) -> None:
        found = alternate({"broken": self.work("broken"), "a": self.work("a")}, 2, 60)
        self.assertEqual(self.calls, ["broken", "a", "a"])
        self.assertEqual(found["broken"].problem, "broken")


if __name__ == "__main__":
    unittest.main()
