"""Object files with and without static initialisers for check_static_init.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import subprocess
from unittest import mock

import check_static_init
from check_static_init import check

BAD = "int f(); int at_start = f();\n"
GOOD = "constexpr int kConstant = 1; int g() { static int once = 2; return once + kConstant; }\n"


class StaticInit(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        none = mock.patch.object(check_static_init, "EXCEPTIONS", {})
        none.start()
        self.addCleanup(none.stop)

    def compile(self, source: str, name: str) -> None:
        path = self.root / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["g++", "-x", "c++", "-c", "-o", str(path), "-"], input=source, text=True, check=True)

    def test_clean_objects_pass(self) -> None:
        self.compile(GOOD, "json/CMakeFiles/understudy_json.dir/value.cpp.o")
        self.assertEqual(check(self.root), [])

    def test_an_initialiser_is_found_among_others(self) -> None:
        self.compile(GOOD, "json/CMakeFiles/understudy_json.dir/value.cpp.o")
        self.compile(BAD, "json/CMakeFiles/understudy_json.dir/bad.cpp.o")
        self.assert_problem(check(self.root), "understudy_json.dir/bad.cpp.o: has a static initialiser")

    def test_an_initialiser_is_found_in_a_single_object(self) -> None:
        self.compile(BAD, "json/CMakeFiles/understudy_json.dir/bad.cpp.o")
        self.assert_problem(check(self.root), "bad.cpp.o")

    def test_tests_may_have_them(self) -> None:
        self.compile(GOOD, "json/CMakeFiles/understudy_json.dir/value.cpp.o")
        self.compile(BAD, "json/CMakeFiles/json_test.dir/value_test.cpp.o")
        self.assertEqual(check(self.root), [])

    def test_exceptions_must_be_needed(self) -> None:
        self.compile(GOOD, "json/CMakeFiles/understudy_json.dir/value.cpp.o")
        self.compile(BAD, "json/CMakeFiles/understudy_json.dir/bad.cpp.o")
        with mock.patch.object(check_static_init, "EXCEPTIONS", {"understudy_json.dir/bad.cpp": "test"}):
            self.assertEqual(check(self.root), [])
        with mock.patch.object(check_static_init, "EXCEPTIONS", {"bad.cpp": "test", "value.cpp": "test"}):
            self.assert_problem(check(self.root), "value.cpp: its exception is no longer needed")

    def test_an_empty_build_is_a_problem(self) -> None:
        self.assert_problem(check(self.root), "build first")
