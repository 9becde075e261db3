import pytest
from release import may_release


@pytest.mark.cassette("cassettes/clean", programs=["git"])
def test_a_clean_main_may_be_released(cassette):
    assert may_release()
