"""Names inside and outside a glossary for check_glossary.py."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io

from check_glossary import find_warnings, main

GLOSSARY = "# Glossary\n\n- **cassette**: a file.\n- **seed**: a number.\n\n```text\nparse options\n```\n"


class Glossary(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("docs/reference/glossary.md", GLOSSARY)

    def test_known_words_pass(self) -> None:
        self.write("src/cassette/cassette.hpp", "struct ParseOptions {\n};\nclass Cassettes {\n};\n// struct Gadget {\n")
        self.write("src/app/main.cpp", 'app.add_option("-s,--seed", seed);\n')
        self.assertEqual(find_warnings(self.root), [])

    def test_unknown_words_are_named_and_never_fail(self) -> None:
        self.write("src/cassette/cassette.hpp", "class TapeOptions {\n};\nenum class Reel : int { A };\n")
        self.write("src/app/main.cpp", 'app.add_option("--tape-seed", seed);\n')
        warnings = find_warnings(self.root)
        self.assertEqual(len(warnings), 3, warnings)
        self.assertIn("TapeOptions: the word 'tape'", warnings[0])
        self.assertIn("Reel: the word 'reel'", warnings[1])
        self.assertIn("--tape-seed: the word 'tape'", warnings[2])
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(main(["--root", str(self.root)]), 0)

    def test_private_headers_do_not_count(self) -> None:
        self.write("src/cassette/impl/reel.hpp", "class Reel {\n};\n")
        self.assertEqual(find_warnings(self.root), [])
