"""Pages made from a small program's answers."""

from __future__ import annotations

from tree import TreeCase  # first: it makes tools/ importable

import contextlib
import io

from house.cli_page import cli_page
from house.control_pages import regions
from house.markdown import cell
from house.regions import fill_regions
from make_reference import check, main

HELP = {
    "version": "0.1.0",
    "control_options": [{"name": "--json", "value": "", "help": "as it came", "choices": "", "standard": ""}],
    "groups": [
        {
            "title": "calls that fail",
            "verbs": [
                {
                    "name": "fault arm",
                    "call": "fault arm RESOURCE [OPERATION]",
                    "summary": "calls fail",
                    "about": "Arms a fault.\n\nOr two.",
                    "arguments": [
                        {"name": "RESOURCE", "help": "what, or * for any", "repeats": False, "optional": False},
                        {"name": "OPERATION", "help": "which", "repeats": True, "optional": True},
                    ],
                    "options": [{"name": "--when", "value": "WHEN", "help": "when", "choices": "before|after", "standard": "before"}],
                    "examples": [{"command": "understudy fault arm x", "says": "fail"}],
                    "routes": ["POST /__admin__/faults"],
                }
            ],
        }
    ],
}
DOCUMENT = {
    "paths": {
        "/__admin__/faults": {
            "post": {
                "summary": "Arms a fault.",
                "parameters": [{"name": "limit", "in": "query"}, {"name": "X-Understudy-World", "in": "header"}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/FaultOrder"}}}},
                "responses": {"201": {"description": "ok"}, "404": {"description": "unknown_resource, unknown_world"}},
            }
        },
        "/__admin__/health": {"get": {"summary": "Is it there?", "security": [], "responses": {"200": {"description": "ok"}}}},
        "/__admin__/packs": {"get": {"summary": "The packs.", "responses": {"200": {"description": "ok"}, "401": {"description": "unauthorized"}}}},
    },
    "components": {
        "schemas": {
            "FaultOrder": {
                "required": ["resource"],
                "properties": {
                    "resource": {"type": "string", "description": "`*`: any"},
                    "when": {"enum": ["before", "after"]},
                    "tape": {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}},
                    "count": {"type": ["integer", "null"]},
                    "strict": {"const": True},
                },
            },
            "Entry": {"type": "object", "additionalProperties": {"type": "string"}},
            "Odd": {},
        }
    },
}


class Reference(TreeCase):
    def test_the_command_line(self) -> None:
        page = cli_page(HELP)
        self.assertIn("## Calls that fail\n\n### fault arm\n\n```text\nunderstudy fault arm RESOURCE [OPERATION] [OPTIONS]\n```\n", page)
        self.assertIn("| `RESOURCE` | what, or \\* for any |\n| `OPERATION...` | which (may be left out) |\n", page)
        self.assertIn("| `--when WHEN` | when: `before`, `after` (`before`) |\n", page)
        self.assertIn("Asks `POST /__admin__/faults`.\n\n```sh\n# fail\nunderstudy fault arm x\n```\n", page)

    def test_the_control_api(self) -> None:
        made = regions(DOCUMENT, HELP)
        self.assertIn(
            "| `POST /__admin__/faults` | Arms a fault. | `?limit` [FaultOrder](#faultorder) | `unknown_resource` | [fault arm](cli.md#fault-arm) |\n",
            made["routes of a world"],
        )
        self.assertIn("| `GET /__admin__/health` | none | Is it there? | | | |\n", made["routes of the process"])
        self.assertIn("| `GET /__admin__/packs` | any | The packs. | | | [pack list](cli.md#pack-list) |\n", made["routes of the process"])
        self.assertIn("| 404 | `unknown_resource` `unknown_world` |\n", made["codes"])
        self.assertIn("| `resource` | string | `*`: any |\n| `when` ? | `before` or `after` | |\n", made["records"])
        self.assertIn("| `tape` ? | list of [Entry](#entry) | |\n| `count` ? | integer or null | |\n| `strict` ? | `true` | |\n", made["records"])
        self.assertIn("### Entry\n\n| Member | Type | Meaning |\n|---|---|---|\n| any name | string | |\n", made["records"])
        self.assertIn("### Odd\n\nAs the world holds it.\n", made["records"])

    def test_regions_are_filled_and_must_be_known(self) -> None:
        page = "a\n<!-- made: x -->\nold\n<!-- end -->\nb\n"
        self.assertEqual(fill_regions("page.md", page, {"x": "new\n"}), "a\n<!-- made: x -->\n\nnew\n\n<!-- end -->\nb\n")
        with self.assertRaises(ValueError):
            fill_regions("page.md", page, {"y": ""})

    def test_text_is_escaped_outside_of_backticks(self) -> None:
        self.assertEqual(cell("a|b * `c_*|d`"), "a\\|b \\* `c_*\\|d`")

    def test_pages_are_compared_and_written(self) -> None:
        program = self.root / "understudy"
        program.write_text(
            "#!/usr/bin/env python3\nimport json, sys\n"
            f"print(json.dumps({HELP!r} if sys.argv[1] == 'help' else {DOCUMENT!r}))\n"
        )
        program.chmod(0o755)
        names = ("routes of a world", "routes of the process", "records", "codes")
        self.write("docs/reference/control-api.md", "".join(f"<!-- made: {name} -->\n<!-- end -->\n" for name in names))
        self.assertEqual(len(check(program, self.root)), 2)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(main(["--binary", str(program), "--root", str(self.root), "--write"]), 0)
        self.assertEqual(check(program, self.root), [])
        self.assertEqual(len(check(self.root / "nothing", self.root)), 1)
