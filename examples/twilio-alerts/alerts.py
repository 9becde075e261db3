"""Tells the person on duty what is wrong: by message, and by phone if the message does not arrive."""

SERIOUS = {"undelivered", "failed"}


class Alerts:
    def __init__(self, client, sender, on_duty, callback_url=None):
        self.client = client
        self.sender = sender
        self.on_duty = on_duty
        self.callback_url = callback_url
        self.arrived = set()
        self.calls = {}

    def raise_alarm(self, text):
        """Sends the message; its id."""
        more = {"status_callback": self.callback_url} if self.callback_url else {}
        return self.client.messages.create(to=self.on_duty, from_=self.sender, body=text, **more).sid

    def handle_status(self, form):
        """What Twilio tells about a message. One that does not arrive is followed by a call, once."""
        message, status = form["MessageSid"], form["MessageStatus"]
        if status == "delivered":
            self.arrived.add(message)
        if status in SERIOUS and message not in self.calls:
            self.calls[message] = self._call(message)

    def was_heard(self, message):
        """Did somebody get it, one way or the other?"""
        if message in self.arrived:
            return True
        call = self.calls.get(message)
        return call is not None and self.client.calls(call).fetch().status in ("in-progress", "completed")

    def _call(self, message):
        text = self.client.messages(message).fetch().body
        return self.client.calls.create(to=self.on_duty, from_=self.sender, twiml=f"<Response><Say>{text}</Say></Response>").sid
