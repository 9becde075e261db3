"""Maps of lessons, whole and with gaps, for check_lessons.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

from check_lessons import LESSONS, check


class Lessons(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("src/cassette/seal_test.cpp", "TEST(Seal, HidesAll) {\n}\n  TEST_F(Order, IsKept) {\n")
        self.write("tests/scripts/with/miss.t", "# P17\n")
        self.write("tests/commands/cases.py", "def parallel(work) -> None:\n    pass\n")
        self.write("tools/tests/rooms_test.py", "class Rooms:\n    def test_arrows(self) -> None:\n        pass\n")

    def page(self, **rows: str) -> None:
        lines = [f"| P{n} | problem | {rows.get(f'P{n}', 'issue 11')} |" for n in range(1, LESSONS + 1) if rows.get(f"P{n}") != ""]
        self.write("tests/lessons.md", "# Lessons\n\n| # | Problem | Tests |\n|---|---|---|\n" + "\n".join(lines) + "\n")

    def test_tests_of_all_kinds_are_found(self) -> None:
        self.page(P1="`Seal.HidesAll`, `Order.IsKept`", P2="`scripts/with/miss.t`", P3="`commands/cases.py: parallel`, more in issue 11",
                  P4="`tools/tests/rooms_test.py: test_arrows`")
        self.assertEqual(check(self.root), [])

    def test_a_missing_page_is_a_problem(self) -> None:
        self.assert_problem(check(self.root), "tests/lessons.md: missing")

    def test_a_lesson_without_row(self) -> None:
        self.page(P7="", P9="")
        self.assert_problem(check(self.root), "no row for P7, P9")

    def test_a_row_without_test_or_issue(self) -> None:
        self.page(P4="soon")
        self.assert_problem(check(self.root), "names neither a test nor the issue")

    def test_names_of_nothing(self) -> None:
        for name, problem in (("Seal.HidesNone", "no unit test Seal.HidesNone"), ("scripts/with/hit.t", "no file tests/scripts/with/hit.t"),
                              ("commands/cases.py: serial", "no function serial"), ("commands/cases.py", "no function (none is named)"),
                              ("scripts/with/miss.t: x", "by its file alone")):
            self.page(P5=f"`{name}`")
            self.assert_problem(check(self.root), problem)

    def test_rows_twice_and_beyond_the_last(self) -> None:
        self.page()
        page = self.root / "tests/lessons.md"
        page.write_text(page.read_text() + "| P3 | again | issue 11 |\n| P99 | what | issue 11 |\n")
        problems = check(self.root)
        self.assertEqual(len(problems), 2, problems)
        self.assertIn("P3 has a row already", problems[0])
        self.assertIn("there is no lesson P99", problems[1])
