# The doctor looks at this machine; what it prints of it is not fixed here.
# wildcard: <ANY>=.+
$ understudy doctor | head -n 1
ok       program     understudy <ANY>
$ understudy doctor --format json | head -n 2
{
  "version": "<ANY>",
$ TMPDIR=/nonexistent understudy doctor | grep -A1 '^broken'
? 1
broken   writing     cannot write "/nonexistent/understudy-doctor-<ANY>": No such file or directory
                     to do: make /nonexistent writable, or set TMPDIR to a folder that is
$ PATH=$(dirname "$(command -v understudy)") understudy doctor | /usr/bin/grep -A1 'missing  git'
missing  git         not on the PATH
                     to do: install it: apt-get install git
