"""All six report formats say the same and nothing secret; exit codes; standard input."""

from __future__ import annotations

import json
import xml.etree.ElementTree

from program import DONE, FOUND, MISUSE, UNREAD, Problems, Work, expect, expect_equal
from texts import token

FORMATS = ("text", "json", "junit", "sarif", "markdown", "github")


def every_format_names_the_place(work: Work) -> None:
    problems = Problems()
    secret = token(seed="format")
    work.planted = [secret, secret[4:16]]
    work.write("deep/a.json", '{\n "note": "nothing",\n "t": "' + secret + '"\n}\n')
    for form in FORMATS:
        done = work.run("scan", "deep", "--format", form)
        problems.check(done.code == FOUND, f"{form}: exit {done.code}")
        text = done.out.decode()
        problems.check("a.json" in text, f"{form}: the file is not named")
        problems.check("github.personal_token" in text or "GitHub personal access token" in text, f"{form}: the kind is not named")
    sarif = json.loads(work.run("scan", "deep", "--format", "sarif").out)
    problems.check(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 3, "sarif: not line 3")
    problems.check("snippet" not in json.dumps(sarif), "sarif: holds an excerpt")
    xml.etree.ElementTree.fromstring(work.run("scan", "deep", "--format", "junit").out)
    report = work.scan("deep")
    found = [finding for finding in report.findings if finding.rule == "github.personal_token"]
    problems.check(len(found) == 1, f"{len(found)} findings of the rule")
    if found:
        problems.check((found[0].line, found[0].pointer, found[0].severity) == (3, "/t", "error"),
                       f"place {found[0].line} {found[0].pointer} {found[0].severity}")
        problems.check(str(len(secret)) in found[0].message and found[0].digest, f"message: {found[0].message}")
        problems.check(not {"actual", "expected", "before", "after"} & found[0].whole.keys(), "the finding carries values")
    problems.finish()


def exit_codes(work: Work) -> None:
    problems = Problems()
    secret = token(seed="exit")
    work.planted = [secret]
    work.write("bad.txt", f"it is {secret}\n")
    work.write("good.txt", "it is nothing\n")
    for words, code in ((("good.txt",), DONE), (("bad.txt",), FOUND), (("missing.txt",), UNREAD), (("bad.txt", "missing.txt"), FOUND),
                        ((), MISUSE), (("good.txt", "--format", "csv"), MISUSE), (("good.txt", "--no-such-option"), MISUSE),
                        (("good.txt", "--rules", "missing.yaml"), MISUSE), (("good.txt", "--only-rules"), MISUSE)):
        done = work.run("scan", *words)
        problems.check(done.code == code, f"scan {' '.join(words)}: exit {done.code}, wanted {code}")
    work.write("warn.txt", "hash: " + token("generic.bcrypt_hash", seed="exit") + "\n")
    report = work.scan("warn.txt")
    problems.check(report.code == DONE and report.findings, f"a warning: exit {report.code} with {len(report.findings)} findings")
    problems.finish()


def standard_input(work: Work) -> None:
    secret = token(seed="stdin")
    work.planted = [secret]
    expect_equal(work.run("scan", "-", given=f"one\ntwo {secret}\n".encode()).code, FOUND, "exit code with a secret")
    expect_equal(work.run("scan", "-", given=b"one\ntwo\n").code, DONE, "exit code without")
    expect_equal(work.run("scan", "-", given=b"").code, DONE, "exit code of nothing at all")
    report = work.scan("-", given=f"one\ntwo {secret}\n".encode())
    expect(report.findings and report.findings[0].line == 2, "the line of the finding")


def jobs_change_nothing(work: Work) -> None:
    """One core or many: the same report, byte by byte, but for digests keyed per run."""
    for n in range(40):
        work.write(f"tree/{n % 7}/{n}.txt", f"it is {token(seed=f'jobs {n}')}\n" * (n % 3))
    places = [[(f.file, f.line, f.column, f.rule) for f in work.scan("tree", "--jobs", jobs).findings] for jobs in (1, 2, 8)]
    expect(places[0] == places[1] == places[2] and places[0], "findings or their order depend on the number of jobs")


CASES = [every_format_names_the_place, exit_codes, standard_input, jobs_change_nothing]
