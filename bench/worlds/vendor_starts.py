"""Servers that start with a large vendor's API: ours, stripe-mock and Prism. In place of one that is not here: why."""

from __future__ import annotations

import shutil
from pathlib import Path

from servers import Server
from vendor import MODULES

KEY = "sk_test_bench0123456789"
DESCRIPTION = MODULES / "@octokit/openapi/generated/api.github.com.json"
PATIENCE = 0.005  # so that a look does not take the processor from the one that starts


def stripe(binary: Path) -> Server:
    return Server("understudy-stripe", lambda _, port: [str(binary), "serve", "stripe", "--port", str(port), "--key", KEY],
                  path="/v1/customers", headers={"Authorization": f"Bearer {KEY}"}, patience=PATIENCE)


def stripe_mock(binary: str) -> Server | str:
    if not binary or not Path(binary).exists():
        return "stripe-mock is not installed"
    return Server("stripe-mock", lambda _, port: [binary, "-http-addr", f"127.0.0.1:{port}"], path="/v1/customers",
                  headers={"Authorization": f"Bearer {KEY}"}, patience=PATIENCE)


def describer(binary: Path) -> Server | str:
    if not DESCRIPTION.exists():
        return "the package @octokit/openapi is not installed"
    return Server("understudy-github", lambda _, port: [str(binary), "serve", str(DESCRIPTION), "--port", str(port), "--key", KEY],
                  path="/meta", headers={"Authorization": f"Bearer {KEY}"}, patience=PATIENCE)


def prism() -> Server | str:
    program = MODULES / "@stoplight/prism-cli/dist/index.js"
    if not shutil.which("node") or not program.exists():
        return "Prism is not installed"
    return Server("Prism", lambda _, port: ["node", str(program), "mock", "-h", "127.0.0.1", "-p", str(port), "-m", "false", "-v", "error", str(DESCRIPTION)],
                  path="/meta", patience=PATIENCE)
