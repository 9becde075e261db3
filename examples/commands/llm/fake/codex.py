"""One run of `codex exec --json`, as the lines it prints. The model behind it knows a handful of prompts by heart."""

from __future__ import annotations

import hashlib
import json
import uuid

NAMESPACE = uuid.UUID("0b1d1d6c-3a3c-4b62-9c43-6f2f3c9f2f10")
MODELS = ("gpt-5-codex",)
SCRIPTS: dict[str, list[dict]] = {
    "ping": [{"type": "agent_message", "text": "pong"}],
    "List the files and say what they are for.": [
        {"type": "error", "message": "A setting is not known: tools.web_search"},  # a warning comes before the turn
        {"type": "command_execution", "command": "ls", "aggregated_output": "notes.txt\n", "exit_code": 0, "status": "completed"},
        {"type": "reasoning", "text": "**Saw one file**"},
        {"type": "agent_message", "text": "One file with notes."}],
    "Make a plan, then write it into notes.txt.": [
        {"type": "todo_list", "items": [{"text": "Write the plan", "completed": False}]},
        {"type": "file_change", "changes": [{"path": "notes.txt", "kind": "add"}], "status": "completed"},
        {"type": "agent_message", "text": "The plan is in notes.txt."}],
    "Run the tests.": [
        {"type": "command_execution", "command": "ls", "aggregated_output": "", "exit_code": 0, "status": "completed"},
        {"type": "agent_message", "text": "There are none."}],
}  # fmt: skip


class Run:
    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        self.events: list[dict] = [{"type": "thread.started", "thread_id": str(uuid.uuid5(NAMESPACE, prompt))}]
        self.count = 0

    def item(self, content: dict) -> dict:
        self.count += 1
        return {"id": f"item_{self.count - 1}", **content}

    def say(self, kind: str, item: dict) -> None:
        self.events.append({"type": f"item.{kind}", "item": item})

    def turn(self) -> None:
        items = [self.item(content) for content in SCRIPTS[self.prompt]]
        if items[0]["type"] == "error":
            self.say("completed", items.pop(0))
        self.events.append({"type": "turn.started"})
        late = []
        for item in items:
            if item["type"] == "command_execution":
                self.say("started", {**item, "aggregated_output": "", "exit_code": None, "status": "in_progress"})
                self.say("completed", item)
            elif item["type"] == "todo_list":
                done = {**item, "items": [{**each, "completed": True} for each in item["items"]]}
                self.say("started", item)
                late = [("updated", done), ("completed", done)]
            else:
                if item["type"] == "agent_message" and late:
                    self.say(*late.pop(0))
                self.say("completed", item)
        for each in late:  # a list of things to do is closed just before the turn ends
            self.say(*each)
        figures = int(hashlib.sha256(self.prompt.encode()).hexdigest()[:3], 16)
        self.events.append({"type": "turn.completed", "usage": {"input_tokens": 9000 + figures, "cached_input_tokens": 0, "output_tokens": 40}})

    def fail(self, message: str) -> None:
        self.events += [{"type": "turn.started"}, {"type": "error", "message": message}, {"type": "turn.failed", "error": {"message": message}}]


def play(prompt: str, model: str) -> tuple[list[bytes], int]:
    """The lines of a run, and its exit code."""
    run = Run(prompt)
    if model in MODELS:
        run.turn()
    else:
        run.fail(f"unexpected status 400 Bad Request: The model '{model}' does not exist or you do not have access to it.")
    return [json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for event in run.events], int(model not in MODELS)
