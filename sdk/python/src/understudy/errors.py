"""What can go wrong. Every text is one sentence with what to do about it."""

from __future__ import annotations


class UnderstudyError(Exception):
    """The one base of all errors of this package."""


class ControlError(UnderstudyError):
    """The server refused a control call. `code` is stable; the text contains the hint."""

    def __init__(self, status: int, code: str, message: str, field: str | None = None, hint: str | None = None) -> None:
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.hint = hint
        where = f" at {field}" if field else ""
        super().__init__(f"{message} ({status} {code}{where}){f'; {hint}' if hint else ''}")

    def __reduce__(self) -> tuple[type[ControlError], tuple[object, ...]]:
        return type(self), (self.status, self.code, self.message, self.field, self.hint)


class ServerGone(UnderstudyError):
    """Nobody answers at the world's URL, or no longer."""


class LaunchError(UnderstudyError):
    """The binary was not found, or did not come up."""


class ContractError(UnderstudyError):
    """What answers speaks another version of the control API, or is no understudy at all."""


class NotReceived(UnderstudyError, AssertionError):
    """A webhook that a test waited for did not arrive, and will not by itself."""


class NoClient(UnderstudyError):
    """The vendor's own client library cannot be had here."""
