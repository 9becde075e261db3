# What is staged, and what commits of a range added, asked of git; a secret that was taken out later is still in the history.
# needs: git
# wildcard: <COMMIT>=[0-9a-f]{12}
# wildcard: <DIGEST>=[0-9a-f]{12}
$ git init -q -b main app; cd app; git config user.name test; git config user.email test@example.com; echo 'url: x' >a.yaml; git add .; git commit -q -m one
$ cd app; printf 'log: %s\n' "$(sh ../token.sh x)" >>a.yaml; understudy scan --staged
no findings in 0 files, 0 bytes
$ cd app; git add .; echo 'url: y' >a.yaml; understudy scan --staged
? 8
a.yaml:2:6: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 39 bytes
$ cd app; mkdir -p sub; cd sub; understudy scan --staged .
no findings in 0 files, 0 bytes
$ cd app; git commit -q -m two; git add .; git commit -q -m three; understudy scan .
no findings in 1 file, 7 bytes
$ cd app; understudy scan --git HEAD
? 8
a.yaml:2:6: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST>, added by commit <COMMIT> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 3 files, 53 bytes
$ cd app; understudy scan --git HEAD~1..HEAD
no findings in 1 file, 7 bytes
# Digests are the same in every run in a repository.
$ cd app; understudy scan --git HEAD | grep -o 'digest [0-9a-f]*' >../one; understudy scan --git HEAD | grep -o 'digest [0-9a-f]*' | cmp - ../one; stat -c '%a %s' .git/understudy-salt
600 32
# What git refuses is said in its words.
$ cd app; understudy scan --git nowhere..HEAD
? 2
! error: git says no: bad revision 'nowhere..HEAD' [app.git_refused]
!   hint: --staged and --git are for a git repository; a range is what `git log` takes: main..HEAD
$ understudy scan --staged
? 2
! error: git says no: not a git repository (or any of the parent directories): .git [app.git_refused]
!   hint: --staged and --git are for a git repository; a range is what `git log` takes: main..HEAD
$ cd app; PATH="${PATH%%:*}" understudy scan --staged
? 2
! error: git cannot be asked: there is no program "git" on the PATH [app.git_missing]
!   hint: install git, or name files and folders instead

-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
