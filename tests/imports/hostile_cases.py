"""Files that are made to do harm: nothing in them is run, each ends with a finding, in bounded time and memory, and nothing is half-written."""

from __future__ import annotations

import base64
import gzip
import json

from program import DONE, MISUSE, Report, Work, expect, expect_equal

MEMORY = 1 << 30
SECONDS = 90.0

INTERACTION = """- request: {method: get, uri: 'http://localhost/a', body: {string: ''}, headers: {}}
  response:
    status: {code: 200, message: OK}
    headers: {}
    body:
      string: BODY
  recorded_at: Sat, 10 Aug 2024 16:47:53 GMT
"""


def tried(work: Work, format: str, name: str, body: str | bytes) -> Report:
    """Import of one file, within its bounds; the report."""
    work.write(name, body)
    done = work.run("import", format, name, "-o", "out", "--format", "json", seconds=SECONDS, measured=True)
    expect(done.peak_bytes < MEMORY, f"{done.peak_bytes} bytes of memory")
    report = work._report("import", format, name)
    expect_equal(report.code, done.code, "the same exit code twice")
    return report


def codes_of(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def nothing_ran(work: Work) -> None:
    left = sorted(path.name for path in work.folder.iterdir() if path.name.startswith("pwned"))
    expect_equal(left, [], "what a file has run")


def written(work: Work) -> list[str]:
    return sorted(str(path.relative_to(work.folder)) for path in work.folder.joinpath("out").rglob("*") if path.is_file())


def tags_of_ruby_and_python(work: Work) -> None:
    ruby = "http_interactions:\n" + INTERACTION.replace("BODY", """!ruby/object:Gem::Requirement
        requirements: !ruby/object:Gem::Package::TarReader
          io: &1 !ruby/object:Net::BufferedIO {io: touch pwned}""")
    report = tried(work, "vcr", "ruby.yml", ruby)
    expect("yaml.tag_ignored" in codes_of(report), f"told: {codes_of(report)}")
    python = "version: 1\ninteractions:\n- request: {method: GET, uri: 'http://localhost/', body: !!python/object/apply:os.system ['touch pwned'], headers: {}}\n"
    python += "  response: {status: {code: 200, message: OK}, headers: {}, body: {string: !!python/object/apply:subprocess.getoutput ['touch pwned']}}\n"
    report = tried(work, "vcrpy", "python.yaml", python)
    expect("yaml.tag_ignored" in codes_of(report), f"told: {codes_of(report)}")
    nothing_ran(work)


def bombs_of_aliases(work: Work) -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    for format in ("vcr", "vcrpy", "go-vcr"):
        report = tried(work, format, "bomb.yaml", "\n".join([*lines, "interactions: *a11", "http_interactions: *a11", ""]))
        expect_equal((report.code, codes_of(report)), (MISUSE, {"yaml.alias_nodes"}), format)


def deep_nesting(work: Work) -> None:
    deep = "[" * 1_000_000 + "]" * 1_000_000
    for format, text in (("har", f'{{"log": {{"version": "1.2", "entries": {deep}}}}}'), ("wiremock", f'{{"mappings": {deep}}}'),
                         ("betamax", f'{{"http_interactions": {deep}}}'), ("vcrpy", f"interactions: {deep}\n")):
        report = tried(work, format, f"deep.{'yaml' if format == 'vcrpy' else 'json'}", text)
        expect_equal(report.code, MISUSE, format)
        expect(codes_of(report) <= {"json.too_deep", "yaml.depth"} and report.findings, f"{format}: {codes_of(report)}")


def broken_and_bombing_gzip(work: Work) -> None:
    whole = gzip.compress(b"interactions: []\n" * 1000)
    bomb = gzip.compress(b"a" * (1 << 28), mtime=0)
    for name, body, code in (("cut.yaml.gz", whole[:len(whole) // 2], "http.bad_encoding"), ("bomb.yaml.gz", bomb, "http.decoded_too_large"),
                             ("noise.yaml.gz", b"\x1f\x8b\x08\x00" + b"noise" * 100, "http.bad_encoding")):
        report = tried(work, "vcrpy", name, body)
        expect_equal((report.code, codes_of(report)), (MISUSE, {code}), name)
    # A body that would unpack to a quarter of a gigabyte is not looked through, so it is not imported.
    text = "http_interactions:\n" + INTERACTION.replace("BODY", "!binary " + base64.b64encode(bomb).decode())
    report = tried(work, "vcr", "inner.yml", text)
    expect_equal((report.code, codes_of(report) & {"fixture.secret.too_deep"}), (MISUSE, {"fixture.secret.too_deep"}), "a bomb in a body")
    expect_equal(written(work), ["out/understudy.yaml"], "what was written")


def mappings_that_want_to_run(work: Work) -> None:
    answer = {"status": 200, "body": "{{systemValue type='ENVIRONMENT' key='HOME'}}", "transformers": ["response-template", "script"],
              "transformerParameters": {"script": "touch pwned"}}
    mapping = {"request": {"method": "GET", "url": "/a", "customMatcher": {"name": "script", "parameters": {"code": "touch pwned"}}}, "response": answer,
               "serveEventListeners": [{"name": "run", "parameters": {"command": "touch pwned"}}]}
    report = tried(work, "wiremock", "mappings/a.json", json.dumps(mapping))
    expect_equal(report.code, DONE, "the exit code")
    told = " ".join(finding.message for finding in report.findings)
    for words in ("response.transformers", "the matcher customMatcher", 'the listener "run"'):
        expect(words in told, f"nobody was told of {words}: {told}")
    body = next((work.folder / "out/cassettes").rglob("*.yaml")).read_text()
    expect("systemValue" in body and str(work.home) not in body, "the template was run, or lost")
    nothing_ran(work)


def bodies_outside_of_their_folder(work: Work) -> None:
    work.write("secret.txt", "not to be read")
    files = work.folder / "stubs/__files"
    files.mkdir(parents=True)
    (files / "link.txt").symlink_to(work.folder / "secret.txt")
    (files / "folder").symlink_to(work.folder)
    (files / "loop").symlink_to(files / "loop")
    for name in ("../../secret.txt", "..\\..\\secret.txt", str(work.folder / "secret.txt"), "link.txt", "folder/secret.txt", "loop", ".", "", "a\0b", "x" * 5000):
        mapping = {"request": {"method": "GET", "url": "/a"}, "response": {"status": 200, "bodyFileName": name}}
        report = tried(work, "wiremock", "stubs/mappings/a.json", json.dumps(mapping))
        expect_equal((report.code, codes_of(report)), (MISUSE, {"cassette.import.bad_exchange"}), repr(name[:40]))
    everything = "".join(path.read_text() for path in work.folder.joinpath("out").rglob("*") if path.is_file())
    expect("not to be read" not in everything, "a file outside was read")


def odd_shapes(work: Work) -> None:
    """Every value of a good file replaced by values of every kind: a finding or an import, never a crash (work.run sees to that)."""
    good = {"har": {"log": {"version": "1.2", "entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "request": {
                "method": "GET", "url": "http://localhost/", "headers": [{"name": "a", "value": "b"}], "postData": {"text": "x", "params": []}},
                "response": {"status": 200, "headers": [], "content": {"text": "eA==", "encoding": "base64"}},
                "_webSocketMessages": [{"type": "send", "time": 1.5, "opcode": 1, "data": "x"}]}]}},
            "wiremock": {"mappings": [{"scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "t", "priority": 1, "request": {
                "method": "GET", "urlPath": "/a", "queryParameters": {"q": {"equalTo": "1"}}, "headers": {"h": {"equalTo": "1"}},
                "bodyPatterns": [{"equalToJson": "{}"}], "basicAuthCredentials": {"username": "u", "password": "p"}},
                "response": {"status": 200, "headers": {"a": ["b"]}, "body": "x", "delayDistribution": {"type": "uniform", "lower": 1, "upper": 2},
                             "chunkedDribbleDelay": {"numberOfChunks": 2, "totalDuration": 2}},
                "serveEventListeners": [{"name": "webhook", "parameters": {"url": "http://x/", "delay": {"milliseconds": 1}}}]}]}}
    for format, content in good.items():
        expect_equal(tried(work, format, f"{format}/good.json", json.dumps(content)).code, DONE, f"the good {format}")
        for number, changed in enumerate(changes_of(content)):
            work.write(f"{format}-odd/{number}.json", json.dumps(changed))
        done = work.run("import", format, f"{format}-odd", "-o", f"{format}-out", seconds=SECONDS)
        expect(done.code in (DONE, MISUSE), f"{format}: exit {done.code}")


def changes_of(value: object) -> list[object]:
    """The value with one of its parts, each in turn, replaced by something else."""
    others = (None, True, -1, 1e300, "", "text", [], [[]], {}, {"a": {"b": []}})
    found: list[object] = list(others)
    if isinstance(value, dict):
        found += [{**value, key: changed} for key, part in value.items() for changed in changes_of(part)]
        found += [{name: part for name, part in value.items() if name != key} for key in value]
    elif isinstance(value, list):
        found += [[*value[:at], changed, *value[at + 1:]] for at, part in enumerate(value) for changed in changes_of(part)]
    return found


CASES = [tags_of_ruby_and_python, bombs_of_aliases, deep_nesting, broken_and_bombing_gzip, mappings_that_want_to_run, bodies_outside_of_their_folder, odd_shapes]
