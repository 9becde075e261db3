"""A reader of dialogues that takes nothing on trust."""

import json

KINDS = {"open": ["talk"], "say": ["talk", "part"], "close": ["talk", "whole", "mood"], "beat": ["talk"]}
STATES = {"begin": {"open": "run"}, "run": {"say": "run", "close": "end"}, "end": {}}


def read_dialogue(text):
    assert text.endswith("\n")
    dialogue = {"parts": []}
    state = "begin"
    for line in text.splitlines():
        record = json.loads(line)
        for field in KINDS[record["type"]]:
            assert isinstance(record[field], str)
        if record["type"] == "beat":
            continue
        assert dialogue.setdefault("talk", record["talk"]) == record["talk"]
        state = STATES[state][record["type"]]
        if record["type"] == "say":
            dialogue["parts"].append(record["part"])
        if record["type"] == "close":
            assert record["whole"] == "".join(dialogue["parts"])
            assert record["mood"] in ("glad", "sad")
            dialogue["mood"] = record["mood"]
    assert state == "end"
    return dialogue
