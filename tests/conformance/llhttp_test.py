"""The reader of llhttp's cases, and the judge of what our codec made of them."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import http_suite
import llhttp

DATA = Path(__file__).resolve().parents[3] / "shared/data/llhttp"

PAGE = r"""Some requests
=============

## A `simple` one

<!-- meta={"type": "request"} -->
```http
PUT /url HTTP/1.1
# no heading: x
Content-Length: 3

abc
```
_(some prose)_

```log
off=0 message begin
off=0 len=3 span[method]="PUT"
off=4 len=4 span[url]="/url"
off=14 len=3 span[version]="1.1"
off=19 len=12 span[header_field]="# no heading"
off=32 header_field complete
off=33 len=1 span[header_value]="x"
off=36 len=14 span[header_field]="Content-Length"
off=51 header_field complete
off=52 len=1 span[header_value]="3"
off=57 headers complete method=4 v=1/1 flags=20 content_length=3
off=57 len=2 span[body]="ab"
off=59 len=1 span[body]="c"
off=60 message complete
```

## A `simple` one

<!-- meta={"type": "request"} -->
```http
GET / HTTP/1.1
A: 1\n
```

```log
off=0 message begin
off=0 len=3 span[method]="GET"
off=11 len=3 span[version]="1.1"
off=20 error code=25 reason="Missing expected CR after header value"
```

<!-- meta={"type": "request-lenient-headers"} -->
```http
X
```

```log
off=0 message begin
```

<!-- meta={"type": "request", "pause": "on_url_complete"} -->
```http
X
```

```log
off=0 message begin
```
"""


class Reading(unittest.TestCase):
    def read(self, page: str) -> tuple[list[llhttp.Case], dict[str, str]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "request/some.md"
            path.parent.mkdir()
            path.write_text(page, encoding="utf-8")
            return llhttp.read_suite(Path(folder))

    def test_line_breaks_and_escapes(self) -> None:
        for source, expected in (
            ("A\nB\n", b"A\r\nB"),
            ("A\n\n\n", b"A\r\n\r\n"),
            ("A\\n\\\nB\n", b"A\nB"),
            ("A\\r\\\nB\n", b"A\rB"),
            ("A\\rB\\tC\\fD\\x7fE\n", b"A\rB\tC\x0cD\x7fE"),
            ('\\"\\01\\\\\n', b'\\"\\01\\\\'),
            ("é\n", "é".encode()),
        ):
            with self.subTest(source):
                self.assertEqual(llhttp.to_bytes(source), expected)

    def test_a_case_is_taken_apart(self) -> None:
        cases, skipped = self.read(PAGE)
        self.assertEqual([case.name for case in cases], ["request/some/a-simple-one", "request/some/a-simple-one-2"])
        self.assertEqual(sorted(skipped.values()), ["lenient parsing", "pausing"])
        first = cases[0].messages[0]
        self.assertEqual((first.method, first.url, first.version, first.body), ("PUT", "/url", "1.1", b"abc"))
        self.assertEqual(first.headers, [["# no heading", "x"], ["Content-Length", "3"]])
        self.assertEqual((cases[0].completed, cases[0].is_refused), (1, False))
        self.assertEqual((cases[1].completed, cases[1].is_refused), (0, True))
        self.assertEqual(cases[1].reason, "Missing expected CR after header value")

    def test_spans_prove_the_input(self) -> None:
        cases, _ = self.read(PAGE)
        self.assertEqual(llhttp.check_spans(cases[0]), [])
        cases, _ = self.read(PAGE.replace("PUT /url", "PUT  /url"))
        self.assertIn("url at 4", llhttp.check_spans(cases[0])[0])

    @unittest.skipUnless(DATA.is_dir(), "llhttp's cases are not there")
    def test_every_span_of_the_suite_fits(self) -> None:
        cases, skipped = llhttp.read_suite(DATA)
        pages = "".join(path.read_text(encoding="utf-8") for path in DATA.glob("*/*.md"))
        self.assertEqual(len(cases) + len(skipped), pages.count("<!-- meta="))
        self.assertGreater(sum(len(case.spans) for case in cases), 1000)
        self.assertEqual([problem for case in cases for problem in llhttp.check_spans(case)], [])


class Judging(unittest.TestCase):
    def setUp(self) -> None:
        self.good, self.bad = Reading().read(PAGE)[0]
        self.answer = {
            "agree": True,
            "refused": "",
            "messages": [
                {
                    "method": "PUT",
                    "url": "/url",
                    "status": None,
                    "headers": [["Host", "example.test"], ["# no heading", "x"], ["Content-Length", "3"]],
                    "body": b"abc".hex(),
                    "complete": True,
                }
            ],
        }

    def test_the_same_is_right(self) -> None:
        self.assertEqual(http_suite.judge(self.good, self.answer), "")
        self.assertEqual(http_suite.judge(self.bad, {"agree": True, "refused": "x", "messages": []}), "")

    def test_every_difference_is_a_miss(self) -> None:
        message = self.answer["messages"][0]
        for change, why in (
            ({"agree": False}, "byte by byte"),
            ({"refused": "http.bad_chunk"}, "refused: http.bad_chunk"),
            ({"messages": []}, "0 messages, not 1"),
            ({"messages": [message | {"method": "GET"}]}, "GET /url, not PUT /url"),
            ({"messages": [message | {"headers": []}]}, "headers []"),
            ({"messages": [message | {"body": ""}]}, "body b''"),
            ({"messages": [message | {"complete": False}]}, "not complete"),
        ):
            with self.subTest(why):
                self.assertIn(why, http_suite.judge(self.good, self.answer | change))
        self.assertIn("accepted", http_suite.judge(self.bad, self.answer))

    def test_inputs_are_adapted(self) -> None:
        self.assertTrue(http_suite.adapted(self.good).startswith(b"PUT /url HTTP/1.1\r\nHost: example.test\r\n# no"))
        self.assertTrue(http_suite.adapted(self.bad).endswith(b"A: 1\n\r\n\r\n"))

    def test_the_script_counts_its_groups(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "data/request").mkdir(parents=True)
            (folder / "data/request/some.md").write_text(PAGE, encoding="utf-8")
            program = folder / "conformance_http_cases"
            program.write_text("#!/bin/sh\ncat >/dev/null\ncat <<'END'\n" + (json.dumps(self.answer) + "\n") * 2 + "END\n")
            program.chmod(0o755)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(http_suite.main([str(folder), str(folder / "data")]), 0)
        report = json.loads(out.getvalue())
        self.assertEqual(report["groups"]["request-accepted"], {"right": 1, "total": 1})
        self.assertEqual(report["groups"]["request-refused"], {"right": 0, "total": 1})
        self.assertEqual([miss["case"] for miss in report["misses"]], ["request-refused/some/a-simple-one-2"])
        self.assertEqual(report["skipped"], {"lenient parsing": 1, "pausing": 1})


if __name__ == "__main__":
    unittest.main()
