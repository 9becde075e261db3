# The policy of a repository: suppressions with a reason and an end, fakes, names and paths that are no secret.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ mkdir -p app/sub third_party; printf '{"a": {"b": "%s"}}\n' "$(sh token.sh x)" | tee app/a.json app/b.json >third_party/c.json; understudy scan app third_party
no findings in 1 file, 43 bytes; 1 suppressed; 2 skipped
# It is found from a folder below as well.
$ cd app/sub; understudy scan ..
no findings in 1 file, 43 bytes; 1 suppressed; 1 skipped
# Without it everything is found.
$ understudy scan app third_party --policy empty.yaml | tail -n 1
? 8
3 findings in 3 files, 129 bytes
# One that has expired silences nothing; one that silences nothing is said.
$ sed -i 's/2099/2024/' .understudy/secrets.yaml; understudy scan app
? 8
app/a.json:1:14: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  at: /a/b
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
app/a.json: error: the suppression of gitlab.personal_token in app/a.json has expired on 2024-12-31 [secret.suppression_expired]
  at: /a/b
  constraint: gitlab.personal_token
  hint: renew it with a reason that still holds, or remove the secret

2 findings in 1 file, 43 bytes; 1 skipped
$ sed -i 's/2024/2099/' .understudy/secrets.yaml; echo '{}' >app/a.json; understudy scan app/a.json
app/a.json: warning: the suppression of gitlab.personal_token in app/a.json silences nothing [secret.suppression_unused]
  at: /a/b
  constraint: gitlab.personal_token
  hint: delete it

1 finding in 1 file, 3 bytes

-- .understudy/secrets.yaml --
version: 1
suppressions:
  - file: app/a.json
    rule: gitlab.personal_token
    pointer: /a/b
    reason: a token of a server that is gone
    owner: platform
    expires: 2099-12-31
skip: ["third_party/**", b.json]
-- empty.yaml --
version: 1
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
