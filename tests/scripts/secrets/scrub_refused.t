# A scrub that cannot be whole does nothing: exit code 1, and every file is as it was.
$ sh make.sh; md5sum *.* >../sums; understudy scrub a.json missing.json --write
? 1
missing.json: error: not looked at: No such file or directory [secret.not_scanned] unknown

refused; nothing was written
$ understudy scrub a.json bomb.json --write
? 1
bomb.json: error: what lies deeper here was not looked at: it unpacks to more than 1944000 bytes [fixture.secret.too_deep]
  hint: unpack it and scan what is inside

refused; nothing was written
$ understudy scrub a.json --write --receipt nowhere/r.json
? 1
nowhere/r.json: error: cannot write "nowhere/r.json": No such file or directory [app.cannot_write]
  hint: nothing was changed

refused; nothing was written
$ understudy scrub a.json --write --receipt folder
? 1
folder: error: cannot write "folder": it is no regular file [app.cannot_write]
  hint: nothing was changed

refused; nothing was written
$ md5sum --quiet -c ../sums; ls
a.json
bomb.json
folder
make.sh
token.sh

-- folder/empty --
-- make.sh --
printf '{"log": "pushed with %s to main", "about": "a push to the main branch"}\n' "$(sh token.sh x)" >a.json
head -c 20000000 /dev/zero | gzip -n | base64 -w 0 | sed 's/.*/{"body": "&"}/' >bomb.json
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
