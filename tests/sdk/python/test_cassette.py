"""The fixture `cassette`: recorded once, then played without the tool or the service."""

from __future__ import annotations

import http.server
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

HEAD = "import os, subprocess, urllib.request\nimport pytest\n\n"
COMMAND = HEAD + """
@pytest.mark.cassette("recorded", programs=["greet"])
def test_it(cassette):
    said = subprocess.run(["greet", os.environ.get("WHOM", "Ann")], capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (3, "hello Ann\\n")
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """With a tool that leaves a mark when it really runs."""
    tools = pytester.mkdir("tools")
    greet = tools / "greet"
    greet.write_text(f"#!/bin/sh\necho ran >>{tools}/ran\necho hello $1\nexit 3\n")
    greet.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setenv("HOME", str(pytester.mkdir("home")))
    return pytester


def run(project: pytest.Pytester, text: str, *words: str) -> pytest.RunResult:
    project.makepyfile(test_it=text)
    return project.runpytest_inprocess("-p", "understudy.pytest_plugin", "-p", "no:cacheprovider", "-q", *words)


def test_a_command_is_recorded_and_played(project: pytest.Pytester) -> None:
    run(project, COMMAND, "--cassette-mode", "record").assert_outcomes(passed=1)
    assert len(list((project.path / "recorded").rglob("*.yaml"))) == 1
    (project.path / "tools/greet").unlink()
    run(project, COMMAND).assert_outcomes(passed=1)
    assert (project.path / "tools/ran").read_text() == "ran\n", "once, when it was recorded"


def test_a_call_without_a_recording_fails_the_test(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    run(project, COMMAND, "--cassette-mode", "record").assert_outcomes(passed=1)
    monkeypatch.setenv("WHOM", "Bob")
    missed = run(project, COMMAND)
    missed.assert_outcomes(failed=1, errors=1)
    missed.stdout.fnmatch_lines(["the cassettes in *recorded do not fit this test: understudy with ended with 97:",
                                 "*called without a recording, 1 time: greet *"])
    assert (project.path / "tools/ran").read_text() == "ran\n", "the real tool is never run"


def test_the_environment_is_given_back(project: pytest.Pytester) -> None:
    run(project, COMMAND, "--cassette-mode", "record").assert_outcomes(passed=1)
    run(project, COMMAND + """
def test_afterwards():
    assert "UNDERSTUDY_SESSION" not in os.environ and os.environ["PATH"].split(":")[0].endswith("/tools")
""").assert_outcomes(passed=2)


@pytest.fixture
def service() -> Iterator[http.server.HTTPServer]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"rate": 1.25}')

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_calls_over_http_are_recorded_and_played(project: pytest.Pytester, service: http.server.HTTPServer) -> None:
    text = HEAD + f"""
@pytest.mark.cassette("recorded", http=True, allow=["127.0.0.1"])
def test_it(cassette):
    with urllib.request.urlopen("http://127.0.0.1:{service.server_port}/rate?of=EUR") as answer:
        assert answer.read() == b'{{"rate": 1.25}}'
"""
    run(project, text, "--cassette-mode", "record").assert_outcomes(passed=1)
    service.shutdown()
    service.server_close()
    run(project, text).assert_outcomes(passed=1)
    missed = run(project, text.replace("EUR", "USD"))
    missed.assert_outcomes(failed=1, errors=1)
    missed.stdout.fnmatch_lines(["*do not fit this test: understudy with ended with 97:", "*HTTP Error 501*"])


def test_a_world_beside_recordings(project: pytest.Pytester, service: http.server.HTTPServer) -> None:
    text = HEAD + f"""
@pytest.mark.cassette("recorded", http=True, allow=["127.0.0.1"])
def test_it(cassette, deck_sandbox):
    with urllib.request.urlopen("http://127.0.0.1:{service.server_port}/rate") as answer:
        assert answer.read() == b'{{"rate": 1.25}}'
    agents = urllib.request.Request(deck_sandbox.url + "/v2/agents", headers={{"Authorization": "Bearer " + deck_sandbox.key}})
    with urllib.request.urlopen(agents) as answer:
        assert answer.status == 200
"""
    run(project, text, "--cassette-mode", "record").assert_outcomes(passed=1)
    assert len(list((project.path / "recorded").rglob("*.yaml"))) == 1, "the world's calls are not recorded"
    run(project, text).assert_outcomes(passed=1)


def test_a_base_url_for_clients_that_no_proxy_reaches(project: pytest.Pytester, service: http.server.HTTPServer) -> None:
    text = HEAD + f"""
@pytest.mark.cassette("recorded", http=True, allow=["127.0.0.1"])
def test_made(cassette):
    with urllib.request.urlopen("http://127.0.0.1:{service.server_port}/rate") as answer:
        answer.read()  # whoever leaves before the end has a recording that is cut there

@pytest.mark.cassette("recorded")
def test_played(cassette):
    assert cassette.serve() == cassette.serve()
    with urllib.request.urlopen(cassette.serve() + "/rate") as answer:
        assert answer.read() == b'{{"rate": 1.25}}'

@pytest.mark.cassette("recorded")
def test_missed(cassette):
    with pytest.raises(urllib.request.HTTPError, match="501"):
        urllib.request.urlopen(cassette.serve() + "/rates")
"""
    run(project, text, "-k", "made", "--cassette-mode", "record").assert_outcomes(passed=1)
    run(project, text, "-k", "played").assert_outcomes(passed=1)
    missed = run(project, text, "-k", "missed")
    missed.assert_outcomes(passed=1, errors=1)
    missed.stdout.fnmatch_lines(["the cassettes in *recorded do not fit this test: understudy replay ended with 97:", "*called without a recording, 1 time: `GET */rates`*"])


def test_one_folder_for_each_test_unless_one_is_named(project: pytest.Pytester) -> None:
    text = HEAD + """
@pytest.mark.cassette(programs=["greet"])
@pytest.mark.parametrize("whom", ["Ann", "Bob/.."])
def test_it(cassette, whom):
    subprocess.run(["greet", whom])
"""
    run(project, text, "--cassette-mode", "record").assert_outcomes(passed=2)
    made = {each.parents[1].relative_to(project.path).as_posix() for each in project.path.glob("cassettes/*/*/*/*.yaml")}
    assert made == {"cassettes/test_it/test_it-Ann-", "cassettes/test_it/test_it-Bob-..-"}


def test_what_is_wrong_is_said(project: pytest.Pytester) -> None:
    none = run(project, COMMAND)
    none.assert_outcomes(errors=1)
    assert re.search(r"LaunchError: understudy with ended with 2: .*recorded", none.stdout.str())
    wrong = run(project, COMMAND, "--cassette-mode", "rewind")
    assert re.search(r"LaunchError: understudy with ended with 2: .*rewind", wrong.stdout.str())
    unknown = run(project, COMMAND.replace("programs=", "program="))
    unknown.stdout.fnmatch_lines(["*the marker cassette takes folder, mode, programs, http and allow, not program*"])
    assert Path(project.path).is_dir()
