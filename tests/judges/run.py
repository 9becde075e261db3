#!/usr/bin/env python3
"""Other people's programs as judges of ours.

ruamel.yaml writes random data as YAML 1.2 in several styles, the standard library writes the same data as JSON, and
`understudy diff` must find no difference; after one change it must find exactly that one. JUnit reports must be XML
to the standard library, JSON and SARIF reports JSON. What changed between two API descriptions is worked out anew.
Ajv judges the webhooks that GitHub gives as examples by the schemas it publishes, and our verdicts must be the same.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import spec_changes
import webhook_examples
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from ruamel.yaml import YAML

WORDS = ["a", "yes", "no", "~", "null", "1", "0x1f", "1e3", "- x", "a: b", "#c", "", " lead", "trail ", "two\nlines\n",
         "two\nlines", "\ttab", "é😀", "'q'", '"q"', "{x}", "[y]", "&z", "*z", "!t", "|", ">", "%", "@", "`", "?", "---"]
ROUNDS = 60
DATA = ROOT.parent / "shared/data"


def random_value(dice: random.Random, depth: int = 4) -> object:
    kind = dice.randrange(8 if depth else 5)
    if kind == 0:
        return None
    if kind == 1:
        return dice.choice([True, False])
    if kind == 2:
        return dice.randrange(-10**12, 10**12)
    if kind in (3, 4):
        return dice.choice(WORDS)
    if kind in (5, 6):
        return {dice.choice(WORDS): random_value(dice, depth - 1) for _ in range(dice.randrange(5))}
    return [random_value(dice, depth - 1) for _ in range(dice.randrange(5))]


def to_yaml(value: object, flow: bool, width: int) -> str:
    writer = YAML(typ="safe", pure=True)
    writer.version = (1, 2)
    writer.default_flow_style = flow
    writer.width = width
    writer.allow_unicode = True
    out = io.StringIO()
    writer.dump(value, out)
    return out.getvalue().replace("%YAML 1.2\n", "", 1)


def run(binary: Path, *words: str, cwd: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(binary), *words], cwd=cwd, capture_output=True, text=True, check=False, timeout=60)


def judge_yaml(binary: Path) -> str:
    """Empty, or what went wrong."""
    dice = random.Random(20260609)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            value = {"top": random_value(dice)}
            Path(folder, "b.json").write_text(json.dumps(value, ensure_ascii=dice.choice([True, False])))
            Path(folder, "a.yaml").write_text(to_yaml(value, number % 2 == 0, dice.choice([20, 80, 4000])))
            same = run(binary, "diff", "--as", "yaml", "a.yaml", "b.json", cwd=folder)
            if same.returncode != 0:
                return f"round {number}: {json.dumps(value)}\n{same.stdout}{same.stderr}"
            value["added"] = number
            Path(folder, "b.json").write_text(json.dumps(value))
            other = run(binary, "diff", "--as", "yaml", "a.yaml", "b.json", cwd=folder)
            if other.returncode != 1 or other.stdout != f"added /added: {number}\n1 difference\n":
                return f"round {number}, one key added: {other.returncode}\n{other.stdout}{other.stderr}"
    return ""


def judge_specs(binary: Path) -> str:
    return spec_changes.judge_specs(binary, DATA)


def judge_reports(binary: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.json").write_text(json.dumps({"<&>\"']]>\x7f|`*": 1, "\u2028": ["x\ny", "::error::"]}))
        Path(folder, "b.json").write_text(json.dumps({"new\u0000": "\u001b[31m"}))
        junit = run(binary, "diff", "a.json", "b.json", "--format", "junit", cwd=folder).stdout
        cases = xml.etree.ElementTree.fromstring(junit).findall(".//failure")
        if len(cases) != 3:
            return f"the JUnit report has {len(cases)} failures, not 3:\n{junit}"
        sarif = json.loads(run(binary, "diff", "a.json", "b.json", "--format", "sarif", cwd=folder).stdout)
        if len(sarif["runs"][0]["results"]) != 3:
            return "the SARIF report does not have three results"
        json.loads(run(binary, "diff", "a.json", "b.json", "--format", "json", cwd=folder).stdout)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, default=ROOT / "build/dev/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args()
    binary = options.binary.resolve()
    results = []
    for name, judge in (("yaml", judge_yaml), ("reports", judge_reports), ("specs", judge_specs),
                        ("webhook examples", webhook_examples.judge)):
        begin = time.monotonic()
        if judge is judge_specs and not (DATA / "openapi/moby").is_dir():
            results.append(TestResult(f"judges/{name}", SKIPPED, 0.0, "needs the outside test data: openapi/moby"))
            continue
        if judge is webhook_examples.judge and not webhook_examples.is_installed():
            results.append(TestResult(f"judges/{name}", SKIPPED, 0.0, "the packages of tests/judges are not installed"))
            continue
        problem = judge(binary)
        results.append(TestResult(f"judges/{name}", FAILED if problem else PASSED, time.monotonic() - begin, problem))
        if problem:
            print(f"judges/{name}: {problem}")
    print(count_line(results))
    if options.results:
        write_results(options.results, "judges", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
