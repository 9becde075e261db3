"""The parts of the judge of the Python SDK."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SDK = ROOT / "sdk/python"
SUITE = HERE / "python"
SECONDS = 600

sys.path.insert(0, str(ROOT / "tests/docs"))

from markdown_blocks import find_blocks

from house.results import FAILED, PASSED, SKIPPED, TestResult


class Failed(Exception):
    pass


def expect(condition: object, why: str) -> None:
    if not condition:
        raise Failed(why)


@dataclass
class Ground:
    """A folder to work in, and the program under test."""

    program: Path
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Without what a developer has set, and without the plugins of others: those cost each start of pytest seconds."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("UNDERSTUDY_", "PRODBREAK_", "PYTEST", "PYTHON"))}
        return {**kept, "UNDERSTUDY_BIN": str(self.program), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": f"{SDK / 'src'}:{SUITE}", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, *words: object, cwd: Path | None = None, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(word) for word in words], cwd=cwd or self.folder, env=env or self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)

    def pytest(self, *words: object, cwd: Path = SUITE) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "pytest", "-p", "understudy.pytest_plugin", "-p", "xdist", "-p", "no:cacheprovider", "-q",
                        f"--basetemp={self.folder / 'pytest'}", *words, cwd=cwd)


def suite(ground: Ground) -> list[TestResult]:
    """The tests of the SDK, each a result."""
    report = ground.folder / "suite.xml"
    done = ground.pytest("--ignore=crowd", f"--junitxml={report}", ".")
    expect(report.is_file(), f"pytest ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    results = [_result_of(case) for case in xml.parse(report).getroot().iter("testcase")]
    expect(len(results) > 50, f"only {len(results)} tests ran: {done.stdout[-2000:]}")
    return results


def _result_of(case: xml.Element) -> TestResult:
    name = f"sdk-python/{case.get('classname')}/{case.get('name')}"
    for child in case:
        if child.tag in ("failure", "error"):
            return TestResult(name, FAILED, float(case.get("time", 0)), child.text or child.get("message") or "")
        if child.tag == "skipped":
            return TestResult(name, SKIPPED, float(case.get("time", 0)), child.get("message") or "")
    return TestResult(name, PASSED, float(case.get("time", 0)))


def crowd(ground: Ground) -> list[TestResult]:
    """Two hundred tests in four workers: a world each, one server for all, no cross-talk."""
    report = ground.folder / "crowd.xml"
    done = ground.pytest("-n", 4, f"--junitxml={report}", "-o", "junit_family=xunit1", "crowd/test_crowd.py")
    expect(done.returncode == 0, f"pytest ended with {done.returncode}: {done.stdout[-4000:]}")
    seen = [tuple(each.split(" ")) for each in re.findall(r'name="seen" value="([^"]+)"', report.read_text())]
    workers, worlds, servers = ({each[part] for each in seen} for part in range(3))
    expect((len(seen), len(workers), len(worlds), len(servers)) == (200, 4, 200, 1),
           f"{len(seen)} tests in {len(workers)} workers had {len(worlds)} worlds of {len(servers)} servers, not 200, 4, 200 and 1")
    return []


def overhead(ground: Ground) -> list[TestResult]:
    """Row S1, printed and never asserted: machines are shared and noisy."""
    spent = ground.folder / "spent.json"
    done = ground.pytest(f"--spent={spent}", "crowd/test_overhead.py")
    expect(done.returncode == 0, f"pytest ended with {done.returncode}: {done.stdout[-4000:]}")
    times = json.loads(spent.read_text())
    with_world, without = ([ms for name, ms in times.items() if part in name] for part in ("test_with_a_world", "test_without"))
    expect((len(with_world), len(without)) == (100, 100), f"{len(with_world)} and {len(without)} tests were timed")
    print(f"S1: a test with its own world costs {statistics.median(with_world) - statistics.median(without):.2f} ms more than one without "
          f"(medians of 100: {statistics.median(with_world):.2f} and {statistics.median(without):.2f})", flush=True)
    return []


def types(ground: Ground) -> list[TestResult]:
    done = ground.run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", ground.folder / "mypy", SDK / "src/understudy")
    expect(done.returncode == 0, done.stdout + done.stderr)
    return []


def wheel(ground: Ground) -> list[TestResult]:
    """Into an empty environment, without a compiler, without an index: the example passes with what the wheel brought."""
    made = ground.run(sys.executable, SDK / "make_wheel.py", "--binary", ground.program, "--out", ground.folder / "dist")
    expect(made.returncode == 0, made.stderr)
    path = Path(made.stdout.strip())
    expect(re.fullmatch(r"understudy-\d+\.\d+\.\d+-py3-none-manylinux_2_\d+_(x86_64|aarch64)\.whl", path.name), f"its name is {path.name}")
    home = ground.folder / "empty"
    expect(ground.run(sys.executable, "-m", "venv", "--without-pip", home).returncode == 0, "there is no environment")
    installed = ground.run(sys.executable, "-m", "pip", "--python", home / "bin/python", "install", "--quiet", "--no-index", "--disable-pip-version-check", path)
    expect(installed.returncode == 0, installed.stdout + installed.stderr)
    bare = {"PATH": str(home / "bin"), "HOME": str(ground.folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    version = ground.run(home / "bin/understudy", "--version", env=bare)
    expect(path.name.startswith(version.stdout.strip().replace(" ", "-") + "-"), f"the command understudy said {version.stdout!r} {version.stderr!r}")
    _lend_pytest(home)
    example = _example(ground)
    done = ground.run(home / "bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=example, env=bare)
    expect(done.returncode == 0 and "9 passed" in done.stdout, f"the example ended with {done.returncode}: {done.stdout[-3000:]}{done.stderr[-1000:]}")
    for binary, why in ((shutil.which("curl") or "", "needs libcurl"), (str(SDK / "README.md"), "readelf does not read the binary")):
        refused = ground.run(sys.executable, SDK / "make_wheel.py", "--binary", binary, "--out", ground.folder / "refused")
        expect(refused.returncode == 1 and why in refused.stderr, f"{binary}: {refused.stdout}{refused.stderr}")
    return []


def _lend_pytest(home: Path) -> None:
    """pytest and what it needs, from the environment that runs this, and nothing else of it."""
    lent = home / "lent"
    lent.mkdir()
    for name in ("pytest", "pluggy", "iniconfig", "packaging", "Pygments"):
        for file in importlib.metadata.distribution(name).files or []:
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (lent / top).exists():
                (lent / top).symlink_to(Path(str(importlib.metadata.distribution(name).locate_file(top))))
    site = next(home.glob("lib/python3*/site-packages"))
    (site / "lent.pth").write_text(f"{lent}\n")


def _example(ground: Ground) -> Path:
    place = ground.folder / "example"
    shutil.copytree(ROOT / "examples/pytest", place, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    return place


def guide(ground: Ground) -> list[TestResult]:
    """What the guide shows of the example is in it, and what it says that pytest says, pytest says."""
    page = "docs/guide/testing-with-pytest.md"
    example = _example(ground)
    commands = 0
    blocks = find_blocks(page, (ROOT / page).read_text(encoding="utf-8"))
    for number, block in enumerate(blocks):
        where = f"{page}:{block.line}"
        if block.file:
            file = example / block.file
            if not file.exists():
                file.write_text(block.text)
            expect(block.text in file.read_text(), f"{where}: {block.file} of the example does not have these lines")
        elif block.not_run == "tests/sdk/run_py.py runs it":
            commands += 1
            words = block.text.split()
            expect(words[0] == "pytest" and len(block.lines) == 1, f"{where}: one line that begins with pytest")
            said = _plain(ground.pytest(*words[1:], cwd=example).stdout)
            lines = iter(said.splitlines())
            for wanted in blocks[number + 1].lines:
                expect(any(wanted in line for line in lines), f"{where}: {wanted!r} is not there, or not in this order:\n{said}")
    expect(commands == 3, f"{commands} commands of the guide were run")
    return []


def _plain(text: str) -> str:
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)


PARTS = [suite, crowd, overhead, types, wheel, guide]
