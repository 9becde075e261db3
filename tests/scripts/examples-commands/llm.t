# The example of an LLM command line: the wording is free, the events and their links are not.
# copy: examples/commands
# needs: python3
# wildcard: <FILES>=[0-9]+ files, [0-9.]+ kB
$ cd llm && ./gate.sh
no findings in <FILES>
understudy.yaml:4:5: info: the service llm leaves partial messages untested: --include-partial-messages is not used by this project [cassette.untested]
understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 12 authored, 4 derived of the service llm [cassette.not_contract]
understudy.yaml:46:5: info: the service codex leaves codex exec resume untested: this project begins a thread of its own every time [cassette.untested]
understudy.yaml:46:5: info: shown apart, because only recordings are a contract: 6 derived of the service codex [cassette.not_contract]

22 cassettes of 2 services: 22 agreed (0 as contract), 0 differed, 0 unknown

llm: contract: no recording
llm: apart, authored: 12 agreed
llm: apart, derived: 4 agreed
llm: untested: partial messages (--include-partial-messages is not used by this project)
codex: contract: no recording
codex: apart, derived: 6 agreed
codex: untested: codex exec resume (this project begins a thread of its own every time)
$ cd llm && sed -i 's/Pong!/Good day, and pong to you./' fake/session.py && understudy check cassettes/llm/ping.jsonl
understudy.yaml:4:5: info: the service llm leaves partial messages untested: --include-partial-messages is not used by this project [cassette.untested]
understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 1 authored of the service llm [cassette.not_contract]

1 cassette of 1 service: 1 agreed (0 as contract), 0 differed, 0 unknown

llm: contract: no recording
llm: apart, authored: 1 agreed
llm: untested: partial messages (--include-partial-messages is not used by this project)
$ cd llm && sed -i 's/"tool_use_id": call, "type"/"tool_use_id": self._id("toolu_"), "type"/' fake/session.py && understudy check cassettes/llm/tool-use.jsonl
? 1
understudy.yaml:4:5: info: the service llm leaves partial messages untested: --include-partial-messages is not used by this project [cassette.untested]
understudy.yaml:4:5: info: shown apart, because only recordings are a contract: 1 authored of the service llm [cassette.not_contract]

cassettes/llm/tool-use.jsonl:3:1: warning: tool-use: stdout /2/message/content/0/tool_use_id differs: "toolu_01wiigfjjw" -> "toolu_8458aeb80fb3091643562a6a" [drift.value_changed] differed
  hint: if the value differs from run to run, a rule for its class belongs here (docs/reference/rules.md)

1 cassette of 1 service: 0 agreed (0 as contract), 1 differed, 0 unknown

llm: contract: no recording
llm: apart, authored: 1 differed
llm: untested: partial messages (--include-partial-messages is not used by this project)
