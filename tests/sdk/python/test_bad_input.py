"""What goes wrong is said in one sentence, with what to do about it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import understudy
from understudy.binary import find_binary

SECONDS = 60.0

# Stands in for a binary of another version: it comes up as ours does and speaks of another contract.
OTHER_VERSION = """\
#!{python}
import http.server, json
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({{"product": "understudy", "version": "9.9.0", "contract": 7, "packs": []}}).encode()
        self.send_response({status})
        self.send_header("X-Understudy-Contract", "{header}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
url = "http://127.0.0.1:%d" % server.server_port
print(json.dumps({{"url": url, "key": "usw_0", "admin_key": "usa_0", "world": "w_1", "pack": "deck@9"}}), flush=True)
server.serve_forever()
"""


def program(folder: Path, text: str) -> Path:
    made = folder / "understudy"
    made.write_text(text)
    made.chmod(0o755)
    return made


def said(call: object, kind: type[Exception] = understudy.LaunchError) -> str:
    with pytest.raises(kind) as raised:
        call()  # type: ignore[operator]
    text = str(raised.value)
    assert "\n" not in text, "one sentence"
    return text


def test_a_binary_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert said(lambda: understudy.launch("deck", bin=tmp_path / "none")) == (
        f"bin= names '{tmp_path}/none', and there is no such file; give the path of an understudy binary, or leave it out")
    monkeypatch.setenv("UNDERSTUDY_BIN", "/none")
    assert said(lambda: understudy.launch("deck")) == "UNDERSTUDY_BIN names '/none', and there is no such file; correct the variable, or unset it"
    monkeypatch.delenv("UNDERSTUDY_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("understudy.binary.OWN", tmp_path / "bin/understudy")
    assert said(lambda: understudy.launch("deck")) == (
        "there is no understudy binary: install a wheel that carries one, put `understudy` on the PATH, or name it in UNDERSTUDY_BIN")


def test_where_the_binary_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNDERSTUDY_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("understudy.binary.OWN", tmp_path / "own/understudy")
    on_path = program(tmp_path, "")
    assert find_binary() == str(on_path)
    (tmp_path / "own").mkdir()
    own = program(tmp_path / "own", "")
    assert find_binary() == str(own)
    (tmp_path / "named").mkdir()
    named = program(tmp_path / "named", "")
    monkeypatch.setenv("UNDERSTUDY_BIN", str(named))
    assert find_binary() == str(named)
    assert find_binary("understudy") == str(on_path)


def test_a_binary_that_cannot_be_run(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    assert "which is not a program that can be run; give the path" in said(lambda: understudy.launch("deck", bin=plain))


@pytest.mark.parametrize(("status", "header"), [(200, "7"), (422, "7")])
def test_a_binary_of_another_version(tmp_path: Path, status: int, header: str) -> None:
    other = program(tmp_path, OTHER_VERSION.format(python=sys.executable, status=status, header=header))
    text = said(lambda: understudy.launch("deck", bin=other), understudy.ContractError)
    assert text.startswith(f"{other} cannot be used: the server at http://127.0.0.1:")
    assert "speaks version 7 of the control API, this package version 1; install the package understudy and the binary of the same version" in text


def test_a_program_that_is_no_understudy(tmp_path: Path) -> None:
    assert "did not say that it is ready as understudy does, but b'serve deck" in said(lambda: understudy.launch("deck", bin="/bin/echo"))
    assert said(lambda: understudy.launch("deck", bin="/bin/true")) == "`understudy serve deck` ended with 0 without a word"


def test_a_service_that_is_no_understudy(tmp_path: Path) -> None:
    other = program(tmp_path, OTHER_VERSION.format(python=sys.executable, status=404, header="").replace("X-Understudy-Contract", "X-Other"))
    assert "is not understudy (it said 404); look at the url, or start `understudy serve`" in said(
        lambda: understudy.launch("deck", bin=other), understudy.ContractError)


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        text = said(lambda: understudy.launch("deck", args=["--port", str(port)]))
    assert text.startswith(f"`understudy serve deck --port {port}` ended with 2: ") and str(port) in text.split(": ", 1)[1] and "in use" in text


def test_a_pack_that_does_not_exist() -> None:
    text = said(lambda: understudy.launch("dekc"))
    assert text.startswith('`understudy serve dekc` ended with 2: there is no pack "dekc"') and "deck" in text.split("hint", 1)[1]


def test_an_unknown_option() -> None:
    assert "--fast" in said(lambda: understudy.launch("deck", args=["--fast"]))


def test_a_refusal_of_the_control_plane(deck_sandbox: understudy.Sandbox) -> None:
    text = said(lambda: deck_sandbox.faults.arm("task_run", "create", status=500, code="x"), understudy.ControlError)
    assert text == "no resource \"task_run\" in pack deck@0.1.0 (404 unknown_resource at /resource); did you mean 'task_runs'?"


def test_a_wrong_key(deck_sandbox: understudy.Sandbox) -> None:
    text = said(lambda: understudy.connect(url=deck_sandbox.url, key="usw_nobody").clock.now(), understudy.ControlError)
    assert "401 unauthorized" in text


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pid: int) -> None:
    give_up = time.monotonic() + SECONDS
    while is_running(pid):
        assert time.monotonic() < give_up, f"{pid} still runs"
        time.sleep(0.01)


def test_a_server_that_dies_in_the_middle() -> None:
    with understudy.launch("deck") as sandbox:
        fork = sandbox.fork()
        assert sandbox._server is not None
        server = children(sandbox._server._shell.pid)[0]
        os.kill(server, signal.SIGKILL)
        wait_until_gone(server)
        wanted = "the server of this test, `understudy serve deck`, was killed by signal 9"
        assert said(sandbox.clock.now, understudy.ServerGone).startswith(wanted)
        assert said(fork.clock.now, understudy.ServerGone).startswith(wanted)
    with pytest.raises(understudy.ServerGone):
        fork.close()


def test_a_server_that_dies_in_the_middle_of_a_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import os, signal
        from test_bad_input import children, wait_until_gone

        def test_it(pytestconfig, deck_sandbox):
            from understudy.pytest_plugin.worlds import WORLDS
            server = children(pytestconfig.stash[WORLDS].served._server._shell.pid)[0]
            os.kill(server, signal.SIGKILL)
            wait_until_gone(server)
            deck_sandbox.clock.now()
    """)
    result = pytester.runpytest_subprocess("-p", "understudy.pytest_plugin", "-p", "no:cacheprovider", "-q")
    result.stdout.fnmatch_lines(["*ServerGone: the server of this test, `understudy serve anthropic deck openai parcel stripe twilio`, was killed by signal 9*",
                                 "*- understudy: deck -*", "the server of this test, `understudy serve anthropic deck openai parcel stripe twilio`, was killed by signal 9*"])


@pytest.mark.parametrize("ending", ["kill -9", "exit", "exception"])
def test_the_server_ends_with_the_process_that_launched_it(tmp_path: Path, ending: str) -> None:
    script = tmp_path / "holder.py"
    script.write_text(textwrap.dedent(f"""
        import os, signal, sys, understudy
        from test_bad_input import children
        sandbox = understudy.launch("deck")
        print(sandbox._server._shell.pid, children(sandbox._server._shell.pid)[0], flush=True)
        ending = {ending!r}
        if ending == "exit": os._exit(0)
        if ending == "exception": raise ValueError
        sys.stdin.read()
    """))
    holder = subprocess.Popen([sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert holder.stdout is not None and holder.stdin is not None
    shell, server = (int(word) for word in holder.stdout.readline().split())
    if ending == "kill -9":
        holder.kill()
    holder.wait(SECONDS)
    wait_until_gone(server)
    wait_until_gone(shell)
    holder.stdin.close()
    holder.stdout.close()
