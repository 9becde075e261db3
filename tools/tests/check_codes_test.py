"""Good and bad error tables for check_codes.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io

from check_codes import check, main

GOOD = """// Errors of the room `json`. CODE(NotThis, "x", "", "")
CODE(JsonDepth, "json.depth", "nested deeper than {limit} levels", "raise the limit")
CODE(JsonUtf8, "json.utf8",
     "byte {at} is no "
     "UTF-8: \\"{byte}\\"", "")
"""


class Codes(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("src/base/codes/all.def", '#include "base/codes/json.def"\n')
        self.write("src/base/codes/json.def", GOOD)
        self.write("src/json/parse_test.cpp", "EXPECT_EQ(code, Code::JsonDepth);")
        self.write("tests/scripts/json/bad.t", "! error: no UTF-8 [json.utf8]\n")
        self.make_document()

    def make_document(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            main(["--root", str(self.root), "--write"])

    def with_table(self, text: str) -> list[str]:
        self.write("src/base/codes/json.def", text)
        self.make_document()
        return check(self.root)

    def test_good_tables_pass(self) -> None:
        self.assertEqual(check(self.root), [])
        document = (self.root / "docs/reference/error-codes.md").read_text()
        self.assertIn('| `json.utf8` | byte {at} is no UTF-8: "{byte}" |  |', document)

    def test_a_document_that_lags_behind(self) -> None:
        self.write("src/base/codes/json.def", GOOD.replace("raise the limit", "ask for more"))
        self.assert_problem(check(self.root), "does not agree with the tables")

    def test_a_code_without_a_test(self) -> None:
        self.write("tests/scripts/json/bad.t", "# json.utf8x is another name\n")
        self.assert_problem(check(self.root), "no test names json.utf8 or Code::JsonUtf8")

    def test_bad_entries(self) -> None:
        for old, new, fragment in (
            ('"json.depth"', '"yaml.depth"', "not of the form json.snake_name"),
            ('"json.depth"', '"json.tooDeep"', "not of the form json.snake_name"),
            ("nested deeper than {limit} levels", "", "no sentence"),
            ("{limit}", "{the limit}", "a brace that is no {placeholder}"),
        ):
            with self.subTest(fragment):
                problems = self.with_table(GOOD.replace(old, new))
                self.assertTrue(any(fragment in problem for problem in problems), problems)

    def test_names_given_twice(self) -> None:
        problems = self.with_table(GOOD + 'CODE(JsonDepth, "json.depth", "again", "")\n')
        self.assertEqual(len(problems), 2, problems)
        self.assertTrue(all("given twice" in problem for problem in problems))

    def test_a_table_that_cannot_be_read(self) -> None:
        self.write("src/base/codes/json.def", 'CODE(JsonDepth, "json.depth", kSentence, "")\n')
        self.assert_problem(check(self.root), "json.def: 1 CODE entries, of which 0 can be read")
