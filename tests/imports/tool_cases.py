"""Files that the tools themselves make here, against a server of ours: Betamax, vcrpy, Polly, WireMock; and tools that read what we export.

What the server was asked and answered is what must be in the cassette.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cassette_reading as reading
import wiremock
from answering import ANSWERS, BINARY, EVENTS, Answering
from program import DONE, Problems, Work, expect, expect_equal, surroundings

HERE = Path(__file__).resolve().parent
PATHS = ["/json?x=1&y=a+b", "/zipped", "/events", "/nothing", "/missing", "/turns", "/turns"]


def needs(*modules: str) -> Callable[[Callable], Callable]:
    def mark(case: Callable) -> Callable:
        absent = [module for module in modules if importlib.util.find_spec(module) is None]
        case.lacks = lambda: f"the Python package {absent[0]} is not installed" if absent else ""
        return case

    return mark


def needs_node(case: Callable) -> Callable:
    def lacks() -> str:
        if not shutil.which("node"):
            return "node is not installed"
        return "" if (HERE / "node_modules/@pollyjs/core").is_dir() else "the npm packages of tests/imports are not installed"

    case.lacks = lacks
    return case


def needs_wiremock(case: Callable) -> Callable:
    case.lacks = wiremock.lacks
    return case


def needs_ruby_vcr(case: Callable) -> Callable:
    def lacks() -> str:
        tried = shutil.which("ruby") and subprocess.run(["ruby", "-e", 'require "vcr"; require "webmock"'], stdin=subprocess.DEVNULL, capture_output=True,
                                                       timeout=60).returncode == 0
        return "" if tried else "Debian's ruby-vcr and ruby-webmock are not installed"

    case.lacks = lacks
    return case


def make_calls(session: object, base: str) -> None:
    for path in PATHS:
        session.get(base + path)
    session.post(f"{base}/things", json={"k": "v"})
    session.post(f"{base}/things", data={"k": "v v"})
    session.post(f"{base}/things", data=bytes(range(200, 256)), headers={"Content-Type": "application/octet-stream"})


def one_cassette(work: Work, *words: object) -> reading.Cassette:
    """Imports, and reads the only cassette that was written."""
    report = work._report("import", *words, "-o", "out")
    expect_equal((report.code, [str(each) for each in report.errors()]), (DONE, []), "the import")
    found = reading.read_all_ours(work.folder / "out/cassettes")
    expect_equal(len(found), 1, "cassettes")
    return next(iter(found.values()))


def check_calls(server: Answering, calls: list[reading.Call], unpacked: bool = False, lost_bodies: bool = False) -> None:
    """Against what the server saw. Header fields that the tool or its library adds below itself are not looked at."""
    problems = Problems()
    expect_equal([(call.method, call.target, call.host) for call in calls],
                 [(method, target, server.host) for method, target, _, _ in server.asked], "calls")
    turn = 0
    for call, (_, target, _, body) in zip(calls, server.asked):
        path = target.partition("?")[0]
        turn += path == "/turns"
        status, answer, fields = ANSWERS.get(path, (200, json.dumps({"turn": turn}).encode(), [("Content-Type", "application/json")]))
        told = Counter((name.lower(), value) for name, value in call.answer_headers)
        if unpacked and path == "/zipped":
            answer, fields = b'{"zipped": true}', fields[:1]
        problems.check(call.status == status, f"{target}: status {call.status}")
        problems.check(call.answer == answer, f"{target}: answered {call.answer[:80]!r}")
        problems.check(not Counter((name.lower(), value) for name, value in fields) - told, f"{target}: header fields {sorted(told)}")
        problems.check(lost_bodies or call.body == body, f"{target}: asked with {call.body[:80]!r}, not {body[:80]!r}")
        problems.check(call.kind == ("stream" if path == "/events" else "http"), f"{target}: kind {call.kind}")
        if path == "/events":
            problems.check(call.pieces == EVENTS, f"{target}: {call.pieces}")
    problems.finish()


@needs("betamax", "requests")
def betamax(work: Work) -> None:
    import betamax
    import requests

    with Answering() as server:
        session = requests.Session()
        recorder = betamax.Betamax(session, cassette_library_dir=str(work.folder))
        with recorder.use_cassette("asked", record="once", preserve_exact_body_bytes=True):
            make_calls(session, server.base)
        cassette = one_cassette(work, "betamax", "asked.json")
        check_calls(server, cassette.calls())
        expect_equal(cassette.head["provenance"]["recorder"]["name"], "betamax", "the recorder")


@needs("betamax", "requests")
def betamax_that_decoded_what_is_no_text(work: Work) -> None:
    """Without exact bytes Betamax writes U+FFFD for what it cannot decode. That is told, since nobody can undo it."""
    import betamax
    import requests

    with Answering() as server:
        session = requests.Session()
        recorder = betamax.Betamax(session, cassette_library_dir=str(work.folder))
        try:
            with recorder.use_cassette("asked", record="once"):
                session.get(f"{server.base}/json")
                session.get(f"{server.base}/binary")
        except requests.exceptions.RequestException:
            pass  # its own replay of such a body fails; the file is written all the same
        report = work._report("import", "betamax", "asked.json")
        told = [each.message for each in report.findings if each.code == "cassette.import.approximated"]
        expect(any("U+FFFD" in message for message in told), f"told: {told}")


@needs("vcr", "requests")
def vcrpy_records_and_replays(work: Work) -> None:
    """vcrpy's own file is read; what we export is read by vcrpy, and answers the same calls without a server."""
    import requests
    import vcr

    with Answering() as server:
        with vcr.use_cassette(str(work.folder / "asked.yaml")):
            make_calls(requests.Session(), server.base)
            requests.get(f"{server.base}/binary")
        cassette = one_cassette(work, "vcrpy", "asked.yaml")
        check_calls_with_binary(server, cassette)
        asked = len(server.asked)
        expect_equal(work.run("export", "vcrpy", "out/cassettes", "-o", "theirs.yaml").code, DONE, "exporting")
        with vcr.use_cassette(str(work.folder / "theirs.yaml"), record_mode="none", match_on=["method", "uri", "body"]) as played:
            session = requests.Session()
            problems = Problems()
            for call in cassette.calls():
                answer = session.request(call.method, server.base + call.target, data=call.body or None, headers=dict(content_type(call)))
                problems.check((answer.status_code, answer.content) == (call.status, call.answer), f"{call.target}: {answer.content[:80]!r}")
            problems.finish()
            expect_equal(played.play_count, len(cassette.calls()), "calls that vcrpy answered")
        expect_equal(len(server.asked), asked, "calls that reached the server")


def content_type(call: reading.Call) -> list[tuple[str, str]]:
    return [(name, value) for name, value in call.headers if name.lower() == "content-type"]


def check_calls_with_binary(server: Answering, cassette: reading.Cassette) -> None:
    calls = cassette.calls()
    expect_equal(calls[-1].answer, BINARY, "bytes that are no text")
    last = server.server.asked.pop()
    # vcrpy keeps what urllib3 has unpacked, beside the header field that speaks of gzip.
    check_calls(server, calls[:-1], unpacked=True)
    server.server.asked.append(last)


@needs_ruby_vcr
def vcr_replays(work: Work) -> None:
    """What we export is read by Ruby's VCR, and answers the same calls without a server."""
    import requests
    import vcr

    with Answering() as server:
        with vcr.use_cassette(str(work.folder / "asked.yaml")):
            for path in ("/zipped", "/events", "/nothing", "/missing", "/turns", "/turns", "/binary", "/json?x=1"):
                requests.get(server.base + path)
            requests.post(f"{server.base}/things", json={"k": "v"})
        one_cassette(work, "vcrpy", "asked.yaml")
    expect_equal(work.run("export", "vcr", "out/cassettes", "-o", "theirs.yml").code, DONE, "exporting")
    done = subprocess.run(["ruby", str(HERE / "replay_vcr.rb"), str(work.folder), "theirs"], env=surroundings(work.home), stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=60)
    expect_equal((done.returncode, done.stdout.split().count("same"), done.stdout.count("differs")), (0, 9, 0), f"VCR: {done.stdout}{done.stderr[-400:]}")


@needs("vcr", "requests")
def vcrpy_in_json_and_compressed(work: Work) -> None:
    import gzip

    import requests
    import vcr

    with Answering() as server:
        with vcr.use_cassette(str(work.folder / "plain/asked.json"), serializer="json"):
            requests.get(f"{server.base}/json")
            requests.get(f"{server.base}/missing")
        plain = work.folder / "plain/asked.json"
        work.write("packed/asked.json.gz", gzip.compress(plain.read_bytes(), mtime=0))
        cassette = one_cassette(work, "vcrpy", "packed")
        check_calls(server, cassette.calls())
        expect_equal(cassette.head["name"], "asked", "the name")


@needs_node
def polly(work: Work) -> None:
    with Answering() as server:
        done = subprocess.run(["node", str(HERE / "record_polly.mjs"), server.base, str(work.folder / "recordings")], cwd=HERE,
                              env=surroundings(work.home), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        expect_equal(done.returncode, 0, f"Polly: {done.stderr[-400:]}")
        cassette = one_cassette(work, "har", "recordings")
        # Polly's adapter hands on the body of a request only to its own file.
        check_calls(server, cassette.calls(), lost_bodies=True)
        bodies = [call.body for call in cassette.calls() if call.method == "POST"]
        expect_equal(bodies, [b'{"k": "v"}', b"k=v+v"], "bodies")
        for word in ("_recordingName", "what was asked", "_id", "_order"):
            expect(word in cassette.head["notes"], f"{word} is not in the notes")
        expect(any(call.at > 0 for call in cassette.calls()), "no call has a time")
        expect_equal([call.at for call in cassette.calls()], sorted(call.at for call in cassette.calls()), "times")
        archive = json.loads(next((work.folder / "recordings").rglob("*.har")).read_text())
        expect_equal([(call.method, call.target, call.status) for call in reading.har_calls(archive)],
                     [(call.method, call.target, call.status) for call in cassette.calls()], "calls of the archive")


RECORDING = {"requestBodyPattern": {"matcher": "equalTo"}, "captureHeaders": {"Accept": {}}, "persist": True, "repeatsAsScenarios": True,
             "extractBodyCriteria": {"textSizeThreshold": "2048", "binarySizeThreshold": "16"}}
STUBS = [
    {"name": "late", "request": {"method": "GET", "url": "/late"}, "response": {"status": 200, "body": "at last", "fixedDelayMilliseconds": 1500}},
    {"name": "dripping", "request": {"method": "GET", "url": "/dripping"},
     "response": {"status": 200, "body": "0123456789", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}}},
    {"name": "broken", "request": {"method": "GET", "url": "/broken"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}},
    {"name": "template", "request": {"method": "GET", "url": "/template"},
     "response": {"status": 200, "body": "{{request.url}}", "transformers": ["response-template"]}},
    {"name": "pattern", "request": {"method": "GET", "urlPattern": "/any/.*"}, "response": {"status": 200}},
    {"name": "part", "request": {"method": "POST", "url": "/part", "bodyPatterns": [{"contains": "needle"}], "headers": {"X-Kind": {"matches": "a.*"}}},
     "response": {"status": 200, "jsonBody": {"found": True}}},
    {"name": "hook", "request": {"method": "POST", "url": "/orders"}, "response": {"status": 202},
     "serveEventListeners": [{"name": "webhook", "parameters": {"method": "POST", "url": "http://127.0.0.1:9/hooks", "headers": {"X-Event": "made"},
                                                                 "body": "{\"made\": 1}"}}]},
    {"name": "door closed", "scenarioName": "door", "requiredScenarioState": "Started", "newScenarioState": "open",
     "request": {"method": "POST", "url": "/door"}, "response": {"status": 200, "body": "opened"}},
    {"name": "door open", "scenarioName": "door", "requiredScenarioState": "open",
     "request": {"method": "POST", "url": "/door"}, "response": {"status": 409, "body": "open already"}},
]


@needs_wiremock
def wiremock_there_and_back(work: Work) -> None:
    """What WireMock recorded and saved becomes cassettes; what we export of them WireMock serves."""
    with Answering() as server, wiremock.WireMock(work.folder / "mock") as mock:
        mock.admin("/recordings/start", {"targetBaseUrl": server.base, **RECORDING})
        for path in (*PATHS, "/binary"):
            mock.call("GET", path)
        mock.call("POST", "/things", b'{"k": "v"}', {"Content-Type": "application/json"})
        mock.admin("/recordings/stop")
        for stub in STUBS:
            mock.admin("/mappings", {**stub, "persistent": True})
        report = work._report("import", "wiremock", "mock", "--service", "shop", "-o", "out")
        cassettes = reading.read_all_ours(work.folder / "out/cassettes")
        check_recorded(cassettes)
        check_stubs(work, cassettes, report)
        expect(all(each.head["origin"] == "authored" for each in cassettes.values()), "origins")

        expect_equal(work.run("export", "wiremock", "out/cassettes", "-o", "theirs").code, DONE, "exporting")
        mock.admin("/mappings/reset")
        mock.call("DELETE", "/__admin/mappings")
        for path in sorted((work.folder / "theirs/mappings").rglob("*.json")):
            mock.admin("/mappings/import", json.loads(path.read_text()))
        check_served(mock)


def answers_of(cassettes: dict[str, reading.Cassette]) -> dict[tuple[str, str, bytes], list[reading.Call]]:
    found: dict[tuple[str, str, bytes], list[reading.Call]] = {}
    for cassette in cassettes.values():
        for call in (cassette._call(each) for each in cassette.exchanges if each["kind"] != "webhook"):
            found.setdefault((call.method, call.target, call.body), []).append(call)
    return found


def check_recorded(cassettes: dict[str, reading.Cassette]) -> None:
    found = answers_of(cassettes)
    problems = Problems()
    for path in ("/json?x=1&y=a%20b", "/events", "/nothing", "/missing", "/binary"):
        status, answer, _ = ANSWERS[path.partition("?")[0]]
        calls = found.get(("GET", path, b""), [])
        problems.check([(call.status, call.answer) for call in calls] == [(status, answer)], f"{path}: {calls}")
    turns = [call.answer for call in found.get(("GET", "/turns", b""), [])]
    problems.check(turns == [b'{"turn": 1}', b'{"turn": 2}'], f"the scenario of /turns: {turns}")
    problems.check([call.status for call in found.get(("POST", "/things", b'{"k": "v"}'), [])] == [201], "/things")
    problems.finish()


def check_stubs(work: Work, cassettes: dict[str, reading.Cassette], report: object) -> None:
    found = answers_of(cassettes)
    exchanges = {each["input"]["path"]: each for cassette in cassettes.values() for each in cassette.exchanges}
    expect_equal(exchanges["/late"]["output"]["duration"], 1500, "the delay")
    expect_equal([piece["at"] for piece in exchanges["/dripping"]["output"]["pieces"]], [200, 400, 600, 800, 1000], "pieces that drip")
    expect_equal(exchanges["/broken"]["output"].get("error"), "reset", "the fault")
    expect_equal(found[("GET", "/template", b"")][0].answer, b"{{request.url}}", "a template, not run")
    hook = next(each for each in exchanges.values() if each["kind"] == "webhook")
    expect_equal((hook["input"]["path"], hook["input"]["headers"], hook["input"]["body"]["text"]), ("/hooks", [["X-Event", "made"]], '{"made": 1}'), "the webhook")
    expect(hook["caused_by"].startswith("call-"), "what caused the webhook")
    expect_equal([call.status for call in found[("POST", "/door", b"")]], [200, 409], "the scenario in the order of its states")
    told = [each.message for each in report.findings]
    for words in ("a mapping for an address by pattern", "a matcher of bodyPatterns", "the matcher headers.X-Kind", "response.transformers",
                  "the answer of a webhook's receiver"):
        expect(any(words in message for message in told), f"nobody was told of: {words}")
    part = next(cassette for cassette in cassettes.values() if cassette.exchanges[0]["input"]["path"] == "/part")
    for words in ("needle", "X-Kind", "a.*"):
        expect(words in part.head["notes"], f"{words} is not in the notes")


def check_served(mock: wiremock.WireMock) -> None:
    problems = Problems()
    for path in ("/json?x=1&y=a%20b", "/events", "/nothing", "/missing", "/binary"):
        status, answer, _ = ANSWERS[path.partition("?")[0]]
        got = mock.call("GET", path, headers={"Accept": "*/*"})
        problems.check((got[0], got[2]) == (status, answer), f"{path}: {got[0]} {got[2][:60]!r}")
    turns = [mock.call("GET", "/turns", headers={"Accept": "*/*"})[2] for _ in range(3)]
    problems.check(turns == [b'{"turn": 1}', b'{"turn": 2}', b'{"turn": 2}'], f"/turns: {turns}")
    problems.check([mock.call("POST", "/door")[0] for _ in range(2)] == [200, 409], "/door")
    problems.finish()


CASES = [betamax, betamax_that_decoded_what_is_no_text, vcrpy_records_and_replays, vcr_replays, vcrpy_in_json_and_compressed, polly, wiremock_there_and_back]
