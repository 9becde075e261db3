"""Secrets in arguments, environment, input and both outputs never reach a disk: every byte that is left behind is read, and decoded in every way in
which it could be written."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
from pathlib import Path
from urllib.parse import quote

from ground import Ground, all_files, call, expect, expect_equal
from house import leaks

# One for each place. Made up of parts, so that no scanner takes this file for a leak.
PLANTED = {
    "argument": "ghp_" + "q7Rt2Ws9Xy4Zb6Nc8Vd1Fg3Hj5Kl0Mp2Ao4S",
    "environment": "sk_live_" + "51Hq8Zt3Wx6Yv9Bn2Mc5Kd7J",
    "variable": "correct-horse-" + "battery-9-staple",
    "stdin": "glpat-" + "Xk93jd82LsmQ0ZpVw7Tn",
    "stdout": "xoxb-" + "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1",
    "stderr": "AKIA" + "Z3MLQ7XW5RB2TNYK",
}
EMPTY: list[str] = []


def leaks_in(folder: Path) -> list[str]:
    return leaks.leaks_in(folder, PLANTED)


def plant(ground: Ground) -> None:
    ground.tool("leaky", f"""
cat > /dev/null
echo 'the token is {PLANTED["stdout"]}'
printf '%s\\n' '{PLANTED["stderr"]}' >&2
echo "$SERVICE_TOKEN and $MY_PASSWORD"
printf '%s' "$MY_PASSWORD" | base64
printf '{{"auth": "%s"}}' "$1"
""")
    ground.environment |= {"SERVICE_TOKEN": PLANTED["environment"], "MY_PASSWORD": PLANTED["variable"]}


def looked_for_at_all(ground: Ground) -> None:
    """The judge finds what it looks for, however it is wrapped."""
    secret = PLANTED["stdin"].encode()
    for number, data in enumerate([b"x" + secret, base64.b64encode(b"ab" + secret), secret.hex().encode(), gzip.compress(b"--" + secret), base64.b64encode(gzip.compress(secret)),
                                   json.dumps({"a": quote(secret, safe="")}).encode()]):
        folder = ground.folder / f"planted{number}"
        folder.mkdir()
        (folder / "file").write_bytes(data)
        expect_equal(leaks_in(folder), ["stdin in file"], f"the plant {number}")


def through_stand_ins(ground: Ground) -> None:
    """Also in the folder of the session while it lasts, where calls are on their way."""
    plant(ground)
    calls = [call("leaky", PLANTED["argument"], stdin=f"password: {PLANTED['stdin']}\n".encode()), call("leaky", f"--token={PLANTED['argument']}")]
    copy = ground.folder / "evidence/session"
    recorded, session = ground.within("cassettes", ["--mode", "record", "--program", "leaky", "--env", "*TOKEN*", "--env", "MY_PASSWORD", "--log", "log"], calls, rest=[str(copy)])
    expect_equal(session.code, 0, f"{session.stderr!r}")
    expect(PLANTED["stdout"].encode() in recorded[0].stdout, "the caller gets what the tool wrote")
    expect(len(ground.cassettes()) == 2 and all_files(copy), "there is something to look at")
    for folder in (ground.work, ground.temporary, ground.folder / "home", ground.folder / "evidence"):
        expect_equal(leaks_in(folder), EMPTY, f"leaks in {folder.name}")
    for place, secret in PLANTED.items():
        expect(secret.encode() not in session.stderr, f"{place} on standard error")
    # The same call, secrets and all, finds its recording; so does one with another token of the same kind.
    other = PLANTED["argument"][:-6] + "z9Y8x7"
    replayed, session = ground.within("cassettes", ["--log", "log"], [calls[0], call("leaky", f"--token={other}")])
    expect_equal([each.code for each in replayed], [0, 0], f"replayed: {[each.stderr for each in replayed]!r}")
    expect_equal(leaks_in(ground.work), EMPTY, "leaks after replaying")


def with_record_o(ground: Ground) -> None:
    plant(ground)
    seen = ground.understudy("record", "-o", "one.yaml", "--env", "*", "--", "leaky", PLANTED["argument"], stdin=PLANTED["stdin"].encode())
    expect_equal(seen.code, 0, f"{seen.stderr!r}")
    for folder in (ground.work, ground.temporary):
        expect_equal(leaks_in(folder), EMPTY, f"leaks in {folder.name}")
    text = (ground.work / "one.yaml").read_text()
    expect("redactions: []" not in text, "the receipt says that something was taken out")


def in_a_stream_cut_anywhere(ground: Ground) -> None:
    """A secret that comes in two pieces is one secret."""
    half = len(PLANTED["stdout"]) // 2
    ground.tool("cut", f"printf 'token {PLANTED['stdout'][:half]}'; sleep 0.05; printf '{PLANTED['stdout'][half:]}\\n'")
    ground.within("cassettes", ["--mode", "record", "--program", "cut"], [call("cut")])
    [file] = ground.cassettes()
    expect_equal(leaks_in(ground.work), EMPTY, "leaks")
    expect(PLANTED["stdout"][half:] not in file.read_text(), "half of it")


def what_only_another_call_reveals(ground: Ground) -> None:
    """All calls of a session are sealed together: what one shows to be secret is gone from the others."""
    bare = "tango" + "Yankee77Delta41"
    ground.tool("one", 'echo "$1"')
    ground.within("cassettes", ["--mode", "record", "--program", "one"], [call("one", f"note {bare}"), call("one", f"password={bare}")])
    PLANTED["bare"] = bare
    try:
        expect_equal(leaks_in(ground.work), EMPTY, "leaks")
    finally:
        del PLANTED["bare"]


def a_recording_that_cannot_be_written(ground: Ground) -> None:
    """The command ran, its answer stands; that nothing was kept is our own failure."""
    ground.tool("say", "echo hello")
    (ground.work / "file").write_text("in the way")
    seen = ground.understudy("record", "-o", "file/x.yaml", "--", "say")
    expect_equal((seen.stdout, seen.code), (b"hello\n", 2), "it ended with 0")
    expect(b"app.cannot_write" in seen.stderr, seen.stderr.decode())
    seen = ground.understudy("record", "-o", "file/x.yaml", "--", "sh", "-c", "exit 5")
    expect_equal(seen.code, 5, "its own failure stands")
    shutil.rmtree(ground.work / "cassettes", ignore_errors=True)


CASES = [looked_for_at_all, through_stand_ins, with_record_o, in_a_stream_cut_anywhere, what_only_another_call_reveals, a_recording_that_cannot_be_written]
