"""Stand-ins with one planted change each, served like a service of its own and explored over HTTP.

The change, the class it has to be found as, and where. A stand-in is a pack that was ejected and edited.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pack_data import Pack
from program import Failed, Program

ROOT = Path(__file__).resolve().parents[2]
KEY = "usw_key-of-the-explored-world"


@dataclass
class Case:
    name: str
    pack: str
    change: Callable[[Pack], None]
    drift: str
    operation: str
    place: str  # part and path, with * for every index


def _charges(pack: Pack) -> dict:
    return pack.resources()["charges"]


def _renamed(pack: Pack) -> None:
    fields = _charges(pack)["fields"]
    _charges(pack)["fields"] = {("is_refunded" if name == "refunded" else name): rule for name, rule in fields.items()}


def _new_word(pack: Pack) -> None:
    _charges(pack)["fields"]["status"]["as"] = {"pending": "processing"}


def _default(pack: Pack) -> None:
    _charges(pack)["fields"]["currency"]["default"] = '"eur"'


def _refused(pack: Pack) -> None:
    _charges(pack)["fields"]["amount"]["schema"]["minimum"] = 100


def _order(pack: Pack) -> None:
    pack.resources()["customers"]["order"] = "oldest"


def _code(pack: Pack) -> None:
    pack.head["errors"]["codes"]["state_conflict"]["code"] = "wrong_state"


def _status(pack: Pack) -> None:
    pack.resources()["refunds"]["operations"]["create"]["answers"]["status"] = 200


def _page(pack: Pack) -> None:
    pack.head["lists"]["page"]["default"] = 11


def _forgetful(pack: Pack) -> None:
    del pack.head["idempotency"]
    del pack.head["durations"]["idempotency_keys"]


def _transition(pack: Pack) -> None:
    _charges(pack)["lifecycle"]["moves"]["capture"]["from"] = ["authorized", "expired"]


def _removed(pack: Pack) -> None:
    _charges(pack)["fields"]["description"]["hidden"] = True


def _retyped(pack: Pack) -> None:
    _charges(pack)["fields"]["created"]["as"] = "rfc3339"


def _added(pack: Pack) -> None:
    pack.resources()["users"]["fields"]["status"]["hidden"] = False


def _guard(pack: Pack) -> None:
    pack.resources()["task_runs"]["operations"]["create"]["guard"] = pack.resources()["task_runs"]["operations"]["create"]["guard"][:1]


CASES = (
    Case("renamed", "parcel", _renamed, "field_renamed", "createCharge", "body /refunded"),
    Case("new_word", "parcel", _new_word, "enum_grown", "createCharge", "body /status"),
    Case("default", "parcel", _default, "value_changed", "createCharge", "body /currency"),
    Case("refused", "parcel", _refused, "now_refused", "createCharge", "status"),
    Case("order", "parcel", _order, "order_changed", "listCustomers", "body /data"),
    Case("error_code", "parcel", _code, "value_changed", "captureCharge", "body /error/code"),
    Case("status", "parcel", _status, "exit_changed", "createRefund", "status"),
    Case("page", "parcel", _page, "value_changed", "listWebhookEndpoints", "body /has_more"),
    Case("idempotency", "parcel", _forgetful, "exit_changed", "createWebhookEndpoint", "status"),
    Case("transition", "parcel", _transition, "exit_changed", "captureCharge", "status"),
    Case("removed", "parcel", _removed, "field_removed", "createCharge", "body /description"),
    Case("retyped", "parcel", _retyped, "field_retyped", "createCharge", "body /created"),
    Case("added", "deck", _added, "field_added", "createUser", "body /status"),
    Case("guard", "deck", _guard, "exit_changed", "runTask", "status"),
)


def judge(program: Program, case: Case) -> None:
    with tempfile.TemporaryDirectory(prefix="planted-") as text:
        folder = Path(text)
        stand_in = folder / "stand-in" / case.pack
        made = Pack(ROOT / "packs" / case.pack)
        case.change(made)
        made.write(stand_in)
        server = program.start("serve", str(stand_in), "--port", "0", "--key", KEY, "--json", cwd=folder)
        try:
            line = server.stdout.readline()
            if not line:
                raise Failed("the stand-in does not start")
            _explore(program, case, folder, stand_in, json.loads(line)["url"])
        finally:
            server.terminate()
            server.wait(timeout=30)


def _place(divergence: dict) -> str:
    steps = ["*" if step.isdigit() else step for step in divergence["path"].split("/")]
    return f"{divergence['part']} {'/'.join(steps)}".strip()


def _explore(program: Program, case: Case, folder: Path, stand_in: Path, url: str) -> None:
    done = program.run("explore", str(ROOT / "packs" / case.pack), "--target", url, "--target-key", KEY, "--allow-write",
                       "--allow-destructive", "--format", "json", "--out", "plans", cwd=folder)
    if done.returncode != 1:
        raise Failed(f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    divergences = json.loads(done.stdout)["divergences"]
    wanted = (case.drift, case.operation, case.place)
    found = [each for each in divergences if (each["class"], each["operation"], _place(each)) == wanted]
    if not found:
        raise Failed(f"not found as {wanted}, but as {[(each['class'], each['operation'], _place(each)) for each in divergences]}")
    plan = folder / found[0]["plan"]
    original = ROOT / "packs" / case.pack
    for trouble in (program.plan_trouble(plan, original, stand_in, folder), program.is_least(plan, original, stand_in, folder)):
        if trouble:
            raise Failed(trouble)
