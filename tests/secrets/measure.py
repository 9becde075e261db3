"""Runs a command and writes down its exit code and its greatest memory.

    measure.py FILE COMMAND...

A process of its own, because the greatest memory of a child begins with that of its parent: here a few megabytes.
"""

import json
import os
import sys

child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    json.dump({"code": os.waitstatus_to_exitcode(status), "peak_bytes": usage.ru_maxrss * 1024}, file)
