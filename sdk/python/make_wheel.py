#!/usr/bin/env python3
"""Makes the wheel, with the binary inside and a platform tag that says what that binary needs. Only the standard library.

    make_wheel.py --binary build/release/bin/understudy --out dist

It is a build backend as well (`pip install sdk/python`): the binary is then the one that UNDERSTUDY_WHEEL_BIN names; without
it the wheel carries none and runs anywhere, with an understudy that is found on the PATH.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src/understudy"
# What every Linux of the C library's age has; another library would have to be brought along.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
WHEN = (2025, 1, 1, 0, 0, 0)  # the same files give the same bytes


class CannotMake(Exception):
    pass


def platform_tag(binary: Path) -> str:
    """manylinux_MAJOR_MINOR_MACHINE: the oldest C library whose symbols the binary asks for."""
    said = _readelf("--wide", "--file-header", "--dynamic", "--version-info", str(binary))
    machine = re.search(r"^\s*Machine:\s*(.+?)\s*$", said, re.MULTILINE)
    if machine is None or machine[1] not in MACHINES:
        raise CannotMake(f"{binary} is for {machine[1] if machine else 'no known machine'}; there is no tag for it")
    needed = set(re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]", said))
    if needed - LIBRARIES:
        raise CannotMake(f"{binary} needs {', '.join(sorted(needed - LIBRARIES))}, which not every Linux has; build the preset release")
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", said)]
    if not versions:
        raise CannotMake(f"{binary} names no version of the C library")
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{MACHINES[machine[1]]}"


def _readelf(*words: str) -> str:
    try:
        return subprocess.run(["readelf", *words], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        raise CannotMake("readelf is missing; install binutils") from None
    except subprocess.CalledProcessError as error:
        raise CannotMake(f"readelf does not read the binary: {error.stderr.strip()}") from None


def make(out: Path, binary: Path | None) -> Path:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    tag = f"py3-none-{platform_tag(binary)}" if binary else "py3-none-any"
    info = f"understudy-{version}.dist-info"
    files: dict[str, tuple[bytes, bool]] = {}
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and "bin" not in path.relative_to(PACKAGE).parts:
            files[f"understudy/{path.relative_to(PACKAGE).as_posix()}"] = (path.read_bytes(), False)
    if binary:
        files["understudy/bin/understudy"] = (binary.read_bytes(), True)
    files[f"{info}/METADATA"] = (_metadata(project).encode(), False)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: make_wheel\nRoot-Is-Purelib: {'false' if binary else 'true'}\nTag: {tag}\n".encode(), False)
    files[f"{info}/entry_points.txt"] = (_entry_points(project, with_script=binary is not None).encode(), False)
    license_file = HERE.parents[1] / "LICENSE"
    if license_file.is_file():
        files[f"{info}/licenses/LICENSE"] = (license_file.read_bytes(), False)
    return _write(out / f"understudy-{version}-{tag}.whl", info, files)


def _metadata(project: dict[str, Any]) -> str:
    head = [("Metadata-Version", "2.1"), ("Name", project["name"]), ("Version", project["version"]), ("Summary", project["description"]),
            ("Requires-Python", project["requires-python"]), ("Classifier", "Framework :: Pytest"), ("Classifier", "Typing :: Typed"),
            ("Description-Content-Type", "text/markdown")]
    return "".join(f"{name}: {value}\n" for name, value in head) + "\n" + (HERE / project["readme"]).read_text(encoding="utf-8")


def _entry_points(project: dict[str, Any], with_script: bool) -> str:
    """Without a binary the command would only find itself."""
    groups = {name: entries for name, entries in project["entry-points"].items()}
    if with_script:
        groups["console_scripts"] = project["scripts"]
    return "".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items()) for group, entries in groups.items())


def _write(path: Path, info: str, files: dict[str, tuple[bytes, bool]]) -> Path:
    record = ""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as wheel:
        for name, (content, is_program) in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(content)}\n"
            _add(wheel, name, content, is_program)
        _add(wheel, f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), False)
    part.rename(path)
    return path


def _add(wheel: zipfile.ZipFile, name: str, content: bytes, is_program: bool) -> None:
    entry = zipfile.ZipInfo(name, WHEN)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (0o100755 if is_program else 0o100644) << 16
    wheel.writestr(entry, content)


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    """For pip."""
    named = os.environ.get("UNDERSTUDY_WHEEL_BIN")
    return make(Path(wheel_directory), Path(named) if named else None).name


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the wheel of the Python SDK.")
    parser.add_argument("--binary", type=Path, help="the program to carry; without it the wheel carries none")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    try:
        print(make(options.out, options.binary))
    except (CannotMake, OSError) as error:
        print(f"make_wheel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
