# Rules of a team: our own form, or a file of gitleaks; with --only-rules they are the only ones.
# wildcard: <DIGEST>=[0-9a-f]{12}
$ printf 'deployed with acme_%s\nand %s\n' "$(printf x | sha1sum | cut -c 1-32)" "$(sh token.sh x)" >a.txt; understudy scan a.txt --rules acme.yaml
? 8
a.txt:1:15: error: Acme deploy token; 37 characters, digest <DIGEST> [fixture.secret.value]
  constraint: acme.deploy_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md
a.txt:2:5: error: GitLab personal, project or group access token; 26 characters, digest <DIGEST> [fixture.secret.value]
  constraint: gitlab.personal_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

2 findings in 1 file, 83 bytes
$ understudy scan a.txt --rules acme.yaml --only-rules
? 8
a.txt:1:15: error: Acme deploy token; 37 characters, digest <DIGEST> [fixture.secret.value]
  constraint: acme.deploy_token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 83 bytes
$ understudy scan a.txt --rules gitleaks.toml --only-rules
? 8
a.txt:1:15: error: Acme deploy token; 37 characters, digest <DIGEST> [fixture.secret.value]
  constraint: acme-token
  hint: revoke it if it is real, then `understudy scrub`; if it is none, see docs/guide/first-scan.md

1 finding in 1 file, 83 bytes
! note: gitleaks.toml: `extend.useDefault` is not followed: the shipped rules are there anyway
$ understudy scan a.txt --rules acme.yaml --rules gitleaks.toml | tail -n 1
? 8
2 findings in 1 file, 83 bytes
! note: gitleaks.toml: `extend.useDefault` is not followed: the shipped rules are there anyway
$ printf 'a.txt:acme-token:1\n' >.gitleaksignore; understudy scan a.txt --rules gitleaks.toml --only-rules
no findings in 1 file, 83 bytes; 1 suppressed
! note: gitleaks.toml: `extend.useDefault` is not followed: the shipped rules are there anyway
# What cannot be used is said, with its place.
$ understudy scan a.txt --rules bad.yaml
? 2
! error: 1 problem in the rules of "bad.yaml" [secret.bad_rules]
!   error: the rule "acme.deploy_token" cannot be used: the pattern "acme_[0-9a-f" cannot be read: missing ]: [0-9a-f [secret.bad_rule]
!     hint: secrets/README.md describes the form of a rule
$ understudy scan a.txt --rules bad.toml
? 2
! bad.toml:3:8: error: this is no TOML: a value must stand here [secret.bad_toml]
$ understudy scan a.txt --rules map.yaml
? 2
! error: 1 problem in the rules of "map.yaml" [secret.bad_rules]
!   error: the rule "map.yaml" cannot be used: it is no list [secret.bad_rule]
!     hint: secrets/README.md describes the form of a rule

-- acme.yaml --
- id: acme.deploy_token
  about: Acme deploy token
  finds: 'acme_[0-9a-f]{32}'
  edges: word
  words: [acme_]
  makes: 'acme_{hex:32}'
  severity: breaking
  see: Acme handbook
-- gitleaks.toml --
[extend]
useDefault = true
[[rules]]
id = "acme-token"
description = "Acme deploy token"
regex = '''\b(acme_[0-9a-f]{32})\b'''
keywords = ["acme_"]
-- bad.yaml --
- id: acme.deploy_token
  finds: 'acme_[0-9a-f'
-- bad.toml --
[[rules]]
id = "x"
regex =
-- map.yaml --
rules: []
-- token.sh --
# A new token of the form that GitLab gives out; the same for the same word.
printf 'glpat-%s' "$(printf %s "$1" | sha1sum | cut -c 1-20)"
