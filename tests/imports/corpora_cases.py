"""What `import` must do with the cassettes of four public projects: carry every exchange, byte for byte, or say why not.

Every file is read a second time by PyYAML and json (cassette_reading.py). A part may differ only where the receipt of the cassette says
that a secret was replaced.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cassette_reading as reading
from program import DATA, DONE, MISUSE, Problems, Report, Work, expect, expect_equal, needs_data

FOLDER = DATA / "cassettes"


@dataclass
class Corpus:
    name: str
    format: str
    files: int
    exchanges: int
    calls: Callable[[dict], list[reading.Call]]
    endings: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    def paths(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.suffix in self.endings)


OCTOKIT = Corpus("octokit-rb-half", "vcr", 341, 873, reading.vcr_calls, (".json",))
PAY = Corpus("pay-rails", "vcr", 180, 794, reading.vcr_calls, (".yml",))
LINODE = Corpus("linodego-half", "go-vcr", 187, 1371, reading.go_vcr_calls, (".yaml",))
PYDANTIC = Corpus("pydantic-ai-sse-half", "vcrpy", 50, 92, reading.vcrpy_calls, (".yaml",))
EVENT_STREAMS = 80
LONGEST_NAME = 180

# A compressed body that the filter of that project has damaged cannot be looked into, so nobody can say whether a secret is in it.
PAY_REFUSED = 26


@dataclass
class Import:
    """One import of a corpus. The cases share it: it is made once a run, in a folder of its own."""

    report: Report
    folder: Path
    cassettes: dict[str, reading.Cassette]


_MADE: dict[str, Import] = {}
_PLACE = tempfile.TemporaryDirectory(prefix="imports-corpora-")


def imported(work: Work, corpus: Corpus) -> Import:
    if corpus.name not in _MADE:
        folder = Path(_PLACE.name) / corpus.name
        report = work._report("import", corpus.format, corpus.folder, "-o", folder)
        _MADE[corpus.name] = Import(report, folder, reading.read_all_ours(folder / "cassettes"))
    return _MADE[corpus.name]


def sources(corpus: Corpus) -> dict[str, Path]:
    """Files by what their cassette is called, without its service."""
    return {name_of(path, corpus): path for path in corpus.paths()}


def name_of(path: Path, corpus: Corpus) -> str:
    """As the importer makes it: no character that some shell or file system stumbles over, no hidden folder, not too long."""
    return safe_name(str(path.relative_to(corpus.folder)))


def safe_name(below: str) -> str:
    name = re.sub(r"[^\w.+,=()\[\]/-]", "_", below[:below.rindex(".")])
    name = re.sub(r"(^|/)\.", r"\1_", name)
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 13]}-{hashlib.sha256(below.encode()).hexdigest()[-12:]}"


def by_name(cassettes: dict[str, reading.Cassette]) -> dict[str, reading.Cassette]:
    return {name.partition("/")[2]: cassette for name, cassette in cassettes.items()}


def compare(problems: Problems, name: str, cassette: reading.Cassette, wanted: list[reading.Call], counts: Counter) -> None:
    got = cassette.calls()
    if len(got) != len(wanted):
        return problems.add(f"{name}: {len(got)} exchanges, wanted {len(wanted)}")
    places = cassette.places()
    for number, (ours, theirs) in enumerate(zip(got, wanted)):
        counts["exchanges"] += 1
        is_same = True
        for place, value in theirs.parts().items():
            if ours.parts()[place] == value:
                continue
            is_same = False
            is_told = any(each.startswith(f"exchanges[*].{place}") or (place == "input.path" and each.startswith("exchanges[*].input.query"))
                          for each in places)
            problems.check(is_told, f"{name}, call {number + 1}: {place} differs")
        counts["same"] += is_same


def check_corpus(work: Work, corpus: Corpus, refused: Counter | None = None) -> dict[str, reading.Cassette]:
    made = imported(work, corpus)
    report, cassettes = made.report, made.cassettes
    expect_equal(report.code, MISUSE if refused else DONE, "the exit code")
    files = sources(corpus)
    expect_equal(len(files), corpus.files, "files of the corpus")
    own = by_name(cassettes)
    missing = set(files) - set(own)
    reasons = Counter(f.code for f in report.errors() if name_of(Path(f.file), corpus) in missing)
    expect_equal(reasons, refused or Counter(), "reasons of files that were not imported")
    expect_equal(len(own) + len(missing), corpus.files, "files imported or named")
    problems, counts = Problems(), Counter()
    total = 0
    for name, path in files.items():
        wanted = corpus.calls(reading.load_foreign(path))
        total += len(wanted)
        if name in own:
            compare(problems, name, own[name], wanted, counts)
            problems.check(own[name].head["origin"] == "derived" and own[name].head["provenance"]["unverified"] is True, f"{name}: origin")
    problems.finish()
    expect_equal(total, corpus.exchanges, "exchanges of the corpus")
    work.note(f"{corpus.name}: {len(own)} of {corpus.files} files, {counts['exchanges']} exchanges, {counts['same']} of them without a replaced secret")
    return cassettes


@needs_data("cassettes/octokit-rb-half")
def octokit_is_carried(work: Work) -> None:
    check_corpus(work, OCTOKIT)


@needs_data("cassettes/pay-rails")
def pay_is_carried_or_named(work: Work) -> None:
    check_corpus(work, PAY, Counter({"fixture.secret.too_deep": PAY_REFUSED}))


@needs_data("cassettes/linodego-half")
def linode_is_carried(work: Work) -> None:
    cassettes = check_corpus(work, LINODE)
    statuses = Counter(call.status for cassette in cassettes.values() for call in cassette.calls())
    expect_equal((statuses[400], statuses[404], statuses[429]), (58, 20, 18), "refusals, as the data's own page counts them")


@needs_data("cassettes/pydantic-ai-sse-half")
def pydantic_is_carried_and_its_streams_are_streams(work: Work) -> None:
    cassettes = check_corpus(work, PYDANTIC)
    streams = [call for cassette in cassettes.values() for call in cassette.calls() if call.kind == "stream"]
    expect_equal(len(streams), EVENT_STREAMS, "event streams")
    for call in streams:
        whole = call.pieces[:-1] if not call.pieces[-1].endswith((b"\n\n", b"\r\n\r\n", b"\r\r")) else call.pieces
        expect(all(re.search(rb"(\r\n\r\n|\n\n|\r\r)\Z", piece) for piece in whole), f"an event of {call.target} has no end")


@needs_data("cassettes/pay-rails")
def damage_is_recognised(work: Work) -> None:
    report = imported(work, PAY).report
    found = {Path(f.file).name for f in report.findings if f.code == "fixture.secret.damaged"}
    damaged = {path.name for path in PAY.paths() if re.search(r"<VENDOR_ID>|<VENDOR_AUTH_CODE>", path.read_text())}
    expect_equal((len(found), len(damaged)), (123, 123), "damaged files")
    expect_equal(found, damaged, "damaged files")
    shapes = Counter(re.search(r"<\w+>", f.message)[0] for f in report.findings if f.code == "fixture.secret.damaged")
    expect_equal(set(shapes) - {"<PADDLE_API_KEY>"}, {"<VENDOR_ID>", "<VENDOR_AUTH_CODE>"}, "placeholders that did it")


PLACEHOLDER = re.compile(r"<[A-Z][A-Z0-9]*_[A-Z0-9_]*>")


def texts_in(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, each in value.items() for text in (str(key), *texts_in(each))]
    if isinstance(value, list):
        return [text for each in value for text in texts_in(each)]
    return [value.decode("latin-1") if isinstance(value, bytes) else str(value)]


def is_inside_a_word(text: str, match: re.Match) -> bool:
    before, after = text[max(match.start() - 2, 0):match.start()], text[match.end():match.end() + 1]
    ends_escape = len(before) == 2 and before[0] == "\\"
    return bool(before and before[-1].isalnum() and before[-1].isascii() and not ends_escape) or (after.isalnum() and after.isascii())


@needs_data("cassettes/octokit-rb-half")
def no_false_alarm_of_damage(work: Work) -> None:
    """Placeholders for whole values are everywhere in octokit's files; told are those that stand inside of a number, a hash or a name."""
    for corpus, wanted in ((OCTOKIT, None), (LINODE, set()), (PYDANTIC, set())):
        report = imported(work, corpus).report
        found = {f.file for f in report.findings if f.code == "fixture.secret.damaged"}
        if wanted is None:
            wanted = set()
            for path in corpus.paths():
                texts = [text for call in corpus.calls(reading.load_foreign(path))
                         for text in texts_in([call.target, call.headers and [list(pair) for pair in call.headers], call.body.decode("utf-8", "replace"),
                                               [list(pair) for pair in call.answer_headers], call.answer.decode("utf-8", "replace")])]
                if any(is_inside_a_word(text, match) for text in texts for match in PLACEHOLDER.finditer(text)):
                    wanted.add(str(path))
            work.note(f"{corpus.name}: {len(wanted)} of {corpus.files} files are damaged by placeholders for short numbers and names")
        expect_equal(found, wanted, f"damaged files of {corpus.name}")


def stripped(cassette: reading.Cassette) -> list[tuple]:
    """Exchanges without stamps."""
    return [(call.kind, call.reason, *call.parts().values(), call.pieces) for call in cassette.calls()]


def there_and_back(work: Work, corpus: Corpus, format: str) -> None:
    made = imported(work, corpus)
    before = made.cassettes
    exported = work._report("export", format, made.folder / "cassettes", "-o", "theirs")
    expect_equal(exported.code, DONE, "exporting")
    expect_equal(work._report("import", format, "theirs", "-o", "back").code, DONE, "importing again")
    # Their files lie in a folder for each service, whose name becomes a part of the new one.
    after = {cassette.head["name"]: cassette for cassette in reading.read_all_ours(work.folder / "back/cassettes").values()}
    before = {safe_name(name + (".yml" if format == "vcr" else ".yaml")): cassette for name, cassette in before.items()}
    expect_equal(sorted(after), sorted(before), "cassettes")
    problems = Problems()
    for name, cassette in before.items():
        problems.check(stripped(after[name]) == stripped(cassette), f"{name} is not the same after {format}")
        if format == "vcr":
            problems.check([c.at for c in after[name].calls()] == [c.at for c in cassette.calls()], f"{name}: other times")
    problems.finish()


@needs_data("cassettes/octokit-rb-half")
def octokit_there_and_back(work: Work) -> None:
    there_and_back(work, OCTOKIT, "vcr")


@needs_data("cassettes/pay-rails")
def pay_there_and_back(work: Work) -> None:
    there_and_back(work, PAY, "vcrpy")


@needs_data("cassettes/linodego-half")
def linode_there_and_back(work: Work) -> None:
    there_and_back(work, LINODE, "vcr")


@needs_data("cassettes/pydantic-ai-sse-half")
def pydantic_there_and_back(work: Work) -> None:
    for format in ("vcrpy", "vcr"):
        there_and_back(work, PYDANTIC, format)
        for folder in ("theirs", "back"):
            (work.folder / folder).rename(work.aside / f"{format}-{folder}")


@needs_data("cassettes/pay-rails")
def twice_gives_the_same_bytes(work: Work) -> None:
    def written(root: Path) -> dict[str, bytes]:
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

    first = written(imported(work, PAY).folder)
    work.run("import", "vcr", PAY.folder, "-o", "again")
    expect(written(work.folder / "again") == first, "a second import, elsewhere, gives other bytes")
    over = work.run("import", "vcr", PAY.folder, "-o", "again")
    cassettes = sum("/bodies/" not in name for name in first)
    expect(f"\n{cassettes} files unchanged" in over.text, over.text[-200:])
    expect(written(work.folder / "again") == first, "a third import, over the second, changes something")
    expect_equal(work.run("scan", "again").code, DONE, "a scan of what was written")


CASES = [octokit_is_carried, pay_is_carried_or_named, linode_is_carried, pydantic_is_carried_and_its_streams_are_streams, damage_is_recognised,
         no_false_alarm_of_damage, octokit_there_and_back, pay_there_and_back, linode_there_and_back, pydantic_there_and_back, twice_gives_the_same_bytes]
