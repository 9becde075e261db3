#!/usr/bin/env python3
"""Lays the functions of a linked program out anew, for the ways that calls take through them (docs/design/0021):

    lay_out.py --plain build/release/bin/understudy.plain --out build/release/bin/understudy

The plain program has its relocations and its names. It is written once more so that it notes its ways, answers what
training.py asks, and is then written with what it went through side by side, and without names.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from training import play_plans, serve_calls

RUNTIME = "llvm-16/lib/libbolt_rt_instr.a"  # below /usr/lib, where BOLT looks for it
# Our own functions, and what of the standard library is compiled or linked into them.
OURS = (r"_Z.*10understudy.*", r"_Zn[wa].*", r"_Zd[la].*", r"_ZN?K?Ss.*", r"_ZNK?St7__cxx1112basic_string.*", r"XXH3.*")
# Calls are many, plans are few: a server's calls lie closest together.
WEIGHT_OF_CALLS = 20
LAYOUT = ("-reorder-blocks=ext-tsp", "-reorder-functions=hfsort+", "-split-functions", "-split-all-cold", "-split-eh", "-icf=0",
          "-plt=hot", "--remove-symtab")


def run(words: list[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        said = [line for line in (done.stdout + done.stderr).splitlines() if "WARNING" not in line]
        raise RuntimeError(f"{words[0]} ended with {done.returncode}:\n" + "\n".join(said[-10:]))
    return done.stdout


def join_parts(plain: Path, out: Path) -> None:
    """Archives from elsewhere hold functions in two parts, `f` and `f.cold`. While BOLT knows them for parts it insists on
    moving every function there is; under another name they are functions like any other, and stay where they are."""
    parts = {name for line in run(["nm", str(plain)]).splitlines() if ".cold" in (name := line.split()[-1])}
    table = out.with_suffix(".names")
    table.write_text("".join(f"{name} {name.replace('.cold', '_cold')}\n" for name in sorted(parts)))
    run(["objcopy", f"--redefine-syms={table}", str(plain), str(out)])


def ways_in(folder: Path) -> list[str]:
    """Every process notes its ways in a file of its own when it ends."""
    return sorted(str(each) for each in folder.glob("ways.*"))


def lay_out(bolt: str, plain: Path, out: Path, folder: Path) -> None:
    whole, noting, ways = folder / "whole", folder / "noting", folder / "ways"
    join_parts(plain, whole)
    run([bolt, str(whole), "-lite", "-instrument", "-o", str(noting), f"--instrumentation-file={ways}",
         "--instrumentation-file-append-pid", f"--runtime-instrumentation-lib={RUNTIME}", *(f"--funcs={each}" for each in OURS)])
    serve_calls(noting)
    calls = ways_in(folder)
    play_plans(noting)
    plans = [each for each in ways_in(folder) if each not in calls]
    merged = folder / "merged"
    merged.write_text(run(["merge-fdata-16", *calls * WEIGHT_OF_CALLS, *plans]))
    laid_out = folder / "laid-out"
    run([bolt, str(whole), "-lite", "-o", str(laid_out), f"-data={merged}", *LAYOUT])
    run([str(laid_out), "version"])
    shutil.move(laid_out, out)
    os.chmod(out, 0o755)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bolt", default="llvm-bolt-16")
    parser.add_argument("--plain", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lay-out-") as name:
        try:
            lay_out(options.bolt, options.plain.resolve(), options.out.resolve(), Path(name))
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            print(f"lay_out: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
