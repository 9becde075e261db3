"""The page of the rules for secrets, made from a few rules."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io

from house.checks import ROOT
from house.secret_pages import example, reader, regions, whole_text
from make_secret_reference import check, main

RULES = r"""# yamllint disable rule:line-length
# Things of tests.
# More about it.

- id: acme.token
  about: 'Acme token, kind a|b'
  finds: 'acme_[0-9A-Za-z]{36}'
  edges: word
  words: [acme_]
  check: github_crc32
  makes: 'acme_{base62:30}{crc}'
  severity: breaking
  see: 'Acme'

- id: acme.id
  about: Acme id
  finds: '[0-9a-f]{2}-[0-9a-f-]{36}'
  edges: word
  near: ['acme_id ']
  makes: '{hex:2}-{uuid}'
  severity: warning
  see: 'Acme'

- id: acme.key
  about: Acme key
  finds: '---- ACME <KEY> ----(?:\s|\\n)[0-9A-Z]{4}'
  edges: none
  words: ['acme <key>']
  makes: '---- AC{hex:0}ME <KEY> ----\n{upper:4}'
  severity: breaking
  see: 'Acme'
"""
FAKES = """- value: acme_test
  kind: test
  reason: Token of tests.
"""
PAGE = "# Secrets\n\n<!-- made: count -->\n<!-- end -->\n<!-- made: known fakes -->\n<!-- end -->\n<!-- made: rules -->\n<!-- end -->\n"


class SecretReference(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("secrets/rules/tests.yaml", RULES)
        self.write("secrets/known_fakes.yaml", FAKES)
        self.write("docs/reference/secrets.md", PAGE)

    def test_rules_are_shown_with_their_shape(self) -> None:
        made = regions(self.root / "secrets")
        self.assertIn("3 rules of 1 providers", made["count"])
        self.assertIn("| `test` | Token of tests |\n", made["known fakes"])
        self.assertIn("### Things of tests\n\n| Rule |", made["rules"])
        self.assertIn("| `acme.token` | Acme token, kind a\\|b | breaking | `acme_xxxx...0001` | 41 |\n", made["rules"])
        self.assertIn("| warning | `acme_id` `01-00000000-0000-0000-0000-000000000001` | 39 |\n", made["rules"])
        self.assertIn("| <code>---- AC<wbr>ME &lt;KEY&gt; ----<br>XXX1</code> | 25 |\n", made["rules"])

    def test_an_example_that_does_not_match_is_a_fault(self) -> None:
        self.write("secrets/rules/tests.yaml", RULES.replace("{base62:30}{crc}", "{base62:29}{crc}"))
        self.assert_problem(check(self.root), "acme.token", "does not match")

    def test_a_rule_without_form_is_a_fault(self) -> None:
        self.write("secrets/rules/tests.yaml", RULES.replace("  about: Acme id\n", ""))
        self.assert_problem(check(self.root), "acme.id", "about")

    def test_the_page_is_compared_and_written(self) -> None:
        self.assert_problem(check(self.root), "make_secret_reference.py --write")
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(main(["--root", str(self.root), "--check"]), 1)
            self.assertEqual(main(["--root", str(self.root), "--write"]), 0)
        self.assertEqual(check(self.root), [])

    def test_a_page_without_its_regions_is_a_fault(self) -> None:
        self.write("docs/reference/secrets.md", "# Secrets\n")
        self.assert_problem(check(self.root), "regions")

    def test_shipped_examples_are_filler(self) -> None:
        """What is filled in has three different characters at most, and the number."""
        rules_check = reader()
        for rule in rules_check.read_rules(ROOT / "secrets", rules_check.Report()):
            runs = example(rule)
            for run in runs:
                if run.is_filler:
                    self.assertRegex(run.text, r"\A(?:x*|X*|0*)(?:0001|1)?\Z", rule.id)
            self.assertNotIn("{base", whole_text(runs))
