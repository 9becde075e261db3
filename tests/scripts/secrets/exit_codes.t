# 0: nothing, or warnings; 8: a secret; 3: something could not be read and no secret was found; 1: an expired suppression.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ printf 'it is %s\n' "$(sh token.sh x)" >bad.txt; understudy scan good.txt
no findings in 1 file, 8 bytes
$ understudy scan good.txt bad.txt
? 8
bad.txt:1:7: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 2 files, 41 bytes
$ understudy scan good.txt missing.txt
? 3
missing.txt: warning: not looked at: No such file or directory [secret.not_scanned] unknown

1 finding in 1 file, 8 bytes
$ understudy scan missing.txt bad.txt
? 8
bad.txt:1:7: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

missing.txt: warning: not looked at: No such file or directory [secret.not_scanned] unknown

2 findings in 1 file, 33 bytes
$ understudy scan good.txt --policy expired.yaml
? 1
good.txt: error: the suppression of key.token in good.txt has expired on 2024-01-31 [secret.suppression_expired]
  constraint: key.token
  hint: renew it with a reason that still holds, or remove the secret

1 finding in 1 file, 8 bytes
$ understudy scan good.txt missing.txt --policy expired.yaml
? 1
missing.txt: warning: not looked at: No such file or directory [secret.not_scanned] unknown

good.txt: error: the suppression of key.token in good.txt has expired on 2024-01-31 [secret.suppression_expired]
  constraint: key.token
  hint: renew it with a reason that still holds, or remove the secret

2 findings in 1 file, 8 bytes

-- good.txt --
nothing
-- expired.yaml --
version: 1
suppressions:
  - {file: good.txt, rule: key.token, reason: an old test, owner: platform, expires: 2024-01-31}
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
