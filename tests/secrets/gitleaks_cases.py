"""Rule files and ignore files in gitleaks' form: every rule of the outside subset finds what its own pattern generates."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import cache

from pattern_maker import compiled, make_text
from program import DATA, DONE, FOUND, MISUSE, Failed, Problems, Work, expect, expect_equal, needs_data, some_of
from texts import check, token

SUBSET = DATA / "secret-rules/gitleaks-subset.toml"
PER_RULE = 5
ATTEMPTS = 3000
NAMES = {"freemius-secret-key": "{}.php", "hashicorp-tf-password": "{}.tf", "nuget-config-password": "{}/nuget.config", "pkcs12-file": "{}.p12"}


@dataclass
class Sample:
    rule: str
    text: str


@cache
def subset() -> dict:
    return tomllib.loads(SUBSET.read_text(encoding="utf-8"))


def secret_of(rule: dict, text: str) -> str | None:
    """As gitleaks takes it: the declared group, else the first group that is not empty, else the whole match."""
    match = compiled(rule["regex"]).search(text)
    if match is None:
        return None
    if group := rule.get("secretGroup"):
        return match.group(group)
    return next((part for part in match.groups() if part), match.group(0))


def is_allowed(rule: dict, secret: str) -> bool:
    """What the global allow list or the rule's own lets pass."""
    glob = subset()["allowlist"]
    lists = rule.get("allowlists", [])
    patterns = glob["regexes"] + [pattern for entry in lists for pattern in entry.get("regexes", [])]
    return any(compiled(pattern).search(secret) for pattern in patterns) or any(word in secret.lower() for word in glob["stopwords"])


@cache
def samples() -> tuple[Sample, ...]:
    result = []
    for rule in subset()["rules"]:
        if "regex" not in rule:
            continue
        dice = random.Random(rule["id"])
        made = 0
        for _ in range(ATTEMPTS):
            text = make_text(rule["regex"], dice).strip("\n")
            secret = secret_of(rule, text + "\n")
            if secret and check.entropy(secret) > rule.get("entropy", 0.0) + 0.01 and not is_allowed(rule, secret):
                words = rule.get("keywords", [""])
                heading = "" if any(word in text.lower() for word in words) else f"about {words[0]}\n"  # anywhere in the file is enough
                result.append(Sample(rule["id"], f"{heading}{text}\n"))
                made += 1
                if made == PER_RULE:
                    break
        if made < PER_RULE:
            raise Failed(f"{rule['id']}: only {made} texts could be made of its pattern")
    return tuple(result)


@needs_data("secret-rules")
def every_rule_finds_what_it_generates(work: Work) -> None:
    wanted: dict[str, str] = {}
    for number, sample in enumerate(samples()):
        name = "tree/" + NAMES.get(sample.rule, "{}.txt").format(f"s{number}")
        work.write(name, sample.text)
        wanted[name] = sample.rule
    work.write("tree/keys.p12", b"\x30\x82\x01\x00 not much of a key store\n")
    wanted["tree/keys.p12"] = "pkcs12-file"
    report = work.scan("tree", "--rules", SUBSET, "--only-rules")
    found = {name: {finding.rule for finding in findings} for name, findings in report.by_file().items()}
    missed = [f"{rule} ({name}{', found as ' + some_of(sorted(found[name])) if found.get(name) else ''})" for name,
              rule in wanted.items() if rule not in found.get(name, set())]
    work.note(f"gitleaks subset: {len(wanted)} generated texts of {len(set(wanted.values()))} rules, {len(missed)} missed")
    expect(not missed, f"{len(missed)} of {len(wanted)} not found by their rule: {some_of(missed, 12)}")
    expect_equal(report.code, FOUND, "exit code")
    strange = sorted({finding.rule for finding in report.findings} - {rule["id"] for rule in subset()["rules"]})
    expect(not strange, f"--only-rules, and yet findings of {some_of(strange)}")


@needs_data("secret-rules")
def scrub_takes_the_rules(work: Work) -> None:
    """What only a loaded rule knows is replaced too. One text of each rule, with words around it."""
    problems = Problems()
    chosen = {sample.rule: sample for sample in samples() if sample.rule not in NAMES}
    texts = {f"tree/{rule}.txt": ("words and more words, as in every file\n" * 12) + sample.text for rule, sample in chosen.items()}
    rules = {rule["id"]: rule for rule in subset()["rules"]}
    for name, text in texts.items():
        work.write(name, text)
    done = work.scrub("tree", "--write", "--rules", SUBSET, "--receipt", work.aside / "r.json")
    expect(done.code == DONE, f"scrub --write ended with {done.code}: {some_of(done.findings)}")
    left = [rule for rule, sample in chosen.items() if secret_of(rules[rule], sample.text) in (work.folder / f"tree/{rule}.txt").read_text()]
    problems.check(not left, f"still there: {some_of(left)}")
    again = work.scan("tree", "--rules", SUBSET)
    problems.check(not again.errors(), f"after scrub: {some_of(again.errors())}")
    problems.finish()


RULES = """
title = "own"

[allowlist]
paths = ['''(^|/)vendor/''']
stopwords = ["plum"]

[[rules]]
id = "own-number"
description = "A number of ours"
regex = '''\\bown-([0-9a-z]{12})\\b'''
keywords = ["orchard"]

[[rules]]
id = "own-word"
description = "A word of ours"
regex = '''\\bword-(?P<secret>[a-z]{8})-(\\d{4})\\b'''
secretGroup = 2
entropy = 1.5
keywords = ["word-"]
[[rules.allowlists]]
regexes = ['''word-aaaaaaaa''']
regexTarget = "match"

[[rules]]
id = "own-file"
description = "A file of ours"
path = '''\\.own$'''
"""


OWN_RULE = """- id: own.number
  about: A number of ours
  finds: 'own-[0-9a-z]{12}'
  edges: word
  words: [own-]
  makes: 'own-{lower:12}'
  severity: breaking
  see: our own book
"""


def keywords_groups_entropy_and_lists(work: Work) -> None:
    """A rule speaks only where its keyword stands; entropy is that of the declared group; allow lists let pass."""
    problems = Problems()
    rules = work.write("rules.toml", RULES)
    cases = {
        "with.txt": ("in the orchard: own-4f8a1c9e2b7d\n", ["own-number"]), "without.txt": ("in the garden: own-4f8a1c9e2b7d\n", []),
        "case.txt": ("in the ORCHARD: own-4f8a1c9e2b7d\n", ["own-number"]), "stop.txt": ("in the orchard: own-4fplum9e2b7d\n", []),
        "group.txt": ("it is word-abcdefgh-8203\n", ["own-word"]), "dull.txt": ("it is word-abcdefgh-1111\n", []),
        "allowed.txt": ("it is word-aaaaaaaa-8203\n", []),
        "vendor/with.txt": ("in the orchard: own-4f8a1c9e2b7d\n", []), "some.own": ("whatever\n", ["own-file"]),
    }
    for name, (text, _) in cases.items():
        work.write(f"tree/{name}", text)
    report = work.scan("tree", "--rules", rules, "--only-rules")
    found = report.by_file()
    for name, (_, wanted) in cases.items():
        got = sorted({finding.rule for finding in found.get(f"tree/{name}", [])})
        problems.check(got == wanted, f"{name}: found {got}, wanted {wanted}")
    problems.finish()


def ignore_file_silences_one(work: Work) -> None:
    """`.gitleaksignore` in the working folder: one fingerprint, one finding."""
    problems = Problems()
    rules = work.write("rules.toml", RULES)
    work.write("tree/a.txt", "in the orchard: own-4f8a1c9e2b7d\nand own-5f8a1c9e2b7d\n")
    before = work.scan("tree", "--rules", rules, "--only-rules")
    problems.check(sorted(f.line for f in before.findings) == [1, 2], f"at first: {some_of(before.findings)}")
    work.write(".gitleaksignore", "# what is known\n\ntree/a.txt:own-number:1\n")
    after = work.scan("tree", "--rules", rules, "--only-rules")
    problems.check([f.line for f in after.findings] == [2], f"with the ignore file: {some_of(after.findings)}")
    work.write(".gitleaksignore", "tree/a.txt:own-number:1\ntree/a.txt:own-number:2\n")
    problems.check(work.scan("tree", "--rules", rules, "--only-rules").code == DONE, "with both lines the exit code is not 0")
    secret = token(seed="ignore")
    work.planted = [secret]
    work.write("tree/b.txt", f"one\ntwo {secret}\n")
    work.write(".gitleaksignore", "tree/b.txt:github.personal_token:2\n")
    own = [finding for finding in work.scan("tree/b.txt").findings if finding.rule == "github.personal_token"]
    problems.check(not own, "a line for one of the shipped rules does not silence it")
    problems.finish()


def own_form_and_broken_files(work: Work) -> None:
    """Our own YAML form adds rules; a file that is no rule file, or a rule that does not compile, is a wrong call with a reason."""
    problems = Problems()
    rules = work.write("rules.yaml", OWN_RULE)
    work.write("a.txt", "it is own-4f8a1c9e2b7d\n")
    report = work.scan("a.txt", "--rules", rules)
    problems.check(report.code == FOUND and "own.number" in report.rules(), f"own rule: exit {report.code}, rules {report.rules()}")
    both = work.scan("a.txt", "--rules", rules, "--rules", work.write("rules.toml", RULES), "--only-rules")
    problems.check("own.number" in both.rules(), "two --rules: the first is lost")
    for name, text in {"broken.toml": "[[rules]\nid=", "badre.toml": "[[rules]]\nid = 'x'\nregex = '''a(?=b)'''\n",
                       "badre2.toml": "[[rules]]\nid = 'x'\nregex = '''(('''\n",
                       "noid.toml": "[[rules]]\nregex = '''abc'''\n", "broken.yaml": "- id: [\n",
                       "empty_match.yaml": rules.read_text().replace("own-[0-9a-z]{12}", "x*"),
                       "noise.toml": "\0\1\2"}.items():
        done = work.run("scan", "a.txt", "--rules", work.write(name, text))
        problems.check(done.code == MISUSE and done.err, f"{name}: exit {done.code}, wanted {MISUSE} and a reason ({done.text[:80]!r})")
    problems.finish()


CASES = [every_rule_finds_what_it_generates, scrub_takes_the_rules, keywords_groups_entropy_and_lists, ignore_file_silences_one,
         own_form_and_broken_files]
