"""The control plane judged from outside by its own OpenAPI document: schemathesis sends what fits it and what does not."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from world import Served, expect, surroundings

SECONDS = 600.0
# The feed is an answer without an end; feed_cases.py reads it.
ENDLESS = "/__admin__/feed"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def lacks() -> str:
    return "" if importlib.util.find_spec("schemathesis") else "the Python package schemathesis is not installed"


def schemathesis(served: Served) -> None:
    """No 5xx, no answer outside its schema: by example, at the edges, at random, and along the links."""
    world = served.admin.done("GET", "/worlds")["data"][0]["id"]
    examples = os.environ.get("UNDERSTUDY_EXAMPLES", "10")
    command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run",
               f"{served.admin.url}/__admin__/openapi.json", "-H", f"Authorization: Bearer {served.admin.key}",
               "-H", f"X-Understudy-World: {world}", "--exclude-path", ENDLESS, "--checks", CHECKS, "--seed", "1",
               "--max-examples", examples, "--generation-database", "none", "--no-color"]
    done = subprocess.run(command, capture_output=True, timeout=SECONDS, cwd=served.folder, env=surroundings(served.folder), check=False)
    said = (done.stdout + done.stderr).decode(errors="replace")
    expect(done.returncode == 0, f"schemathesis ended with {done.returncode}:\n{said[-6000:]}")
    for phase in ("Coverage", "Fuzzing", "Stateful"):
        expect(f"✅ {phase}" in said, f"schemathesis did not run the phase {phase}:\n{said[-3000:]}")


schemathesis.lacks = lacks
CASES = [schemathesis]
