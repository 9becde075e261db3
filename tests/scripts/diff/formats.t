# The same difference for programs, CI servers and code hosts.
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy diff a.json b.json --format json
? 1
{
  "format": "understudy.report",
  "version": 1,
  "tool": {
    "name": "understudy",
    "version": "<VERSION>"
  },
  "verb": "diff",
  "summary": "1 difference",
  "counts": {
    "error": 1,
    "warning": 0,
    "info": 0
  },
  "checked": [
    "a.json",
    "b.json"
  ],
  "findings": [
    {
      "id": "a0ccb0655493",
      "severity": "error",
      "code": "diff.changed",
      "message": "changed /amount: 1 -> 2",
      "file": "b.json",
      "line": 2,
      "column": 13,
      "length": 1,
      "pointer": "/amount",
      "before": 1,
      "after": 2,
      "verdict": "differed"
    }
  ]
}
$ understudy diff a.json b.json --format junit
? 1
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy diff" tests="2" failures="1" errors="0" skipped="0">
  <testsuite name="understudy diff" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="b.json" name="diff.changed /amount" file="b.json" line="2">
      <failure message="changed /amount: 1 -&gt; 2" type="diff.changed">b.json:2:13: changed /amount: 1 -&gt; 2
at: /amount
id: a0ccb0655493</failure>
    </testcase>
    <testcase classname="a.json" name="clean"/>
  </testsuite>
</testsuites>
$ understudy diff a.json b.json --format sarif
? 1
{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "understudy",
          "version": "<VERSION>",
          "rules": [
            {
              "id": "diff.changed"
            }
          ]
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "diff.changed",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "changed /amount: 1 -> 2"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "b.json",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 2,
                  "startColumn": 13,
                  "endColumn": 14
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "/amount"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "understudyFinding/v1": "a0ccb0655493"
          },
          "properties": {
            "before": 1,
            "after": 2,
            "verdict": "differed"
          }
        }
      ]
    }
  ]
}
$ understudy diff a.json b.json --format markdown
? 1
\## understudy diff

1 difference

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| error | `b.json:2:13`<br>`/amount` | changed /amount: 1 -&gt; 2 (differed)<br>before `1`<br>after `2` | `diff.changed` | `a0ccb0655493` |
$ understudy diff a.json b.json --format github
? 1
::error file=b.json,line=2,col=13,title=diff.changed::changed /amount: 1 -> 2%0Aat: /amount%0Aid: a0ccb0655493
understudy: 1 difference

-- a.json --
{"amount": 1}
-- b.json --
{
  "amount": 2
}
