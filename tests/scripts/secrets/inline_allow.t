# `understudy:allow RULE reason` on the line of a finding or above it; a reason is needed, and the rule by its name.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ sh make.sh; understudy scan good
no findings in 2 files, 188 bytes; 2 suppressed
$ understudy scan bad
? 8
bad/no_reason.txt:1:4: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
bad/no_reason.txt:1:4: error: an inline allow has no reason [secret.allow_without_reason]
  constraint: gitlab.personal_token
  hint: write `understudy:allow RULE why it is no secret`

bad/other_rule.txt:1:4: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

bad/too_far.txt:3:1: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

4 findings in 3 files, 248 bytes

-- make.sh --
mkdir -p good bad
t=$(sh token.sh x)
printf 'a: %s  # understudy:allow gitlab.personal_token a server that is gone\n' "$t" >good/same_line.txt
printf '// understudy:allow gitlab.personal_token a server that is gone\nx(%s)\n' "$t" >good/line_above.txt
printf 'a: %s  # understudy:allow gitlab.personal_token\n' "$t" >bad/no_reason.txt
printf 'a: %s  # understudy:allow gitlab.oauth a server that is gone\n' "$t" >bad/other_rule.txt
printf '# understudy:allow gitlab.personal_token a server that is gone\n\n%s\n' "$t" >bad/too_far.txt
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
