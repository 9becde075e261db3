"""Stateful fakes of outside services for tests: one package, one line, nothing started by hand.

    import understudy

    with understudy.launch("deck") as sandbox:
        app = App(base_url=sandbox.url, api_key=sandbox.key)

`understudy.aio` is the asynchronous twin; the pytest plugin comes with the package.
"""

from __future__ import annotations

from understudy.core.inbox import Received
from understudy.errors import ContractError, ControlError, LaunchError, NoClient, NotReceived, ServerGone, UnderstudyError
from understudy.sandbox import Sandbox, connect, launch
from understudy.sink import Sink

__version__ = "0.1.0"

__all__ = ["ContractError", "ControlError", "LaunchError", "NoClient", "NotReceived", "Received", "Sandbox", "ServerGone", "Sink",
           "UnderstudyError", "connect", "launch"]
