"""Good and bad rooms for check_rooms.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

from check_rooms import check

TABLE = """
#      level  room     may include
arrows(0      base     )
arrows(1      json     base)
arrows(2      yaml     base json)
arrows(6      io       base)
arrows(8      app      all-below)
home(tl-expected  tl/       src/base/result.hpp)
home(re2          re2/      src/base/regex.cpp)
home(cli11        CLI/      src/app)
"""


class Rooms(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("cmake/rooms.cmake", TABLE)
        for room, may in (("base", "nothing"), ("json", "base"), ("yaml", "base, json"), ("io", "base"),
                          ("app", "base, json, yaml, io")):
            self.write(f"src/{room}/README.md", f"# {room}\n\nMay include: {may}\n")
        self.write("src/base/text.hpp", "#pragma once\n#include <string>\n")
        self.write("src/base/impl/deep.hpp", "#pragma once\n")
        self.write("src/json/value.hpp", '#include "base/text.hpp"\n')

    def problem(self, name: str, text: str, *fragments: str) -> None:
        self.write(name, text)
        self.assert_problem(check(self.root), name, *fragments)

    def test_a_tidy_tree_passes(self) -> None:
        self.write("src/base/result.hpp", "#include <tl/expected.hpp>\n#include <utility>\n")
        self.write("src/base/regex.cpp", '#include "base/impl/deep.hpp"\n#include <re2/re2.h>\n')
        self.write("src/app/main.cpp", '#include <CLI/CLI.hpp>\n#include "json/value.hpp"\n#include <iostream>\n')
        self.write("src/io/file.cpp", "#include <fstream>\n#include <thread>\n#include <sys/stat.h>\n")
        self.write("src/json/value_test.cpp", '#include <gtest/gtest.h>\n#include <fstream>\n#include "tests/shared.hpp"\n')
        self.write("tests/shared.hpp", "")
        self.write("src/app/version.hpp.in", "")
        self.write("src/app/version.cpp", '#include "app/version.hpp"\n')
        self.assertEqual(check(self.root), [])

    def test_arrows_that_are_not_in_the_table(self) -> None:
        self.problem("src/base/up.cpp", '#include "json/value.hpp"\n', ":1: base may not include json")

    def test_sideways_is_not_in_the_table_either(self) -> None:
        self.write("src/io/file.hpp", "")
        self.problem("src/yaml/read.cpp", '\n#include "io/file.hpp"\n', ":2: yaml may not include io")

    def test_private_headers(self) -> None:
        self.problem("src/json/value.cpp", '#include "base/impl/deep.hpp"\n', "is private to base")

    def test_headers_that_do_not_exist(self) -> None:
        self.problem("src/json/value.cpp", '#include "value.hpp"\n', "include paths start there")

    def test_libraries_away_from_home(self) -> None:
        self.problem("src/json/value.cpp", "#include <re2/re2.h>\n", "may be included in src/base/regex.cpp only")

    def test_unknown_libraries(self) -> None:
        self.problem("src/json/value.cpp", "#include <boost/json.hpp>\n", "of no library known")

    def test_libraries_in_door_headers(self) -> None:
        self.problem("src/app/door.hpp", "#include <CLI/CLI.hpp>\n", "in a door header")

    def test_test_libraries_outside_tests(self) -> None:
        self.problem("src/json/value.cpp", "#include <gtest/gtest.h>\n", "belongs into tests")

    def test_shipped_code_includes_nothing_of_the_tests(self) -> None:
        """P66: what is shipped works without any test tree."""
        self.write("tests/shared.hpp", "")
        self.problem("src/json/value.cpp", '#include "tests/shared.hpp"\n', "is not a file under src/")

    def test_impure_headers_in_pure_rooms(self) -> None:
        for header in ("iostream", "fstream", "thread", "mutex", "future", "filesystem", "unistd.h", "sys/stat.h", "ctime"):
            with self.subTest(header):
                self.problem("src/json/value.cpp", f"#include <{header}>\n", "has no place in a pure room")

    def test_impure_calls_in_pure_rooms(self) -> None:
        for call in ("std::chrono::system_clock::now()", "steady_clock::now()", "std::printf(\"x\")", "std::cout << 1",
                     "getenv(\"X\")", "std::time(nullptr)"):
            with self.subTest(call):
                self.problem("src/json/value.cpp", f"void f() {{ {call}; }}\n", "has no place in a pure room")

    def test_prose_and_literals_are_no_calls(self) -> None:
        self.write("src/json/value.cpp", '// printf("x") and std::cout\nconst char* s = "getenv(x) // ";\n'
                   'auto r = R"(std::cout)"; int n = 1\'000; void f() { std::snprintf(b, 1, "x"); }\n')
        self.assertEqual(check(self.root), [])

    def test_excepted_files_and_exceptions_no_longer_needed(self) -> None:
        self.write("src/base/assert.cpp", "#include <cstdio>\nvoid f() { std::fprintf(stderr, \"x\"); }\n")
        self.assertEqual(check(self.root), [])
        self.problem("src/base/assert.cpp", "void f() {}\n", "no longer needed")

    def test_readme_missing_or_different(self) -> None:
        self.problem("src/json/README.md", "May include: base, yaml\n", "the table says: base")
        self.problem("src/json/README.md", "nothing said\n", "exactly one line")
        (self.root / "src/json/README.md").unlink()
        self.assert_problem(check(self.root), "src/json/README.md: missing")

    def test_unknown_rooms(self) -> None:
        self.write("src/attic/old.cpp", "")
        self.assert_problem(check(self.root), "src/attic: this room is not in cmake/rooms.cmake")
