"""The pytest plugin, as a project meets it: each test here is a small project of its own."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import understudy
from understudy.process import Server
from understudy.pytest_plugin.packs import SHIPPED, fixture_name, pack_names

ROOT = Path(__file__).resolve().parents[3]

HEAD = "import os\nimport pytest\nfrom vendor import call\n\n"


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    for name in list(os.environ):
        if name.startswith(("UNDERSTUDY_", "PRODBREAK_", "PYTEST_XDIST")) and name != "UNDERSTUDY_BIN":
            monkeypatch.delenv(name)
    return pytester


def run(project: pytest.Pytester, text: str, *words: str, conftest: str = "") -> pytest.RunResult:
    project.makepyfile(test_it=HEAD + text)
    if conftest:
        project.makeconftest(conftest)
    start = project.runpytest_subprocess if "-n" in words else project.runpytest_inprocess
    return start("-p", "understudy.pytest_plugin", "-p", "xdist", "-p", "no:cacheprovider", "-q", *words)


def test_every_test_has_a_world_of_its_own(project: pytest.Pytester) -> None:
    run(project, """
seen = []

@pytest.mark.parametrize("number", range(5))
def test_alone(deck_sandbox, number):
    assert call(deck_sandbox, "GET", "/v2/agents").value["data"] == []
    assert call(deck_sandbox, "POST", "/v2/agents", {"name": "a"}).status == 201
    seen.append((deck_sandbox.url, deck_sandbox.key))

def test_one_process(parcel_sandbox):
    assert len(set(seen)) == 5 and len({url for url, _ in seen}) == 1
    assert call(parcel_sandbox, "GET", "/v1/charges").status == 200

def test_two_packs(deck_sandbox, parcel_sandbox):
    assert deck_sandbox.url != parcel_sandbox.url
""").assert_outcomes(passed=7)


def test_a_suite_that_uses_nothing_starts_nothing(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERSTUDY_BIN", "/none")
    run(project, "def test_it(): pass\n", "-n", "2").assert_outcomes(passed=1)
    without = run(project, "def test_it(deck_sandbox): pass\n")
    without.assert_outcomes(errors=1)
    without.stdout.fnmatch_lines(["*LaunchError: UNDERSTUDY_BIN names '/none', and there is no such file; correct the variable, or unset it*"])
    in_workers = run(project, "def test_it(deck_sandbox): pass\n", "-n", "1")
    in_workers.stdout.fnmatch_lines(["*UNDERSTUDY_BIN names '/none', and there is no such file; correct the variable, or unset it*"])


def test_the_report_of_a_failing_test(project: pytest.Pytester) -> None:
    text = """
def test_rent(deck_sandbox):
    deck_sandbox.coherence(mode="warn")
    deck_sandbox.faults.arm("task_runs", "create", status=500, code="agent_failed", match={"input": {"task": "pay_rent"}})
    deck_sandbox.exogenous.pin({"operation": "fetchBalance"}, "output.balance", 0)
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["*"])
    deck_sandbox.webhooks.register("http://127.0.0.1:1/nobody", subscribe=["task_run.running"])
    call(deck_sandbox, "GET", "/v2/nothing")
    call(deck_sandbox, "POST", "/v2/task-runs/fetch-balance", {})
    deck_sandbox.clock.advance("0s")
    assert call(deck_sandbox, "GET", "/v2/task-runs").value["data"][0]["status"] == "completed"
"""
    wanted = ["*- understudy: deck -*", "world w_* at http://127.0.0.1:*, its clock at 2025-01-01T00:00:00Z (frozen)", "calls (3):",
              "  GET /v2/nothing -> 404 no operation, by no_route", "  POST /v2/task-runs/fetch-balance -> 201 fetchBalance",
              "  GET /v2/task-runs -> 200 listTaskRuns", "unmatched calls, which the pack does not model (1):",
              "  GET /v2/nothing -> 404 no operation, by no_route", "webhooks (3):", "  task_run.queued delivered to http://127.0.0.1:*/hook",
              "  task_run.running retrying to http://127.0.0.1:1/nobody, attempt 1: refused, next at 2025-01-01T00:00:05Z", "pending timers (2):",
              "  2025-01-01T00:00:05Z  task_runs trun_*: settle", "coherence warnings (1):", "  *", "last trace, trc_3: GET /v2/task-runs -> 200, resolved by stateful",
              "  data.0.output = null (pinned, can be pinned as output)"]
    for words in ((), ("-n", "1")):
        result = run(project, text, *words)
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines([line.replace("(pinned", "(*") for line in wanted])
        assert "connection.py" not in result.stdout.str(), "frames of the SDK are not shown"


def test_a_test_that_passes_is_told_nothing_of(project: pytest.Pytester) -> None:
    assert "understudy:" not in run(project, "def test_it(deck_sandbox): pass\n", "-rA").stdout.str()


def test_the_fixture_sandbox_and_its_pack(project: pytest.Pytester) -> None:
    text = """
def test_it(sandbox):
    assert call(sandbox, "GET", "/v1/charges").status == 200
"""
    run(project, text, "-o", "understudy_pack=parcel").assert_outcomes(passed=1)
    run(project, text, "-o", "understudy_packs=parcel").assert_outcomes(passed=1)
    run(project, "pytestmark = pytest.mark.understudy(pack='parcel')\n" + text).assert_outcomes(passed=1)
    without = run(project, text)
    without.assert_outcomes(errors=1)
    without.stdout.fnmatch_lines(["*the fixture `sandbox` does not know its pack: set understudy_pack in the configuration of pytest*"])


def test_a_prepared_world(project: pytest.Pytester) -> None:
    run(project, """
@pytest.mark.parametrize("isolation", ["fork", "fork", "reset", "reset"])
def test_it(request, isolation):
    request.applymarker(pytest.mark.understudy(isolation=isolation))
    sandbox = request.getfixturevalue("deck_sandbox")
    assert [each["name"] for each in sandbox.state("agents").data] == ["Rent clerk"]
    call(sandbox, "POST", "/v2/agents", {"name": "another"})
""", conftest="""
def pytest_understudy_prepare(pack, sandbox):
    if pack == "deck":
        sandbox.seed("agents", [{"id": "agent_1", "name": "Rent clerk"}])
""").assert_outcomes(passed=4)


def test_one_world_that_is_reset(project: pytest.Pytester) -> None:
    run(project, """
keys = set()

@pytest.mark.parametrize("number", range(3))
def test_it(deck_sandbox, number):
    keys.add(deck_sandbox.key)
    sink = deck_sandbox.webhooks.sink()
    assert call(deck_sandbox, "POST", "/v2/agents", {"name": "a"}).status == 201
    assert len(deck_sandbox.state("agents").data) == 1

def test_the_key_stays():
    assert len(keys) == 1
""", "-o", "understudy_isolation=reset").assert_outcomes(passed=4)
    wrong = run(project, "@pytest.mark.understudy(isolation='none')\ndef test_it(deck_sandbox): pass\n")
    wrong.stdout.fnmatch_lines(["*isolation is fork or reset, not 'none'*"])


SHOW = """
def test_it(deck_sandbox):
    print("\\n" + " ".join(("world", deck_sandbox.url, deck_sandbox.key)))
    assert call(deck_sandbox, "GET", "/v2/agents").status == 200
"""


def test_a_server_that_the_environment_names(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(["deck", "parcel"], ["--workers", "2"])
    try:
        decks = [each for each in server.lines if each.pack.startswith("deck@")]
        monkeypatch.setenv("UNDERSTUDY_BIN", "/none")
        for prefix in ("PRODBREAK_", "UNDERSTUDY_"):
            monkeypatch.setenv(f"{prefix}URL", decks[0].url)
            monkeypatch.setenv(f"{prefix}KEY", decks[0].key)
            result = run(project, SHOW, "-s")
            result.assert_outcomes(passed=1)
            assert decks[0].url in result.stdout.str() and decks[0].key not in result.stdout.str(), "a fork of it"
            monkeypatch.delenv(f"{prefix}KEY")
            if prefix == "UNDERSTUDY_":
                run(project, SHOW).stdout.fnmatch_lines(["*UNDERSTUDY_KEY is missing beside UNDERSTUDY_URL; set both as `understudy serve` prints them, or none*"])
            monkeypatch.delenv(f"{prefix}URL")
        monkeypatch.setenv("UNDERSTUDY_URL", decks[0].url)
        monkeypatch.setenv("UNDERSTUDY_KEY", decks[0].key)
        run(project, SHOW.replace("deck_sandbox", "parcel_sandbox")).stdout.fnmatch_lines(
            ["*the environment names worlds of deck and none of parcel; serve it too: `understudy serve parcel`*"])
    finally:
        server.stop()


def test_worlds_of_workers(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(["deck", "parcel"], ["--workers", "2"])
    try:
        monkeypatch.setenv("UNDERSTUDY_BIN", "/none")
        monkeypatch.setenv("UNDERSTUDY_WORKER_URLS", ",".join(each.url for each in server.lines))
        monkeypatch.setenv("UNDERSTUDY_WORKER_KEYS", ",".join(each.key for each in server.lines))
        text = """
def test_it(deck_sandbox, record_property, worker_id):
    record_property("seen", worker_id + " " + deck_sandbox.key)
"""
        reset = ("-o", "understudy_isolation=reset", "--junitxml=out.xml", "-o", "junit_family=xunit1")
        third = run(project, text, "-n", "3", "--dist=each", *reset)
        third.assert_outcomes(passed=2, errors=1)
        third.stdout.fnmatch_lines(["*worker gw2 has no world of deck: UNDERSTUDY_WORKER_URLS has 2; serve with `--workers 3`, or set UNDERSTUDY_ADMIN_KEY*"])
        seen = dict(re.findall(r'name="seen" value="(gw\d) ([^"]+)"', (project.path / "out.xml").read_text()))
        decks = [each.key for each in server.lines if each.pack.startswith("deck@")]
        assert seen == {"gw0": decks[0], "gw1": decks[1]}, "worker i takes the i-th world of the pack"
        monkeypatch.setenv("UNDERSTUDY_ADMIN_KEY", server.lines[0].admin_key)
        run(project, text, "-n", "3", "--dist=each", *reset).assert_outcomes(passed=3)
        monkeypatch.setenv("UNDERSTUDY_WORKER_KEYS", "only-one")
        for words in ((), ("-n", "1")):
            run(project, SHOW, *words).stdout.fnmatch_lines(["*UNDERSTUDY_WORKER_URLS has 4 entries and UNDERSTUDY_WORKER_KEYS 1; take both from the hint*"])
    finally:
        server.stop()


def test_packs_of_the_project(project: pytest.Pytester) -> None:
    binary = os.environ["UNDERSTUDY_BIN"]
    project.run(binary, "pack", "eject", "parcel", "packs/chest")
    pack = project.path / "packs/chest/pack.yaml"
    pack.write_text(pack.read_text().replace("pack: parcel", "pack: chest").replace("api.parcel.test", "api.chest.test"))
    text = """
def test_it(chest_sandbox, deck_sandbox):
    assert call(chest_sandbox, "GET", "/v1/charges").status == 200
"""
    run(project, text).assert_outcomes(passed=1)
    run(project, SHOW, "-o", "understudy_packs=deck", "-o", "understudy_args=--rng-seed 3").assert_outcomes(passed=1)


def test_an_api_description_instead_of_a_pack(project: pytest.Pytester) -> None:
    project.path.joinpath("weather.yaml").write_text("""\
openapi: 3.1.0
info: {title: Weather of the world, version: "1"}
paths:
  /now:
    get:
      operationId: now
      responses: {"200": {description: it, content: {application/json: {schema: {type: object, required: [warm], properties: {warm: {type: boolean}}}}}}}
""")
    text = """
def test_it(weather_sandbox, deck_sandbox):
    assert list(call(weather_sandbox, "GET", "/now").value) == ["warm"]
    assert call(deck_sandbox, "GET", "/v2/agents").status == 200
"""
    run(project, text, "-o", "understudy_packs=weather.yaml\ndeck", "-o", "understudy_args=--workers 2").assert_outcomes(passed=1)


def test_a_pack_that_is_not_served(project: pytest.Pytester) -> None:
    text = "@pytest.mark.understudy(pack='parcel')\ndef test_it(sandbox): pass\n"
    for words in ((), ("-n", "1")):
        run(project, text, "-o", "understudy_packs=deck", *words).stdout.fnmatch_lines(
            ["*the pack parcel is not served, but deck; add it to understudy_packs in the configuration of pytest*"])


def test_the_client_that_a_pack_names(project: pytest.Pytester) -> None:
    project.run(os.environ["UNDERSTUDY_BIN"], "pack", "eject", "parcel", "packs/parcel")
    pack = project.path / "packs/parcel/pack.yaml"
    plain = pack.read_text()
    declared = """
client: { python: { module: parcel_client, make: Parcel, with: [ key, { host: host, port: port, scheme: '"http"', tries: 3 } ] } }
"""
    pack.write_text(plain + declared)
    project.makepyfile(parcel_client="""
        class Parcel:
            def __init__(self, *arguments, **named):
                self.given = arguments, named
    """)
    text = """
def test_it(parcel_sandbox):
    port = int(parcel_sandbox.url.rsplit(":", 1)[1])
    assert parcel_sandbox.client().given == ((parcel_sandbox.key,), {"host": "127.0.0.1", "port": port, "scheme": "http", "tries": 3})
"""
    run(project, text).assert_outcomes(passed=1)
    pack.write_text(plain + declared.replace("make: Parcel", "make: Crane"))
    run(project, text).stdout.fnmatch_lines(["*the pack parcel names 'Crane' to make of 'parcel_client', which it does not have; point one at url=*"])
    pack.write_text(plain + declared.replace("parcel_client", "not_there"))
    run(project, text).stdout.fnmatch_lines(["*the client library 'not_there' of the pack parcel is not installed: install it, or point one at url=*"])


def test_names_of_fixtures() -> None:
    assert [fixture_name(each) for each in ("deck", "deck@0.1.0", "./packs/my-pack", "api.v2.yaml")] == [
        "deck_sandbox", "deck_sandbox", "my_pack_sandbox", "api_v2_sandbox"]
    assert pack_names([], ROOT) == list(SHIPPED) == sorted(each.name for each in (ROOT / "packs").iterdir() if (each / "pack.yaml").is_file())
    assert pack_names(["stripe"], ROOT) == ["stripe"]


def test_types_are_the_users_too(project: pytest.Pytester) -> None:
    """A suite under mypy sees the types of members, arguments and results."""
    project.makepyfile(typed="""
        import understudy
        def f(sandbox: understudy.Sandbox) -> None:
            reveal_type(sandbox.clock.advance("5s").fired)
            reveal_type(sandbox.faults.arm)
            sandbox.clock.advance(5)
    """)
    result = project.run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(project.path / ".mypy"), "typed.py")
    result.stdout.fnmatch_lines(['*Revealed type is "*list?*str?"', '*Revealed type is "def (resource: *str, operation: *str, *status: *int | None =*',
                                 '*error: Argument 1 has incompatible type "int"; expected "str"*'])
    assert understudy.__version__ in (ROOT / "CMakeLists.txt").read_text()
