"""What a test with a world of its own costs more than one without: for row S1 of the performance table."""

from __future__ import annotations

import pytest

import understudy


@pytest.mark.parametrize("number", range(100))
def test_with_a_world(deck_sandbox: understudy.Sandbox, number: int) -> None:
    pass


@pytest.mark.parametrize("number", range(100))
def test_without(number: int) -> None:
    pass
