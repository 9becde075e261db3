# scrub says what it would replace, with --write does it: the same pseudonym for the same secret, through base64; a second time there is nothing to do.
# wildcard: <SHA>=[0-9a-f]{64}
# wildcard: <TIME>=2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z
# wildcard: <DIGEST>=[0-9a-f]{12}
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ sh make.sh; understudy scrub fixtures
? 8
fixtures/call.json:1:42: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST>, inside base64 [fixture.secret.value]
  at: /headers/x-user
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

fixtures/push.json:3:23: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /log
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

would replace secrets in 2 places of 2 files; --write does it
$ ls fixtures; cmp fixtures/push.json push.before
call.json
push.json
$ understudy scrub fixtures --write --scenario push
replaced secrets in 2 places of 2 files
$ cat fixtures/push.json
{
  "id": "run_1",
  "log": "pushed with glpat-00000000000000000001 to main",
  "about": "a push to the main branch of a repository"
}
$ sed -nE 's/.*"x-user": "([^"]*).*/\1/p' fixtures/call.json | base64 -d
oauth2:glpat-00000000000000000001
% no newline
$ stat -c %a fixtures/push.json
640
$ cat fixtures/redaction-report-push.json
{
  "format": "understudy.redaction",
  "version": 1,
  "tool": {
    "name": "understudy",
    "version": "<VERSION>"
  },
  "scenario": "push",
  "time": "<TIME>",
  "result": "replaced",
  "policy_sha256": "<SHA>",
  "files": [
    {
      "file": "fixtures/call.json",
      "changed": true,
      "output_sha256": "<SHA>",
      "source_hmac_sha256": "<SHA>"
    },
    {
      "file": "fixtures/push.json",
      "changed": true,
      "output_sha256": "<SHA>",
      "source_hmac_sha256": "<SHA>"
    }
  ],
  "counts": {
    "replaced": 2,
    "by_rule": {
      "gitlab.personal_token": 2
    },
    "by_layer": {
      "base64": 1
    }
  },
  "pseudonyms": {
    "gitlab.personal_token": 1
  },
  "derived": {
    "recomputed": 0,
    "unknown": 0
  },
  "usage": {
    "hidden": 0
  },
  "suppressions": [],
  "bounds": {
    "depth": 8,
    "expansion": 100,
    "unwrapped_bytes": 67108864
  },
  "bounds_reached": []
}
$ understudy scan fixtures
no findings in 3 files, 1.4 kB
$ md5sum fixtures/* >sums; understudy scrub fixtures --write --scenario push; md5sum --quiet -c sums
nothing to replace in 2 files
$ understudy scrub fixtures
nothing to replace in 3 files
# The receipt lies beside a file, under the file's name.
$ sh make.sh; understudy scrub fixtures/push.json --write --format json | grep summary; ls fixtures
  "summary": "replaced secrets in 1 place of 1 file",
call.json
push.json
redaction-report-push.json

-- make.sh --
mkdir -p fixtures
t=$(sh token.sh x)
printf '{\n  "id": "run_1",\n  "log": "pushed with %s to main",\n  "about": "a push to the main branch of a repository"\n}\n' "$t" >fixtures/push.json
printf '{"method": "GET", "headers": {"x-user": "%s"}, "about": "the call behind it"}\n' "$(printf 'oauth2:%s' "$t" | base64 -w 0)" >fixtures/call.json
chmod 640 fixtures/push.json
cp fixtures/push.json push.before
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
