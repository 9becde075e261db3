# A baseline lists what is there today; only what is new is reported, and the list holds nothing of the secrets.
# wildcard: <TOLD>=[0-9a-f]{12}
# wildcard: <DIGEST>=[0-9a-f]{12}
$ printf 'it is %s\n' "$(sh token.sh old)" >a.txt; understudy scan a.txt --write-baseline known.json
no findings in 1 file, 33 bytes; 1 listed in the baseline
$ cat known.json
{
  "version": 1,
  "findings": [
    {
      "id": "2d3c060772aa",
      "rule": "gitlab.personal_token",
      "file": "a.txt",
      "line": 1,
      "told": "<TOLD>"
    }
  ]
}
$ understudy scan a.txt --baseline known.json
no findings in 1 file, 33 bytes; 1 suppressed
$ printf 'and %s\n' "$(sh token.sh new)" >>a.txt; understudy scan a.txt --baseline known.json
? 8
a.txt:2:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 64 bytes; 1 suppressed
$ understudy scan a.txt --baseline a.txt
? 2
! a.txt: error: the baseline "a.txt": it is no JSON [secret.bad_policy]
!   hint: docs/reference/secrets.md describes the file

-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
