import pytest
from rent import RentClerk


def pytest_understudy_prepare(pack, sandbox):
    """Once, before the first test: what every test's world begins with."""
    sandbox.seed("tasks", [{"id": "task_1", "name": "pay_rent", "output_schema": {"type": "object"}}])


@pytest.fixture
def clerk(deck_sandbox):
    """The application, pointed at the world of this test."""
    return RentClerk(deck_sandbox.url, deck_sandbox.key)
