#!/usr/bin/env python3
"""A fake of GitHub behind `gh`, for tests that must not reach it. It keeps state, and refuses what it does not know.

A cassette starts from one of STATES (`given`). The numbers of what already exists are those the cassettes use; what a
call makes gets a number of the fake's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from fake_protocol import Answer, Call, Fake, NotServed, serve
from gh_words import VERBS, Refused, check_flags
from rest import gh_api, http
from service import Service

NO_LOGIN = ("To get started with GitHub CLI, please run:  gh auth login\n"
            "Alternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.\n")
WRONG_TOKEN = "HTTP 401: Bad credentials (https://api.github.com/graphql)\nTry authenticating with:  gh auth login\n"
NO_RIGHT = "GraphQL: Resource not accessible by personal access token (createIssue)\n"


def one_issue() -> Service:
    service = Service(next_number=41)
    service.add_issue("us-7f3a 1", "", ["triage"])
    return service


def with_branch(is_ahead: bool) -> Service:
    service = Service(next_number=42)
    tip = service.branches["main"]
    if is_ahead:
        tip = service.add_commit(service.commits[tip].tree, [tip], "us-7f3a").id
    service.branches["us-7f3a"] = tip
    return service


def with_pull(state: str = "OPEN", checks: tuple[str, ...] = ()) -> Callable[[], Service]:
    def make() -> Service:
        service = with_branch(is_ahead=True)
        pull = service.add_pull("us-7f3a", "us-7f3a")
        pull.state = state
        names = ("build", "lint")
        pull.checks = [{"name": name, "state": each, "link": f"https://github.com/acme/sandbox/actions/runs/1234567890{at}/job/2345678901{at}"}
                       for at, (name, each) in enumerate(zip(names, checks, strict=False))]
        return service
    return make


def runs() -> Service:
    service = Service()
    service.runs = [{"databaseId": 12345678902, "status": "in_progress", "conclusion": "", "workflowName": "CI"},
                    {"databaseId": 12345678901, "status": "completed", "conclusion": "success", "workflowName": "CI"}]
    return service


def limited() -> Service:
    service = Service()
    service.is_limited = True
    return service


STATES: dict[str, Callable[[], Service]] = {
    "": Service,
    "one-issue": one_issue,
    "branch-ahead": lambda: with_branch(is_ahead=True),
    "branch-same": lambda: with_branch(is_ahead=False),
    "open-pull": with_pull(),
    "closed-pull": with_pull("CLOSED"),
    "merged-pull": with_pull("MERGED"),
    "checks-passed": with_pull(checks=("SUCCESS", "SUCCESS")),
    "checks-failed": with_pull(checks=("SUCCESS", "FAILURE")),
    "checks-pending": with_pull(checks=("SUCCESS", "PENDING")),
    "runs": runs,
    "rate-limited": limited,
}
LOGINS = {"no-login": Answer().err(NO_LOGIN).exit(4), "wrong-token": Answer().err(WRONG_TOKEN).exit(1), "read-only-token": Answer().err(NO_RIGHT).exit(1)}


class GitHub(Fake):
    def __init__(self) -> None:
        self.service, self.refusal = Service(), None

    def reset(self, given: str) -> None:
        self.refusal = LOGINS.get(given)
        if given not in STATES and self.refusal is None:
            raise NotServed(f"no start state {given!r}; there are {', '.join(sorted(name for name in STATES | LOGINS if name))}")
        self.service = STATES.get(given, Service)()

    def answer(self, call: Call) -> Answer:
        if call.kind == "http":
            return http(self.service, call.method, call.path)
        verb = VERBS.get(tuple(call.args[:2])) if call.program == "gh" else None  # type: ignore[call-overload]
        if verb is None and call.args[:1] != ["api"]:
            raise NotServed
        try:
            check_flags(call.args)
            if self.refusal:
                return self.refusal
            return verb(self.service, call.args[2:]) if verb else gh_api(self.service, call.args[1:])
        except Refused as refused:
            return Answer().err(refused.text).exit(refused.code)


if __name__ == "__main__":
    serve(GitHub())
