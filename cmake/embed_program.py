#!/usr/bin/env python3
"""Writes a source file with a program in it, as a function that gives its bytes.

    embed_program.py NAME OUT.cpp [PROGRAM]

Without a program the function gives nothing."""

import hashlib
import sys
from pathlib import Path

# With the digest, so that a cache of compiled files tells two programs apart.
HEAD = """// Written by cmake/embed_program.py. DIGEST
#include "app/NAME.hpp"

"""
BYTES = """asm(
    ".pushsection .rodata,\\"a\\",@progbits\\n"
    ".balign 16\\n"
    "NAME_begin:\\n"
    ".incbin \\"PROGRAM\\"\\n"
    "NAME_end:\\n"
    ".byte 0\\n"
    ".popsection\\n");
extern "C" const char NAME_begin[], NAME_end[];

"""
FUNCTION = """namespace understudy::app {

std::string_view NAME() {
    return {BODY};
}

}  // namespace understudy::app
"""


def main() -> int:
    name, out, *programs = sys.argv[1:]
    text = HEAD + (BYTES if programs else "") + FUNCTION
    body = f"{name}_begin, static_cast<std::size_t>({name}_end - {name}_begin)" if programs else ""
    digest = hashlib.sha256(Path(programs[0]).read_bytes()).hexdigest() if programs else ""
    text = text.replace("DIGEST", digest).replace("BODY", body).replace("NAME", name).replace("PROGRAM", programs[0] if programs else "")
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
