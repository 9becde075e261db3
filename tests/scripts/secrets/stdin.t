# Standard input is a text like any other.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ printf 'one\ntwo %s\n' "$(sh token.sh x)" | understudy scan -
? 8
<stdin>:2:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 35 bytes
$ echo nothing | understudy scan -
no findings in 1 file, 8 bytes
$ printf '' | understudy scan -
no findings in 1 file, 0 bytes
$ echo nothing | understudy scan - missing.txt
? 3
missing.txt: warning: not looked at: No such file or directory [secret.not_scanned] unknown

1 finding in 1 file, 8 bytes

-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
