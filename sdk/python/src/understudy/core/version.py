"""Does the binary that was started speak as this package does? Every answer tells; here the answer names the binary."""

from __future__ import annotations

from understudy.core.request import Context, Request, Steps
from understudy.errors import ContractError

__tracebackhide__ = True  # a failing test shows its own line, not ours


def check_version(context: Context, binary: str) -> Steps[None]:
    try:
        yield Request("GET", "/version")
    except ContractError as error:
        raise ContractError(f"{binary} cannot be used: {error}") from None
