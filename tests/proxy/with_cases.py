"""`with --http`: commands and calls over HTTP of one program, recorded and replayed by one command."""

from __future__ import annotations

import subprocess

import yaml
from ground import SECONDS, Ground, expect, expect_equal
from service import Service

PROJECT = """services:
  both: {programs: [git], hosts: ["127.0.0.1"]}
"""


def run_with(ground: Ground, options: list[str], script: str) -> subprocess.CompletedProcess:
    words = [str(ground.program), "with", "cassettes", *options, "--", "sh", "-c", script]
    return subprocess.run(words, cwd=ground.work, env=ground.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)


def one_timeline(ground: Ground) -> None:
    """A command, a call, a command again; then the same without the service, and without leaving this process."""
    (ground.work / "understudy.yaml").write_text(PROJECT)
    with Service() as service:
        script = f"git --version && curl -sS {service.url}/json && git --exec-path && curl -sS {service.url}/gzip | gunzip"
        recorded = run_with(ground, ["--http", "--mode", "record", "--program", "git", "--as", "day"], script)
        expect_equal(recorded.returncode, 0, f"recording, having said {recorded.stderr.decode()}")
        expect_equal(len(service.seen), 2, "calls that reached the service")
    kept = yaml.safe_load((ground.work / "cassettes/both/day.yaml").read_text())
    expect_equal([(each["kind"], each["id"]) for each in kept["exchanges"]],
                 [("command", "call"), ("http", "get-json"), ("command", "call-2"), ("http", "get-gzip")], "the timeline")
    times = [each["at"] for each in kept["exchanges"]]
    expect(times == sorted(times) and times[0] == 0, f"one clock: {times}")
    replayed = run_with(ground, ["--http"], script)
    expect_equal((replayed.returncode, replayed.stdout), (0, recorded.stdout), f"replaying, having said {replayed.stderr.decode()}")


def misses(ground: Ground) -> None:
    """A call without a recording: 501 for the program, 97 for whoever runs it, and no connection to the service."""
    (ground.work / "understudy.yaml").write_text(PROJECT)
    with Service() as service:
        recorded = run_with(ground, ["--http", "--mode", "record"], f"curl -sS {service.url}/json")
        expect_equal(recorded.returncode, 0, f"recording, having said {recorded.stderr.decode()}")
        missed = run_with(ground, ["--http"], f"curl -sS -o body -w '%{{http_code}}' {service.url}/other")
        expect_equal((missed.returncode, missed.stdout), (97, b"501"), "a call nobody recorded")
        expect(b"[replay.unmatched]" in missed.stderr, missed.stderr.decode())
        expect_equal(len(service.seen), 1, "calls that reached the service")
        added = run_with(ground, ["--http", "--mode", "record-missing"], f"curl -sS {service.url}/json && curl -sS {service.url}/gzip | gunzip")
        expect_equal((added.returncode, len(service.seen)), (0, 2), f"only the missing one is called: {added.stderr.decode()}")
    again = run_with(ground, ["--http"], f"curl -sS {service.url}/json && curl -sS {service.url}/gzip | gunzip")
    expect_equal((again.returncode, again.stdout), (0, added.stdout), f"both are recorded: {again.stderr.decode()}")


def refusals(ground: Ground) -> None:
    """Recording goes nowhere by itself, and what belongs to --http needs it."""
    nowhere = run_with(ground, ["--http", "--mode", "record"], "true")
    expect_equal(nowhere.returncode, 2, "no host is allowed")
    expect(b"--http in the mode record needs to know which hosts may be reached: --allow HOST, or `hosts` of a service in understudy.yaml" in nowhere.stderr, nowhere.stderr.decode())
    without = run_with(ground, ["--allow", "a.test"], "true")
    expect_equal(without.returncode, 2, "--allow alone")
    expect(b"--allow needs --http" in without.stderr, without.stderr.decode())


def the_program_decides(ground: Ground) -> None:
    """Signals and the exit code stay the program's own, with our threads around it."""
    with Service() as service:
        ended = run_with(ground, ["--http", "--allow", "127.0.0.1", "--mode", "record"], f"curl -sS {service.url}/json; exit 3")
        expect_equal((ended.returncode, ended.stdout), (3, b'{"hello": "world"}'), ended.stderr.decode())
        killed = run_with(ground, ["--http", "--allow", "127.0.0.1", "--mode", "record"], "kill -TERM $$")
        expect_equal(killed.returncode, 128 + 15, killed.stderr.decode())


CASES = [one_timeline, misses, refusals, the_program_decides]
