"""The program under test: makes calls as it is told and writes down what it saw.

    caller.py CALLS.json RESULTS.json [COPY]

With COPY, the folder of the session is copied there before the end.
"""

import base64
import json
import os
import shutil
import subprocess
import sys


def main() -> int:
    with open(sys.argv[1]) as file:
        calls = json.load(file)
    running, results = [], []
    for each in calls:
        stdin = None if each["stdin"] is None else base64.b64decode(each["stdin"])
        try:
            process = subprocess.Popen(each["words"], stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env={**os.environ, **each["env"]})
        except OSError as error:
            results.append({"stdout": "", "stderr": base64.b64encode(str(error).encode()).decode(), "code": 127})
            continue
        running.append((process, stdin))
        if not each["parallel"]:
            results += [finish(*one) for one in running]
            running = []
    results += [finish(*one) for one in running]
    if len(sys.argv) > 3:
        shutil.copytree(os.environ["UNDERSTUDY_SESSION"], sys.argv[3], symlinks=True, ignore=lambda folder, names: [name for name in names if name == "socket"])
    with open(sys.argv[2], "w") as file:
        json.dump(results, file)
    return 0


def finish(process: subprocess.Popen, stdin: "bytes | None") -> dict:
    out, err = process.communicate(stdin)
    return {"stdout": base64.b64encode(out).decode(), "stderr": base64.b64encode(err).decode(), "code": process.returncode}


if __name__ == "__main__":
    sys.exit(main())
