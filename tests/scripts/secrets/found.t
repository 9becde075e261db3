# A secret is found in JSON, JSON Lines, YAML and variables, through base64 and compression; no character of it is shown.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ sh make.sh; understudy scan found
? 8
found/a.json:3:23: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /log
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

found/b.jsonl:2:19: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /1/log/0
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

found/c.yaml:2:7: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

found/d.env:2:15: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

found/e.json:1:20: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST>, inside base64 [fixture.secret.value]
  at: /headers/x
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

found/f.gz:1:1: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST>, inside gzip [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

6 findings in 6 files, 347 bytes
$ understudy scan found/a.json found/b.jsonl --format json | grep -E '"(pointer|constraint|code|line)"'
? 8
      "code": "fixture.secret.value",
      "line": 3,
      "pointer": "/log",
      "constraint": "gitlab.personal_token",
      "code": "fixture.secret.value",
      "line": 2,
      "pointer": "/1/log/0",
      "constraint": "gitlab.personal_token",
# Nothing of the token is in any report.
$ for format in text json junit sarif markdown github; do understudy scan found --format $format; done | grep -c "$(sh token.sh one | cut -c 7-14)"
? 1
0
# Several threads say the same in the same order.
$ understudy scan found --jobs 1 --format github | sed -E 's/digest [0-9a-f]+//' >one; understudy scan found --jobs 8 --format github | sed -E 's/digest [0-9a-f]+//' | cmp - one
? 8

-- make.sh --
mkdir -p found
t=$(sh token.sh one)
printf '{\n  "id": 1,\n  "log": "pushed with %s"\n}\n' "$t" >found/a.json
printf '{"n": 1}\n{"n": 2, "log": ["%s"]}\n' "$t" >found/b.jsonl
printf 'name: x\nlog: "%s"\n' "$t" >found/c.yaml
printf 'export HOST=localhost\nexport GITLAB=%s\n' "$t" >found/d.env
printf '{"headers": {"x": "%s"}}\n' "$(printf 'user:%s' "$t" | base64 -w 0)" >found/e.json
printf 'one\ntwo %s\n' "$t" | gzip -n >found/f.gz
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
