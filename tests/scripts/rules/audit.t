# What rules hide: values that one replaced are changed, and what would not be noticed is shown. P26, P27.
$ understudy cassette seal cassettes/hub/view.yaml
cassettes/hub/view.yaml: sealed, authored
$ understudy rules audit
understudy.yaml:6:5: warning: the rule uuid at stderr replaced nothing [rule.never_hits]
  hint: drop it, or correct its scope

cassettes/hub/view.yaml:8:5: warning: "2026-04-30T06:12:09Z" at stdout /at looks as if it differed from run to run, and no rule covers it [rule.uncovered]
  hint: if it does: {use: timestamps.ISO8601, at: {stream: [stdout]}}

4 rules in 1 cassette: 0 errors, 2 warnings

pr_number: 1 hit, 0 % of the values where it hits
  in cassettes/hub/view.yaml stdout /url
  values: "41"
  would hide: "41" to "42", "41" to "24816357901"
  would show: "41" to "defaced", "41" to "something else entirely", "41" to "2031-01-02T03:04:05Z", "41" to "https://elsewhere.test/x", ...

pr_number at $.number: 1 hit, 14 % of the values where it hits
  in cassettes/hub/view.yaml stdout /number
  values: "41"
  would hide: "41" to "42", "41" to "24816357901"
  would show: "41" to "defaced", "41" to "something else entirely", "41" to "2031-01-02T03:04:05Z", "41" to "https://elsewhere.test/x", ...

id at $.run: 1 hit, 14 % of the values where it hits
  in cassettes/hub/view.yaml stdout /run
  values: "24816357901"
  would hide: "24816357901" to "24816357902", "24816357901" to "defaced", "24816357901" to "2031-01-02T03:04:05Z", "24816357901" to "https://elsewhere.test/x"
  would show: "24816357901" to "something else entirely", "24816357901" to ""

uuid at stderr: 0 hits
$ sed -i 's/use: id/use: sha:short/' understudy.yaml; understudy rules audit cassettes/hub
? 1
understudy.yaml:5:5: error: the rule sha:short at $.run hides more than its class: every value it replaced is a decimal number such as 24816357901, which is no SHA [rule.swallows]
  hint: narrow its scope or its pattern, or use the normalizer for what stands there

cassettes/hub/view.yaml:8:5: warning: "2026-04-30T06:12:09Z" at stdout /at looks as if it differed from run to run, and no rule covers it [rule.uncovered]
  hint: if it does: {use: timestamps.ISO8601, at: {stream: [stdout]}}

4 rules in 1 cassette: 1 error, 1 warning

pr_number: 1 hit, 0 % of the values where it hits
  in cassettes/hub/view.yaml stdout /url
  values: "41"
  would hide: "41" to "42", "41" to "24816357901"
  would show: "41" to "defaced", "41" to "something else entirely", "41" to "2031-01-02T03:04:05Z", "41" to "https://elsewhere.test/x", ...

pr_number at $.number: 1 hit, 14 % of the values where it hits
  in cassettes/hub/view.yaml stdout /number
  values: "41"
  would hide: "41" to "42", "41" to "24816357901"
  would show: "41" to "defaced", "41" to "something else entirely", "41" to "2031-01-02T03:04:05Z", "41" to "https://elsewhere.test/x", ...

sha:short at $.run: 1 hit, 14 % of the values where it hits
  in cassettes/hub/view.yaml stdout /run
  values: "24816357901"
  would hide: "24816357901" to "24816357902", "24816357901" to "defaced"
  would show: "24816357901" to "something else entirely", "24816357901" to "2031-01-02T03:04:05Z", "24816357901" to "https://elsewhere.test/x", "24816357901" to ""

uuid at stderr: 0 hits
$ understudy rules audit --format json cassettes/hub | sed -n '/"rules": \[/,$p' | head -26
? 1
  "rules": [
    {
      "rule": "pr_number",
      "at": "understudy.yaml:3:5",
      "hits": 1,
      "share": 0.0,
      "places": [
        "cassettes/hub/view.yaml stdout /url"
      ],
      "samples": [
        "41"
      ],
      "values": 1,
      "changed": 1,
      "mutations": [
        {
          "from": "41",
          "to": "42",
          "of_its_class": true,
          "hidden": true
        },
        {
          "from": "41",
          "to": "24816357901",
          "of_its_class": true,
          "hidden": true
$ echo 'services: {hub: {}}' > understudy.yaml; echo 'rules: [sha:shrot, {use: pr_number, at: {line: "("}}, opaque]' >> understudy.yaml; understudy rules audit
? 2
! error: there are 3 problems in the rules [rule.bad_rules]
!   hint: docs/reference/rules.md describes them
!   understudy.yaml:2:9: error: there is no normalizer "sha:shrot"; the known ones are column, count, duration, host, id, issue_number, number_in_url, opaque, path, port, pr_number, sha:long, sha:short, size, text, timestamps.ISO8601, timestamps.RFC1123, timestamps.epoch, uuid, version [rule.unknown_normalizer]
!       rules: [sha:shrot, {use: pr_number, at: {line: "("}}, opaque]
!               ^~~~~~~~~
!     hint: did you mean "sha:short"? a project adds its own under `normalizers` in understudy.yaml
!   understudy.yaml:2:20: error: `line` of the rule pr_number is no pattern that can be used [rule.bad_pattern]
!       rules: [sha:shrot, {use: pr_number, at: {line: "("}}, opaque]
!                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!     hint: patterns are those of RE2, which has no look-around and no back references
!     error: the pattern "(" cannot be read: missing ): ( [base.regex_bad_syntax]
!   understudy.yaml:2:55: error: the rule opaque: would take everything; name the value with `path`, `column` or `group` [rule.bad_scope]
!       rules: [sha:shrot, {use: pr_number, at: {line: "("}}, opaque]
!                                                             ^~~~~~
$ rm -r cassettes; understudy rules audit
? 2
! error: there are no cassettes to look at [app.bad_arguments]
!   hint: `understudy rules audit --help` shows how it is called

-- understudy.yaml --
services: {hub: {}}
rules:
  - pr_number
  - {use: pr_number, at: {path: $.number}}
  - {use: id, at: {path: $.run}}
  - {use: uuid, at: {stream: [stderr]}}
-- cassettes/hub/view.yaml --
version: 1
service: hub
name: view
origin: authored
redactions: []
exchanges:
  - id: view
    kind: command
    at: 0
    input: {program: hub, args: [view]}
    output:
      pieces:
        - at: 1
          from: stdout
          text: |
            {"number": 41, "url": "https://x.test/a/b/pull/41", "run": "24816357901", "state": "open", "title": "fix", "draft": false, "at": "2026-04-30T06:12:09Z"}
      exit_code: 0
      duration: 2
