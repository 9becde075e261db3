# A tree without secrets: exit code 0, and the summary says what was looked at. Folders called .git are not.
# needs: git
$ git init -q -b main .; sh token.sh x >.git/notes; understudy scan .
no findings in 5 files, 294 bytes
$ understudy scan . --jobs 1
no findings in 5 files, 294 bytes
$ understudy scan empty.txt
no findings in 1 file, 0 bytes
$ rm -r .git; understudy scan a.json notes.md --format json | sed -n '/"summary"/,/\]/p'
  "summary": "no findings in 2 files, 91 bytes",
  "counts": {
    "error": 0,
    "warning": 0,
    "info": 0
  },
  "checked": [
    "a.json",
    "notes.md"
  ],

-- a.json --
{"id": "run_1", "inputTokens": 12, "note": "nothing to see"}
-- b/c.yaml --
author: somebody
sha1: da39a3ee5e6b4b0d3255bfef95601890afd80709
-- notes.md --
The password is sent by post.
-- empty.txt --
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
