"""The webhooks that GitHub gives as examples, against the schemas it publishes: our verdict on each, and on two changed
copies of each, must be Ajv's. Same draft on both sides; formats are asserted by neither."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAYLOADS = 329
COPIES = 3  # as it is, with a key less, with a value of another type


def is_installed() -> bool:
    return (HERE / "node_modules/@octokit/webhooks-examples").is_dir()


def judge(binary: Path) -> str:
    """Empty, or what was wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ran = subprocess.run(["node", HERE / "ajv_verdicts.mjs", folder], capture_output=True, text=True, timeout=120,
                             check=False)
        if ran.returncode != 0:
            return f"Ajv did not run: {ran.stderr[-300:]}"
        verdicts: dict[str, bool] = json.loads(ran.stdout)
        if len(verdicts) != PAYLOADS * COPIES:
            return f"there are {len(verdicts)} files, not {PAYLOADS * COPIES}"
        files = sorted(verdicts)
        checked = subprocess.run([binary, "schema", "check", "schema", *files, "--format", "json"], cwd=folder,
                                 capture_output=True, text=True, timeout=300, check=False)
        report = json.loads(checked.stdout)
    if len(report["checked"]) != len(files):
        return f"{len(report['checked'])} of {len(files)} files were checked"
    refused = {Path(finding["file"]).name for finding in report["findings"]}
    ours = {name: name not in refused for name in files}
    others = [name for name in files if ours[name] != verdicts[name]]
    if others:
        shown = ", ".join(f"{name} (Ajv: {'valid' if verdicts[name] else 'invalid'})" for name in others[:5])
        return f"{len(others)} verdicts are not Ajv's: {shown}"
    if all(verdicts.values()) or not any(verdicts.values()):
        return "all verdicts are the same: nothing was shown"
    return ""
