# A file larger than a window: the line is the file's, what lies on a cut is found once, memory stays flat, holes cost nothing.
# limit-memory: 2G
# limit-seconds: 60
# wildcard: <DIGEST>=[0-9a-f]{12}
$ sh make.sh; understudy scan large.txt
? 8
large.txt:1048571:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
large.txt:2148572:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

2 findings in 1 file, 34.3 MB
$ understudy scan - <large.txt
? 8
<stdin>:1048571:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
<stdin>:2148572:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

2 findings in 1 file, 34.3 MB
$ understudy scan line.txt
? 8
line.txt:1:16777202: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 17.7 MB
$ understudy scan sparse.bin
? 8
sparse.bin:2:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 5.3 GB

-- make.sh --
t=$(sh token.sh x)
# Lines of 16 bytes: 1,048,576 of them are one window.
(yes 'nothing to see.' | head -n 1048570; printf 'log %s\n' "$t"; yes 'nothing to see.' | head -n 1100000; printf 'log %s\n' "$t") >large.txt
(yes 'nothing to see' | head -c 16777200 | tr '\n' ' '; printf ' %s ' "$t"; yes 'nothing to see' | head -c 1000000 | tr '\n' ' ') >line.txt
truncate -s 5G sparse.bin
printf '\nlog %s\n' "$t" >>sparse.bin
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
