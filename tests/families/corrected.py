"""Makes a corrected copy of the first adopter's fixtures: right checksums, rising ULIDs, whole records, metadata, a consumer.

Only what a finding complains about is changed, so that a clean run over the copy says something about the findings.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LAYOUT = "2026.01-storage-preview"
TASKS = "2026.01.tasks-v1"
METADATA = {"lane": "no-model", "schema_version": 1, "redaction": "synthetic", "origin": "authored", "owner": "adapters"}


def checksum(record: dict) -> str:
    """Lower-case hex SHA-256 of the record without its checksum: two spaces, keys as they stand, a line feed at the end."""
    rest = {key: value for key, value in record.items() if key != "checksum"}
    return hashlib.sha256((json.dumps(rest, indent=2, ensure_ascii=False) + "\n").encode()).hexdigest()


def ulid(number: int) -> str:
    """Rising with the number, 26 characters."""
    text = ""
    for _ in range(6):
        text = LETTERS[number % 32] + text
        number //= 32
    return "01KTEST0000000000000" + text


def write(path: Path, body: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(body, indent=2, ensure_ascii=False) + "\n")


def rederive(folder: Path) -> None:
    """The checksums of all journals below a folder, after a change."""
    for path in sorted(folder.rglob("journal/*.json")):
        record = json.loads(path.read_text())
        if "checksum" in record:
            path.write_text(json.dumps({**record, "checksum": checksum(record)}, indent=2, ensure_ascii=False) + "\n")


def rederive_right_ones(folder: Path) -> None:
    """After a change of words: the checksums that were right before it. One that was wrong on purpose stays as it is."""
    for path in sorted(folder.rglob("journal/*.json")):
        text = path.read_text()
        try:
            record = json.loads(text)
        except ValueError:
            continue
        before = json.loads(text.replace("-renamed", "").replace("_RENAMED", ""))
        if isinstance(record, dict) and record.get("checksum") == checksum(before):
            path.write_text(text.replace(record["checksum"], checksum(record)))


def correct_journal(run: Path) -> None:
    number = 0
    for path in sorted((run / "journal").iterdir()):
        record = json.loads(path.read_text())
        path.unlink()
        if record["type"] == "ITERATION_STARTED":  # nothing writes it
            continue
        number += 1
        data = record["data"]
        if record["type"] == "EFFECT_REQUESTED":
            effect = data["effectId"]
            data.setdefault("invocationKey", f"{run.name}:S{number:06}:{data['taskId']}")
            data.setdefault("stepId", f"S{number:06}")
            data.setdefault("taskDefRef", f"tasks/{effect}/task.json")
            task = run / data["taskDefRef"]
            if not task.exists():
                write(task, {"schemaVersion": TASKS, "effectId": effect, "taskId": data["taskId"], "invocationKey": data["invocationKey"], "stepId": data["stepId"],
                             "kind": data.get("kind", "shell")})
        if record["type"] == "EFFECT_RESOLVED":
            data.setdefault("resultRef", f"tasks/{data['effectId']}/result.json")
            result = run / data["resultRef"]
            if not result.exists():
                task = json.loads((run / f"tasks/{data['effectId']}/task.json").read_text())
                write(result, {"schemaVersion": "2026.01.results-v1", "effectId": data["effectId"], "taskId": task["taskId"], "invocationKey": task["invocationKey"],
                               "status": data["status"], "startedAt": record["recordedAt"], "finishedAt": record["recordedAt"], "result": {}, "value": {}})
        record["checksum"] = checksum(record)
        write(run / "journal" / f"{number:06}.{ulid(number)}.json", record)


def correct_run(run: Path) -> None:
    correct_journal(run)
    path = run / "run.json"
    body = json.loads(path.read_text())
    body.pop("completionSecret", None)
    if isinstance(body["entrypoint"], str):
        source, _, name = body["entrypoint"].partition("#")
        body["entrypoint"] = {"importPath": source, "exportName": name}
    body["layoutVersion"] = LAYOUT
    body.setdefault("request", body["processId"])
    write(path, body)
    write(run.with_name(run.name + ".meta.json"), {**METADATA, "harness": "unified", "ending": "interrupted"})


def correct_texts(path: Path) -> None:
    """Home paths become placeholders, also those that are written with a tilde."""
    text = path.read_text().replace("/home/user", "<HOME>").replace('"~/', '"<HOME>/').replace(" ~/", " <HOME>/")
    path.write_text(text)


def correct(root: Path) -> None:
    packages = root / "packages"
    runs = [packages / "adapters/cli/tests/live-stack/fixtures/resume-run", *sorted((packages / "observer-dashboard/e2e/fixtures/runs").iterdir())]
    for run in runs:
        if run.is_dir():
            correct_run(run)
    hooks = packages / "adapters/hooks/core/src/__tests__/fixtures"
    for path in sorted(hooks.glob("*.json")):
        correct_texts(path)
        body = json.loads(path.read_text())
        for event in body["events"]:
            event["env"] = {name: value for name, value in (event.get("env") or {}).items() if name.startswith(("AGENT_", "HOOKS_PROXY_"))}
        write(path, body)
        write(path.with_name(path.name + ".meta.json"), {**METADATA, "schema_version": 2, "harness": body["adapter"], "harness_version": "1.0.0", "mapping_version": "1"})
    matrix = packages / "adapters/codecs/tests/fixtures/session-matrix.json"
    correct_texts(matrix)
    write(matrix.with_name(matrix.name + ".meta.json"), {**METADATA, "harness": "unified"})
    probes = packages / "adapters/harness-mock/tests/fixtures/probes/baseline-profiles.json"
    correct_texts(probes)
    write(probes.with_name(probes.name + ".meta.json"), {**METADATA, "harness": "unified"})
    names = [run.name for run in runs if run.is_dir()] + [path.name for path in sorted(hooks.glob("*-v1.json"))]
    write_consumers(packages, names)


def write_consumers(packages: Path, names: list[str]) -> None:
    """One test in every package that names what it reads."""
    tests = {"adapters/cli/tests/live-stack/resume.test.ts": ["resume-run"],
             "observer-dashboard/e2e/runs.test.ts": [name for name in names if name.startswith("01K")],
             "adapters/hooks/core/src/__tests__/compat.test.ts": [name for name in names if name.endswith(".json")],
             "adapters/codecs/tests/matrix.test.ts": ["session-matrix.json"],
             "adapters/harness-mock/tests/probes.test.ts": ["baseline-profiles.json"]}
    for place, read in tests.items():
        lines = [f'test("{name}", () => check(new URL("./fixtures/{name}", import.meta.url)));' for name in read]
        path = packages / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
