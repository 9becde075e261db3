"""No character of a planted secret in any output of any verb, wherever in a fixture, its metadata, its name or its family it stands.

Findings quote values: types, keys, ids, names, numbers of versions. Each case puts a secret where a finding would quote it and
looks for eight of its characters in everything that is printed or written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import corrected
from project import FAMILIES, Problems, Project, expect, metadata, needs_verb
from texts import token

WINDOW = 8
FORMS = ("text", "json", "junit", "sarif", "markdown", "github")
LINES = (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text()


def secret(seed: str) -> str:
    return token(seed=f"secrecy {seed}")


def pieces(text: str) -> set[str]:
    random_part = text.split("_", 1)[-1]
    return {random_part[at : at + WINDOW] for at in range(len(random_part) - WINDOW + 1)}


def leaked(text: str, planted: str) -> bool:
    return any(piece in text for piece in pieces(planted))


def lines(*records: dict) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def started(**more: object) -> dict:
    return {"type": "thread.started", "thread_id": "00000000-0000-4000-8000-000000000001", **more}


def item(kind: str, number: str, **more: object) -> dict:
    return {"type": kind, "item": {"id": number, "type": "command_execution", "command": "ls", "aggregated_output": "", "exit_code": 0, "status": "completed", **more}}


def streams(planted: str) -> Iterator[tuple[str, str]]:
    """Wrong streams with the secret where the finding is."""
    end = {"type": "turn.completed", "usage": {"input_tokens": 1, "cached_input_tokens": 0, "output_tokens": 1}}
    yield "type", lines(started(), {"type": planted})
    yield "first_type", lines({"type": planted}, started())
    yield "key", lines(started(), {"type": "turn.started"}, item("item.completed", planted), end)
    yield "key_twice", lines(started(), {"type": "turn.started"}, item("item.started", planted), item("item.started", planted), end)
    yield "wrong_type", lines(started(thread_id=[planted]), {"type": "turn.started"}, {"type": "turn.completed", "usage": planted})
    yield "status", lines(started(), {"type": "turn.started"}, item("item.completed", "item_0", status=planted), end)
    yield "item_type", lines(started(), {"type": "turn.started"}, {"type": "item.completed", "item": {"id": "item_0", "type": planted}}, end)
    yield "member_name", lines(started(), {"type": "turn.started", planted: 1, planted.lower(): {planted: []}}, end)
    yield "duplicate", f'{{"type": "thread.started", "{planted}": 1, "{planted}": 2}}\n'
    yield "syntax", f'{{"type": "thread.started", "a": {planted}\n'
    yield "cut", LINES + f'{{"type": "{planted}'
    yield "number", f'{{"type": "thread.started", "a": 01, "b": "{planted}"}}\n'


def printed(work: Project, problems: Problems, what: str, planted: str, *words: object) -> None:
    for form in FORMS:
        done = work.run(*words, "--format", form)
        problems.check(not leaked(done.text, planted), f"{what}: `{' '.join(map(str, words))} --format {form}` prints it: …{_around(done.text, planted)}…")
        if problems.lines:
            return


def _around(text: str, planted: str) -> str:
    at = min((text.find(piece) for piece in pieces(planted) if piece in text), default=0)
    return " ".join(text[max(0, at - 90) : at].split())


def each(kinds: Callable[[str], Iterator[tuple[str, str]]], ending: str, family: str) -> Callable[[Project], None]:
    def case(work: Project) -> None:
        problems = Problems()
        found = []
        for name, body in kinds(secret("example")):
            planted = secret(name)
            text = dict(kinds(planted))[name]
            work.configure(map=[{"files": f"f/*{ending}", "family": family}])
            work.write(f"f/a{ending}", text)
            work.write(f"f/a{ending}.meta.json", metadata(harness="codex"))
            mine = Problems()
            printed(work, mine, name, planted, "lint")
            for check in ("parse", "order"):
                printed(work, mine, name, planted, "lint", "--check", check)
            problems.lines += mine.lines[:1]
            found.append(name)
        expect(found, "nothing was planted")
        problems.finish()

    return case


def in_streams(work: Project) -> None:
    each(streams, ".jsonl", "codex-exec")(work)


def in_metadata(work: Project) -> None:
    """Every field of a sidecar, of a manifest and of the mapping."""
    problems = Problems()
    fields = ("lane", "harness", "provider", "schema_version", "redaction", "origin", "owner", "ending", "dialect", "family", "levels", "expects", "receipt", "producer", "captured_at", "id")
    for field in fields:
        planted = secret(field)
        for place in ("sidecar", "manifest", "mapping"):
            mine = Problems()
            given = json.loads(metadata(harness="codex")) | {field: planted}
            (work.folder / "f/fixtures.meta.yaml").unlink(missing_ok=True)
            (work.folder / "f/a.jsonl.meta.json").unlink(missing_ok=True)
            mapping: dict = {"files": "f/*.jsonl", "family": planted if field == "family" and place == "mapping" else "codex-exec"}
            work.write("f/a.jsonl", LINES)
            if place == "sidecar":
                work.write("f/a.jsonl.meta.json", json.dumps(given))
            elif place == "manifest":
                work.write("f/fixtures.meta.yaml", json.dumps({"fixtures": [{"glob": "*.jsonl", "metadata": given}]}))
            else:
                mapping["metadata"] = given
            work.configure(map=[mapping])
            printed(work, mine, f"{field} in the {place}", planted, "lint")
            problems.lines += mine.lines[:1]
    problems.finish()


def in_names(work: Project) -> None:
    """Names of files and folders are published with what they name: the finding does not print them."""
    problems = Problems()
    planted = secret("name")
    work.configure(map=[{"files": "f/**/*.jsonl", "family": "codex-exec"}, {"files": "runs/*/", "family": "run-journal"}], roots=["f", "g"])
    work.write(f"f/{planted}.jsonl", LINES)
    work.write(f"f/{planted}/a.jsonl", LINES)
    work.write(f"g/{planted}.txt", "x")
    work.write(f"g/{planted}.meta.json", "{}")
    work.write(f"runs/a/journal/000001.{planted}.json", "{}")
    work.write("runs/a/run.json", "{}")
    printed(work, problems, "a name", planted, "lint")
    problems.finish()


def in_journals(work: Project) -> None:
    """Checksums, ids, references and joins of a journal."""
    problems = Problems()
    source = FAMILIES / "run-journal/examples/valid"
    example = next(path for path in sorted(source.iterdir()) if path.is_dir())
    for name, old, new in (("checksum", '"checksum": "', '"checksum": "{} '), ("type", '"type": "RUN_', '"type": "{} '), ("reference", '"taskDefRef": "', '"taskDefRef": "{} '),
                           ("id", '"runId": "', '"runId": "{} '), ("status", '"status": "', '"status": "{} '), ("time", '"recordedAt": "', '"recordedAt": "{} ')):
        planted, mine = secret(f"journal {name}"), Problems()
        work.configure(map=[{"files": "runs/*/", "family": "run-journal"}])
        work.take(example, "runs/a")
        work.write("runs/a.meta.json", metadata(harness="codex"))
        for path in (work.folder / "runs/a").rglob("*.json"):
            path.write_text(path.read_text().replace(old, new.replace("{}", planted), 1))
        if name != "checksum":
            corrected.rederive(work.folder / "runs/a")
        printed(work, mine, name, planted, "lint")
        problems.lines += mine.lines[:1]
    problems.finish()


def in_a_family(work: Project) -> None:
    """A family file with a secret in it and a mistake beside it, a project file likewise: error messages quote lines."""
    problems = Problems()
    planted = secret("family")
    for name, body in {"family.yaml": f"family: f\ntitle: F\nownerz: [{planted}]\nversion: {planted}\ncontainer: {planted}\nlevels: {planted}\n",
                       "grammar.yaml": f"grammar: f\ntype: {planted}\norder: a* {planted}(\n"}.items():
        mine = Problems()
        work.write("families/f/family.yaml", "family: f\ntitle: F\nowners: [a]\nversion: 1\ncontainer: jsonl\nlevels:\n  records: {type: /type, grammar: grammar.yaml}\n")
        work.write("families/f/grammar.yaml", "grammar: f\ntype: /type\norder: a*\n")
        work.write(f"families/f/{name}", body)
        work.write("f/a.jsonl", '{"type": "a"}\n')
        work.configure(map=[{"files": "f/*.jsonl", "family": "f"}])
        printed(work, mine, name, planted, "lint")
        done = work.run("family", "show")
        mine.check(not leaked(done.text, planted), f"{name}: `family show` prints it: …{_around(done.text, planted)}…")
        problems.lines += mine.lines[:1]
    work.write("understudy.yaml", f"fixtures: {{families: {{a: {planted}}}, gate: {planted}, {planted}: 1}}\n")
    mine = Problems()
    printed(work, mine, "understudy.yaml", planted, "lint")
    problems.lines += mine.lines[:1]
    problems.finish()


def in_baselines(work: Project) -> None:
    """A baseline lists findings and nothing of the secrets."""
    problems = Problems()
    planted = secret("baseline")
    work.configure(map=[{"files": "f/*.jsonl", "family": "codex-exec"}])
    work.write("f/a.jsonl", lines(started(), {"type": "turn.started"}, item("item.completed", planted, aggregated_output=f"it is {planted}")))
    work.write("f/a.jsonl.meta.json", metadata(harness="codex"))
    work.run("lint", "--write-baseline", "known.json")
    for name, body in work.bytes_of_all().items():
        if not name.startswith("f/"):
            problems.check(not leaked(body.decode(), planted), f"{name} holds it")
    printed(work, problems, "with a baseline", planted, "lint", "--baseline", "known.json")
    problems.finish()


@needs_verb("reconcile")
def in_captures(work: Project) -> None:
    """A capture with a secret: neither the report nor the record nor the text of an issue holds it."""
    problems = Problems()
    planted = secret("capture")
    work.configure(map=[{"files": "f/*.jsonl", "family": "codex-exec"}])
    work.write("f/a.jsonl", LINES)
    work.write("f/a.jsonl.meta.json", metadata(harness="codex"))
    for name, body in streams(planted):
        work.write("live.jsonl", body)
        mine = Problems()
        before = set(work.bytes_of_all())
        printed(work, mine, name, planted, "reconcile", "codex-exec", "live.jsonl", "--record", "record.json", "--issue", "issue.md")
        for file in set(work.bytes_of_all()) - before:
            mine.check(not leaked((work.folder / file).read_text(), planted), f"{name}: {file} holds it")
        problems.lines += mine.lines[:1]
    problems.finish()


CASES = [in_streams, in_metadata, in_names, in_journals, in_a_family, in_baselines, in_captures]
