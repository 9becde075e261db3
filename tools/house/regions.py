"""Pages whose prose is written by hand and whose marked regions are made:

    <!-- made: routes of a world -->
    ...
    <!-- end -->
"""

from __future__ import annotations

import re

_REGION = re.compile(r"^<!-- made: (.+?) -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)


def fill_regions(name: str, page: str, made: dict[str, str]) -> str:
    """The page with each marked region made anew. An unknown name and a region that is missing are mistakes."""
    names = _REGION.findall(page)
    if sorted(names) != sorted(made):
        raise ValueError(f"{name}: the regions are {sorted(names)} and should be {sorted(made)}")
    return _REGION.sub(lambda match: f"<!-- made: {match[1]} -->\n\n{made[match[1]]}\n<!-- end -->", page)
