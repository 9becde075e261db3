"""`understudy ...` after the wheel is installed: the binary it brought."""

from __future__ import annotations

import os
import sys

from understudy.binary import find_binary
from understudy.errors import LaunchError


def main() -> None:
    try:
        binary = find_binary()
    except LaunchError as error:
        sys.exit(f"understudy: {error}")
    os.execv(binary, ["understudy", *sys.argv[1:]])


if __name__ == "__main__":
    main()
