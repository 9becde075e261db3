# Everything that is wrong with a policy is said at once, and nothing is looked at.
$ understudy scan . --policy bad.yaml
? 2
! bad.yaml: error: the policy: 6 problems [secret.bad_policy]
!   hint: docs/reference/secrets.md describes the file
!   error: fake 1: it needs `kind` [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
!   error: fake 1: it needs `reason` [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
!   error: suppression 1: it needs `reason` [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
!   error: suppression 1: "2024-02-30" is no day such as 2027-01-31 [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
!   error: the class of "/a": "texts" is none of secret, hash, opaque, id, path, url, env, usage, text, time, enum [secret.bad_policy]
!     hint: did you mean "text"? docs/reference/secrets.md describes the file
!   error: the policy: it has no key "supressions" [secret.bad_policy]
!     hint: did you mean "suppressions"? docs/reference/secrets.md describes the file
$ echo "version: 2" >newer.yaml; understudy scan . --policy newer.yaml
? 2
! newer.yaml: error: the policy: 1 problem [secret.bad_policy]
!   hint: docs/reference/secrets.md describes the file
!   error: the policy: `version` must be 1, the only one this understudy reads [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
$ understudy scan . --policy list.yaml
? 2
! list.yaml: error: the policy: 1 problem [secret.bad_policy]
!   hint: docs/reference/secrets.md describes the file
!   error: the policy: it must be a map, not a list [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
$ understudy scan . --policy not.yaml
? 2
! not.yaml:2:1: error: not valid YAML: the text ends inside a flow collection [yaml.syntax]

-- bad.yaml --
version: 1
supressions: []
suppressions:
  - {file: a.json, rule: key.token, owner: platform, expires: 2024-02-30}
fakes:
  - {value: abc}
classes: {"/a": texts}
-- list.yaml --
- 1
-- not.yaml --
a: [
