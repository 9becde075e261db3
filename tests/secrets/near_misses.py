"""What looks secret and is not, made at run time: one class of text per function, each giving files.

Ids, digests, lock files, pictures and streams are here; code, documents and prose are in near_miss_texts.py. All
randomness is seeded by the class, so that a false alarm can be looked at again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
import struct
import zlib
from collections.abc import Callable, Iterable

import near_miss_texts
from pattern_maker import make_text
from program import ROOT
from texts import check, rules

Files = dict[str, str | bytes]
ROWS = 60


class Dice(random.Random):
    def some(self, alphabet: str, count: int) -> str:
        return "".join(self.choices(check._ALPHABETS[alphabet], k=count))

    def hex(self, count: int) -> str:
        return self.some("hex", count)

    def uuid(self) -> str:
        return "-".join(self.hex(count) for count in (8, 4, 4, 4, 12))

    def packed(self, count: int) -> str:
        """Base64 of so many random bytes."""
        return base64.b64encode(self.randbytes(count)).decode()

    def sum64(self, name: str) -> str:
        return base64.b64encode(hashlib.new(name, self.randbytes(16)).digest()).decode()

    def package(self) -> str:
        first = ["left", "token", "auth", "key", "color", "pass", "secret", "cookie", "fast", "deep"]
        return f"{self.choice(first)}-{self.choice(['pad', 'types', 'parser', 'stream', 'store', 'signature', 'equal', 'keys', 'words'])}"

    def version(self) -> str:
        return f"{self.randrange(12)}.{self.randrange(30)}.{self.randrange(30)}"


def lines(rows: Iterable[str]) -> str:
    return "\n".join(rows) + "\n"


def times(count: int, make: Callable[[], str]) -> str:
    return lines(make() for _ in range(count))


# ---- ids and digests -------------------------------------------------------------------------------------------------


def object_ids(dice: Dice) -> Files:
    prefixes = ("cus_ pi_ ch_ in_ sub_ evt_ req_ msg_01 toolu_01 chatcmpl- resp_ call_ file- run_ thread_ acct_ price_ prod_ seti_ txn_").split()
    objects = [{"id": p + dice.some("base62", 24), "object": "thing", "parent": p + dice.some("base62", 24), "created": 1700000000}
               for p in prefixes]
    mongo = [{"_id": dice.hex(24), "version_id": dice.hex(32), "ref": dice.hex(40)} for _ in range(20)]
    ulids = [{"id": "01" + dice.some("upper", 24), "traceId": dice.hex(32), "spanId": dice.hex(16)} for _ in range(20)]
    return {"objects.json": json.dumps(objects, indent=1), "mongo.json": json.dumps(mongo), "ulid.jsonl": lines(map(json.dumps, ulids))}


def etags(dice: Dice) -> Files:
    def headers(number: int) -> dict[str, str]:
        tag = [f'W/"{dice.hex(64)}"', f'"{dice.hex(32)}"', f'"{dice.hex(32)}-7"'][number % 3]
        request = ":".join(dice.hex(count).upper() for count in (4, 6, 7, 8))
        return {"ETag": tag, "x-request-id": dice.uuid(), "x-github-request-id": request, "cf-ray": f"{dice.hex(16)}-FRA",
                "x-amz-cf-id": dice.some("base64url", 54) + "==", "traceparent": f"00-{dice.hex(32)}-{dice.hex(16)}-01"}

    rows = [headers(number) for number in range(ROWS)]
    raw = "".join("HTTP/1.1 200 OK\r\n" + "".join(f"{name}: {value}\r\n" for name, value in row.items()) + "\r\n" for row in rows)
    return {"a.json": json.dumps([{"url": "https://example.com/", "headers": row} for row in rows], indent=2), "b.http": raw}


def uuids(dice: Dice) -> Files:
    names = "id requestId session_id correlation-id tenantId runId idempotency_key device uuid".split()
    rows = [{name: dice.uuid() for name in names} for _ in range(ROWS)]
    return {"a.json": json.dumps(rows), "b.txt": times(ROWS, lambda: f"{dice.uuid()} {dice.uuid().upper()}")}


def digests(dice: Dice) -> Files:
    lengths = {"md5": 32, "sha1": 40, "sha256": 64, "sha384": 96, "sha512": 128}

    def fields() -> dict[str, str]:
        row = {name: dice.hex(length) for name, length in lengths.items()}
        row |= {"checksum": dice.sum64("sha256"), "digest": f"sha256:{dice.hex(64)}", "contentHash": dice.hex(64)}
        return row | {"fingerprint": ":".join(dice.hex(2) for _ in range(20))}

    script = '<script src="/a.js" integrity="sha384-{}" crossorigin="anonymous"></script>'
    return {
        "SHA256SUMS": times(ROWS, lambda: f"{dice.hex(64)}  dist/{dice.package()}.tar.gz"),
        "all.txt": lines(f"{name}: {dice.hex(length)}" for name, length in list(lengths.items()) * 12),
        "base64.txt": lines(f"{name}: {dice.sum64(name)}" for name in list(lengths) * 12),
        "fields.json": json.dumps([fields() for _ in range(30)], indent=1),
        "integrity.html": times(20, lambda: script.format(dice.sum64("sha384"))),
        "docker.yaml": times(20, lambda: f"- image: registry.example.com/team/app@sha256:{dice.hex(64)}"),
    }


def git(dice: Dice) -> Files:
    patch = "diff --git a/token.py b/token.py\nindex {}..{} 100644\n--- a/token.py\n+++ b/token.py\n@@ -1 +1 @@\n-old\n+new"
    log = "commit {}\nMerge: {} {}\n\n    Rotate the token store\n"
    return {
        "packed-refs": times(ROWS, lambda: f"{dice.hex(40)} refs/tags/v{dice.version()}\n^{dice.hex(40)}"),
        "log.txt": times(ROWS, lambda: log.format(dice.hex(40), dice.hex(7), dice.hex(7))),
        "change.patch": times(30, lambda: patch.format(dice.hex(40), dice.hex(40))),
        "tree.txt": times(ROWS, lambda: f"100644 blob {dice.hex(40)}\tsrc/{dice.package()}.cpp"),
        "workflow.yaml": "steps:\n" + times(20, lambda: f"  - uses: actions/{dice.package()}@{dice.hex(40)} # v{dice.version()}"),
    }


def lock_files(dice: Dice) -> Files:
    packages = [(f"{dice.package()}-{number}", dice.version()) for number in range(ROWS)]
    host = "https://registry.example.com"

    def each(form: str) -> str:
        """One entry per package; names in braces are made anew for each."""
        made = {"n": lambda p: p[0], "v": lambda p: p[1], "h32": lambda _: dice.hex(32), "h40": lambda _: dice.hex(40),
                "h64": lambda _: dice.hex(64),
                "h128": lambda _: dice.hex(128), "b256": lambda _: dice.sum64("sha256"), "b512": lambda _: dice.sum64("sha512")}
        result = []
        for package in packages:
            text = form.replace("{host}", host)
            for name, make in made.items():
                text = text.replace(f"{{{name}}}", make(package))
            result.append(text)
        return lines(result)

    npm = {f"node_modules/{name}": {"version": version, "resolved": f"{host}/{name}/-/{name}-{version}.tgz",
                                    "integrity": f"sha512-{dice.sum64('sha512')}"}
           for name, version in packages}
    composer = [{"name": f"team/{name}", "version": version, "dist": {"shasum": dice.hex(40), "reference": dice.hex(40)}} for name,
                version in packages]
    flake = {name: {"locked": {"narHash": f"sha256-{dice.sum64('sha256')}", "rev": dice.hex(40)}} for name, _ in packages}
    return {
        "package-lock.json": json.dumps({"name": "app", "lockfileVersion": 3, "packages": npm}, indent=2),
        "yarn.lock": each('{n}@^{v}:\n  version "{v}"\n  resolved "{host}/{n}/-/{n}-{v}.tgz#{h40}"\n  integrity sha512-{b512}\n'),
        "berry/yarn.lock": each('"{n}@npm:^{v}":\n  version: {v}\n  checksum: 10c0/{h128}\n'),
        "pnpm-lock.yaml": "packages:\n" + each("  {n}@{v}:\n    resolution: {integrity: sha512-{b512}}"),
        "Cargo.lock": each('[[package]]\nname = "{n}"\nversion = "{v}"\nsource = "registry+{host}"\nchecksum = "{h64}"\n'),
        "go.sum": each("example.com/{n} v{v} h1:{b256}\nexample.com/{n} v{v}/go.mod h1:{b256}"),
        "poetry.lock": each('[[package]]\nname = "{n}"\nversion = "{v}"\nfiles = [\n    {file = "{n}-{v}.whl", hash = "sha256:{h64}"},\n]\n'),
        "requirements.txt": each("{n}=={v} \\\n    --hash=sha256:{h64} \\\n    --hash=sha256:{h64}"),
        "composer.lock": json.dumps({"content-hash": dice.hex(32), "packages": composer}, indent=4),
        "Gemfile.lock": "GEM\n  specs:\n" + each("    {n} ({v})") + "CHECKSUMS\n" + each("  {n} ({v}) sha256={h64}"),
        "flake.lock": json.dumps({"nodes": flake}, indent=2),
    }


# ---- known fakes and placeholders ------------------------------------------------------------------------------------


def known_fakes(dice: Dice) -> Files:
    """Every entry of the register: values as they are, patterns as texts they match, in the places secrets stand in."""
    files: Files = {}
    for number, entry in enumerate(check.read_list(ROOT / "secrets/known_fakes.yaml")):
        texts = [entry["value"]] if "value" in entry else [make_text(entry["pattern"], dice) for _ in range(4)]
        name = f"{number:03}-{entry['kind']}"
        files[f"{name}.json"] = json.dumps([{"item": text} for text in texts] + [{"token": text} for text in texts], indent=1)
        if all("\n" not in text and "'" not in text for text in texts):
            files[f"{name}.env"] = lines(f"API_KEY='{text}'" for text in texts)
    return files


def placeholders(_: Dice) -> Files:
    values = ["x" * 40, "X" * 40, "xxxx-xxxx-xxxx-xxxx", "sk-" + "x" * 48, "ghp_" + "x" * 36, "AKIA" + "X" * 16, "0" * 40, "*" * 12,
              "${{ secrets.TOKEN }}", "{{ token }}", *("... <your-api-key> <HOME> <token> [REDACTED] [redacted] [FILTERED] ${TOKEN} $TOKEN %TOKEN% @TOKEN@ "
              "YOUR_API_KEY your-token-here changeme CHANGE_ME password example dummy-token test-secret null none n/a <CLI_PATH> /workspace/demo").split()]
    names = "password token api_key apiKey client_secret authorization cookie private_key AWS_SECRET_ACCESS_KEY GITHUB_TOKEN".split()
    head = "GET / HTTP/1.1\r\nAuthorization: Bearer {0}\r\nX-Api-Key: {0}\r\nCookie: session={0}\r\n\r\n"
    return {
        "a.json": json.dumps([{name: value for name in names} for value in values], indent=1),
        "b.env": lines(f"{name.upper()}={value}" for name in names for value in values),
        "c.yaml": lines(f"- {name}: {json.dumps(value)}" for name in names for value in values),
        "d.http": "".join(head.format(value) for value in values if " " not in value and "/" not in value),
        "e.md": lines(f"Set `TOKEN={value}`, then `curl -H 'Authorization: Bearer {value}' https://example.com`." for value in values if "/" not in value),
    }


# ---- pictures and streams --------------------------------------------------------------------------------------------


def picture(dice: Dice, side: int = 24) -> bytes:
    """A real PNG file of noise."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + dice.randbytes(side * 3) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pictures(dice: Dice) -> Files:
    def png(side: int = 24) -> str:
        return base64.b64encode(picture(dice, side)).decode()

    def block() -> dict:
        return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png()}}

    font = base64.b64encode(b"wOF2\0\1\0\0" + dice.randbytes(2000)).decode()
    wrapped = png(40)
    return {
        "a.json": json.dumps([block() for _ in range(12)]),
        "b.html": times(12, lambda: f'<img alt="n" src="data:image/png;base64,{png()}">'),
        "c.css": times(12, lambda: f".i{{background:url(data:image/png;base64,{png(8)})}}") + f"@font-face{{src:url(data:font/woff2;base64,{font})}}\n",
        "d.md": times(6, lambda: f"![picture](data:image/png;base64,{png()})"),
        "e.txt": lines(wrapped[at : at + 76] for at in range(0, len(wrapped), 76)),
        "f.png": picture(dice, 120),
        "g.json": json.dumps({"audio": {"data": base64.b64encode(b"RIFF" + dice.randbytes(4000)).decode(), "format": "wav"}}),
        "h.json": json.dumps({"embedding": dice.packed(6144), "model": "text-embedding-3-small"}),
        "i.pdf": b"%PDF-1.7\n" + dice.randbytes(4000) + b"\n%%EOF\n",
        "j.woff2": b"wOF2\0\1\0\0" + dice.randbytes(4000),
    }


def model_streams(dice: Dice) -> Files:
    """Padding, signatures and encrypted reasoning are random by nature; joined over a stream they are long."""

    def padding() -> str:
        return dice.some("base62", dice.randrange(3, 17))

    def block(kind: str, name: str, value: str) -> dict:
        return {"type": "content_block_delta", "index": 0, "delta": {"type": kind, name: value}}

    responses = [{"type": "response.output_text.delta", "item_id": f"msg_{dice.hex(48)}", "output_index": 0, "sequence_number": number,
                  "delta": " word", "logprobs": [], "obfuscation": padding()} for number in range(120)]
    chat = [{"id": f"chatcmpl-{dice.some('base62', 29)}", "object": "chat.completion.chunk", "system_fingerprint": f"fp_{dice.hex(10)}",
             "choices": [{"index": 0, "delta": {"content": "a "}}], "obfuscation": padding()} for _ in range(120)]
    usage = {"input_tokens": 1234, "cache_creation_input_tokens": 98765, "output_tokens": 2}
    claude = [{"type": "message_start", "message": {"id": f"msg_01{dice.some('base62', 22)}", "usage": usage}},
              block("thinking_delta", "thinking", "Let me see."), block("signature_delta", "signature", dice.packed(600)),
              *[block("signature_delta", "signature", dice.packed(30)) for _ in range(20)],
              {"type": "content_block_start", "index": 1, "content_block": {"type": "redacted_thinking", "data": dice.packed(900)}},
              {"type": "content_block_start", "index": 2, "content_block": {"type": "tool_use", "id": f"toolu_01{dice.some('base62', 22)}",
                  "input": {}}}]
    reasoning = {"type": "reasoning", "id": f"rs_{dice.hex(48)}", "encrypted_content": f"gAAAAAB{dice.some('base64url', 900)}==", "summary": []}
    gemini = {"content": {"parts": [{"text": "yes", "thoughtSignature": dice.packed(700)}]}}
    whole = {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": dice.packed(400)}]}

    def sse(events: list[dict]) -> str:
        return "".join(f"event: {event.get('type', 'message')}\ndata: {json.dumps(event)}\n\n" for event in events)

    return {"responses.sse": sse(responses), "chat.sse": sse(chat), "claude.sse": sse(claude), "responses.jsonl": lines(map(json.dumps, responses)),
            "claude.jsonl": lines(map(json.dumps, claude)), "reasoning.json": json.dumps({"output": [reasoning]}),
            "gemini.json": json.dumps({"candidates": [gemini], "usageMetadata": {"totalTokenCount": 1234567}}),
            "whole.json": json.dumps(whole, indent=1)}


def public_keys(dice: Dice) -> Files:
    def armoured(label: str, count: int) -> str:
        return f"-----BEGIN {label}-----\n" + times(count, lambda: dice.some("base64", 64)) + f"-----END {label}-----\n"

    ed25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI"
    rsa = {"kty": "RSA", "kid": dice.some("base64url", 43), "use": "sig", "n": dice.some("base64url", 342), "e": "AQAB"}
    curve = {"kty": "EC", "crv": "P-256", "x": dice.some("base64url", 43), "y": dice.some("base64url", 43)}
    return {
        "certificate.pem": armoured("CERTIFICATE", 18), "public.pem": armoured("PUBLIC KEY", 6), "signature.asc": armoured("PGP SIGNATURE", 6),
        "authorized_keys": f"{ed25519}{dice.some('base64', 43)} user@host\nssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{dice.some('base64', 340)} user@host\n",
        "known_hosts": times(5, lambda: f"|1|{dice.some('base64', 27)}=|{dice.some('base64', 27)}= {ed25519}{dice.some('base64', 43)}"),
        "jwks.json": json.dumps({"keys": [rsa, curve]}),
    }


# ---- code, documents, and the rules' own list ------------------------------------------------------------------------


def code(dice: Dice) -> Files:
    """Sources that speak of secrets, minified code with its map, style sheets."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    statements = []
    for _ in range(400):
        names = {name: dice.choice(letters) + dice.choice(letters + "$_") for name in "QWZ"}
        form = dice.choice(near_miss_texts.MINIFIED)
        statements.append("".join(names.get(letter, letter) for letter in form).replace("#", str(dice.randrange(1 << 30))))
    mapped = ";".join(",".join(dice.choice("ACDEGIKMOQSUWY") + dice.some("base62", 3) for _ in range(dice.randrange(1, 9))) for _ in range(300))
    return {
        **near_miss_texts.CODE,
        "app.min.js": ";".join(statements) + f"\n//# sourceMappingURL=app.{dice.hex(20)}.js.map\n",
        "app.js.map": json.dumps({"version": 3, "sources": ["token.ts", "password.ts"], "names": ["getToken", "password", "apiKey"],
                                  "mappings": mapped}),
        "style.css": times(100, lambda: f".token{{color:#{dice.hex(6)};content:'\\{dice.hex(4)}'}}"),
        "index.html": times(40, lambda: f'<link rel="modulepreload" href="/assets/{dice.package()}-{dice.some("base64url", 8)}.js">'),
    }


def documents(_: Dice) -> Files:
    return dict(near_miss_texts.DOCUMENTS)


def counts_and_names(dice: Dice) -> Files:
    row = {**near_miss_texts.NAMES, "invocationKey": f"{dice.some('lower', 24)}:step"}
    yaml = lines(f"{name}: {json.dumps(value)}" for name, value in row.items())
    env = "MAX_TOKENS=16384000\nTOKENIZER=cl100k_base_2024\nAUTH_MODE=oauth2-client\nKEYBOARD=us-intl-104-keys\nSSH_AUTH_SOCK=/run/user/1000/agent.12345\n"
    return {"a.json": json.dumps([row] * 5, indent=1), "b.yaml": yaml, "c.jsonl": lines([json.dumps(row)] * 10), "d.env": env}


def lists_of_the_rules(dice: Dice) -> Files:
    """The near misses that the rules themselves are checked with."""
    plain = check.near_misses(dice)
    providers = sorted({rule.id.split(".")[0] for rule in rules() if rule.near})
    return {"plain.txt": lines(plain), "providers.txt": lines(text for provider in providers for text in check.provider_misses(provider, dice)),
            "plain.json": json.dumps([{"item": text} for text in plain], indent=1)}


CLASSES: dict[str, Callable[[Dice], Files]] = {make.__name__: make for make in (
    object_ids, etags, uuids, digests, git, lock_files, known_fakes, placeholders, pictures, model_streams, public_keys, code, documents,
    counts_and_names, lists_of_the_rules)}


def files_of(name: str) -> Files:
    return CLASSES[name](Dice(f"near misses: {name}"))
