"""Good and bad files for check_text.py. Bad words are put together here so that the check does not find this file."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import subprocess

from check_text import check, check_text

ROOT_PATH = "/" + "root/x"
WORK_PATH = "/" + "work/main"
HOME_PATH = "/" + "home/alice/x"
NOTE = "TO" + "DO"


class Text(TreeCase):
    def test_clean_files_pass(self) -> None:
        for name, text in (
            ("src/a.cpp", "int a;  // a/work/b, net" + WORK_PATH + " is part of a longer path\n"),
            ("Makefile", "all:\n\techo\n"),
            ("empty", ""),
            ("src/a_test.cpp", f'"{HOME_PATH}"\n'),
            ("tests/scripts/a.t", "line with a space at its end \n"),
            ("fuzz/json/seed", "\t no newline "),
            ("sdk/package-lock.json", '{"funding": {"url": "https://github.com/sponsors/x"}}\n'),
            ("image.png", "\0" + WORK_PATH),
        ):
            with self.subTest(name):
                self.assertEqual(check_text(name, text.encode()), [])

    def test_each_kind_of_dirt_is_found(self) -> None:
        for name, text, fragment in (
            ("a.md", f"see {WORK_PATH}\n", "a.md:1: a path of one machine"),
            ("a_test.py", f"\n'{ROOT_PATH}'\n", "a_test.py:2: a path of one machine"),
            ("a.md", f"in {HOME_PATH}\n", "someone's home directory"),
            ("a.cpp", f"// {NOTE}: later\n", "a note to self"),
            ("a.cpp", "int a;", "does not end in a newline"),
            ("a.hpp", "\tint a;\n", "a tab in a C++ source"),
            ("a.md", "a \n", "trailing white space"),
            ("a.md", "a\r\nb\n", "carriage return"),
            ("a.md", "<" * 7 + " mine\n", "unfinished merge"),
            ("sdk/package-lock.json", '{"resolved": "https://registry.example/x.tgz"}\n', "a host in a lock file: registry.example"),
            ("requirements.txt", "--index-url http://mirror.example/simple\n", "a host in a lock file"),
        ):
            with self.subTest(fragment):
                self.assert_problem(check_text(name, text.encode()), fragment)

    def test_untracked_files_count_and_ignored_ones_do_not(self) -> None:
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.write(".gitignore", "/build/\n")
        self.write("build/a.cpp", "no newline")
        self.write("src/a.cpp", "no newline")
        self.assert_problem(check(self.root), "src/a.cpp:1: the file does not end in a newline")
