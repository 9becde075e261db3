"""Pays rent through Deck, and listens to what becomes of it."""

import base64
import hashlib
import hmac
import json
import urllib.error
import urllib.request


class Refused(Exception):
    """Deck does not do it."""


class RentClerk:
    def __init__(self, base_url, api_key, webhook_secret=""):
        self.base_url = base_url
        self.api_key = api_key
        self.webhook_secret = webhook_secret
        self.paid = set()

    def pay(self, amount, attempts=2):
        """Starts the payment; the id of its run. A busy Deck is asked again."""
        for left in reversed(range(attempts)):
            status, answer = self._call("POST", "/v2/task-runs", {"task": "pay_rent", "input": {"amount": amount}})
            if status == 201:
                return answer["id"]
            if status != 429 or left == 0:
                raise Refused(answer["error"]["code"])

    def balance(self):
        """What the tenant owes, as soon as the run that asks for it has ended."""
        status, run = self._call("POST", "/v2/task-runs/fetch-balance", {})
        return run["id"]

    def outcome(self, run):
        status, answer = self._call("GET", f"/v2/task-runs/{run}")
        return answer["status"], answer["output"]

    def handle(self, headers, body):
        """A webhook of Deck came. True: it was one, and it is dealt with."""
        text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(self.webhook_secret.removeprefix("whsec_"))
        made = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
        if not hmac.compare_digest(made, headers["webhook-signature"]):
            return False
        event = json.loads(body)
        if event["type"] == "task_run.completed":
            self.paid.add(event["data"]["id"])
        return True

    def _call(self, method, path, body=None):
        request = urllib.request.Request(
            self.base_url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.api_key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)
