"""Whatever is made, moved and deleted in whatever order: no answer is an error of ours, and every one fits its description.

A walk is a seeded row of calls over all modelled resources, with time and world events between them. After each deletion
everything that is still there is read again, since what an object showed may have been another one's."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

from shape_cases import problems
from world import Failed, Served, expect

STEPS = 250
TO = "+14155550100"


class Walk:
    def __init__(self, served: Served, seed: int) -> None:
        self.world = served.world
        self.choice = random.Random(seed)
        self.basic = {"Authorization": "Basic " + base64.b64encode(f"any:{served.world.key}".encode()).decode()}
        self.base = ""
        accounts = self.call("GET", "/2010-04-01/Accounts.json")["accounts"]
        self.base = f"/2010-04-01/Accounts/{accounts[0]['sid']}"
        # Addresses of what was made, by kind; what is gone stays, so that it is asked for as well.
        self.made: dict[str, list[str]] = {}
        self.sids: dict[str, list[str]] = {}

    def call(self, method: str, path: str, form: dict[str, Any] | None = None, query: dict[str, str] | None = None) -> Any:
        headers = {**self.basic, "Content_Type": "application/x-www-form-urlencoded"} if method == "POST" else self.basic
        body = urlencode(form or {}) if method == "POST" else None
        said = self.world.ask(method, path + ("?" + urlencode(query, quote_via=quote) if query else ""), body, **headers)
        expect(said.status < 500, f"{method} {path} {form or query or ''}: {said.status} {said.body[:300]!r}")
        wrong = problems(method.lower(), path, said.status, said.value) if said.status != 204 else []
        expect(not wrong, "; ".join(wrong))
        return said.value if said.status in (200, 201) else None

    def make(self, kind: str, path: str, **form: Any) -> None:
        made = self.call("POST", path, form)
        if made is not None:
            self.made.setdefault(kind, []).append((path.removesuffix(".json") + "/" + made["sid"]) + (".json" if path.endswith(".json") else ""))
            self.sids.setdefault(kind, []).append(made["sid"])

    def sid(self, kind: str) -> str:
        known = self.sids.get(kind) or ["XX" + "0" * 32]
        # Mostly the newest: an older one is likely to be over or gone.
        return known[-1] if self.choice.random() < 0.6 else self.choice.choice(known)

    def one(self, kind: str) -> str:
        return self.choice.choice(self.made.get(kind) or [self.base + "/Messages/SM" + "0" * 32 + ".json"])

    def happens(self, event: str, **data: str) -> None:
        # What is not there any more cannot have anything happen to it; the control plane says so.
        said = self.world.control("POST", "/world/events", {"event": event, "data": data})
        expect(said.status < 500, f"{event} {data}: {said.status} {said.body[:300]!r}")

    def send(self) -> None:
        more: dict[str, Any] = self.choice.choice([{"From": "+15005550006"}, {"MessagingServiceSid": self.sid("service")}])
        if self.choice.random() < 0.3:
            more["MediaUrl"] = "https://example.test/a.png"
        if "MessagingServiceSid" in more and self.choice.random() < 0.3:
            more |= {"ScheduleType": "fixed", "SendAt": "2025-01-02T00:00:00Z"}
        self.make("message", self.base + "/Messages.json", To=TO, Body="x", StatusCallback="https://sink.localhost/204", **more)

    def dial(self) -> None:
        self.make("call", self.base + "/Calls.json", To=TO, From="+15005550006", Twiml="<Response/>", Record=self.choice.choice(["true", "false"]), TimeLimit=30)

    def buy(self) -> None:
        self.make("number", self.base + "/IncomingPhoneNumbers.json", AreaCode="415", SmsUrl="https://sink.localhost/204")

    def pool(self) -> None:
        self.make("place", f"/v1/Services/{self.sid('service')}/PhoneNumbers", PhoneNumberSid=self.sid("number"))

    def serve(self) -> None:
        self.make("service", "/v1/Services", FriendlyName="Alerts", StatusCallback="https://sink.localhost/204")

    def listen(self) -> None:
        self.make("desk", "/v2/Services", UniqueName=f"desk {self.choice.random()}", WebhookUrl="https://sink.localhost/204")

    def transcribe(self) -> None:
        self.make("transcript", "/v2/Transcripts", ServiceSid=self.sid("desk"), Channel='{"media_properties":{"source_sid":"RE' + "0" * 32 + '"}}')

    def record(self) -> None:
        path = f"{self.base}/Calls/{self.sid('call')}/Recordings.json"
        self.make("recording", path, RecordingStatusCallback="https://sink.localhost/204")

    def find(self) -> None:
        """What nobody made by a call of its own."""
        for recording in (self.call("GET", self.base + "/Recordings.json") or {}).get("recordings", []):
            self.remember("recording", f"{self.base}/Recordings/{recording['sid']}.json", recording["sid"])
        for text in (self.call("GET", self.base + "/Transcriptions.json") or {}).get("transcriptions", []):
            self.remember("text", f"{self.base}/Transcriptions/{text['sid']}.json", text["sid"])

    def remember(self, kind: str, path: str, sid: str) -> None:
        if sid not in self.sids.setdefault(kind, []):
            self.sids[kind].append(sid)
            self.made.setdefault(kind, []).append(path)

    def change(self) -> None:
        kind, form = self.choice.choice(
            [("message", {"Body": ""}), ("message", {"Status": "canceled"}), ("call", {"Status": "completed"}), ("call", {"Status": "canceled"}), ("number", {"FriendlyName": "x"}),
             ("service", {"UseInboundWebhookOnNumber": "true"}), ("desk", {"AutoRedaction": "true"}), ("recording", {"Status": "paused"}), ("recording", {"Status": "stopped"})]
        )  # fmt: skip
        path = self.one(kind)
        if kind == "recording" and "/Calls/" not in path:
            return
        self.call("POST", path, form)

    def delete(self) -> None:
        self.call("DELETE", self.one(self.choice.choice(list(self.made) or ["message"])))
        self.read()

    def read(self) -> None:
        for kind, paths in self.made.items():
            for path in paths:
                self.call("GET", path)
                if kind == "recording" and "/Calls/" not in path:
                    self.call("GET", path, query={"IncludeSoftDeleted": "true"})
                    self.call("GET", path.replace(".json", "/Transcriptions.json"))
                if kind == "message":
                    self.call("GET", path.replace(".json", "/Media.json"))
                if kind == "call":
                    self.call("GET", path.replace(".json", "/Recordings.json"))
                if kind == "service":
                    self.call("GET", path + "/PhoneNumbers")
                if kind == "transcript":
                    self.call("GET", path + "/Sentences")
        for path in ("Messages", "Calls", "Recordings", "Transcriptions", "IncomingPhoneNumbers"):
            self.call("GET", f"{self.base}/{path}.json", query={"PageSize": "3"})
        for path in ("/v1/Services", "/v2/Services", "/v2/Transcripts"):
            self.call("GET", path, query={"PageSize": "3"})

    def step(self) -> None:
        kinds: list[tuple[int, Callable[[], None]]] = [
            (4, self.send), (4, self.dial), (3, self.buy), (4, self.pool), (3, self.serve), (1, self.listen), (2, self.transcribe), (4, self.record), (3, self.find), (4, self.change), (5, self.delete),
            (5, lambda: self.happens("callee.answers", call=self.sid("call"))),
            (2, lambda: self.happens("callee.hangs_up", call=self.sid("call"))),
            (1, lambda: self.happens("callee.is_busy", call=self.sid("call"))),
            (3, lambda: self.happens("transcriber.begins", recording=self.sid("recording"))),
            (2, lambda: self.happens("person.sends_message", number=self.sid("number"), **{"from": TO, "body": "STOP"})),
            (1, lambda: self.happens("recipient.reads", message=self.sid("message"))),
            (5, lambda: self.world.done("POST", "/clock/advance", {"by": self.choice.choice(["1s", "2s", "10s", "1m"])})),
        ]  # fmt: skip
        self.choice.choices([do for _, do in kinds], [weight for weight, _ in kinds])[0]()


def walk_case(seed: int) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        walk = Walk(served, seed)
        for number in range(STEPS):
            try:
                walk.step()
            except Failed as error:
                raise Failed(f"step {number} of seed {seed}: {error}") from error
        walk.read()
        expect(len(walk.made) == 9, f"only these were made: {sorted(walk.made)}")

    case.__name__ = f"walk_{seed}"
    return case


CASES = [walk_case(seed) for seed in range(1, 5)]
