"""Snippets that behave and snippets that do not, for check_not_compile.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

from check_not_compile import check

GOOD = """// A name nobody declared.
// expect: was not declared
#ifdef MENDED
int missing = 0;
#endif
int f() { return missing; }
"""


class NotCompile(TreeCase):
    def problems_of(self, text: str) -> list[str]:
        self.write("tests/must_not_compile/snippet.cpp", text)
        return check(self.root, "g++")

    def test_a_snippet_refused_for_its_reason_passes(self) -> None:
        self.assertEqual(self.problems_of(GOOD), [])

    def test_a_snippet_that_compiles(self) -> None:
        self.assert_problem(self.problems_of(GOOD.replace("return missing", "return 0")), "compiles, and must not")

    def test_a_snippet_refused_for_another_reason(self) -> None:
        self.assert_problem(self.problems_of(GOOD.replace("was not declared", "deleted function")), "refused without saying")

    def test_a_snippet_that_is_wrong_even_when_mended(self) -> None:
        self.assert_problem(self.problems_of(GOOD + "int g() { return other; }\n"), "does not compile when mended")

    def test_a_snippet_without_reason_expectation_or_mend(self) -> None:
        for text in (GOOD.replace("// A name nobody declared.\n", ""), GOOD.replace("// expect", "// except"),
                     GOOD.replace("MENDED", "OTHER")):
            self.assertEqual(len(self.problems_of(text)), 1)

    def test_nothing_there(self) -> None:
        self.assert_problem(check(self.root, "g++"), "nothing there")
