"""docs/reference/cli.md, from `understudy help --json`."""

from __future__ import annotations

import textwrap

from house.markdown import cell, table

_OPENING = """# Command line

`understudy VERB [ARGUMENTS]`; `understudy VERB --help` says what stands here. This page is made from the program's own
table of verbs by `tools/make_reference.py --write`.

What a verb was asked for goes to standard output, everything else to standard error. Colour is used on terminals only,
never under `CI` or `NO_COLOR`. [exit-codes.md](exit-codes.md) lists the exit codes, which mean the same everywhere.

## Speaking to a server

Verbs that name a route below ask a server that runs: the one `understudy serve` started. They are thin: what you give
is sent on, the server judges it, and a refusal (exit code 1) is printed in its words with the place in the body that it
is about. No connection, or no key to ask with, is exit code 3. They connect directly, whatever proxies the environment
names.

"""
_ENVIRONMENT = """
| Variable | Instead of |
|---|---|
| `UNDERSTUDY_URL` | `--url` |
| `UNDERSTUDY_KEY` | `--key` |
| `UNDERSTUDY_ADMIN_KEY` | `--admin-key` |

Where ours are not set, `PRODBREAK_URL` and `PRODBREAK_KEY` are read. `--world` sends the header `X-Understudy-World`
with the operator's key, or with the key of a world that the one named was forked from.

- Without `--json`, lists are tables and records are blocks, for people; their form may change. With it, the server's
  bytes leave unchanged; a list of several pages is one JSON text for each page, one after another.
- Lists are read to their end, or up to `--limit` records, oldest first.
- Where a body is taken, `-` as the first argument reads all of it from standard input, as in `fault arm -`; options
  then set members of it.
- An argument that is JSON is JSON: a text has quotes of its own, as in `--value '"refused"'`.
"""


def cli_page(help_data: dict) -> str:
    parts = [_OPENING + _options(help_data["control_options"]) + _ENVIRONMENT]
    for group in help_data["groups"]:
        parts.append(f"## {group['title'][0].upper()}{group['title'][1:]}\n")
        parts += [_verb(verb) for verb in group["verbs"]]
    return "\n".join(parts)


def _verb(verb: dict) -> str:
    flags = " [OPTIONS]" if verb["options"] or verb["routes"] else ""
    text = f"### {verb['name']}\n\n```text\nunderstudy {verb['call']}{flags}\n```\n\n{_wrapped(verb['about'])}\n"
    if verb["arguments"]:
        rows = [(f"`{one['name']}{'...' if one['repeats'] else ''}`", _sentence(one["help"], one["optional"])) for one in verb["arguments"]]
        text += "\n" + table(("Argument", "Meaning"), rows)
    if verb["options"]:
        text += "\n" + _options(verb["options"])
    if verb["routes"]:
        text += "\nAsks " + ", ".join(f"`{route}`" for route in dict.fromkeys(verb["routes"])) + ".\n"
    lines = [line for one in verb["examples"] for line in (f"# {one['says']}", one["command"])]
    return text + "\n```sh\n" + "\n".join(lines) + "\n```\n"


def _options(options: list[dict]) -> str:
    rows = []
    for one in options:
        meaning = cell(one["help"])
        if one["choices"]:
            meaning += ": " + ", ".join(f"`{choice}`" for choice in one["choices"].split("|"))
        if one["standard"]:
            meaning += f" (`{one['standard']}`)"
        rows.append((f"`{one['name']}{' ' + one['value'] if one['value'] else ''}`", meaning))
    return table(("Option", "Meaning"), rows)


def _sentence(text: str, optional: bool) -> str:
    return cell(text) + (" (may be left out)" if optional else "")


def _wrapped(about: str) -> str:
    paragraphs = (cell(paragraph) for paragraph in about.split("\n\n"))
    return "\n\n".join(textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) for text in paragraphs)
