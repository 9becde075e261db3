"""Twenty synthetic secrets of every rule, in every carrier: found, replaced, gone, and the files still what they were."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from carriers import CARRIERS, Carrier, File, Unreadable
from leaks import leaks_in
from program import DONE, FOUND, Failed, Problems, Report, Work, some_of
from texts import Planted, planted_texts

# Against a hang, not against slowness: the machine may be building beside this.
SCAN_SECONDS = 300.0
SCRUB_SECONDS = 600.0


def carriers_read_what_they_write(_: Work) -> None:
    """The judge itself: each carrier gives back each text, so that a loss later is the program's."""
    for carrier in CARRIERS:
        for file in carrier.write([text for text in planted_texts() if carrier.fits(text)][::5]):
            records = carrier.read(file.body)
            if len(records) != len(file.spans):
                raise Failed(f"{carrier.name}: {len(records)} records of {len(file.spans)}")
            for record, (planted, _, _) in zip(records, file.spans, strict=True):
                if planted.text.strip("\n") not in record:
                    raise Failed(f"{carrier.name}: a text of {planted.rule} does not come back")


def _counted(rules: list[str]) -> str:
    """`github.x 20, slack.y 3`, most first."""
    return some_of((f"{rule} {count}" for rule, count in Counter(rules).most_common()), 12)


def _judge_found(carrier: Carrier, files: list[File], report: Report, problems: Problems) -> None:
    """At least one finding on each record; of a breaking rule's text, one at error level."""
    by_name = {Path(name).name: findings for name, findings in report.by_file().items()}
    missed: list[str] = []
    weak: list[str] = []
    strays: list[str] = []
    for file in files:
        findings = sorted(by_name.get(file.name, []), key=lambda finding: finding.line)
        lines = [finding.line for finding in findings]
        if carrier.per_file == 1:  # packed: the file is the record
            spans = [(planted, 0, 1 << 30) for planted, _, _ in file.spans]
        else:
            spans = file.spans
        claimed: set[int] = set()
        for planted, first, last in spans:
            begin, end = bisect.bisect_left(lines, first), bisect.bisect_right(lines, last)
            claimed.update(range(begin, end))
            if begin == end:
                missed.append(planted.rule)
            elif planted.severity == "breaking" and all(finding.severity != "error" for finding in findings[begin:end]):
                weak.append(planted.rule)
        strays += [finding.rule or finding.code for number, finding in enumerate(findings) if number not in claimed]
    total = sum(len(file.spans) for file in files)
    problems.check(not missed, f"{total - len(missed)} of {total} found; missed: {_counted(missed)}")
    problems.check(not weak, f"{len(weak)} breaking texts are reported as warnings only: {_counted(weak)}")
    problems.check(not strays, f"{len(strays)} findings lie on no record: {_counted(strays)}")
    problems.check(report.code == FOUND, f"scan ended with {report.code}, wanted {FOUND}")


def _judge_scrubbed(carrier: Carrier, file: File, body: bytes, same: dict[str, set[str]], lost: dict[str, list[str]]) -> list[str]:
    """The records as they are now."""
    before = carrier.read(file.body)
    try:
        after = carrier.read(body)
    except Unreadable as error:
        lost[f"no longer parses ({error})"].append(file.name)
        return []
    if len(after) != len(before):
        lost[f"{len(after)} records, were {len(before)}"].append(file.name)
        return after
    for old, new, (planted, _, _) in zip(before, after, file.spans, strict=True):
        text = planted.text.strip("\n")
        at = old.find(text)
        if text in new:
            lost["still there"].append(planted.rule)
        elif not new.startswith(old[:at]):
            lost["the name beside it has changed"].append(planted.rule)
        elif len(new) != len(old) and carrier.keeps_length and not planted.is_path:
            lost["another length"].append(planted.rule)
        same[planted.rule].add(new)
    return after


def _said(done: Report, where: Path) -> str:
    receipt = where.read_text() if where.is_file() else ""
    return done.out.decode("utf-8", "replace") + done.err.decode("utf-8", "replace") + receipt


def _plant(carrier: Carrier, work: Work) -> list[File]:
    files = list(carrier.write([text for text in planted_texts() if carrier.fits(text)]))
    for file in files:
        work.write(f"bundle/{file.name}", file.body)
    return files


def _found(carrier: Carrier, work: Work) -> None:
    problems = Problems()
    files = _plant(carrier, work)
    total = sum(len(file.spans) for file in files)
    if total < len(planted_texts()):
        work.note(f"{carrier.name}: {len(planted_texts()) - total} of {len(planted_texts())} texts not carried")
    report = work.scan("bundle", seconds=SCAN_SECONDS)
    _judge_found(carrier, files, report, problems)
    for rule in leaks_in(report.text):
        problems.add(f"scan printed 8 characters of a text of {rule}")
    problems.finish()


def _gone(carrier: Carrier, work: Work) -> None:
    problems = Problems()
    files = _plant(carrier, work)
    receipt = work.aside / "receipt.json"
    scrubbed = work.scrub("bundle", "--write", "--receipt", receipt, seconds=SCRUB_SECONDS)
    for rule in leaks_in(_said(scrubbed, receipt)):
        problems.add(f"scrub printed, or its receipt holds, 8 characters of a text of {rule}")
    if scrubbed.code != DONE:
        codes = Counter(f"{finding.code} {finding.rule}".strip() for finding in scrubbed.findings)
        touched = [file.name for file in files if (work.folder / "bundle" / file.name).read_bytes() != file.body]
        problems.check(not touched, f"refused, and yet it wrote {some_of(touched)}")
        problems.add(f"scrub --write ended with {scrubbed.code}: {some_of(f'{c} {n}' for c, n in codes.most_common())} {scrubbed.err[:200]!r}")
        problems.finish()

    same: dict[str, set[str]] = defaultdict(set)
    lost: dict[str, list[str]] = defaultdict(list)
    bodies = {file.name: (work.folder / "bundle" / file.name).read_bytes() for file in files}
    left = [record for file in files for record in _judge_scrubbed(carrier, file, bodies[file.name], same, lost)]
    left += [body.decode("latin-1") for body in bodies.values()]
    lost["8 characters of a random part are left"] += leaks_in("\n".join(left))
    for what, rules in lost.items():
        problems.check(not rules, f"after scrub, {what}: {_counted(rules)}")
    wanted = Counter(rule for rule, _ in {(planted.rule, planted.line) for file in files for planted, _, _ in file.spans})
    merged = [rule for rule, count in wanted.items() if same[rule] and len(same[rule]) < count and not rule.startswith("path.")]
    problems.check(not merged, f"different texts got one pseudonym: {some_of(merged)}")

    again = work.scan("bundle", seconds=SCAN_SECONDS)
    problems.check(not again.findings, f"after scrub {len(again.findings)} findings: "
                   f"{_counted([finding.rule or finding.code for finding in again.findings])}")
    second = work.scrub("bundle", "--write", "--receipt", receipt, seconds=SCRUB_SECONDS)
    problems.check(second.code == DONE and not second.findings, f"a second scrub ended with {second.code} and {len(second.findings)} findings")
    changed = [name for name, body in bodies.items() if (work.folder / "bundle" / name).read_bytes() != body]
    problems.check(not changed, f"a second scrub changed {len(changed)} files: {some_of(changed)}")
    problems.finish()


def _cases_of(judge: Callable[[Carrier, Work], None]) -> list[Callable[[Work], None]]:
    def case_of(carrier: Carrier) -> Callable[[Work], None]:
        def case(work: Work) -> None:
            judge(carrier, work)

        case.__name__ = carrier.name
        return case

    return [case_of(carrier) for carrier in CARRIERS]


CASES = [carriers_read_what_they_write, *_cases_of(_found)]
SCRUB_CASES = _cases_of(_gone)


def in_carrier(texts: list[Planted], carrier_name: str) -> bytes:
    """Some texts in one file of one carrier, for reproduce.py."""
    carrier = next(carrier for carrier in CARRIERS if carrier.name == carrier_name)
    return next(iter(carrier.write([text for text in texts if carrier.fits(text)]))).body
