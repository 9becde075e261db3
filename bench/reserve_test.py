"""Tests of the memory that growing servers are given."""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from reserve import LARGE_PAGE, Reserve, available_bytes


def resident_bytes() -> int:
    return int(re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[1]) << 10


class ReserveTest(unittest.TestCase):
    def test_is_written_to_and_handed_on(self):
        before = resident_bytes()
        reserve = Reserve(32 * LARGE_PAGE)
        full = resident_bytes()
        self.assertGreater(full - before, 30 * LARGE_PAGE)
        reserve.hand_on(24 * LARGE_PAGE)
        self.assertLess(resident_bytes() - before, 10 * LARGE_PAGE)
        self.assertEqual(reserve.left, 8 * LARGE_PAGE)
        reserve.hand_on(100 * LARGE_PAGE)
        reserve.hand_on(LARGE_PAGE)
        self.assertEqual(reserve.left, 0)
        reserve.close()

    def test_is_handed_on_while_something_goes_on(self):
        reserve = Reserve(4 * LARGE_PAGE)
        with reserve.handing_on(LARGE_PAGE, 0.001):
            while reserve.left > LARGE_PAGE:
                pass
        self.assertLessEqual(reserve.left, LARGE_PAGE)
        reserve.close()

    def test_leaves_most_of_the_memory_alone(self):
        available = available_bytes()
        self.assertGreater(available, 0)
        self.assertEqual(Reserve(0).left, 0)


if __name__ == "__main__":
    unittest.main()
