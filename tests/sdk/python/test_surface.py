"""The members of the SDK against section 19 of the specification, where that lies beside the checkout."""

from __future__ import annotations

import asyncio
import inspect
import re
from pathlib import Path

import pytest

import understudy
import understudy.aio
from understudy.core import faults

SPECIFICATION = Path(__file__).resolve().parents[4] / "shared/spec/sandbox.md"
GROUPS = ("faults", "world", "clock", "webhooks", "exogenous")


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), name)


@pytest.fixture(scope="module")
def section() -> str:
    if not SPECIFICATION.is_file():
        pytest.skip("the specification of sandboxes does not lie beside the checkout")
    return SPECIFICATION.read_text(encoding="utf-8").split("\n## 19. SDK\n")[1].split("\n## 20. ")[0]


def interface(section: str, name: str) -> str:
    found = re.search(rf"^interface {name} \{{(.*?)(?:^\}}|\}}$)", section, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


def methods(text: str) -> set[str]:
    return {snake(name) for name in re.findall(r"\b(\w+)(?:<\w+>)?\(", text)}


def groups(section: str) -> dict[str, set[str]]:
    found = re.findall(r"^  (\w+): \{\n(.*?)^  \};", interface(section, "Sandbox"), re.MULTILINE | re.DOTALL)
    return {name: methods(text) for name, text in found}


def members(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def sandboxes() -> list[object]:
    return [understudy.connect(url="http://127.0.0.1:1", key="some-key"), understudy.aio.connect(url="http://127.0.0.1:1", key="some-key")]


def test_groups(section: str) -> None:
    wanted = groups(section)
    assert sorted(wanted) == sorted(GROUPS)
    for sandbox in sandboxes():
        assert {name: members(getattr(sandbox, name)) for name in GROUPS} == wanted


def test_sandbox(section: str) -> None:
    text = re.sub(r"^  (\w+): \{\n(.*?)^  \};", "", interface(section, "Sandbox"), flags=re.MULTILINE | re.DOTALL)
    wanted = methods(text) | {snake(name) for name in re.findall(r"readonly (\w+)", text)} | set(GROUPS)
    for skin in (understudy.Sandbox, understudy.aio.Sandbox):
        assert {name for name in vars(skin) if not name.startswith("_")} | set(GROUPS) == wanted


def test_sink_and_received(section: str) -> None:
    sink = interface(section, "Sink")
    wanted = methods(sink) | {"url", "secret"}
    for skin in (understudy.Sink, understudy.aio.Sink):
        assert {name for name in vars(skin) if not name.startswith("_")} | {"url", "secret"} == wanted
    received = interface(section, "Received")
    wanted = methods(received) | set(re.findall(r"(\w+): ", received)) - {"secret"}
    assert wanted <= members(understudy.Received("", None, {}, b"", "")), "type, payload, headers, verify"


def test_options_of_a_fault(section: str) -> None:
    wanted = {snake(name) for name in re.findall(r"(\w+)\?:", interface(section, "FaultOptions"))}
    options = {name for name, each in inspect.signature(faults.arm).parameters.items() if each.kind is inspect.Parameter.KEYWORD_ONLY}
    assert options == wanted


def test_calls_of_the_table(section: str) -> None:
    """Every call in the Python column of 19.2 fits a signature."""
    table = section.split("### 19.2 Python\n")[1].split("### 19.3")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| `")]
    sandbox = understudy.connect(url="http://127.0.0.1:1", key="some-key")
    seen = 0
    for row in rows:
        for path, arguments in re.findall(r"`(?:understudy\.)?([a-z_.]+)\(([^`]*)\)`", row[1]):
            if path in ("wait_for", "all"):
                owner: object = understudy.Sink
            elif path in ("connect", "launch"):
                owner = understudy
            else:
                owner = sandbox
            function = owner
            for name in path.split("."):
                function = getattr(function, name)
            known = inspect.signature(function).parameters  # type: ignore[arg-type]
            takes_any = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in known.values())
            for named in re.findall(r"(\w+)=", arguments):
                assert named in known or takes_any, f"{path}({arguments}): {named}"
            seen += 1
    assert seen >= 20


def test_both_skins_have_the_same_signatures() -> None:
    one, twin = sandboxes()
    for name in GROUPS:
        for member in members(getattr(one, name)):
            pair = [inspect.signature(getattr(getattr(each, name), member)) for each in (one, twin)]
            assert list(pair[0].parameters.values()) == list(pair[1].parameters.values()), f"{name}.{member}"


def test_connecting_makes_no_connection() -> None:
    sandbox = understudy.connect(url="http://127.0.0.1:1", key="some-key")
    assert (sandbox.url, sandbox.key) == ("http://127.0.0.1:1", "some-key")
    with pytest.raises(understudy.ServerGone, match="nobody answers at http://127.0.0.1:1 "):
        sandbox.clock.now()
    with pytest.raises(understudy.ServerGone, match="nobody answers at http://127.0.0.1:1 "):
        asyncio.run(understudy.aio.connect(url="http://127.0.0.1:1", key="some-key").clock.now())  # type: ignore[arg-type]
