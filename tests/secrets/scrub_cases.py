"""What scrubbing promises beyond `it is gone`: joins, shapes, numbering, receipts, refusals."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import stat
from urllib.parse import quote, unquote

import yaml

from program import DIFFERED, DONE, FOUND, MISUSE, Problems, Work, expect, expect_equal, some_of
from texts import make_texts, rules, token, whole_tokens

PROSE = "the lantern stood beside the orchard and the river ran on below the quarry, as it had for years"


def joins_survive(work: Work) -> None:
    """One secret in eight places of a bundle has one pseudonym, two secrets have two; through base64, percent and Bearer."""
    problems = Problems()
    tokens = [planted.text for planted in whole_tokens()]
    work.planted = tokens
    texts = {
        "a.json": json.dumps({"rows": [{"n": n, "item": t, "about": PROSE} for n, t in enumerate(tokens)]}, indent=1),
        "b.yaml": "".join(f"- n: {n}\n  item: {json.dumps(t)}\n  about: {PROSE}\n" for n, t in enumerate(tokens)),
        "c.http": "".join(f"GET /{n} HTTP/1.1\r\nAuthorization: Bearer {t}\r\nAbout: {PROSE}\r\n\r\n" for n, t in enumerate(tokens)),
        "d.jsonl": "".join(json.dumps({"n": n, "body": base64.b64encode(t.encode()).decode(), "about": PROSE}) + "\n" for n, t in enumerate(tokens)),
        "e.txt": "".join(f"{PROSE}\nsee https://example.com/?n={n}&item={quote(t, safe='')}&size=1\n" for n, t in enumerate(tokens)),
        "f.jsonl": "".join(json.dumps({"n": n, "body": json.dumps({"item": t}), "about": PROSE}) + "\n" for n, t in enumerate(tokens)),
        "g.log": "".join(f"{PROSE}\n#{n} said \x1b[32m{t}\x1b[0m there\n" for n, t in enumerate(tokens)),
        "sub/h.txt": "".join(f"{PROSE}\n#{n} said {t} there\n" for n, t in enumerate(reversed(tokens))),
    }
    for name, text in texts.items():
        work.write(f"bundle/{name}", text)
    done = work.scrub("bundle", "--write", "--receipt", work.aside / "receipt.json")
    expect(done.code == DONE, f"scrub --write ended with {done.code}: {some_of(done.codes())} {done.err[:200]!r}")

    def after(name: str) -> str:
        return (work.folder / "bundle" / name).read_bytes().decode()

    columns = {
        "JSON": [row["item"] for row in json.loads(after("a.json"))["rows"]],
        "YAML": [row["item"] for row in yaml.load(after("b.yaml"), yaml.CBaseLoader)],
        "Bearer": re.findall(r"^Authorization: Bearer (.*)\r$", after("c.http"), re.MULTILINE),
        "base64": [base64.b64decode(json.loads(line)["body"]).decode("latin-1") for line in after("d.jsonl").splitlines()],
        "percent": [unquote(found) for found in re.findall(r"&item=(.*)&size=1$", after("e.txt"), re.MULTILINE)],
        "nested JSON": [json.loads(json.loads(line)["body"])["item"] for line in after("f.jsonl").splitlines()],
        "colours": re.findall(r"\x1b\[32m(.*)\x1b\[0m", after("g.log")),
        "text": re.findall(r"said (.*) there", after("sub/h.txt"))[::-1],
    }
    first = columns["JSON"]
    for name, column in columns.items():
        if len(column) != len(tokens):
            problems.add(f"{name}: {len(column)} of {len(tokens)} records are left")
            continue
        torn = [f"{p.rule} ({old} became {new})" for p, old, new in zip(whole_tokens(), first, column, strict=True) if old != new]
        problems.check(not torn, f"JSON and {name} no longer join for {len(torn)} of {len(tokens)}: {some_of(torn, 4)}")
        kept = [p.rule for p, new in zip(whole_tokens(), column, strict=True) if p.text == new]
        problems.check(not kept, f"{name}: unchanged: {some_of(kept)}")
    merged = [p.rule for p, new in zip(whole_tokens(), first, strict=True) if first.count(new) > 1]
    problems.check(not merged, f"different secrets have one pseudonym: {some_of(merged)}")
    problems.finish()


def shapes_are_kept(work: Work) -> None:
    """The pseudonyms of the contract: prefix, separators, alphabet and length stay; the number stands at the end."""
    problems = Problems()
    wanted = {
        "github.personal_token": r"ghp_x{20,}\d{4}(?:[0-9A-Za-z]{6})?",  # six characters of checksum, made anew
        "digitalocean.personal_token": r"dop_v1_0{40,}\d{1,24}",
        "aws.access_key_id": r"AKIAX{4,}\d{1,12}",
        "slack.bot_token": r"xoxb-0*\d+-0*\d+-x*\d+",
        "stripe.secret_key": r"sk_live_x+\d+",
        "sendgrid.api_key": r"SG\.[x_0-9-]+\.[x_0-9-]+",
    }
    made = {rule: token(rule, seed="shape") for rule in wanted}
    jwt, pem = token("generic.jwt", seed="shape"), token("pem.rsa", seed="shape")
    bearer = next(t for t in make_texts(next(r for r in rules() if r.id == "npm.legacy_token"), 1)).text
    work.planted = [*made.values(), jwt, pem, bearer]
    body = {**{rule.replace(".", "_"): text for rule, text in made.items()}, "third": jwt, "fourth": pem, "fifth": bearer, "about": [PROSE] * 20}
    work.write("a.json", json.dumps(body, indent=2))
    done = work.scrub("a.json", "--write")
    expect(done.code == DONE, f"scrub --write ended with {done.code}: {some_of(done.codes())}")
    after = json.loads((work.folder / "a.json").read_text())
    for rule, shape in wanted.items():
        new = after[rule.replace(".", "_")]
        problems.check(re.fullmatch(shape, new), f"{rule}: {new} is not of the shape {shape}")
        problems.check(len(new) == len(made[rule]), f"{rule}: {len(new)} characters, were {len(made[rule])}")
    parts, old_parts = after["third"].split("."), jwt.split(".")
    problems.check(list(map(len, parts)) == list(map(len, old_parts)), f"JWT: parts of {list(map(len, parts))}, were {list(map(len, old_parts))}")
    for part in parts[:2]:
        try:
            json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        except ValueError:
            problems.add(f"JWT: {part[:60]} is no base64url of JSON")
    lines, old_lines = after["fourth"].split("\n"), pem.split("\n")
    problems.check(list(map(len, lines)) == list(map(len, old_lines)), f"PEM: lines of {list(map(len, lines))}, were {list(map(len, old_lines))}")
    problems.check((lines[0], lines[-1]) == (old_lines[0], old_lines[-1]), "PEM: the label lines have changed")
    problems.check(re.search(r"00000000-0000-4000-8000-0000000000\d\d", after["fifth"]), f"UUID: became {after['fifth']}")
    problems.finish()


def numbers_follow_the_order(work: Work) -> None:
    """Pseudonyms depend on the order of the secrets and on nothing else: a second capture gives the same bytes."""
    bodies = []
    for run in ("one", "two"):
        tokens = [token("huggingface.user_token", seed=f"{run} {n}") for n in range(3)]
        work.planted += tokens
        text = json.dumps({"first": tokens[0], "second": tokens[1], "again": tokens[0], "third": tokens[2], "about": PROSE}, indent=1)
        path = work.write(f"{run}/a.json", text)
        expect_equal(work.scrub(run, "--write", "--receipt", work.aside / "r.json").code, DONE, "exit code of scrub --write")
        bodies.append(path.read_bytes())
    expect(bodies[0] == bodies[1], "the same scenario with other secrets gives other pseudonyms")
    values = json.loads(bodies[0])
    numbers = [int(re.search(r"\d+$", values[name])[0]) for name in ("first", "second", "again", "third")]
    expect_equal(numbers, [1, 2, 1, 3], "numbers of the pseudonyms")


def only_the_secret_changes(work: Work) -> None:
    """Order of keys, spaces, spelling of numbers, escapes, line ends and a missing last newline stay byte by byte."""
    problems = Problems()
    secret = token(seed="bytes")
    work.planted = [secret]
    forms = {
        "a.json": f'{{ "z":1.50,"a" : [1e5, 1E+05,-0 ,"caf\\u00e9 \\/ \\ud83d\\ude00"],\r\n\t"t":"{secret}"  ,"about":"{PROSE}" }}',
        "b.yaml": f"# comment {PROSE}\nz: 1.50   # kept\na: &x ['q', \"r\"]\nb: *x\nt:   \"{secret}\"\n...\n",
        "c.jsonl": f'{{"t":  "{secret}"}}\r\n{{"about":"{PROSE}"}}',
        "d.txt": f"{PROSE}\r\n\ttoken={secret}\r\n\x0c trailing  \r\n",
        "e.ini": f"; {PROSE}\n[s]\nkey = {secret}\n\n",
        "f.xml": f"<?xml version='1.0'?><a b='{PROSE}'><t>{secret}</t></a>",
    }
    paths = {name: work.write(name, text) for name, text in forms.items()}
    paths["d.txt"].chmod(0o640)
    done = work.scrub(*forms, "--write", "--receipt", work.aside / "r.json")
    expect_equal(done.code, DONE, f"exit code of scrub --write ({some_of(done.codes())})")
    for name, text in forms.items():
        at, new = text.encode().index(secret.encode()), paths[name].read_bytes()
        wanted = text.encode()
        problems.check(new[:at] == wanted[:at] and new[at + len(secret):] == wanted[at + len(secret):] and new != wanted,
                       f"{name}: more than the secret changed, or nothing did: {new[max(0, at - 40):at + 60]!r}")
    problems.check(stat.S_IMODE(paths["d.txt"].stat().st_mode) == 0o640, "the permissions of d.txt have changed")
    left = sorted(path.name for path in work.folder.iterdir() if path.name not in forms)
    problems.check(not left, f"left behind: {some_of(left)}")
    problems.finish()


def without_write_nothing_changes(work: Work) -> None:
    secret = token(seed="dry")
    work.planted = [secret]
    path = work.write("a.json", json.dumps({"token": secret, "about": PROSE}))
    before = path.read_bytes()
    done = work.scrub("a.json")
    expect_equal(done.code, FOUND, "exit code of scrub without --write")
    expect(path.read_bytes() == before, "scrub without --write changed the file")
    expect_equal(os.listdir(work.folder), ["a.json"], "files beside it")
    work.write("b.json", json.dumps({"about": PROSE}))
    expect_equal(work.scrub("b.json").code, DONE, "exit code of scrub without --write and without secrets")


def receipt_is_written(work: Work) -> None:
    """Where, under which name, with the digest of what was written, and with nothing secret."""
    problems = Problems()
    secret = token(seed="receipt")
    work.planted = [secret]
    path = work.write("part/capture.json", json.dumps({"token": secret, "about": PROSE}))
    source = hashlib.sha256(path.read_bytes()).hexdigest()
    expect_equal(work.scrub("part/capture.json", "--write").code, DONE, "exit code of scrub --write")
    receipt = work.folder / "part/redaction-report-capture.json"
    expect(receipt.is_file(), f"no receipt of that name; there are {some_of(sorted(os.listdir(work.folder / 'part')))}")
    text = receipt.read_text()
    problems.attempt("receipt", lambda: json.loads(text))
    problems.check(secret not in text and secret[4:12] not in text, "the receipt holds part of the secret")
    problems.check(hashlib.sha256(path.read_bytes()).hexdigest() in text, "the receipt does not hold the digest of the output")
    problems.check(source not in text, "the receipt holds the plain digest of the source; it must be keyed")
    work.write("part/other.json", json.dumps({"token": token(seed="receipt 2"), "about": PROSE}))
    expect_equal(work.scrub("part/other.json", "--write", "--scenario", "first-run").code, DONE, "exit code with --scenario")
    problems.check((work.folder / "part/redaction-report-first-run.json").is_file(), "--scenario does not name the receipt")
    again = work.scan("part")
    problems.check(not again.findings, f"the receipts themselves raise findings: {some_of(again.findings)}")
    problems.finish()


def types_stay(work: Work) -> None:
    """A secret that is a number stays a number; null, true and an empty text under a secret name are no secrets."""
    work.write("a.json", json.dumps({"password": 8203417765, "about": PROSE, "token": None, "secret": True, "api_key": ""}))
    done = work.scrub("a.json", "--write")
    expect(done.code in (DONE, DIFFERED), f"exit code {done.code}")
    after = json.loads((work.folder / "a.json").read_text())
    expect(isinstance(after["password"], int), f"the number became {type(after['password']).__name__}")
    expect_equal([after["token"], after["secret"], after["api_key"]], [None, True, ""], "null, true and the empty text")


def marks_are_left_alone(work: Work) -> None:
    """What has been redacted already, by whomever, is no finding and is not touched."""
    marks = ["[REDACTED]", "[REDACTED:token]", "[redacted]", "[PATH_REDACTED]", "[CONTENT_REDACTED]", "[ANONYMOUS]", "<REDACTED>",
             "<token>", "<HOME>",
             "********", "xxxxxxxxxxxxxxxxxxxx", "${TOKEN}", "ghp_" + "x" * 32 + "0001", "00000000-0000-4000-8000-000000000001"]
    body = json.dumps([{"password": mark, "token": mark, "api_key": mark, "authorization": f"Bearer {mark}"} for mark in marks], indent=1)
    path = work.write("a.json", body)
    report = work.scan("a.json")
    expect(not report.findings, f"findings on marks: {some_of(f'{f.pointer} {f.rule}' for f in report.findings)}")
    expect_equal(work.scrub("a.json", "--write", "--receipt", work.aside / "r.json").code, DONE, "exit code of scrub --write")
    expect(path.read_text() == body, "scrub touched marks")


def damage_is_refused(work: Work) -> None:
    """A secret of two characters is not hunted through the file; a file that is mostly secret is refused as it was."""
    problems = Problems()
    body = json.dumps({"password": "7f", "version": "7f.1", "path": "/srv/7f/data", "about": PROSE, "7f": 1})
    path = work.write("short.json", body)
    done = work.scrub("short.json", "--write")
    after = path.read_text()
    if done.code == DONE:
        kept = json.loads(after)
        problems.check((kept["version"], kept["path"], kept.get("7f")) == ("7f.1", "/srv/7f/data", 1),
                       "two characters were replaced all over the file")
    else:
        problems.check(done.code == DIFFERED and "fixture.secret.over_redacted" in done.codes(), f"ended with {done.code}: {some_of(done.codes())}")
        problems.check(after == body, "refused, and yet rewritten")
    problems.finish()


def a_name_that_is_a_secret(work: Work) -> None:
    """A token as the name of a member: found, and after scrub gone, or refused with the file as it was."""
    secret = token(seed="name")
    work.planted = [secret]
    body = json.dumps({"sessions": {secret: {"user": 1}}, "about": PROSE, "more": [PROSE] * 3})
    path = work.write("a.json", body)
    expect_equal(work.scan("a.json").code, FOUND, "exit code of scan")
    done = work.scrub("a.json", "--write", "--receipt", work.aside / "r.json")
    after = path.read_text()
    if done.code == DONE:
        expect(secret not in after and len(json.loads(after)["sessions"]) == 1, "scrub said done; the name is still there, or lost")
    else:
        expect_equal(done.code, DIFFERED, "exit code of scrub")
        expect(after == body, "refused, and yet rewritten")


DERIVED = """\
version: 1
classes: {"/signature": hash}
derived:
  - field: /checksum
    function: sha256
    over: {field: "", without: [/checksum], indent: 2, newline: true}
    files: ["run/journal/*.json"]
  - {field: /signature, function: {name: hmac-sha256, key: a-key-of-the-tests}, prefix: "sha256=", over: /body}
  - {field: /length, function: byte-length, over: /body}
"""


def _journal_record(data: dict) -> dict:
    record = {"type": "RUN_CREATED", "recordedAt": "2026-01-31T10:00:00.000Z", "data": data}
    printed = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    return {**record, "checksum": hashlib.sha256(printed.encode()).hexdigest()}


def derived_fields_hold(work: Work) -> None:
    """Checksums, lengths and signatures that the policy declares are made anew after replacing, and nothing else moves."""
    problems = Problems()
    secret, path_secret = token(seed="derived"), "/home" + "/wanda/.aws/credentials"  # the path becomes shorter
    work.planted = [secret]
    work.write(".understudy/secrets.yaml", DERIVED)
    journal = _journal_record({"runId": "r-1", "prompt": f"é {secret}", "about": PROSE})
    clean_journal = _journal_record({"runId": "r-2", "about": PROSE})
    wrong = {**_journal_record({"runId": "r-3", "about": PROSE}), "checksum": "0" * 64}
    calls = [{"n": n, "body": f"{PROSE} {text} é", "length": 0, "signature": "sha256=" + "0" * 64}
             for n, text in enumerate((secret, path_secret, "nothing"))]
    files = {
        "run/journal/000001.A.json": json.dumps(journal, indent=4) + "\n",
        "run/journal/000002.B.json": json.dumps(clean_journal, indent=2) + "\n",
        "run/journal/000003.C.json": json.dumps(wrong, indent=2) + "\n",
        "calls.jsonl": "".join(json.dumps(call, ensure_ascii=False) + "\r\n" for call in calls),
        "other.json": json.dumps({"checksum": "1" * 64, "token": secret, "about": PROSE}),
    }
    paths = {name: work.write(name, text) for name, text in files.items()}
    receipt = work.aside / "r.json"
    done = work.scrub("run", "calls.jsonl", "other.json", "--write", "--receipt", receipt)
    expect_equal(done.code, DONE, f"exit code of scrub --write ({some_of(done.codes())})")
    after = {name: path.read_bytes().decode() for name, path in paths.items()}

    new = json.loads(after["run/journal/000001.A.json"])
    problems.check(secret not in after["run/journal/000001.A.json"], "the secret is still in the journal")
    problems.check(new == _journal_record(new["data"]), "the checksum of the scrubbed record does not hold")
    problems.check(after["run/journal/000001.A.json"] == json.dumps(new, indent=4) + "\n", "the record is written in another form")
    for name in ("run/journal/000002.B.json", "run/journal/000003.C.json"):
        problems.check(after[name] == files[name], f"{name} had no secret and has changed")
    problems.check(json.loads(after["other.json"])["checksum"] == "1" * 64, "a checksum of a file that the entry is not for has changed")
    lines = after["calls.jsonl"].split("\r\n")
    problems.check(len(lines) == 4 and lines[3] == "", "the line ends have changed")
    for call in map(json.loads, lines[:3]):
        body = call["body"].encode()
        signed = "sha256=" + hmac.new(b"a-key-of-the-tests", body, "sha256").hexdigest()
        problems.check(call["length"] == len(body), f"line {call['n']}: length {call['length']}, has {len(body)} bytes")
        problems.check(call["signature"] == signed, f"line {call['n']}: the signature does not hold under the test key")
    counted = json.loads(receipt.read_text()).get("derived")
    problems.check(counted == {"recomputed": 7, "unknown": 0}, f"the receipt counts {counted}, wanted 7 recomputed")
    again = work.scrub("run", "calls.jsonl", "other.json", "--write", "--receipt", receipt)
    problems.check(again.code == DONE and after == {name: path.read_bytes().decode() for name, path in paths.items()},
                   "a second scrub changed something")
    work.write(".understudy/secrets.yaml", DERIVED.replace("byte-length", "byte-width"))
    bad = work.run("scrub", "run")
    problems.check(bad.code == MISUSE and b"byte-width" in bad.err, f"a function that is none: ended with {bad.code}")
    problems.finish()


CASES = [joins_survive, shapes_are_kept, numbers_follow_the_order, only_the_secret_changes, without_write_nothing_changes, receipt_is_written,
         types_stay, marks_are_left_alone, damage_is_refused, a_name_that_is_a_secret, derived_fields_hold]
