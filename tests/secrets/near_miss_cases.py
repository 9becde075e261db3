"""Near misses: nothing in them is reported as a secret. Warnings are counted and printed, errors fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from near_misses import CLASSES, files_of
from program import Failed, Work, some_of


def _case_of(name: str) -> Callable[[Work], None]:
    def case(work: Work) -> None:
        files = files_of(name)
        for file, body in files.items():
            work.write(f"corpus/{file}", body)
        report = work.scan("corpus")
        unread = [finding for finding in report.findings if finding.code in ("secret.not_scanned", "fixture.secret.too_deep")]
        if unread:
            work.note(f"near misses, {name}: not looked through: {some_of(unread)}")
        errors = report.errors()
        warned = Counter(finding.rule or finding.code for finding in report.findings if finding.severity != "error")
        if warned:
            work.note(f"near misses, {name}: warnings: {some_of(f'{rule} {count}' for rule, count in warned.most_common())}")
        if errors:
            alarms = Counter((finding.file.rsplit("/", 1)[-1], finding.rule or finding.code) for finding in errors)
            raise Failed(f"{len(errors)} alarms: " + some_of((f"{file} {rule} {count}" for (file, rule), count in alarms.most_common()), 14))

    case.__name__ = name
    return case


CASES = [_case_of(name) for name in CLASSES]
