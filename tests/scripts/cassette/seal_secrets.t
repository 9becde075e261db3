# Sealing redacts: what was put in by hand does not stay; a secret in a comment is refused, because comments are not ours to change. P62
$ sh make.sh; understudy cassette seal leaky.yaml; grep -c "$(cat token)" leaky.yaml; sed -n '/redactions/,/count/p' leaky.yaml
leaky.yaml: sealed, authored, replaced 1
0
redactions:
  - rule: gitlab.personal_token
    at: exchanges[*].input.args[*]
    count: 1
$ understudy cassette seal leaky.yaml
leaky.yaml: nothing was changed
$ understudy cassette seal comment.yaml
? 8
! comment.yaml:5:3: error: comment.yaml would still hold a secret, in a comment [cassette.secret_in_comment]
!   hint: take it out by hand; nothing was written
$ grep -c content_digest comment.yaml
? 1
0
$ mkdir .understudy; cp policy.yaml .understudy/secrets.yaml; understudy cassette convert leaky.yaml
? 2
! leaky.yaml: error: leaky.yaml holds what sealing would replace: exchanges[*].input.args[*] (acme.token) [cassette.would_change]
!   hint: `understudy cassette seal leaky.yaml --reason TEXT` replaces it

-- make.sh --
printf 'glpat-%s' "Vk3qT9xZpL2mWc7RbN4s" > token
sed "s/TOKEN/$(cat token)/" plain.yaml > leaky.yaml
sed "s/TOKEN/x/; s/# nobody/# $(cat token)/" plain.yaml > comment.yaml
-- policy.yaml --
version: 1
rules:
  - {id: acme.token, about: Acme token, finds: "acme_[0-9A-Za-z]{21}", words: [acme_], edges: word, makes: "acme_{base62:21}", severity: breaking}
-- plain.yaml --
version: 1
service: git
name: status/clean
origin: authored
# nobody could record this
exchanges:
  - id: status   # the only one
    kind: command
    at: 0
    input: {program: git, args: [status, TOKEN, acme_Kitten1Kitten2Kitten3]}
    output:
      pieces: [{at: 1, from: stdout, text: " M a.txt\n"}, {at: 2, from: stderr, base64: "AAE="}]
      exit_code: 0
      duration: 3
