from pathlib import Path

from dialogue import read_dialogue

FIXTURES = Path(__file__).parent / "fixtures"


def test_the_greeting_is_a_whole_talk_that_ends_well():
    dialogue = read_dialogue((FIXTURES / "greeting.jsonl").read_text())
    assert dialogue["mood"] == "glad"
    assert dialogue["parts"]
