# Links are not followed, pipes not opened, what cannot be read is said, and a token in a file's name is not shown.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ sh make.sh; understudy scan tree
no findings in 1 file, 8 bytes; 4 skipped
$ understudy scan tree/link tree/pipe tree/nowhere
? 8
tree/link:1:7: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

tree/pipe: warning: not looked at: it is neither a file nor a folder [secret.not_scanned] unknown

tree/nowhere: warning: not looked at: No such file or directory [secret.not_scanned] unknown

3 findings in 1 file, 33 bytes
$ understudy scan named
? 8
named/<secret>.txt: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST>, in the name of the file [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 8 bytes
$ understudy scan named --format json | grep -c "$(sh token.sh name | cut -c 7-14)"
? 1
0

-- make.sh --
mkdir -p tree/sub named
printf 'it is %s\n' "$(sh token.sh x)" >outside.txt
echo nothing >tree/a.txt
ln -s ../outside.txt tree/link
ln -s .. tree/sub/up
ln -s nowhere tree/dangling
mkfifo tree/pipe
echo nothing >"named/$(sh token.sh name).txt"
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
