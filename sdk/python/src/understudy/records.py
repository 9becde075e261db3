"""What the control API answers: dictionaries as they came, whose members are attributes too.

Only the members that tests read most are declared here. A record may have more, and gets more with later versions:
`record["name"]` reads any of them. A member that is declared and was left out reads as None.
"""

from __future__ import annotations

from typing import Any


class Record(dict[str, Any]):
    """A JSON object. `record.now` is `record["now"]`, but where a dictionary has a method of that name."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            if any(name in vars(each).get("__annotations__", {}) for each in type(self).__mro__):
                return None
            known = ", ".join(sorted(self)) or "nothing"
            raise AttributeError(f"{type(self).__name__} has no member {name!r}; it has {known}") from None


class SeedResult(Record):
    inserted: list[Any]
    warnings: list[dict[str, Any]]


class HistoryResult(Record):
    created: list[dict[str, Any]]
    events: int
    now: str


class State(Record):
    """Of the whole world `resources`, of one resource `data`."""

    now: str
    resources: dict[str, list[dict[str, Any]]]
    data: list[dict[str, Any]]


class Trace(Record):
    id: str
    world: str
    at: str
    request: dict[str, Any] | None
    resolved_by: str
    status: int
    steps: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    transitions: list[dict[str, Any]]
    emitted: list[dict[str, Any]]
    scheduled: list[dict[str, Any]]
    warnings: list[dict[str, Any]]
    off_model: bool


class RequestEntry(Record):
    id: str
    at: str
    method: str
    path: str
    operation: str | None
    resource: str | None
    resolved_by: str
    status: int
    trace: str


class WorldRecord(Record):
    id: str
    key: str
    packs: list[dict[str, Any]]
    now: str
    t0: str
    clock: str
    parent: str | None


class Snapshot(Record):
    id: str
    name: str | None
    digest: str | None
    at: str
    objects: int


class Diff(Record):
    added: list[dict[str, Any]]
    removed: list[dict[str, Any]]
    changed: list[dict[str, Any]]


class CoherenceWarning(Record):
    code: str
    rule: str
    message: str
    parts: list[dict[str, Any]]
    first_seen: str


class Fault(Record):
    id: str
    resource: str
    operation: str
    fired: int
    remaining: int | None
    state: str
    off_model: bool
    warnings: list[dict[str, Any]]


class Triggered(Record):
    now: str
    transitions: list[dict[str, Any]]
    emitted: list[Any]
    trace: str


class NextEntry(Record):
    event: str
    title: str
    possible: bool
    candidates: list[dict[str, Any]]
    precondition: str
    blocked_by: str | None
    leads_to: list[str]
    trigger: dict[str, Any] | None


class Advanced(Record):
    now: str
    fired: list[str]
    details: list[dict[str, Any]]


class Timer(Record):
    id: str
    due_at: str
    started_at: str
    duration: str | None
    resource: str
    object: Any
    move: str


class Endpoint(Record):
    id: str
    url: str
    subscribe: list[str]
    active: bool
    signature_time: str
    secret: str


class Delivery(Record):
    id: str
    event_id: Any
    event_type: str
    endpoint_id: str | None
    url: str
    state: str
    reason: str | None
    next_attempt_at: str | None
    attempts: list[dict[str, Any]]


class Pin(Record):
    id: str
    match: dict[str, Any]
    field: str
    value: Any
    bound: int
    already_bound: int
    warnings: list[dict[str, Any]] | None


class Tape(Record):
    """Its `values` are `tape["values"]`: a dictionary has a method of that name."""

    id: str
    match: dict[str, Any]
    field: str
    position: int
    then: str
    shadowed_by: list[str]
    warnings: list[dict[str, Any]] | None
