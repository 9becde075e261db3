"""The man page and the completions, made from a small table of verbs; what bash does with its own is asked of bash."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from house.completions import bash_completion, fish_completion, zsh_completion
from house.man_page import man_page


def option(name: str, value: str = "", choices: str = "") -> dict:
    return {"name": name, "value": value, "help": f"what {name} does", "choices": choices, "standard": ""}


def verb(name: str, *options: dict, routes: tuple[str, ...] = ()) -> dict:
    return {"name": name, "call": f"{name} PACK...", "summary": f"{name}, in short", "about": "What it does.\n\n.dot begins this.", "arguments": [{"name": "PACK", "help": "a pack"}],
            "options": list(options), "examples": [{"command": f"understudy {name} parcel", "says": "one pack"}], "routes": list(routes)}


HELP = {"version": "1.2.3", "control_options": [option("--url", "URL")],
        "groups": [{"title": "Serve", "verbs": [verb("serve", option("--clock", "MODE", "frozen|ticking"), option("--port", "PORT"))]},
                   {"title": "Worlds", "verbs": [verb("world list", routes=("GET /worlds",)), verb("world show"), verb("with", option("--mode", "MODE"))]}]}


def completed(*words: str) -> list[str]:
    """What bash offers for the last word."""
    script = f"{bash_completion(HELP)}\nCOMP_WORDS=(understudy {' '.join(repr(word) for word in words)}); COMP_CWORD={len(words)}; _understudy; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=empty)
    return done.stdout.split()


class Completions(unittest.TestCase):
    def test_verbs_come_first(self) -> None:
        self.assertEqual(completed(""), ["serve", "with", "world"])
        self.assertEqual(completed("wo"), ["world"])

    def test_a_verb_of_two_words_offers_the_second(self) -> None:
        self.assertEqual(completed("world", ""), ["list", "show"])

    def test_options_and_their_choices(self) -> None:
        self.assertEqual(completed("serve", "parcel", "--"), ["--clock", "--port", "--help"])
        self.assertEqual(completed("serve", "--clock", "t"), ["ticking"])
        self.assertEqual(completed("world", "list", "--"), ["--url", "--help"])
        self.assertEqual(completed("world", "show", "--"), ["--help"])

    def test_the_others_are_made_of_the_same_words(self) -> None:
        self.assertTrue(zsh_completion(HELP).startswith("#compdef understudy\n"))
        fish = fish_completion(HELP)
        self.assertIn("-f -a world -d 'list, show'", fish)
        self.assertIn("-l clock -x -a 'frozen ticking'", fish)


class ManPage(unittest.TestCase):
    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_it_is_read_without_a_warning_and_shows_every_verb(self) -> None:
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=man_page(HELP), capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        shown = re.sub(".\x08", "", done.stdout)  # bold is struck twice
        for word in ("understudy world list PACK...", "--clock MODE", ".dot begins this.", "understudy with parcel"):
            self.assertIn(word, shown)


if __name__ == "__main__":
    unittest.main()
