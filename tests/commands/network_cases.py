"""The network of commands that a plan runs: this machine's, or none."""

from __future__ import annotations

import socket
import subprocess
import sys

from ground import Ground, expect, expect_equal

OWN_SPACE = ["unshare", "--user", "--map-root-user"]
CALL = """import socket, sys
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5).close()
    print("reached")
except OSError as error:
    print("not reached:", error.strerror)
if len(sys.argv) > 2:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()
        print("own loopback works")
"""


def _no_namespaces() -> str:
    try:
        may = subprocess.run([*OWN_SPACE, "--net", "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        may = False
    return "" if may else "namespaces of users cannot be made here"


def _prepare(ground: Ground, port: int) -> None:
    (ground.work / "understudy.yaml").write_text("services: {tool: {}}\n")
    (ground.work / "call.py").write_text(CALL)
    call = f"[{sys.executable}, {ground.work / 'call.py'}, '{port}'"
    for name, network in (("online", ""), ("offline", "network: none\n")):
        (ground.work / f"{name}.yaml").write_text(f"version: 1\nservice: tool\n{network}repeat: 1\nsteps:\n  - {{id: call, run: {call}, own], effect: read, record: {name}}}\n")


def commands_without_a_network(ground: Ground) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        _prepare(ground, server.getsockname()[1])
        for name in ("online", "offline"):
            seen = ground.understudy("record", "--plan", f"{name}.yaml")
            expect_equal(seen.code, 0, f"{name}: {seen.stderr!r}")
    online = (ground.work / "cassettes/tool/online.yaml").read_text()
    offline = (ground.work / "cassettes/tool/offline.yaml").read_text()
    expect(" reached" in online and "network:" not in online, online)
    expect("not reached: Connection refused" in offline and "own loopback works" in offline, offline)
    expect("    network: none\n" in offline, "the recording says so")
    expect("name: python" in offline, "the tool that is named is not ours")


commands_without_a_network.lacks = _no_namespaces


def where_that_cannot_be_done(ground: Ground) -> None:
    """The plan is unknown, and nothing of it runs."""
    _prepare(ground, 1)
    script = "echo 0 > /proc/sys/user/max_net_namespaces && exec understudy record --plan offline.yaml"
    seen = ground.run(*OWN_SPACE, "sh", "-c", script)
    expect_equal(seen.code, 3, f"{seen.stderr!r}")
    expect(b"commands cannot be run without a network here: No space left on device [plan.no_isolation] unknown" in seen.stderr, f"{seen.stderr!r}")
    expect(not (ground.work / "cassettes").exists(), "nothing was recorded")


where_that_cannot_be_done.lacks = _no_namespaces

CASES = [commands_without_a_network, where_that_cannot_be_done]
