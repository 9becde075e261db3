# What the answers to a call look like, from its recordings: ends, schema, sets of values. Another
# list of fields is another call (P34).
$ understudy cassette shape cassettes --call "gh pr list --json number,state"
{
  "shapes": [
    {
      "call": {
        "program": "gh",
        "args": [
          "pr",
          "list",
          "--json",
          "number,state"
        ]
      },
      "recordings": 2,
      "ends": [
        {
          "exit_code": 0
        },
        {
          "exit_code": 4
        }
      ],
      "parts": {
        "stdout": {
          "forms": [
            "json"
          ],
          "schema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "number": {
                  "type": "integer"
                },
                "state": {
                  "type": "string"
                }
              },
              "required": [
                "number",
                "state"
              ]
            }
          },
          "values": {
            "/*/state": [
              "OPEN",
              "CLOSED"
            ]
          }
        },
        "stderr": {
          "forms": [
            "lines"
          ]
        }
      }
    }
  ]
}
$ understudy cassette shape cassettes/gh/narrow.yaml
{
  "shapes": [
    {
      "call": {
        "program": "gh",
        "args": [
          "pr",
          "list",
          "--json",
          "number"
        ]
      },
      "recordings": 1,
      "ends": [
        {
          "exit_code": 0
        }
      ],
      "parts": {
        "stdout": {
          "forms": [
            "json"
          ],
          "schema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "number": {
                  "type": "integer"
                }
              },
              "required": [
                "number"
              ]
            }
          }
        }
      }
    }
  ]
}
$ understudy cassette shape cassettes --call "gh issue"
? 2
! error: no cassette here has a recording of the call "gh issue" [app.no_recordings]
!   hint: name a cassette or a folder of cassettes; `understudy record` makes one
$ understudy cassette shape nowhere.yaml
? 2
! nowhere.yaml: error: cannot read "nowhere.yaml": No such file or directory [app.cannot_read]

-- cassettes/gh/one.yaml --
version: 1
service: gh
name: one
origin: authored
redactions: []
content_digest: "sha256:3207733fb873b34f462c828ca42e24eaf900f6b75484b2bb27ca91fff8085c32"
exchanges:
  - id: list
    kind: command
    at: 0
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stdout, text: "[{\"number\":1,\"state\":\"OPEN\"},{\"number\":2,\"state\":\"CLOSED\"}]\n"}
      exit_code: 0
      duration: 2
  - id: again
    kind: command
    at: 2
    phase: step
    input: {program: gh, args: [pr, list, --json, "number,state"], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stderr, text: "gh: not logged in\n"}
      exit_code: 4
      duration: 2
-- cassettes/gh/narrow.yaml --
version: 1
service: gh
name: narrow
origin: authored
redactions: []
content_digest: "sha256:eb38a84b2c1fd5ad9621325b903fa1d1b4704f6b90128af88df26617a6390e5b"
exchanges:
  - id: list
    kind: command
    at: 0
    phase: step
    input: {program: gh, args: [pr, list, --json, number], cwd: root, stdin: none}
    output:
      pieces:
        - {at: 1, from: stdout, text: "[{\"number\":1}]\n"}
      exit_code: 0
      duration: 2
