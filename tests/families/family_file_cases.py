"""Family files: mistakes are all listed at once, what is started by `family new` works, what is inherited stays."""

from __future__ import annotations

from project import DONE, FAMILIES, MISUSE, Problems, Project, codes, expect, loud, metadata, some_of

SOUND = """family: f
title: F
owners: [a]
version: 2
history:
  - {version: 1, date: 2026-01-01, level: breaking, text: First., retired: true}
  - {version: 2, date: 2026-02-01, level: breaking, text: Second.}
container: jsonl
levels:
  records: {type: /type, schemas: schemas.yaml, grammar: grammar.yaml}
"""
GRAMMAR = "grammar: f\ntype: /type\norder: a b*\n"
SCHEMAS = "records:\n  a: {type: object, required: [id]}\n  b: {type: object}\n"


def lay_out(work: Project, family: str, grammar: str = GRAMMAR) -> None:
    work.write("families/f/family.yaml", family)
    work.write("families/f/grammar.yaml", grammar)
    work.write("families/f/schemas.yaml", SCHEMAS)
    work.configure(map=[{"files": "f/*.jsonl", "family": "f"}])
    work.write("f/a.jsonl", '{"type": "a", "id": 1}\n{"type": "b"}\n')
    work.write("f/a.jsonl.meta.json", metadata(schema_version=2))


def a_sound_one(work: Project) -> None:
    lay_out(work, SOUND)
    report = work.lint("--check", "parse", "--check", "metadata", "--check", "order")
    expect(report.code == DONE and not loud(report.findings), f"exit {report.code}: {some_of(report.findings)}")


def all_mistakes_at_once(work: Project) -> None:
    """One run names every mistake with its line."""
    family = """family: f
titel: F
owners: [a]
version: 3
history:
  - {version: 2, date: 2026-02-01, level: broken, text: Second.}
  - {version: 1, date: 2026-01-01, level: breaking, txt: First.}
container: jsonlines
enums:
  harness: {values: {a: b}}
metadata: {enums: {harness: nobody}}
levels:
  records: {typ: /type, schemas: nowhere.yaml, grammar: grammar.yaml, unknown_type: maybe}
volatile: {records: {type: uuid, /id: shuffle}}
redaction: {classes: {records: {/a: sekret}, nolevel: {/b: text}}}
consumers: [{id: a, evidence: strong}]
evidence: total
reconcile: {verb: guess, abstractions: [colour], stale_after: soon}
"""
    lay_out(work, family)
    done = work.run("lint")
    problems = Problems()
    problems.check(done.code == MISUSE, f"exit {done.code}")
    for word in ("titel", "`level`", "`text`", "history", "jsonlines", "`values`", "nobody", "typ", "nowhere.yaml", "maybe", "shuffle", "sekret", "nolevel", "strong", "total",
                 "guess", "colour", "soon"):
        problems.check(word in done.text, f"nothing about {word}")
    problems.check(done.text.count("fixture.family_problem") >= 18, f"{done.text.count('fixture.family_problem')} mistakes are listed")
    problems.check("families/f/family.yaml:2:" in done.text, "no line of the first mistake")
    problems.finish()


def several_broken_families(work: Project) -> None:
    """All families that do not load are named in one run."""
    for name in ("one", "two", "three"):
        work.write(f"families/{name}/family.yaml", f"family: {name}\nversion: x\n")
        work.write(f"f/{name}.jsonl", "{}\n")
    work.configure(map=[{"files": f"f/{name}.jsonl", "family": name} for name in ("one", "two", "three")])
    done = work.run("lint")
    expect(done.code == MISUSE and all(f"families/{name}/family.yaml" in done.text for name in ("one", "two", "three")), f"exit {done.code}: {done.text[:400]}")


def what_loading_rejects(work: Project) -> None:
    """Fixtures.md, 2.2 rule 8: unreachable states, a key without a field, examples that do not behave as declared."""
    problems = Problems()
    unreachable = """grammar: f
type: /type
constraints:
  - {id: order, kind: seq, start: A, accept: [A], states: {A: {a: A, b: A}, Nowhere: {a: A}}}
"""
    lay_out(work, SOUND, unreachable)
    done = work.run("lint")
    problems.check(done.code == MISUSE and "Nowhere" in done.text, f"an unreachable state: exit {done.code}: {done.text[:300]}")
    no_key = "grammar: f\ntype: /type\nconstraints:\n  - {id: each, kind: per-key, states: {A: {a: B}, B: {b: A}}}\n"
    lay_out(work, SOUND, no_key)
    done = work.run("lint")
    problems.check(done.code == MISUSE and "key" in done.text, f"per-key without a key: exit {done.code}: {done.text[:300]}")
    lay_out(work, SOUND)
    work.write("families/f/examples/valid/bad.jsonl", '{"type": "b"}\n')
    work.write("families/f/examples/valid/bad.jsonl.meta.json", metadata(schema_version=2))
    report = work.lint()
    problems.check("fixture.order.unexpected" in codes(report.findings) and report.code != DONE, f"a bad example: exit {report.code}, {codes(report.findings)}")
    problems.finish()


def unmapped_native_type(work: Project) -> None:
    """A native type that is mapped nowhere is a mistake of the family."""
    two = """family: f
title: F
owners: [a]
version: 1
container: json
levels:
  native: {at: /native, type: /type, schemas: schemas.yaml, grammar: grammar.yaml}
  normalised: {at: /events, type: /type, schemas: schemas.yaml}
map:
  from: native
  to: normalised
  types: {a: [a]}
"""
    lay_out(work, two)
    done = work.run("family", "show", "f")
    expect(done.code == MISUSE and "b" in done.text and "map" in done.text, f"exit {done.code}: {done.text[:400]}")


def inheritance(work: Project) -> None:
    """A child adds; it replaces only with a reason, and a secret stays a secret."""
    parent = SOUND.replace("family: f", "family: parent") + "redaction: {classes: {records: {/key: secret}}}\n"
    child = "family: f\ntitle: F\nextends: parent\nversion: 2\n"
    problems = Problems()

    def told(more: str) -> tuple[int, str]:
        for name, body in {"family.yaml": parent, "grammar.yaml": GRAMMAR, "schemas.yaml": SCHEMAS}.items():
            work.write(f"families/parent/{name}", body)
        lay_out(work, child + more)
        done = work.run("lint", "--check", "parse", "--check", "order", "--check", "metadata")
        return done.code, done.text

    code, text = told("")
    problems.check(code == DONE, f"a child that adds nothing: exit {code}: {text[:300]}")
    code, text = told("redaction: {classes: {records: {/key: text}}}\n")
    problems.check(code == MISUSE and "secret" in text, f"a secret that is lowered: exit {code}: {text[:300]}")
    code, text = told("levels:\n  records: {type: /kind}\n")
    problems.check(code == MISUSE and "overrides" in text, f"replaced without a reason: exit {code}: {text[:300]}")
    code, text = told("overrides: [{what: levels.records.nothing, reason: none}]\n")
    problems.check(code == MISUSE and "replaces nothing" in text, f"an override of nothing: exit {code}: {text[:300]}")
    work.write("f/b.jsonl", "{}\n")
    problems.finish()


def new_families_work(work: Project) -> None:
    """`family new` in every container: the examples pass at once, and a mistake in one is found."""
    problems = Problems()
    work.configure()
    for container in ("jsonl", "json", "sse"):
        done = work.run("family", "new", f"new-{container}", "--container", container)
        problems.check(done.code == DONE, f"{container}: exit {done.code}: {done.text[:200]}")
        report = problems.attempt(container, lambda: work.lint(f"families/new-{container}"))
        if report is not None:
            problems.check(report.code == DONE and not loud(report.findings) and len(report.body["checked"]) == 4, f"{container}: exit {report.code}: {some_of(report.findings)}")
        again = work.run("family", "new", f"new-{container}")
        problems.check(again.code == MISUSE, f"{container}: a second time ends with {again.code}")
    problems.finish()


def shown_families(work: Project) -> None:
    """`family show` of every family says its levels, types and consumers; --source prints the file as it is."""
    problems = Problems()
    for path in sorted(FAMILIES.glob("*/family.yaml")):
        family = path.parent.name
        shown = work.run("family", "show", family)
        problems.check(shown.code == DONE and shown.out.decode().startswith(f"{family} v"), f"{family}: exit {shown.code}")
        source = work.run("family", "show", family, "--source")
        problems.check(source.out == path.read_bytes(), f"{family}: --source prints something else")
    problems.finish()


CASES = [a_sound_one, all_mistakes_at_once, several_broken_families, what_loading_rejects, unmapped_native_type, inheritance, new_families_work, shown_families]
