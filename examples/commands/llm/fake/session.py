"""One run of the LLM command line, as the events it prints. The model behind it knows a handful of prompts by heart."""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from dataclasses import dataclass, field, replace

MODELS = {"sonnet": "claude-sonnet-4-5-20250929"}
NAMESPACE = uuid.UUID("6f1c2a54-7a0e-4a55-9d0c-2f4f6f1f7c11")
NOTES = "Alpha, then beta.\n"
DATE = "Mon Nov 16 12:00:00 UTC 2026"
DATED = "It is a Monday."


@dataclass
class Turn:
    """What the model says at once: thinking or not, then a tool or words."""

    words: str = ""
    thinking: bool = False
    tool: tuple[str, dict[str, str]] | None = None


SCRIPTS: dict[str, list[Turn]] = {
    "ping": [Turn(words="Pong!")],
    "Think it over, then answer: is 91 a prime?": [Turn(thinking=True, words="No: 91 is 7 times 13.")],
    "List the first five primes, one a line.": [Turn(words="2\n3\n5\n7\n11")],
    "Use the Read tool on notes.txt and tell its first word.": [
        Turn(tool=("Read", {"file_path": "/scratch/notes.txt"})), Turn(words="The first word is Alpha.")],
    "Use the Bash tool to run: date": [
        Turn(tool=("Bash", {"command": "date", "description": "Shows the date"})), Turn(words="I was not allowed to run it.")],
}
ALLOWED = {"Read"}


@dataclass
class Session:
    model: str
    prompt: str
    events: list[dict] = field(default_factory=list)
    count: int = 0
    questions: int = 0

    def _uuid(self) -> str:
        self.count += 1
        return str(uuid.uuid5(NAMESPACE, f"{self.prompt}/{self.count}"))

    def _id(self, prefix: str) -> str:
        self.count += 1
        return prefix + hashlib.sha256(f"{self.prompt}/{self.count}".encode()).hexdigest()[:24]

    def begin(self, name: str) -> None:
        self.session = self._uuid()
        self.events.append({
            "type": "system", "subtype": "init", "cwd": "/scratch", "session_id": self.session, "tools": ["Bash", "Edit", "Read", "Write"], "mcp_servers": [],
            "model": name, "permissionMode": "default", "slash_commands": ["clear", "compact"], "apiKeySource": "ANTHROPIC_API_KEY",
            "claude_code_version": "2.1.218", "output_style": "default", "agents": ["general-purpose"], "skills": [], "plugins": [], "uuid": self._uuid()})

    def say(self, content: list[dict], message: str, request: str) -> None:
        usage = {"input_tokens": 4, "cache_creation_input_tokens": 9500, "cache_read_input_tokens": 15000, "output_tokens": 6, "service_tier": "standard"}
        self.events.append({
            "type": "assistant",
            "message": {"model": self.model, "id": message, "type": "message", "role": "assistant", "content": content, "stop_reason": None, "stop_sequence": None,
                        "usage": usage},
            "parent_tool_use_id": None, "session_id": self.session, "uuid": self._uuid(), "request_id": request})

    def say_error(self, text: str, error: str) -> None:
        """Words that no model said: the command line itself puts them into its stream."""
        usage = {"input_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 0, "service_tier": None}
        self.events.append({
            "type": "assistant",
            "message": {"id": self._uuid(), "model": "<synthetic>", "role": "assistant", "stop_reason": "stop_sequence", "stop_sequence": "", "type": "message",
                        "usage": usage, "content": [{"type": "text", "text": text}]},
            "parent_tool_use_id": None, "session_id": self.session, "uuid": self._uuid(), "error": error})

    def turn(self, turn: Turn) -> str | None:
        """One answer of the model. The id of the tool call in it, if there is one."""
        message, request = self._id("msg_"), self._id("req_")
        if turn.thinking:
            signature = base64.b64encode(f"signature of {message}".encode()).decode()
            self.say([{"type": "thinking", "thinking": "91 divided by 7 is 13.", "signature": signature}], message, request)
        if turn.tool is None:
            self.say([{"type": "text", "text": turn.words}], message, request)
            return None
        call = self._id("toolu_")
        self.say([{"type": "tool_use", "id": call, "name": turn.tool[0], "input": turn.tool[1]}], message, request)
        return call

    def tool_result(self, call: str, content: str, is_error: bool) -> None:
        result = {"tool_use_id": call, "type": "tool_result", "content": content}
        self.events.append({"type": "user", "message": {"role": "user", "content": [result | ({"is_error": True} if is_error else {})]}, "parent_tool_use_id": None,
                            "session_id": self.session, "uuid": self._uuid()})

    def ask(self, call: str, tool: tuple[str, dict[str, str]]) -> None:
        """May it? The answer comes in on standard input."""
        request = {"subtype": "can_use_tool", "tool_name": tool[0], "input": tool[1], "tool_use_id": call}
        self.questions += 1  # the answer names the question, so its name must be known beforehand
        self.events.append({"type": "control_request", "request_id": f"req_{self.questions:02}question", "request": request})

    def rate_limit(self) -> None:
        self.events.append({"type": "rate_limit_event", "rate_limit_info": {"status": "allowed", "resetsAt": 1784869800, "rateLimitType": "five_hour"},
                            "uuid": self._uuid(), "session_id": self.session})

    def end(self, subtype: str, turns: int, cost: float, **more: object) -> None:
        self.events.append({
            "type": "result", "subtype": subtype, "is_error": bool(more.pop("is_error", False)), "duration_ms": 2100, "duration_api_ms": 2050, "num_turns": turns,
            "session_id": self.session, "total_cost_usd": cost, **more, "uuid": self._uuid()})

    def lines(self) -> list[bytes]:
        return [json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for event in self.events]


def play(prompt: str, model: str, most_turns: int | None, is_logged_in: bool, answers: list[str] | None = None) -> tuple[list[bytes], int]:
    """The lines of a run, and its exit code. `answers` are those to its questions, one after the other, where it may ask any."""
    session = Session(MODELS.get(model, model), prompt)
    session.begin(session.model)
    if not is_logged_in:
        return _failed(session, "Not logged in · Please run /login", "authentication_failed")
    if model not in MODELS:
        return _failed(session, f"There's an issue with the selected model ({model}). It may not exist or you may not have access to it.", "invalid_request")
    denials = []
    last = SCRIPTS[prompt][-1].words
    for turns, turn in enumerate(SCRIPTS[prompt], start=1):
        call = session.turn(turn if turn.tool else replace(turn, words=last))
        if not call or not turn.tool:
            continue
        name, arguments = turn.tool
        if name not in ALLOWED and answers:
            session.ask(call, turn.tool)
            if answers.pop(0) == "allow":
                session.tool_result(call, DATE, False)
                last = DATED
                continue
        if name in ALLOWED:
            session.tool_result(call, "     1→" + NOTES, False)
        else:
            session.tool_result(call, f"Claude requested permissions to use {name}, but you haven't granted it yet.", True)
            denials.append({"tool_name": name, "tool_use_id": call, "tool_input": arguments})
        if most_turns is not None and turns >= most_turns:
            session.end("error_max_turns", turns + 1, 0.12, is_error=True, stop_reason="tool_use", permission_denials=denials, terminal_reason="max_turns",
                        errors=[f"Reached maximum number of turns ({most_turns})"])
            return session.lines(), 1
    session.rate_limit()
    session.end("success", len(SCRIPTS[prompt]), 0.11, stop_reason="end_turn", permission_denials=denials, terminal_reason="completed", result=last)
    return session.lines(), 0


def _failed(session: Session, text: str, error: str) -> tuple[list[bytes], int]:
    session.say_error(text, error)
    session.end("success", 1, 0, is_error=True, stop_reason="stop_sequence", permission_denials=[], result=text)
    return session.lines(), 1
