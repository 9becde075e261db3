"""JSON fixtures to scan, made and kept under build/bench/lint: API objects, cassettes with bodies in strings and in base64,
transcripts as SSE and JSON Lines, lock files, images, small journal entries. In parts of 20 MB, so that a smaller run is
a piece of a bigger one.

Everything is drawn from a seed, so each machine scans the same bytes. Secrets are made from the `makes` of the rules and
planted here and there; where is written down beside the files, what is not.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import os
import random
import re
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
PART_BYTES = 20_000_000
PLANTS_A_PART = 30
SEED = "understudy fixtures 1"
TRIES = 100  # until a made text reaches the entropy its rule asks for

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WORDS = """the a of to in is for on with as it that this was are be by or an from at not have has file test value list
object field answer request response server client number page order parcel customer address street city country amount
currency invoice charge refund payment shipping label package weight length width height status pending settled captured
failed created updated deleted account member owner project branch commit review comment issue merge build step job runner
queue worker message event handler stream chunk reader writer parser schema format version release change update remove
return result error warning because however although before after between under over again first second last next same
other each every some any all none more most less least good better quick slow small large open closed empty full right
wrong true false maybe should would could must please note check verify compare record replay match sort filter group
count total average median minimum maximum limit offset cursor window region zone cluster node instance volume network
function class method variable constant module import export default async await promise callback buffer memory""".split()
# A member that means nothing; a planted secret takes its place, at whatever depth of quoting it stands.
_SEAM = re.compile(r'(\\*)"note\1": ?null')


# ---- pieces ----------------------------------------------------------------------------------------------------------


class Draw(random.Random):
    """What fixtures are full of: ids, digests, times, words."""

    def hex(self, length: int) -> str:
        return f"{self.getrandbits(4 * length):0{length}x}"

    def base62(self, length: int) -> str:
        return "".join(self.choices(_BASE62, k=length))

    def base64(self, size: int) -> str:
        return base64.b64encode(self.randbytes(size)).decode()

    def uuid(self) -> str:
        digits = self.hex(32)
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"

    def epoch(self) -> int:
        return 1_700_000_000 + self.getrandbits(26)

    def time(self) -> str:
        rest = self.getrandbits(26)
        return f"20{24 + rest % 3}-{1 + rest % 12:02}-{1 + rest % 28:02}T{rest % 24:02}:{rest % 60:02}:{rest % 59:02}.{rest % 1000:03}Z"

    def words(self, count: int) -> str:
        return " ".join(self.choices(_WORDS, k=count))


def _charge(draw: Draw) -> dict:
    number = draw.base62(24)
    return {
        "id": f"ch_{number}", "object": "charge", "amount": draw.randrange(100, 99_999), "amount_refunded": 0,
        "balance_transaction": f"txn_{draw.base62(24)}", "captured": True, "created": draw.epoch(), "currency": draw.choice(("eur", "usd", "gbp")),
        "billing_details": {"address": {"city": "Example", "country": "DE", "line1": f"{draw.choice(_WORDS)} {draw.randrange(1, 200)}", "postal_code": None},
                            "email": f"{draw.choice(_WORDS)}@example.test", "name": draw.words(2), "phone": None},
        "customer": f"cus_{draw.base62(14)}", "description": draw.words(6), "destination": None, "disputed": False, "failure_code": None,
        "fraud_details": {}, "invoice": None, "livemode": False, "metadata": {"order": str(draw.randrange(10**6)), "channel": "web"}, "note": None,
        "outcome": {"network_status": "approved_by_network", "risk_level": "normal", "risk_score": draw.randrange(99), "type": "authorized"},
        "paid": True, "payment_method": f"pm_{draw.base62(24)}", "receipt_url": f"https://pay.example.test/receipts/payment/{draw.base62(60)}",
        "payment_method_details": {"card": {"brand": "visa", "exp_month": 8, "exp_year": 2031, "fingerprint": draw.base62(16), "funding": "credit", "last4": "4242"}, "type": "card"},
        "refunds": {"object": "list", "data": [], "has_more": False, "total_count": 0, "url": f"/v1/charges/ch_{number}/refunds"}, "status": "succeeded",
    }


def _issue(draw: Draw) -> dict:
    name, project, number = draw.choice(_WORDS), draw.choice(_WORDS), draw.randrange(1, 99_999)
    url = f"https://code.example.test/repos/{name}/{project}"
    return {
        "url": f"{url}/issues/{number}", "labels_url": f"{url}/issues/{number}/labels{{/name}}", "events_url": f"{url}/issues/{number}/events",
        "html_url": f"https://code.example.test/{name}/{project}/issues/{number}", "id": draw.randrange(10**9), "number": number,
        "node_id": base64.b64encode(f"05:Issue{draw.randrange(10**9)}".encode()).decode(), "title": draw.words(7), "note": None,
        "user": {"login": name, "id": draw.randrange(10**8), "avatar_url": f"https://images.example.test/u/{draw.randrange(10**8)}?v=4",
                 "url": f"https://code.example.test/users/{name}", "repos_url": f"https://code.example.test/users/{name}/repos", "type": "User", "site_admin": False},
        "labels": [{"id": draw.randrange(10**9), "name": draw.choice(_WORDS), "color": draw.hex(6), "default": False}], "state": "open", "locked": False,
        "assignees": [], "comments": draw.randrange(40), "created_at": draw.time(), "updated_at": draw.time(), "closed_at": None,
        "head": {"ref": draw.choice(_WORDS), "sha": draw.hex(40)}, "base": {"ref": "main", "sha": draw.hex(40)}, "body": draw.words(40),
    }


def _exchange(draw: Draw) -> dict:
    body = _dense([_issue(draw) for _ in range(draw.randrange(1, 6))])
    if draw.random() < 0.1:
        content = {"encoding": "ASCII-8BIT", "base64_string": base64.b64encode(body.encode()).decode()}
    else:
        content = {"encoding": "UTF-8", "string": body}
    return {
        "request": {"method": "get", "uri": f"https://code.example.test/repos/{draw.choice(_WORDS)}/{draw.choice(_WORDS)}/issues?per_page=30&page={draw.randrange(1, 50)}",
                    "body": {"encoding": "US-ASCII", "string": ""},
                    "headers": {"Accept": ["application/json"], "User-Agent": ["Example Client 4.10.0"], "Authorization": ["[REDACTED]"]}},
        "response": {"status": {"code": 200, "message": "OK"}, "headers": {
            "Date": [draw.time()], "Content-Type": ["application/json; charset=utf-8"], "Cache-Control": ["private, max-age=60, s-maxage=60"],
            "Etag": [f'W/"{draw.hex(32)}"'], "X-Request-Id": [draw.uuid()], "X-Ratelimit-Remaining": [str(draw.randrange(5000))],
            "Strict-Transport-Security": ["max-age=31536000; includeSubdomains; preload"], "Traceparent": [f"00-{draw.hex(32)}-{draw.hex(16)}-01"]},
            "body": content},
        "recorded_at": draw.time(), "note": None,
    }


def _message(draw: Draw, before: str) -> dict:
    """One line of an agent's session, which points to the one before it."""
    role = draw.choice(("user", "assistant", "tool"))
    head = {"uuid": draw.uuid(), "parentUuid": before, "sessionId": draw.uuid(), "timestamp": draw.time(), "type": role, "cwd": "/workspace/demo", "note": None}
    if role == "assistant":
        call = _dense({"path": f"src/{draw.choice(_WORDS)}/{draw.choice(_WORDS)}.ts", "old": draw.words(8), "new": draw.words(9), "note": None})
        content = [{"type": "text", "text": draw.words(60)},
                   {"type": "tool_use", "id": f"toolu_01{draw.base62(22)}", "name": "edit", "input": {"arguments": call}}]
        usage = {"input_tokens": draw.randrange(10**5), "cache_read_input_tokens": draw.randrange(10**5), "output_tokens": draw.randrange(4000)}
        return dict(head, message={"id": f"msg_01{draw.base62(22)}", "role": role, "model": "example-model", "content": content, "usage": usage})
    if role == "tool":
        listing = "\n".join(f"{draw.hex(40)} {draw.randrange(9999):5} src/{draw.choice(_WORDS)}/{draw.choice(_WORDS)}.ts" for _ in range(12))
        return dict(head, toolUseResult={"stdout": listing, "stderr": "", "interrupted": False, "sha256": draw.hex(64)})
    return dict(head, message={"role": role, "content": draw.words(30)})


# ---- files -----------------------------------------------------------------------------------------------------------


def _dense(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _listing(draw: Draw) -> str:
    page = {"object": "list", "data": [_charge(draw) for _ in range(draw.randrange(1, 30))], "has_more": True, "url": "/v1/charges"}
    return json.dumps(page, indent=2) + "\n"


def _issues(draw: Draw) -> str:
    return _dense([_issue(draw) for _ in range(draw.randrange(2, 40))]) + "\n"


def _cassette(draw: Draw) -> str:
    return _dense({"http_interactions": [_exchange(draw) for _ in range(draw.randrange(1, 12))], "recorded_with": "Example 6.1.0"}) + "\n"


def _journal_entry(draw: Draw) -> str:
    entry = {"type": "EFFECT_RESOLVED", "recordedAt": draw.time(), "note": None,
             "data": {"effectId": draw.base62(26), "invocationKey": f"{draw.base62(24)}:run", "status": "ok", "payloadKeys": draw.sample(_WORDS, 3), "summary": draw.words(14)},
             "checksum": draw.hex(64)}
    return json.dumps(entry, indent=2) + "\n"


def _stream(draw: Draw) -> str:
    """A model's answer as it came: an event for every few words."""
    number, fingerprint, created = draw.base62(29), draw.hex(10), draw.epoch()
    frames = []
    for _ in range(draw.randrange(40, 250)):
        chunk = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": created, "model": "example-model", "system_fingerprint": f"fp_{fingerprint}",
                 "choices": [{"index": 0, "delta": {"content": f" {draw.words(2)}"}, "logprobs": None, "finish_reason": None}], "note": None, "obfuscation": draw.base62(10)}
        frames.append(f"data: {_dense(chunk)}\n\n")
    return "".join(frames) + "data: [DONE]\n\n"


def _session(draw: Draw) -> str:
    before, lines = draw.uuid(), []
    for _ in range(draw.randrange(10, 80)):
        line = _message(draw, before)
        before = line["uuid"]
        lines.append(_dense(line) + "\n")
    return "".join(lines)


def _lock_file(draw: Draw) -> str:
    packages = {}
    for _ in range(draw.randrange(40, 200)):
        name, version = f"{draw.choice(_WORDS)}-{draw.choice(_WORDS)}", f"{draw.randrange(20)}.{draw.randrange(20)}.{draw.randrange(20)}"
        packages[f"node_modules/{name}"] = {"version": version, "resolved": f"https://packages.example.test/{name}/-/{name}-{version}.tgz",
                                            "integrity": f"sha512-{draw.base64(64)}", "dev": True, "engines": {"node": ">=18"}, "note": None}
    return json.dumps({"name": "demo", "lockfileVersion": 3, "packages": packages}, indent=2) + "\n"


def _image(draw: Draw) -> str:
    """A picture in a data URL; its first bytes are those of a PNG file."""
    bytes_ = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + draw.randbytes(draw.randrange(5_000, 60_000))
    value = {"id": draw.uuid(), "created": draw.epoch(), "note": None, "image_url": {"detail": "auto", "url": "data:image/png;base64," + base64.b64encode(bytes_).decode()}}
    return _dense(value) + "\n"


# Name, maker, weight. The weights are of files, so that small ones are many and the bytes are mostly in the others.
_KINDS: list[tuple[str, Callable[[Draw], str], int]] = [
    ("charges.json", _listing, 20), ("issues.json", _issues, 12), ("cassette.json", _cassette, 20), ("journal.json", _journal_entry, 25),
    ("answer.sse", _stream, 10), ("session.jsonl", _session, 10), ("packages.json", _lock_file, 2), ("image.json", _image, 1),
]


# ---- planting --------------------------------------------------------------------------------------------------------


@dataclass
class Plant:
    rule: str
    file: str  # relative to the folder of all parts
    line: int
    columns: tuple[int, int]  # from the name to the end of the secret; both count from 1
    quoting: int  # how many strings it stands in: 1 for a member of the file's own JSON


def load_rules(root: Path = ROOT / "secrets") -> tuple[ModuleType, list]:
    """The rules, and the program beside them that knows how texts are made of them."""
    spec = importlib.util.spec_from_file_location("secrets_check", root / "check.py")
    check = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = check  # its dataclasses look themselves up there
    spec.loader.exec_module(check)
    report = check.Report()
    rules = check.read_rules(root, report)
    if report.faults:
        raise RuntimeError(f"the rules have faults: {report.faults[0]}")
    return check, rules


def _made(check: ModuleType, rule: object, draw: Draw) -> tuple[str, str]:
    """A name and a text that the rule finds beside it."""
    name = next((word for word in rule.near if re.fullmatch(r"[a-z_]+", word)), rule.near[0]) if rule.near else "note"
    for _ in range(TRIES):
        text = check.make(rule, draw).replace("\\n", "\n")
        if check.found(rule, text, name):
            return name, text
    raise RuntimeError(f"{rule.id}: {TRIES} made texts were not found")


def _plant(text: str, name: str, secret: str, draw: Draw) -> tuple[str, int, tuple[int, int], int]:
    """The text with the secret in it, and the line, columns and depth of quoting where it stands now."""
    seam = draw.choice(list(_SEAM.finditer(text)))
    member = f"{json.dumps(name)}:{json.dumps(secret)}"
    quoting = 1
    marks = len(seam[1])
    while marks:  # `\"` in one string, `\\\"` in a string in a string
        member = json.dumps(member)[1:-1]
        marks = (marks - 1) // 2
        quoting += 1
    line, column = text.count("\n", 0, seam.start()) + 1, seam.start() - text.rfind("\n", 0, seam.start())
    return text[: seam.start()] + member + text[seam.end() :], line, (column, column + len(member)), quoting


def _make_part(number: int, folder: Path) -> list[Plant]:
    """Writes one part, and says what was planted in it."""
    check, rules = load_rules()
    order = Draw(SEED).sample(rules, len(rules))
    places = Draw(f"{SEED}/{number}")
    texts: list[tuple[str, str]] = []
    size = 0
    while size < PART_BYTES:
        draw = Draw(f"{SEED}/{number}/{len(texts)}")
        name, maker, _ = draw.choices(_KINDS, [weight for _, _, weight in _KINDS])[0]
        texts.append((f"{folder.name}/{len(texts) // 100:03}/{len(texts):05}-{name}", maker(draw)))
        size += len(texts[-1][1])
    plants = []
    able = [index for index, (_, text) in enumerate(texts) if _SEAM.search(text)]
    for turn, index in enumerate(places.sample(able, PLANTS_A_PART)):
        rule = order[(number * PLANTS_A_PART + turn) % len(order)]
        file, text = texts[index]
        text, *place = _plant(text, *_made(check, rule, places), places)
        texts[index] = (file, text)
        plants.append(Plant(rule.id, file, *place))
    for file, text in texts:
        path = folder.parent / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return plants


# ---- the whole -------------------------------------------------------------------------------------------------------


@dataclass
class Corpus:
    folder: Path  # holds the parts and nothing else
    parts: list[Path]
    plants: list[Plant]

    def megabytes(self) -> float:
        return sum(path.stat().st_size for part in self.parts for path in part.rglob("*") if path.is_file()) / 1e6

    def small_file(self) -> Path:
        """A fixture of a few kilobytes with nothing planted in it."""
        planted = {self.folder / plant.file for plant in self.plants}
        files = [path for path in self.parts[0].rglob("*-charges.json") if path not in planted]
        return min(files, key=lambda path: (abs(path.stat().st_size - 4096), path))


def _stamp() -> str:
    """Changes with this file and with the rules: then all is made anew."""
    digest = hashlib.sha256()
    for path in [Path(__file__), ROOT / "secrets/check.py", *sorted((ROOT / "secrets/rules").glob("*.yaml"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def ensure(home: Path, count: int) -> Corpus:
    """The first `count` parts; those that are not there yet are made. A part is there once its list of plants is."""
    home = home.resolve()  # findings name files by their real place
    folder, stamp, kept = home / "fixtures", _stamp(), home / "stamp"
    if not kept.exists() or kept.read_text() != stamp:
        shutil.rmtree(home, ignore_errors=True)
        folder.mkdir(parents=True)
        kept.write_text(stamp)
    parts = [folder / f"part-{number:02}" for number in range(count)]
    lists = [home / f"{part.name}.json" for part in parts]
    wanted = [number for number in range(count) if not lists[number].exists()]
    for number in wanted:
        shutil.rmtree(parts[number], ignore_errors=True)  # what a run that was stopped left behind
    with ProcessPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        for number, plants in zip(wanted, pool.map(_make_part, wanted, [parts[number] for number in wanted])):
            lists[number].write_text(json.dumps([asdict(plant) for plant in plants], indent=1) + "\n")
    return Corpus(folder, parts, [Plant(**entry) for path in lists for entry in json.loads(path.read_text())])
