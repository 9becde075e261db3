from urllib.parse import parse_qsl

import pytest
from twilio.base.exceptions import TwilioRestException


def pass_on(sink, alerts):
    """What a web framework does: every callback that came goes to the application."""
    forms = [dict(parse_qsl(bytes(each.body).decode())) for each in sink.all()]
    for form in forms:
        alerts.handle_status(form)
    return [form["MessageStatus"] for form in forms]


def test_an_alarm_arrives(alerts, sink, twilio_sandbox):
    message = alerts.raise_alarm("The cold room is warm.")
    assert pass_on(sink, alerts) == []
    twilio_sandbox.clock.advance("10s")
    assert pass_on(sink, alerts) == ["sending", "sent", "delivered"]
    assert alerts.was_heard(message)


def test_a_lost_alarm_is_followed_by_a_call(alerts, sink, client, twilio_sandbox):
    twilio_sandbox.exogenous.tape("messages.land", "branch", ["undelivered"])
    message = alerts.raise_alarm("The cold room is warm.")
    twilio_sandbox.clock.advance("10s")
    assert pass_on(sink, alerts)[-1] == "undelivered"
    assert not alerts.was_heard(message)
    twilio_sandbox.clock.advance("2s")
    twilio_sandbox.world.trigger("callee.answers", {"call": alerts.calls[message]})
    assert alerts.was_heard(message)


def test_nobody_picks_up(alerts, sink, client, twilio_sandbox):
    twilio_sandbox.exogenous.tape("messages.land", "branch", ["undelivered"])
    message = alerts.raise_alarm("The cold room is warm.")
    twilio_sandbox.clock.advance("10s")
    pass_on(sink, alerts)
    twilio_sandbox.clock.advance("2m")
    assert client.calls(alerts.calls[message]).fetch().status == "no-answer"
    assert not alerts.was_heard(message)


def test_a_number_that_is_none_is_refused(alerts):
    alerts.on_duty = "12"
    with pytest.raises(TwilioRestException) as refused:
        alerts.raise_alarm("The cold room is warm.")
    assert refused.value.code == 21211
