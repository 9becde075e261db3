"""The application's side in these tests: plain calls to the service's own API."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass
class Answer:
    status: int
    value: Any


def call(sandbox: Any, method: str, path: str, body: Any = None) -> Answer:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {sandbox.key}", "Content-Type": "application/json"}
    request = urllib.request.Request(sandbox.url + path, data, headers, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as answer:
            return Answer(answer.status, json.load(answer))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, json.load(error))


def fetch_balance(sandbox: Any, **more: Any) -> str:
    """Starts a run of Deck that settles 5 s later; its id."""
    answer = call(sandbox, "POST", "/v2/task-runs/fetch-balance", more)
    assert answer.status == 201, answer
    return str(answer.value["id"])
