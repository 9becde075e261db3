"""Where the binary is: told, named by a variable, brought by the wheel, or on the PATH."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from understudy.errors import LaunchError

__tracebackhide__ = True  # a failing test shows its own line, not ours

VARIABLE = "UNDERSTUDY_BIN"
OWN = Path(__file__).resolve().parent / "bin" / "understudy"


def find_binary(bin: str | os.PathLike[str] | None = None) -> str:
    """The path of the binary, or an error that says where it was looked for and how to bring one."""
    if bin is not None:
        return _checked(os.fspath(bin), "bin=", "give the path of an understudy binary, or leave it out")
    named = os.environ.get(VARIABLE)
    if named:
        return _checked(named, VARIABLE, "correct the variable, or unset it")
    if OWN.is_file():
        return str(OWN)
    found = shutil.which("understudy")
    if found is None:
        raise LaunchError("there is no understudy binary: install a wheel that carries one, put `understudy` on the PATH, "
                          f"or name it in {VARIABLE}")
    return found


def _checked(path: str, who: str, what_to_do: str) -> str:
    found = path if os.sep in path else shutil.which(path) or path
    if not os.path.isfile(found):
        raise LaunchError(f"{who} names {path!r}, and there is no such file; {what_to_do}")
    if not os.access(found, os.X_OK):
        raise LaunchError(f"{who} names {path!r}, which is not a program that can be run; {what_to_do}")
    return os.path.abspath(found)
