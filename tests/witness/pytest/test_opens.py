from pathlib import Path

FIXTURES = Path(__file__).parent / "fixtures"


def test_there_is_a_greeting():
    assert (FIXTURES / "greeting.jsonl").read_text()
