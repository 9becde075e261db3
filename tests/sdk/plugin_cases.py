"""The plugins in their test runners: parallel workers, failing tests, the end of a run."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from pathlib import Path

from node import BINARIES, SDK, Failed, is_gone, must, run, vitest

# What the report of a failing test has to say, in this order.
REPORT = ("understudy: the world of this test", "calls:", "POST /v2/task-run -> 404 by no_route", "calls that fit no route:", "nearest is /v2/task-runs",
          "webhooks", "timers that wait", "contradictions", "last trace, trc_")


def expect_report(text: str, wanted: tuple[str, ...] = REPORT) -> None:
    place = 0
    for part in wanted:
        found = text.find(part, place)
        if found < 0:
            raise Failed(f"{part!r} is not in what was printed:\n{text[-3000:]}")
        place = found
    if text.count("the world of this test") != 1 and "attachment" not in text:
        raise Failed("a test that passed printed a report too")


def vitest_200_tests_in_4_workers(program: Path) -> str:
    """Each with a world of deck and a receiver of webhooks of its own, none sees another's."""
    tests, ran = vitest(SDK / "vitest", "tests/crosstalk", "--maxWorkers=4", program=program)
    failed = [test for test in tests if test["status"] != "passed"]
    if failed or len(tests) != 200:
        raise Failed(f"{len(tests)} tests, {len(failed)} of them failed:\n{ran.tail()}")
    urls = {test["meta"]["url"] for test in tests}
    keys = {test["meta"]["key"] for test in tests}
    pools = {test["meta"]["pool"] for test in tests}
    if len(urls) != 1 or len(keys) != 200 or not pools <= {"1", "2", "3", "4"} or len(pools) < 2:
        raise Failed(f"200 tests had {len(urls)} servers, {len(keys)} keys, and workers {sorted(pools)}")
    if not is_gone(urls.pop()):
        raise Failed("the server of the run outlived it by ten seconds")
    return ""


def overhead(program: Path) -> float:
    """Milliseconds that a world of its own adds to a test, median of 200 pairs (row S1)."""
    tests, ran = vitest(SDK / "vitest", "tests/overhead", program=program)
    if ran.code != 0:
        raise Failed(ran.tail())
    times = {kind: [test["duration"] for test in tests if test["title"].startswith(kind)] for kind in ("plain", "sandbox")}
    if len(times["plain"]) != 200 or len(times["sandbox"]) != 200:
        raise Failed("not all of the 200 pairs ran")
    return statistics.median(times["sandbox"]) - statistics.median(times["plain"])


def vitest_overhead_of_a_world(program: Path) -> str:
    """Measured and printed, never asserted: machines differ."""
    return f"S1: {overhead(program):.2f} ms of overhead per test with its own world, median (reach <= 3)"


def vitest_failing_test_is_explained(program: Path) -> str:
    tests, ran = vitest(SDK / "vitest", "tests/failing", program=program)
    if [test["status"] for test in tests] != ["passed", "failed"]:
        raise Failed(ran.tail())
    expect_report(ran.out, REPORT[:5] + ("task.created to http://sink.localhost/500: retrying, 1 attempt, next at 2025-01-01T00:00:05Z", "task_runs.settle of trun_",
                                         "the payer fails and the balance is pinned", "last trace, trc_", 'not flt_1: input.task: wanted "pay_rent", got "other"',
                                         'status = "queued"'))
    return ""


def vitest_options_of_a_project(program: Path) -> str:
    """The settings of a project provide the options, whatever kind of worker runs the tests."""
    for pool in ("forks", "threads"):
        tests, ran = vitest(SDK / "vitest/tests/provided", f"--pool={pool}", program=program)
        if ran.code != 0 or len(tests) != 2:
            raise Failed(f"in {pool}: {ran.tail()}")
    return ""


def seen_by(words: list, program: Path, cwd: Path, env: dict[str, str]) -> list[list[str]]:
    with tempfile.TemporaryDirectory(prefix="sdk-") as folder:
        seen = Path(folder) / "seen"
        must(words, program=program, cwd=cwd, env={**env, "UNDERSTUDY_TEST_SEEN": str(seen), "UNDERSTUDY_TEST_OUTPUT": f"{folder}/out.json", "UNDERSTUDY_TEST_FOLDER": f"{folder}/out"})
        return [line.split() for line in seen.read_text().splitlines()]


def expect_own_worlds(lines: list[list[str]], tests: int, workers: int) -> None:
    urls, keys, used = ({line[part] for line in lines} for part in range(3))
    if len(lines) != tests or len(urls) != 1 or len(keys) != tests or len(used) != workers:
        raise Failed(f"{len(lines)} tests in {len(used)} workers had {len(urls)} servers and {len(keys)} keys")
    if not is_gone(urls.pop()):
        raise Failed("the server of the run outlived it by ten seconds")


def jest(*words: str) -> list:
    return [BINARIES / "jest", "--rootDir", "jest", "-c", "jest/jest.config.json", *words]


def jest_tests_have_their_own_worlds(program: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="sdk-jest-") as cache:  # Jest uses one worker where it remembers that files are quick
        expect_own_worlds(seen_by(jest("passing", "--maxWorkers=2", f"--cacheDirectory={cache}"), program, SDK, {}), 40, 2)
    return ""


def jest_failing_test_is_explained(program: Path) -> str:
    ran = run(jest("failing"), program=program)
    if ran.code != 1 or "1 failed, 1 passed" not in ran.out:
        raise Failed(ran.tail())
    expect_report(ran.out)
    return ""


def playwright_tests_have_their_own_worlds(program: Path) -> str:
    expect_own_worlds(seen_by([BINARIES / "playwright", "test", "passing"], program, SDK / "playwright", {}), 10, 2)
    return ""


def playwright_failing_test_is_explained(program: Path) -> str:
    with tempfile.TemporaryDirectory(prefix="sdk-") as folder:
        report = Path(folder) / "out.json"
        ran = run([BINARIES / "playwright", "test", "failing"], program=program, cwd=SDK / "playwright", env={"UNDERSTUDY_TEST_OUTPUT": str(report), "UNDERSTUDY_TEST_FOLDER": folder})
        if ran.code != 1:
            raise Failed(ran.tail())
        expect_report(ran.out)
        if '"name": "understudy"' not in report.read_text():
            raise Failed("the report is not attached to the test")
    return ""


def killed_run_takes_its_server_along(program: Path) -> str:
    """The main process of a run is killed; nobody has a chance to tidy up, and still nothing stays."""
    script = """import { sharedServer } from "@understudy/sdk/testing";
console.log(JSON.stringify(await sharedServer({ pack: "deck" })));
setInterval(() => {}, 1000);"""
    runner = subprocess.Popen(["node", "--input-type=module", "-e", script], cwd=SDK, stdout=subprocess.PIPE, text=True, env={**os.environ, "UNDERSTUDY_BIN": str(program)})
    try:
        assert runner.stdout
        url = json.loads(runner.stdout.readline())["url"]
        if is_there := subprocess.run(["curl", "-sf", f"{url}/__admin__/health"], capture_output=True).returncode:
            raise Failed(f"the server does not answer: {is_there}")
    finally:
        runner.kill()
        runner.wait()
    if not is_gone(url):
        raise Failed("the server outlived the run by ten seconds")
    return ""


CASES = [vitest_200_tests_in_4_workers, vitest_overhead_of_a_world, vitest_failing_test_is_explained, vitest_options_of_a_project, jest_tests_have_their_own_worlds, jest_failing_test_is_explained,
         playwright_tests_have_their_own_worlds, playwright_failing_test_is_explained, killed_run_takes_its_server_along]
