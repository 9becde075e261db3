"""Bad input: cut, binary, huge, deep, malicious. A finding or a refusal with a reason, in little time; never a crash, never
silence, and nothing is rewritten."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable

from project import BREAKING, DIFFERED, DONE, FAMILIES, FOUND, MISUSE, UNKNOWN, Failed, Problems, Project, codes, expect, metadata, some_of

TIME_LIMIT = 15.0
MEMORY_LIMIT = 1 << 30
MEGABYTE = 1_000_000
STREAM = (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text()
SSE = (FAMILIES / "anthropic-messages-sse/examples/valid/text.sse").read_text() if (FAMILIES / "anthropic-messages-sse/examples/valid/text.sse").is_file() else "data: {}\n\n"
ENDINGS = {".jsonl": "codex-exec", ".sse": "anthropic-messages-sse", ".json": "harness-discovery"}
LEGAL = (DONE, DIFFERED, MISUSE, UNKNOWN, FOUND)


def lay_out(work: Project, files: dict[str, bytes | str]) -> None:
    work.configure(map=[{"files": f"f/*{ending}", "family": family} for ending, family in ENDINGS.items()], roots=["f"])
    for name, body in files.items():
        work.write(f"f/{name}", body)
        work.write(f"f/{name}.meta.json", metadata(harness="codex", platform="linux", command=["x"]))


def unharmed(work: Project, act: Callable[[], object]) -> object:
    before = work.bytes_of_all()
    result = act()
    expect(work.bytes_of_all() == before, "a file was rewritten")
    return result


def told_of_each(work: Project, files: dict[str, bytes | str], wanted: dict[str, set[str]] | None = None) -> None:
    """Every file yields at least one breaking finding (of the codes that are wanted, if any are)."""
    lay_out(work, files)
    report = unharmed(work, lambda: work.lint("--check", "parse", "--check", "metadata", "--check", "order", "--check", "secrets", measured=True))
    problems = Problems()
    problems.check(report.code in (DIFFERED, UNKNOWN, FOUND), f"exit {report.code}")
    problems.check(report.seconds < TIME_LIMIT, f"{report.seconds:.1f} s")
    problems.check(report.peak_bytes < MEMORY_LIMIT, f"{report.peak_bytes >> 20} MiB")
    by_file = report.by_file()
    for name in files:
        came = {finding.code for finding in by_file.get(f"f/{name}", []) if finding.severity == BREAKING}
        problems.check(came, f"{name}: silence")
        if wanted and came and name in wanted:
            problems.check(came & wanted[name], f"{name}: {some_of(sorted(came))}, wanted one of {some_of(sorted(wanted[name]))}")
    for form in ("text", "sarif", "markdown"):
        done = problems.attempt(form, lambda form=form: work.run("lint", "--format", form))
        if done is not None:
            problems.check(len(done.out) < 4 * MEGABYTE, f"{form}: a report of {len(done.out)} bytes")
    problems.finish()


def cut_anywhere(work: Project) -> None:
    """A stream cut at each of 60 places parses no more, or is incomplete; a legal cut says so by its ending."""
    places = random.Random(5).sample(range(1, len(STREAM) - 1), 60)
    told_of_each(work, {f"cut-{at:05}.jsonl": STREAM[:at] for at in places})


def not_json(work: Project) -> None:
    dice = random.Random(3)
    files = {"noise.jsonl": dice.randbytes(100_000), "zero.jsonl": b"\0" * 1000, "utf16.jsonl": STREAM.encode("utf-16"), "latin.jsonl": STREAM.encode() + b'{"type": "caf\xe9"}\n',
             "empty.json": b"", "blank.json": b"   \n", "two.json": b"{}{}\n", "comment.json": b"// words\n{}\n", "nan.json": b'{"installed": NaN}\n',
             "gzip.jsonl": b"\x1f\x8b\x08\0" + dice.randbytes(500), "half.jsonl": STREAM.encode()[:-3], "blank-line.jsonl": STREAM.replace("\n", "\n\n", 1).encode(),
             "noise.sse": dice.randbytes(50_000), "data.sse": b"data: {not json\n\n", "bare.json": b"installed\n", "lone.json": b'{"installed": "\\ud800"}\n',
             "twice.json": b'{"installed": [], "installed": [], "caller": null}\n', "bom.json": b'\xef\xbb\xbf{"installed": "x", "caller": 1}\n'}
    told_of_each(work, files, {"twice.json": {"fixture.parse.duplicate_key"}, "blank-line.jsonl": {"fixture.parse.line"}, "nan.json": {"fixture.parse.number", "fixture.parse.syntax"},
                               "half.jsonl": {"fixture.parse.syntax", "fixture.parse.final_newline"}})


def deep(work: Project) -> None:
    """Nesting of 100,000 levels, closed and not."""
    levels = 100_000
    told_of_each(work, {"lists.json": "[" * levels + "]" * levels, "objects.json": '{"a":' * levels + "1" + "}" * levels, "open.json": "[" * levels,
                        "line.jsonl": STREAM + '{"type":' * levels + "\n", "frame.sse": 'data: {"type":' * levels + "\n\n"},
                 {"lists.json": {"fixture.parse.depth"}, "objects.json": {"fixture.parse.depth"}})


def huge_lines(work: Project) -> None:
    """One line of 30 MB, one string of 30 MB, a million records, a million keys."""
    long = "a" * (30 * MEGABYTE)
    told_of_each(work, {"string.jsonl": STREAM.replace('"text": "', '"text": "' + long, 1) if '"text": "' in STREAM else long, "line.jsonl": long,
                        "keys.json": "{" + ",".join(f'"k{number}":1' for number in range(500_000)) + "}"})


def many_records(work: Project) -> None:
    """200,000 wrong records: bounded in time and in what is said."""
    told_of_each(work, {"many.jsonl": '{"type": "turn.completed"}\n' * 200_000, "unknown.jsonl": "".join(f'{{"type": "t{number}"}}\n' for number in range(50_000))})


def metadata_of_all_kinds(work: Project) -> None:
    """Sidecars that are no JSON, no map, huge, deep, of wrong types: each is told, none stops the others."""
    lay_out(work, {})
    sidecars = {"list": "[]", "number": "1", "cut": '{"lane": ', "deep": "[" * 50_000, "types": json.dumps({"lane": 1, "harness": [], "schema_version": {}, "redaction": None, "origin": 7,
                "owner": [], "ending": 3, "dialect": 4, "levels": "x", "expects": "y", "keys": 5, "receipt": 1, "command": 2, "captured_at": False, "seed": "a", "producer": "b"}),
                "words": json.dumps({"lane": "x" * 100_000, "harness": "y" * 100_000, "schema_version": "z" * 100_000, "redaction": "raw", "origin": "recorded", "owner": ""}),
                "version": metadata(harness="codex", schema_version=10**30), "twice": '{"lane": "a", "lane": "b"}', "binary": "\0\1\2"}
    for name, body in sidecars.items():
        work.write(f"f/{name}.jsonl", STREAM)
        work.write(f"f/{name}.jsonl.meta.json", body)
    report = unharmed(work, lambda: work.lint("--check", "metadata", "--check", "parse"))
    problems = Problems()
    by_file = report.by_file()
    for name in sidecars:
        told = [finding for file, findings in by_file.items() if file.startswith(f"f/{name}.jsonl") for finding in findings if finding.severity == BREAKING]
        problems.check(told, f"{name}: silence")
        problems.check(all(len(finding.message) < 5_000 for finding in told), f"{name}: a message of {max((len(finding.message) for finding in told), default=0)} characters")
    problems.finish()


def manifests_of_all_kinds(work: Project) -> None:
    """fixtures.meta.yaml that is cut, laughs, has wrong types or matches nothing: told with its file."""
    laughs = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 8)}]\n" for n in range(12)) + "fixtures: *m\n"
    problems = Problems()
    for name, body in {"laughs": laughs, "cut": "fixtures: [", "words": "fixtures: all of them\n", "no-glob": "fixtures:\n  - {metadata: {lane: no-model}}\n",
                       "nothing": 'fixtures:\n  - {glob: "nowhere/*", metadata: {family: codex-exec}}\n', "deep": "fixtures: " + "[" * 20_000}.items():
        lay_out(work, {"a.jsonl": STREAM})
        work.write("f/fixtures.meta.yaml", body)
        report = problems.attempt(name, lambda: work.lint("--check", "metadata", "--check", "parse", measured=True))
        if report is not None:
            problems.check([finding for finding in report.findings if finding.file == "f/fixtures.meta.yaml" and finding.severity == BREAKING], f"{name}: exit {report.code}, silence")
            problems.check(report.seconds < TIME_LIMIT and report.peak_bytes < MEMORY_LIMIT, f"{name}: {report.seconds:.1f} s, {report.peak_bytes >> 20} MiB")
    problems.finish()


def hostile_families(work: Project) -> None:
    """Family files that laugh, loop, are cut or are no family: exit 2, all of them named, no crash."""
    laughs = "a: &a [x, x, x, x, x, x, x, x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 8)}]\n" for n in range(12))
    start = "family: f\ntitle: F\nowners: [a]\nversion: 1\ncontainer: jsonl\n"
    levels = "levels:\n  records: {type: /type, grammar: grammar.yaml}\n"
    forms = {"laughs": laughs, "cut": "family: [", "list": "- 1\n", "empty": "", "binary": "\0\1\2", "deep": "family: " + "[" * 20_000, "anchors": "family: &a\n  x: *a\n",
             "own-parent": start + "extends: f\n" + levels, "tab": "family:\tf\n\t- x\n", "twice": start + "family: g\n" + levels,
             "expression": start + "container: dir\nfiles:\n  a: {name: '{x}.json', parts: {x: '(((((a*)*)*)*)*)*$('}}\nlevels:\n  a: {role: a}\n",
             "outside": start + "levels:\n  records: {type: /type, grammar: ../../../etc/passwd}\n", "root": start + "levels:\n  records: {type: /type, schemas: /etc/}\n",
             "huge": start + levels + "".join(f"# {number}\n" for number in range(300_000)) + "enums: {a: {values: [" + ", ".join(f"v{n}" for n in range(50_000)) + "]}}\n"}
    problems = Problems()
    for name, body in forms.items():
        work.write("families/f/family.yaml", body)
        work.write("families/f/grammar.yaml", "grammar: g\ntype: /type\norder: a*\n")
        work.configure(map=[{"files": "f/*.jsonl", "family": "f"}])
        work.write("f/a.jsonl", '{"type": "a"}\n')
        work.write("f/a.jsonl.meta.json", metadata())
        done = problems.attempt(name, lambda: unharmed(work, lambda: work.run("lint", measured=True)))
        if done is None:
            continue
        problems.check(done.seconds < TIME_LIMIT and done.peak_bytes < MEMORY_LIMIT, f"{name}: {done.seconds:.1f} s, {done.peak_bytes >> 20} MiB")
        if name != "huge":
            problems.check(done.code in (MISUSE, DIFFERED) and "family" in done.text, f"{name}: exit {done.code}: {done.text[:200]}")
        problems.check("root:x:" not in done.text, f"{name}: a file outside of the project was read")
    problems.finish()


def files_that_are_no_files(work: Project) -> None:
    """Links in a circle, links to outside, pipes, files without permission, names with control characters."""
    lay_out(work, {"a.jsonl": STREAM, "line\nbreak.jsonl": STREAM[:50], "\x1b[31mred.jsonl": STREAM[:50], " blank .jsonl": STREAM[:50]})
    folder = work.folder / "f"
    (folder / "circle.jsonl").symlink_to("circle.jsonl")
    (folder / "loop").symlink_to(".")
    (folder / "outside.jsonl").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.jsonl")
    problems = Problems()
    for form in ("text", "json", "junit", "sarif", "markdown", "github"):
        done = problems.attempt(form, lambda form=form: work.run("lint", "--format", form, seconds=20))
        if done is not None:
            problems.check(done.code in LEGAL, f"{form}: exit {done.code}")
            problems.check(b"\x1b[31m" not in done.out, f"{form}: a colour code of a file name is printed as it is")
            problems.check(b"root:x:" not in done.out + done.err, f"{form}: a file outside of the project was read")
    problems.finish()


def projects_of_all_kinds(work: Project) -> None:
    """understudy.yaml that is cut, laughs, or names nothing: exit 2 with a reason, or a finding."""
    work.write("f/a.jsonl", STREAM)
    problems = Problems()
    for name, body in {"cut": "fixtures: [", "list": "- a\n", "text": "fixtures: yes please\n", "unknown": "fixtures: {famlies: [x]}\n", "types": "fixtures: {roots: 1, map: {}, gate: maybe}\n",
                       "family": "fixtures: {map: [{files: 'f/*', family: nobody}]}\n", "both": "fixtures: {map: [{files: 'f/*', family: a, none: b}]}\n",
                       "regex": "fixtures: {documents: {globs: ['**'], kinds: {a: '('}}}\n", "outside": "fixtures: {families: [../../../..], roots: [/etc]}\n",
                       "deep": "fixtures: " + "{a: " * 20_000}.items():
        work.write("understudy.yaml", body)
        done = problems.attempt(name, lambda: unharmed(work, lambda: work.run("lint", seconds=40)))
        if done is not None:
            problems.check(done.code in (MISUSE, DIFFERED, UNKNOWN) and done.text.strip(), f"{name}: exit {done.code}: {done.text[:160]}")
    problems.finish()


def bundles_and_folders_of_all_kinds(work: Project) -> None:
    """Bundles that name files outside, themselves, or nothing; journals with strange names."""
    work.configure(map=[{"files": "runs/*/", "family": "run-journal"}])
    base = json.loads(metadata(family="plugin-session", harness="codex", plugin_version="1.0.0", install_mode="project", process_mode="one-shot", capability_gate="open"))
    for name, roles in {"outside": {"session": "../../../../etc/passwd"}, "itself": {"session": "itself.bundle.json", "gateway": "itself.bundle.json"}, "absolute": {"session": "/etc/passwd"},
                        "types": {"session": 1, "gateway": []}, "unknown": {"nobody": "x"}, "none": {}}.items():
        work.write(f"{name}.bundle.json", json.dumps({**base, "roles": roles}))
    work.write("runs/empty/nothing.txt", "x")
    work.write("runs/names/run.json", "{}")
    for name in ("000001.json", "x.y.z.json", "000001..json", "999999999999.01KQS0WPHPXN8WVN94Q4VY2F4Z.json", "000002.01KQS0WPHPXN8WVN94Q4VY2F4Z.json.json"):
        work.write(f"runs/names/journal/{name}", "{}")
    report = unharmed(work, lambda: work.lint())
    problems = Problems()
    told = {finding.file.split(".")[0] for finding in report.findings if finding.severity == BREAKING}
    for name in ("outside", "itself", "absolute", "types", "unknown", "none"):
        problems.check(name in told, f"bundle {name}: silence")
    problems.check("root:x:" not in report.text, "a file outside of the project was read")
    problems.check(len([finding for finding in report.findings if finding.code == "fixture.parse.file_name"]) >= 5, f"file names: {codes(report.findings)}")
    problems.finish()


CASES = [cut_anywhere, not_json, deep, huge_lines, many_records, metadata_of_all_kinds, manifests_of_all_kinds, hostile_families, files_that_are_no_files, projects_of_all_kinds,
         bundles_and_folders_of_all_kinds]
