# One finding in all formats.
# wildcard: <DIGEST>=[0-9a-f]{12}
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ printf '{\n "a": "%s"\n}\n' "$(sh token.sh formats)" >a.json; understudy scan a.json
? 8
a.json:2:8: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /a
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 39 bytes
$ understudy scan a.json --format json
? 8
{
  "format": "understudy.report",
  "version": 1,
  "tool": {
    "name": "understudy",
    "version": "<VERSION>"
  },
  "verb": "scan",
  "summary": "1 finding in 1 file, 39 bytes",
  "counts": {
    "error": 1,
    "warning": 0,
    "info": 0
  },
  "checked": [
    "a.json"
  ],
  "findings": [
    {
      "id": "78bbc84fc5fe",
      "severity": "error",
      "code": "fixture.secret.value",
      "message": "GitLab personal, project or group access token; 26 characters, digest <DIGEST>",
      "file": "a.json",
      "line": 2,
      "column": 8,
      "pointer": "/a",
      "constraint": "gitlab.personal_token",
      "hint": "revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md"
    }
  ]
}
$ understudy scan a.json --format junit
? 8
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="understudy scan" tests="1" failures="1" errors="0" skipped="0">
  <testsuite name="understudy scan" tests="1" failures="1" errors="0" skipped="0">
    <testcase classname="a.json" name="fixture.secret.value /a gitlab.personal_token" file="a.json" line="2">
      <failure message="GitLab personal, project or group access token; 26 characters, digest <DIGEST>" type="fixture.secret.value">a.json:2:8: GitLab personal, project or group access token; 26 characters, digest <DIGEST>
at: /a
constraint: gitlab.personal_token
hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
id: 78bbc84fc5fe</failure>
    </testcase>
  </testsuite>
</testsuites>
$ understudy scan a.json --format sarif
? 8
{
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "version": "<VERSION>",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "understudy",
          "version": "<VERSION>",
          "rules": [
            {
              "id": "fixture.secret.value",
              "shortDescription": {
                "text": "{about}; {length}, digest {digest}{inside}"
              }
            }
          ]
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "fixture.secret.value",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "GitLab personal, project or group access token; 26 characters, digest <DIGEST>\nhint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a.json",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 2,
                  "startColumn": 8,
                  "endColumn": 8
                }
              },
              "logicalLocations": [
                {
                  "fullyQualifiedName": "/a"
                }
              ]
            }
          ],
          "partialFingerprints": {
            "understudyFinding/v1": "78bbc84fc5fe"
          },
          "properties": {
            "constraint": "gitlab.personal_token",
            "hint": "revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md"
          }
        }
      ]
    }
  ]
}
$ understudy scan a.json --format markdown
? 8
\## understudy scan

1 finding in 1 file, 39 bytes

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| error | `a.json:2:8`<br>`/a` | GitLab personal, project or group access token; 26 characters, digest <DIGEST><br>constraint `gitlab.personal_token`<br>hint: revoke it if it is real, then \`understudy scrub\`; if it is none, see docs/guide/first-scan.md | `fixture.secret.value` | `78bbc84fc5fe` |
$ understudy scan a.json --format github
? 8
::error file=a.json,line=2,col=8,title=fixture.secret.value::GitLab personal, project or group access token; 26 characters, digest <DIGEST>%0Aat: /a%0Ahint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md%0Aid: 78bbc84fc5fe
understudy: 1 finding in 1 file, 39 bytes

-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
