"""The policy file: suppressions with reason and expiry, fakes, names that are no secret, paths, classes; and allowing inline."""

from __future__ import annotations

import json
from textwrap import indent

from gitleaks_cases import OWN_RULE
from program import DIFFERED, DONE, FOUND, MISUSE, Problems, Work, expect, expect_equal, some_of
from texts import make_texts, rules, token

FUTURE, PAST = "2999-01-31", "2001-01-31"


def policy(work: Work, text: str, name: str = ".understudy/secrets.yaml") -> None:
    work.write(name, "version: 1\n" + text)


def suppression(work: Work, extra: str, *, rule: str = "github.personal_token", file: str = "tests/data/a.json",
                reason: str = "a token of tests") -> None:
    policy(work, f"suppressions:\n  - file: {file}\n    rule: {rule}\n    reason: {reason}\n    owner: team\n{extra}")


def suppressions(work: Work) -> None:
    """One entry, one place, one rule; by file, by pointer, by line; nothing else is silenced."""
    problems = Problems()
    secret, other = token(seed="one"), token(seed="two")
    work.planted = [secret, other]
    work.write("tests/data/a.json", json.dumps({"a": {"b": secret}, "c": other}, indent=1))
    work.write("tests/data/b.json", json.dumps({"a": {"b": secret}}, indent=1))

    def left() -> set[tuple[str, str]]:
        return {(f.file, f.pointer) for f in work.scan("tests").errors()}

    everything = {("tests/data/a.json", "/a/b"), ("tests/data/a.json", "/c"), ("tests/data/b.json", "/a/b")}
    problems.check(left() == everything, f"without a policy: {left()}")
    suppression(work, f"    pointer: /a/b\n    expires: {FUTURE}\n")
    problems.check(left() == everything - {("tests/data/a.json", "/a/b")}, f"by pointer, left: {left()}")
    suppression(work, f"    line: 5\n    expires: {FUTURE}\n")
    problems.check(left() == everything - {("tests/data/a.json", "/c")}, f"by line 5, left: {left()}")
    suppression(work, f"    expires: {FUTURE}\n")
    problems.check(left() == {("tests/data/b.json", "/a/b")}, f"by file, left: {left()}")
    suppression(work, f"    expires: {FUTURE}\n", rule="slack.bot_token")
    problems.check(left() >= everything, f"another rule, left: {left()}")
    problems.finish()


def expired_and_unused(work: Work) -> None:
    """An expired suppression silences nothing and is a finding at error level; an unused one is a finding."""
    problems = Problems()
    secret = token(seed="expired")
    work.planted = [secret]
    work.write("tests/data/a.json", json.dumps({"a": secret}))
    suppression(work, f"    expires: {PAST}\n")
    report = work.scan("tests")
    problems.check("secret.suppression_expired" in report.codes() and report.code in (DIFFERED, FOUND),
                   f"expired: exit {report.code}, {some_of(report.codes())}")
    problems.check(any(f.rule == "github.personal_token" for f in report.errors()) or report.code == DIFFERED,
                   "expired, and it still silences without a word")
    work.write("tests/data/a.json", json.dumps({"a": "nothing"}))
    report = work.scan("tests")
    problems.check("secret.suppression_expired" in report.codes() and report.code == DIFFERED,
                   f"expired, and nothing there: exit {report.code}, wanted {DIFFERED}, {some_of(report.codes())}")
    suppression(work, f"    expires: {FUTURE}\n")
    report = work.scan("tests")
    problems.check("secret.suppression_unused" in report.codes(), f"unused: {some_of(report.codes()) or 'silence'}")
    for missing in ("reason", "owner", "expires"):
        entry = {"file": "tests/data/a.json", "rule": "github.personal_token", "reason": "tests", "owner": "team", "expires": FUTURE}
        entry.pop(missing)
        policy(work, "suppressions:\n  - {" + ", ".join(f"{k}: {v}" for k, v in entry.items()) + "}\n")
        done = work.run("scan", "tests")
        problems.check(done.code == MISUSE, f"a suppression without {missing} is taken (exit {done.code})")
    problems.finish()


def fakes(work: Work) -> None:
    """A value or a narrow pattern of the project's own; a pattern that would match a fresh key is refused."""
    problems = Problems()
    fake, real = token(seed="fake"), token(seed="real")
    work.planted = [real]
    work.write("a.txt", f"it is {fake}\n")
    work.write("b.txt", f"it is {real}\n")
    policy(work, f"fakes:\n  - value: {fake}\n    kind: test\n    reason: used in our tests\n    owner: team\n")
    report = work.scan("a.txt", "b.txt")
    problems.check({f.file for f in report.errors()} == {"b.txt"}, f"value: {some_of(report.findings)}")
    policy(work, f"fakes:\n  - pattern: '{fake[:14]}[0-9A-Za-z]{{26}}'\n    kind: test\n    reason: used in our tests\n    owner: team\n")
    report = work.scan("a.txt", "b.txt")
    problems.check({f.file for f in report.errors()} == {"b.txt"}, f"narrow pattern: {some_of(report.findings)}")
    policy(work, "fakes:\n  - pattern: 'ghp_[0-9A-Za-z]{36}'\n    kind: test\n    reason: too wide\n    owner: team\n")
    done = work.run("scan", "a.txt", "b.txt")
    problems.check(done.code == MISUSE, f"a pattern that matches every fresh key is taken (exit {done.code})")
    policy(work, "fakes:\n  - pattern: '.*'\n    kind: test\n    reason: too wide\n    owner: team\n")
    done = work.run("scan", "a.txt", "b.txt")
    problems.check(done.code == MISUSE, f"the pattern .* is taken (exit {done.code})")
    problems.finish()


def names_paths_and_classes(work: Work) -> None:
    problems = Problems()
    secret = token(seed="classes")
    work.planted = [secret]
    work.write("a.json", json.dumps({"deployToken": "hunter2horse9", "deploy": {"password": "hunter2horse9"}}))
    before = work.scan("a.json")
    pointers = {f.pointer for f in before.errors()}
    problems.check(pointers == {"/deployToken", "/deploy/password"}, f"names of secrets: {pointers}")
    policy(work, "allow_keys: [deployToken]\n")
    pointers = {f.pointer for f in work.scan("a.json").errors()}
    problems.check(pointers == {"/deploy/password"}, f"allow_keys: {pointers}")

    work.write("third_party/x/y/b.txt", f"it is {secret}\n")
    work.write("mine/b.txt", f"it is {secret}\n")
    policy(work, 'skip: ["third_party/**"]\n')
    files = {f.file for f in work.scan(".").errors()}
    problems.check(not any("third_party" in name for name in files) and any("mine" in name for name in files), f"skip: {files}")

    hexes = "".join(make_texts(next(rule for rule in rules() if rule.id == "together.legacy_api_key"), 1)[0].text)
    body = {"item": {"text": f"words {secret} words", "sum": hexes, "code": "hunter2horse9", "many": [{"id": hexes}, {"id": hexes}],
                     "token": 12345678}}
    work.write("c.json", json.dumps(body))
    policy(work, 'classes: {"/item/sum": hash, "/item/code": secret, "/item/many/*/id": id, "/item/token": usage, "/item/text": hash}\n')
    report = work.scan("c.json")
    pointers = {f.pointer for f in report.findings}
    problems.check("/item/code" in pointers, f"class secret is not a finding: {pointers}")
    problems.check(not pointers & {"/item/sum", "/item/many/0/id", "/item/many/1/id", "/item/token"},
                   f"classes hash, id, usage are findings: {pointers}")
    problems.check("/item/text" in pointers, "a text that has not the form of a hash is let pass by the class hash")
    policy(work, 'classes: {"/**/id": id, "/item/text": nonsense}\n')
    problems.check(work.run("scan", "c.json").code == MISUSE, "an unknown class is taken")
    problems.finish()


def inline(work: Work) -> None:
    """`understudy:allow RULE reason` on the line or the line above; without a reason it is a finding; another rule stays."""
    problems = Problems()
    secret = token(seed="inline")
    work.planted = [secret]
    rule = "github.personal_token"
    forms = {"same.txt": (f"it is {secret}  # understudy:allow {rule} token of a closed account\n", []),
             "above.txt": (f"# understudy:allow {rule} token of a closed account\nit is {secret}\n", []),
             "far.txt": (f"# understudy:allow {rule} token of a closed account\n\nit is {secret}\n", [rule]),
             "other.txt": (f"it is {secret} # understudy:allow slack.bot_token wrong rule\n", [rule]),
             "below.txt": (f"it is {secret}\n# understudy:allow {rule} too late\n", [rule])}
    for name, (text, wanted) in forms.items():
        work.write(name, text)
        report = work.scan(name)
        got = [f.rule for f in report.errors() if f.code.startswith("fixture.")]
        problems.check(got == wanted, f"{name}: {got}, wanted {wanted}")
    work.write("bare.txt", f"it is {secret} # understudy:allow {rule}\n")
    report = work.scan("bare.txt")
    problems.check("secret.allow_without_reason" in report.codes() and report.code != DONE,
                   f"without a reason: exit {report.code}, {some_of(report.codes())}")
    work.write("all.txt", f"it is {secret} # understudy:allow\n")
    problems.check(work.scan("all.txt").code != DONE, "understudy:allow without a rule lets everything pass")
    problems.finish()


def where_the_policy_is_found(work: Work) -> None:
    """In the working folder or above; --policy names another; a broken one is a wrong call that names the line."""
    problems = Problems()
    work.write("deep/er/a.json", json.dumps({"deployToken": "hunter2horse9"}))
    policy(work, "allow_keys: [deployToken]\n")
    problems.check(work.scan("a.json", folder=work.folder / "deep/er").code == DONE, "a policy above the working folder is not read")
    policy(work, "allow_keys: []\n", "other.yaml")
    problems.check(work.scan("deep", "--policy", "other.yaml").code == FOUND, "--policy does not replace the one found")
    problems.check(work.run("scan", "deep", "--policy", "missing.yaml").code == MISUSE, "a policy that is not there is taken")
    for text in ("version: 2\n", "version: 1\nunknown: 1\n", "version: 1\nskip: {a: b}\n", "version: [\n", "version: 1\nallow_keys: deployToken\n",
                 "version: 1\nsuppressions: [{file: a, rule: b, reason: c, owner: d, expires: soon}]\n"):
        work.write("other.yaml", text)
        done = work.run("scan", "deep", "--policy", "other.yaml")
        problems.check(done.code == MISUSE and b"other.yaml" in done.err + done.out, f"{text!r}: exit {done.code}, {done.text[:100]!r}")
    policy(work, "rules:\n" + indent(OWN_RULE, "  "), "other.yaml")
    work.write("b.txt", "it is own-4f8a1c9e2b7d\n")
    problems.check("own.number" in work.scan("b.txt", "--policy", "other.yaml").rules(), "a rule of the policy finds nothing")
    problems.finish()


def scrub_heeds_the_policy(work: Work) -> None:
    """What a fake, an allowed name or a suppression lets pass is not replaced."""
    fake, real = token(seed="fake"), token(seed="real")
    work.planted = [real]
    text = f"words and words and words and words\nit is {fake}\nit is {real}\n"
    path = work.write("a.txt", text)
    policy(work, f"fakes:\n  - value: {fake}\n    kind: test\n    reason: used in our tests\n    owner: team\n")
    expect_equal(work.scrub("a.txt", "--write", "--receipt", work.aside / "r.json").code, DONE, "exit code")
    after = path.read_text()
    expect(fake in after and real not in after, "the fake was replaced, or the secret was not")


def environments_lose_their_values(work: Work) -> None:
    """A declared environment keeps its names and what `keep_env` lists; its passwords are gone from the other files too."""
    problems = Problems()
    secret, kept, password = token(seed="env"), token(seed="kept env"), "Tr0ub4dor-3xyz"
    work.planted = [secret, kept]
    policy(work, 'classes: {"/events/*/raw/env": env}\nkeep_env: ["AGENT_*", "HOOKS_PROXY_*"]\n')
    variables = {"PATH": "/usr/bin", "GITHUB_TOKEN": secret, "AGENT_SESSION_ID": "s-1", "AGENT_TOKEN": kept, "DB_PASSWORD": password, "EMPTY": ""}
    printed = "".join(f"{name}={value}\n" for name, value in variables.items())
    hooks = {"version": 1, "events": [{"raw": {"env": variables, "stdin": {"n": 1}}}, {"raw": {"env": printed}}]}
    path = work.write("hooks.json", json.dumps(hooks, indent=2) + "\n")
    log = work.write("run.log", f"the lantern stood beside the orchard; signed in with {password} and went on\n")
    expect_equal(work.scrub(".", "--write", "--receipt", work.aside / "r.json").code, DONE, "exit code")
    text = path.read_text()
    after = json.loads(text)
    new = after["events"][0]["raw"]["env"]
    problems.check(list(new) == list(variables), f"the names are {list(new)}")
    problems.check((new["PATH"], new["GITHUB_TOKEN"], new["DB_PASSWORD"]) == ("<PATH>", "<GITHUB_TOKEN>", "<DB_PASSWORD>"), f"values became {new}")
    problems.check((new["AGENT_SESSION_ID"], new["EMPTY"]) == ("s-1", ""), "a kept or an empty value has changed")
    problems.check(kept not in text and new["AGENT_TOKEN"].startswith("ghp_x"), "a secret in a kept value was not replaced")
    problems.check(after["events"][1]["raw"]["env"] == "".join(f"{name}={value}\n" for name, value in new.items()), "the printed form differs")
    problems.check(text == json.dumps(after, indent=2) + "\n", "the file is written in another form")
    problems.check(password not in log.read_text(), "a password of the environment is still in the log")
    problems.check(not work.scan(".").findings, "findings are left")
    problems.check(work.scrub(".").code == DONE, "a second scrub would change something")
    problems.finish()


CASES = [suppressions, expired_and_unused, fakes, names_paths_and_classes, inline, where_the_policy_is_found, scrub_heeds_the_policy,
         environments_lose_their_values]
