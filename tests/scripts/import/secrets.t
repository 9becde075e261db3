# P62: secrets of a foreign file reach neither the report nor what is written. The token is made here and opens nothing.
$ openssl rand -hex 10 > token; sed -i "s/TOKEN/glpat-$(cat token)/g" old/git/fetch.yaml; grep -cF "$(cat token)" old/git/fetch.yaml
6
$ understudy import hydraflow old -o out > said; understudy import hydraflow old --format json >> said; grep -cF "$(cat token)" said
? 1
0
$ grep -rF "$(cat token)" out
? 1
$ grep -A6 redactions: out/cassettes/git/fetch.yaml
redactions:
  - rule: gitlab.personal_token
    at: exchanges[*].input.args[*]
    count: 1
  - rule: gitlab.personal_token
    at: exchanges[*].input.env.AUTH
    count: 1
$ understudy scan out | sed 's/, .*//'
no findings in 3 files

-- old/git/fetch.yaml --
# With TOKEN.
adapter: git
interaction: TOKEN
recorded_at: 2026-05-13T10:11:12Z
recorder_sha: 4be1c07
fixture_repo: TOKEN
TOKEN: 1
input: {command: git, args: [fetch, "https://user:TOKEN@gitlab.example.test/a.git"], env: {AUTH: TOKEN}, stdin: "TOKEN\n"}
output: {exit_code: 0, stdout: "TOKEN\n", stderr: "using TOKEN\n"}
