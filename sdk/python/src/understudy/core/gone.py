"""The sentence for a server that does not answer."""

from __future__ import annotations

from collections.abc import Callable


def gone_text(url: str, error: Exception, timeout: float, why_gone: Callable[[bool], str] | None) -> str:
    own = why_gone(not isinstance(error, TimeoutError)) if why_gone else ""
    if own:
        return own
    if isinstance(error, TimeoutError):
        return f"the server at {url} has not answered within {timeout:g} s; look at what it does, or give a longer timeout="
    reason = getattr(error, "strerror", None) or str(error)
    return f"nobody answers at {url} ({reason}): the server has ended or was never started; start it with `understudy serve PACK`, or use understudy.launch()"
