"""Writes down what a world of its own costs each test: the time of set-up and tear-down, in milliseconds."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest

SPENT: dict[str, float] = defaultdict(float)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--spent", type=Path, help="where to write the milliseconds of each test")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when != "call":
        SPENT[report.nodeid] += report.duration * 1000


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = session.config.getoption("--spent")
    if path is not None and not hasattr(session.config, "workerinput"):
        path.write_text(json.dumps(SPENT))
