"""Files that are broken, huge or meant to do harm: a finding or a clear skip, never a crash, never half a rewrite.

Each case scans and scrubs. Time and memory of the greedy ones are measured, printed and bounded.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import random
import re
import threading
import zlib
from pathlib import Path

from program import DIFFERED, DONE, FOUND, UNREAD, Problems, Report, Work, expect, expect_equal, some_of
from texts import token

MEMORY_LIMIT = 400 << 20
TIME_LIMIT = 60.0
MEGABYTE = 1 << 20


def _measured(work: Work, what: str, *words: object, seconds: float = TIME_LIMIT) -> Report:
    report = work._report(*words, measured=True, seconds=seconds)
    peak = report.peak_bytes / MEGABYTE
    said = some_of(report.codes()) or "no findings"
    work.note(f"{what}, {words[0]}: {report.seconds:.1f} s, {peak:.0f} MB, exit {report.code}, {said}")
    # The sanitizers keep shadow memory; what is measured there says nothing.
    if "san" not in work.program.parent.parent.name:
        expect(report.peak_bytes < MEMORY_LIMIT, f"{what}, {words[0]}: {peak:.0f} MB, the limit is {MEMORY_LIMIT / MEGABYTE:.0f}")
    return report


def _scrub_is_whole(work: Work, path: Path, done: Report) -> None:
    """Refused: as it was. Done: the file is complete (the caller looks at what it holds)."""
    left = [name for name in os.listdir(path.parent) if re.search(r"\.tmp|~$|\.part|\.new", name)]
    expect(not left, f"left behind: {some_of(left)}")
    expect(done.code in (DONE, DIFFERED, UNREAD), f"scrub --write ended with {done.code}: {some_of(done.codes())}")


def _refused_or_done(work: Work, path: Path, *, measured: str = "") -> Report:
    before = path.read_bytes()
    words = ("scrub", path.relative_to(work.folder), "--write", "--receipt", work.aside / "receipt.json")
    done = _measured(work, measured, *words) if measured else work._report(*words)
    _scrub_is_whole(work, path, done)
    if done.code != DONE:
        expect(path.read_bytes() == before, f"refused ({some_of(done.codes())}), and yet the file has changed")
    return done


def odd_entries_of_a_folder(work: Work) -> None:
    """Links in circles, a pipe nobody writes to, a link to nowhere, a socket, a device by link: each skipped, the rest read."""
    secret = token(seed="odd")
    work.planted = [secret]
    work.write("tree/real/a.txt", f"it is {secret}\n")
    (work.folder / "tree/real/up").symlink_to("..")
    (work.folder / "tree/self").symlink_to("self")
    (work.folder / "tree/nowhere").symlink_to("missing/file")
    (work.folder / "tree/zero").symlink_to("/dev/zero")
    os.mkfifo(work.folder / "tree/pipe")
    report = work.scan("tree", seconds=120)
    expect_equal(report.code, FOUND, "exit code")
    found = {finding.file for finding in report.errors()}
    expect_equal(found, {"tree/real/a.txt"}, "files with errors; a file is reported once, by its own name")
    for name in ("tree/pipe", "tree/nowhere", "tree/self"):
        done = work.run("scan", name, seconds=120)
        expect_equal(done.code, UNREAD, f"exit code of `scan {name}`: {done.text[:120]!r}")
        done = work.run("scrub", name, "--write", seconds=120)
        expect(done.code in (DIFFERED, UNREAD), f"exit code of `scrub {name}`: {done.code}")
    expect((work.folder / "tree/nowhere").is_symlink() and (work.folder / "tree/pipe").is_fifo(), "scrub replaced a link or a pipe")


def a_link_is_scrubbed_at_its_target(work: Work) -> None:
    """scrub through a symbolic link neither leaves the secret nor turns the link into a file without a word."""
    secret = token(seed="link")
    work.planted = [secret]
    target = work.write("data/a.txt", f"words before it, many of them, and more\nit is {secret}\nand words after it\n")
    link = work.folder / "a.txt"
    link.symlink_to("data/a.txt")
    done = work.scrub("a.txt", "--write", "--receipt", work.aside / "r.json")
    if done.code == DONE:
        expect(secret not in target.read_text(), "scrub said done; the target still holds the secret")
        expect(link.is_symlink(), "the link has become a file")
    else:
        expect(secret in target.read_text() and link.is_symlink(), "refused, and yet something changed")


def broken_gzip(work: Work) -> None:
    """Cut short, noise after the head, wrong checksum: what can be read is looked through, or the skip is said."""
    problems = Problems()
    secret = token(seed="gzip")
    work.planted = [secret]
    whole = gzip.compress((f"it is {secret}\n" + "words " * 4000).encode(), mtime=0)
    forms = {"cut.gz": whole[: len(whole) - 20], "early.gz": whole[:14], "noise.gz": whole[:10] + random.Random(1).randbytes(400),
             "sum.gz": whole[:-8] + b"\0\0\0\0" + whole[-4:],
             "tail.gz": whole + b"and something after it", "two.gz": gzip.compress(b"first\n", mtime=0) + whole}
    for name, body in forms.items():
        path = work.write(name, body)
        report = work.scan(name)
        problems.check(report.code in (FOUND, UNREAD), f"{name}: scan ended with {report.code}, silently")
        problems.attempt(name, lambda path=path: _refused_or_done(work, path))
        if path.read_bytes() != body:
            try:
                text = gzip.decompress(path.read_bytes())
                problems.check(secret.encode() not in text, f"{name}: rewritten, and the secret is still there")
            except (OSError, EOFError, zlib.error) as error:
                problems.check(name == "tail.gz", f"{name}: rewritten and no longer gzip ({error})")
    problems.finish()


def _bomb(megabytes: int) -> bytes:
    """Zeros, about 1000 to 1."""
    sink = io.BytesIO()
    with gzip.GzipFile(fileobj=sink, mode="wb", mtime=0, compresslevel=9) as file:
        for _ in range(megabytes):
            file.write(bytes(MEGABYTE))
    return sink.getvalue()


def gzip_bombs(work: Work) -> None:
    """1000 to 1, and a bomb in a bomb: too_deep at error level, little memory, not rewritten."""
    problems = Problems()
    bomb = _bomb(512)
    for name, body in {"bomb.gz": bomb, "twice.gz": gzip.compress(_bomb(900), mtime=0),
                       "bomb.json": json.dumps({"body": base64.b64encode(bomb).decode()}).encode(),
                       "bomb.zz": zlib.compress(bytes(256 * MEGABYTE), 9)}.items():
        path = work.write(name, body)
        report = problems.attempt(name, lambda name=name: _measured(work, f"bomb {name} of {len(body) >> 10} KB", "scan", name))
        if report is not None:
            problems.check("fixture.secret.too_deep" in report.codes() and report.code not in (DONE,),
                           f"{name}: exit {report.code}, {some_of(report.codes()) or 'silence'}")
        done = problems.attempt(f"{name}, scrub", lambda path=path: _refused_or_done(work, path))
        if done is not None:
            problems.check(done.code != DONE, f"{name}: scrub --write says done")
    problems.finish()


def layers_upon_layers(work: Work) -> None:
    """Eight layers are looked through; one that goes deeper is too_deep, never silence."""
    problems = Problems()
    secret = token(seed="layers")
    work.planted = [secret]
    text = f"it is {secret} here"
    for depth in range(1, 13):
        text = base64.b64encode(text.encode()).decode()
        report = work.scan(work.write(f"b{depth}.txt", text + "\n").name)
        if depth <= 7:
            problems.check(report.code == FOUND and "fixture.secret.value" in report.codes(),
                           f"{depth} times base64: exit {report.code}, {some_of(report.codes()) or 'silence'}")
        else:
            problems.check(report.code != DONE, f"{depth} times base64: silence")
    nested = {"t": secret}
    for depth in range(1, 11):
        nested = {"t": json.dumps(nested)}
        report = work.scan(work.write(f"n{depth}.json", json.dumps(nested)).name)
        problems.check(report.code != DONE, f"{depth} times JSON in a string: silence")
    problems.finish()


def deep_json(work: Work) -> None:
    """100,000 levels, closed and not closed, with a token at the bottom."""
    problems = Problems()
    secret = token(seed="deep")
    work.planted = [secret]
    levels = 100_000
    forms = {"lists.json": "[" * levels + f'"{secret}"' + "]" * levels, "objects.json": '{"a":' * levels + f'"{secret}"' + "}" * levels,
             "open.json": "[" * levels + f'"{secret}"',
             "deep.yaml": "".join(f"{' ' * n}a:\n" for n in range(3000)) + " " * 3000 + f"t: {secret}\n",
             "flow.yaml": "[" * levels + secret + "]" * levels,
             "nested.json": json.dumps({"body": "[" * levels + f'"{secret}"' + "]" * levels})}
    for name, text in forms.items():
        path = work.write(name, text)
        report = problems.attempt(name, lambda name=name: _measured(work, f"deep {name}", "scan", name))
        if report is not None:
            problems.check(report.code in (FOUND, UNREAD, DIFFERED), f"{name}: exit {report.code}, silence over a token")
        problems.attempt(f"{name}, scrub", lambda path=path: _refused_or_done(work, path))
    problems.finish()


def huge_sparse_file(work: Work) -> None:
    """5 GB of nothing with a token at the beginning and one at the end."""
    first, last = token(seed="sparse 1"), token(seed="sparse 2")
    work.planted = [first, last]
    path = work.folder / "huge.bin"
    with path.open("wb") as file:
        file.write(f"it is {first}\n".encode())
        file.seek(5 << 30)
        file.write(f"\nit is {last}\n".encode())
    if path.stat().st_blocks * 512 > 64 * MEGABYTE:
        path.unlink()
        work.note("huge sparse file: this file system has no holes; left out")
        return
    problems = Problems()
    report = problems.attempt("scan", lambda: _measured(work, "5 GB sparse", "scan", "huge.bin", seconds=180))
    if report is not None:
        both = {finding.digest for finding in report.errors() if finding.digest}
        problems.check(len(both) == 2 or "secret.not_scanned" in report.codes(), f"scan: {len(both)} of 2 tokens, {some_of(report.codes())}, and no word of what was left out")
        problems.check(report.seconds < TIME_LIMIT, f"scan took {report.seconds:.0f} s")
    done = problems.attempt("scrub", lambda: _measured(work, "5 GB sparse", "scrub", "huge.bin", "--write", "--receipt",
                                                       work.aside / "r.json", seconds=180))
    if done is not None and done.code != DONE:
        with path.open("rb") as file:
            head = file.read(80)
        problems.check(first.encode() in head and path.stat().st_size > 5 << 30 and path.stat().st_blocks * 512 < 64 * MEGABYTE,
                       "refused, and yet the file has changed")
    problems.finish()


def one_long_line(work: Work) -> None:
    """50 MB without a line break, as text, as JSON string and as base64: tokens at both ends."""
    problems = Problems()
    first, last = token(seed="long 1"), token(seed="long 2")
    work.planted = [first, last]
    words = "lantern orchard river quarry " * (50 * MEGABYTE // 29)
    path = work.write("line.txt", f"{first} {words}{last}")
    report = problems.attempt("text", lambda: _measured(work, "50 MB in one line", "scan", "line.txt"))
    if report is not None:
        problems.check(len(report.findings) == 2 or "secret.not_scanned" in report.codes(),
                       f"text: {len(report.findings)} findings, {some_of(report.codes())}")
    problems.attempt("scrub", lambda: _refused_or_done(work, path, measured="50 MB in one line"))
    work.write("line.json", json.dumps({"a": f"{first} {words}{last}"}))
    report = problems.attempt("JSON", lambda: _measured(work, "50 MB in one JSON string", "scan", "line.json"))
    if report is not None:
        problems.check(report.code in (FOUND, UNREAD), f"JSON: exit {report.code}")
    work.write("line.b64", base64.b64encode(f"{first} {words}{last}".encode()))
    report = problems.attempt("base64", lambda: _measured(work, "67 MB of base64 in one line", "scan", "line.b64"))
    if report is not None:
        problems.check(report.code != DONE, "base64: silence")
    work.write("a.txt", "a" * (50 * MEGABYTE))
    problems.attempt("the letter a", lambda: _measured(work, "50 MB of the letter a", "scan", "a.txt"))
    work.write("key.txt", "key=" * (5 * MEGABYTE))
    problems.attempt("key=", lambda: _measured(work, "20 MB of key=", "scan", "key.txt"))
    problems.finish()


def slow_expressions(work: Work) -> None:
    """Texts that almost match, over and over: time stays in proportion to the size."""
    problems = Problems()
    forms = {"begin.txt": "-----BEGIN RSA " + "PRIVATE KEY-----\n" + "A" * 64 + "\n", "bearer.txt": "Bearer ", "jwt.txt": "eyJ.eyJ.",
             "at.txt": "http://a:b", "pem.txt": "-----BEGIN ",
             "cookie.txt": "cookie: a=b; ", "putty.txt": "PuTTY-User-Key-File-3:\n", "curl.txt": "curl -s -u ", "esc.txt": "\x1b[",
             "pct.txt": "%25", "amp.txt": "a=%41&", "quote.txt": '\\"',
             "brace.txt": '{"a":', "boundary.txt": "--b\r\n", "b64.txt": "QUJD+/", "data.txt": "data:,", "u.txt": "\\u0041",
             "sse.txt": "data: {\"a\":\"b\"}\n\n", "gz.txt": "H4sIAAAAAAAA"}
    for name, piece in forms.items():
        work.write(f"all/{name}", piece * (2 * MEGABYTE // len(piece)))
    for name in forms:
        report = problems.attempt(name, lambda name=name: _measured(work, f"2 MB of {name[:-4]}", "scan", f"all/{name}", seconds=120))
        if report is not None and report.seconds > 10:
            problems.add(f"{name}: {report.seconds:.1f} s for 2 MB")
    work.notes = [note for note in work.notes if not re.search(r": 0\.\d s, ", note)]
    problems.finish()


def noise_and_bad_text(work: Work) -> None:
    """Noise, bytes that are no UTF-8, zero bytes, UTF-16, byte order marks, an empty file: a token among them is found."""
    problems = Problems()
    secret = token(seed="noise")
    work.planted = [secret]
    dice = random.Random(7)
    noise = dice.randbytes(3 * MEGABYTE)
    forms = {"noise.bin": (noise, False), "noise-token.bin": (noise[:MEGABYTE] + f" {secret} ".encode() + noise[MEGABYTE:], True),
             "latin.txt": (b"caf\xe9 \xff\xfe " + secret.encode() + b" \x80\n", True),
             "latin.json": (b'{"a":"caf\xe9","t":"' + secret.encode() + b'","about":"words and words and words and words and words"}', True),
             "zero.txt": (b"a\0b\0" + secret.encode() + b"\0c\n", True), "bom.json": (b"\xef\xbb\xbf" + json.dumps({"t": secret,
                 "about": "words " * 20}).encode(), True),
             "utf16.txt": (f"it is {secret}\nwords and words and words and words and words\n".encode("utf-16"), True),
             "empty.txt": (b"", False), "empty.json": (b"", False), "newline.txt": (b"\n", False),
             "cut.json": (b'{"t":"' + secret.encode() + b'","about":"words and words and words and words', True),
             "cr.txt": (f"a\rit is {secret}\rb".encode() + b" words" * 30, True)}
    for name, (body, has_secret) in forms.items():
        path = work.write(name, body)
        report = problems.attempt(name, lambda name=name: work.scan(name))
        if report is None:
            continue
        if has_secret:
            problems.check(report.code in (FOUND, UNREAD), f"{name}: exit {report.code}, silence over a token")
        else:
            problems.check(report.code == DONE or "secret.not_scanned" in report.codes(), f"{name}: exit {report.code}, {some_of(report.findings)}")
        done = problems.attempt(f"{name}, scrub", lambda path=path: _refused_or_done(work, path))
        if done is not None and done.code == DONE and has_secret and secret.encode() in path.read_bytes():
            problems.add(f"{name}: scrub said done, and the token is still there")
        if done is not None and done.code == DONE and path.stat().st_size != len(body):
            problems.add(f"{name}: scrub changed the size")
    problems.finish()


def odd_names(work: Work) -> None:
    """Names with line breaks, colour codes and bad bytes are shown escaped; a token in a name is found and never printed."""
    problems = Problems()
    secret, inside = token(seed="name 1"), token(seed="name 2")
    work.planted = [secret, inside, secret[4:14]]
    work.write("tree/line\nbreak.txt", f"it is {inside}\n")
    work.write("tree/\x1b[31mred.txt", f"it is {inside}\n")
    work.write("tree/" + " lead and trail ", f"it is {inside}\n")
    work.write("tree/-rf", f"it is {inside}\n")
    bad = os.fsencode(str(work.folder / "tree")) + b"/caf\xe9.txt"
    with open(bad, "wb") as file:
        file.write(f"it is {inside}\n".encode())
    work.write(f"named/dump-{secret}.txt", "nothing inside\n")
    work.write(f"folder/{secret}/a.txt", f"it is {inside}\n")
    report = problems.attempt("tree", lambda: work.scan("tree"))
    if report is not None:
        problems.check(len({finding.file for finding in report.errors()}) == 5,
                       f"files with findings: {len({finding.file for finding in report.errors()})} of 5")
    for form in ("text", "json", "junit", "sarif", "markdown", "github"):
        done = problems.attempt(form, lambda form=form: work.run("scan", "tree", "named", "folder", "--format", form))
        if done is not None:
            try:
                text = done.out.decode()
                problems.check("\x1b[31mred" not in text, f"{form}: a colour code of a file name is printed as it is")
            except UnicodeDecodeError:
                problems.add(f"{form}: the output is no UTF-8")
    for folder in ("named", "folder"):
        report = problems.attempt(folder, lambda folder=folder: work.scan(folder))
        if report is not None:
            problems.check(report.code == FOUND, f"{folder}: a token in a name: exit {report.code}")
    problems.attempt("scrub", lambda: work.run("scrub", "named", "folder", "--write", "--receipt", work.aside / "r.json"))
    if (work.aside / "r.json").is_file():
        problems.check(secret not in (work.aside / "r.json").read_text(), "the receipt holds a token of a file name")
    problems.attempt("missing", lambda: work.run("scan", f"no/{secret}.txt"))
    problems.finish()


def many_tiny_files(work: Work) -> None:
    """10,000 files, every hundredth with a token; and the memory does not grow with the number."""
    secrets = [token(seed=f"tiny {n}") for n in range(100)]
    work.planted = secrets
    for n in range(10_000):
        work.write(f"tree/{n % 100}/{n}.json", json.dumps({"n": n, "item": secrets[n // 100] if n % 100 == 0 else "lantern",
                                                           "about": "words and words and words and words"}))
    report = _measured(work, "10,000 tiny files", "scan", "tree")
    expect_equal(len({finding.file for finding in report.errors()}), 100, "files with findings")
    done = _measured(work, "10,000 tiny files", "scrub", "tree", "--write", "--receipt", work.aside / "r.json")
    expect_equal(done.code, DONE, "exit code of scrub --write")
    left = [n for n in range(0, 10_000, 100) if secrets[n // 100] in (work.folder / f"tree/{n % 100}/{n}.json").read_text()]
    expect(not left, f"still there in {len(left)} files")
    expect(not work.scan("tree").findings, "after scrub there are findings")


def memory_is_flat(work: Work) -> None:
    """Four times the tree, about the same memory."""
    line = json.dumps({"about": "lantern orchard river quarry " * 8, "n": 1}) + "\n"
    peaks = []
    for times in (1, 4):
        for n in range(times * 20):
            work.write(f"tree{times}/{n}.jsonl", line * 4000)
        peaks.append(_measured(work, f"{times * 20} files of {len(line) * 4000 / MEGABYTE:.1f} MB", "scan", f"tree{times}").peak_bytes)
    expect(peaks[1] < peaks[0] * 1.5 + 32 * MEGABYTE, f"{peaks[0] / MEGABYTE:.0f} MB for one tree, {peaks[1] / MEGABYTE:.0f} MB for four times as much")


def files_that_vanish(work: Work) -> None:
    """While the tree is scanned, files go and come: a report, and no crash."""
    for n in range(3000):
        work.write(f"tree/{n}.txt", "lantern\n" * 50)
    stop = threading.Event()

    def stir() -> None:
        for n in range(3000):
            if stop.is_set():
                return
            (work.folder / f"tree/{n}.txt").unlink(missing_ok=True)
            if n % 3 == 0:
                (work.folder / f"tree/{n}.txt").mkdir()

    stirrer = threading.Thread(target=stir)
    stirrer.start()
    try:
        done = work.scan("tree")
    finally:
        stop.set()
        stirrer.join()
    expect(done.code in (DONE, UNREAD), f"exit code {done.code}")


def a_full_or_readonly_place(work: Work) -> None:
    """The receipt cannot be written, or the folder takes no new file: an error, and every file as it was."""
    secret = token(seed="full")
    work.planted = [secret]
    path = work.write("tree/a.txt", f"words and words and words and words\nit is {secret}\n")
    before = path.read_bytes()
    done = work.run("scrub", "tree", "--write", "--receipt", work.folder / "missing/folder/r.json")
    if done.code == DONE:
        expect((work.folder / "missing/folder/r.json").is_file(), "done, and no receipt was written")
    else:
        expect(path.read_bytes() == before, "the receipt could not be written, and yet the file was rewritten")
    path.write_bytes(before)
    done = work.run("scrub", "tree", "--write", "--receipt", "/dev/full")
    expect(done.code != DONE, "the receipt went to a full device, and scrub says done")
    expect(path.read_bytes() == before, "the receipt could not be written, and yet the file was rewritten")


def one_bad_file_of_a_bundle(work: Work) -> None:
    """One file is refused: nothing of the bundle is written."""
    secret = token(seed="bundle")
    work.planted = [secret]
    good = work.write("tree/a.json", json.dumps({"t": secret, "about": "words " * 20}))
    before = good.read_bytes()
    work.write("tree/b.gz", _bomb(300))
    done = work.scrub("tree", "--write", "--receipt", work.aside / "r.json")
    expect(done.code != DONE, "a bundle with a bomb was scrubbed")
    expect(good.read_bytes() == before, "one file was refused, and another one was rewritten")


CASES = [odd_entries_of_a_folder, a_link_is_scrubbed_at_its_target, broken_gzip, gzip_bombs, layers_upon_layers, deep_json,
         huge_sparse_file, one_long_line, slow_expressions, noise_and_bad_text, odd_names,
         many_tiny_files, memory_is_flat, files_that_vanish, a_full_or_readonly_place, one_bad_file_of_a_bundle]
