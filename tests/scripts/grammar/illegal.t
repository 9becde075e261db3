# A finding names the record, the state, what was expected and the shortest list of records that shows it.
$ understudy grammar check session.yaml bad.jsonl
? 1
bad.jsonl:2:1: error: record 2: tool_result does not fit "t1" in state Idle; expected tool_use [fixture.order.key_unexpected]
    {"type": "tool_result", "id": "t1", "session": "a"}
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: tool
  see: bad.jsonl:2:1: shortest list that fails alone: record 2
bad.jsonl:3:1: error: record 3: "b" is another value; expected "a", as in record 1 [fixture.order.not_constant]
    {"type": "text", "session": "b"}
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: one-session
  see: bad.jsonl:1:1: shortest list that fails alone: records 1, 3
bad.jsonl:4:1: error: record 4: start does not fit in state Run; expected text, tool_use, tool_result, stop [fixture.order.unexpected]
    {"type": "start", "session": "a"}
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: order
  see: bad.jsonl:1:1: shortest list that fails alone: records 1 to 4
bad.jsonl:5:1: warning: record 5: the grammar does not know txet [fixture.order.unknown_type]
    {"type": "txet", "session": "a"}
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: did you mean "text"?
  see: bad.jsonl:5:1: shortest list that fails alone: record 5

session: 5 records, ending complete: 3 breaking, 1 warning
$ understudy grammar check session.yaml bad.jsonl --format github
? 1
::error file=bad.jsonl,line=2,col=1,title=fixture.order.key_unexpected::record 2: tool_result does not fit "t1" in state Idle; expected tool_use%0Aid: a3a4a3f33917
::error file=bad.jsonl,line=3,col=1,title=fixture.order.not_constant::record 3: "b" is another value; expected "a", as in record 1%0Aid: 1e16cc608e24
::error file=bad.jsonl,line=4,col=1,title=fixture.order.unexpected::record 4: start does not fit in state Run; expected text, tool_use, tool_result, stop%0Aid: 8d314dd6b08e
::warning file=bad.jsonl,line=5,col=1,title=fixture.order.unknown_type::record 5: the grammar does not know txet%0Ahint: did you mean "text"?%0Aid: 206b8b2e2840
understudy: session: 5 records, ending complete: 3 breaking, 1 warning

-- session.yaml --
grammar: session
type: /type
constraints:
  - id: order
    kind: seq
    start: Idle
    accept: [Done]
    states:
      Idle: {start: Run}
      Run: {text: Run, tool_use: Run, tool_result: Run, stop: Done}
  - id: tool
    kind: per-key
    key: /id
    states:
      Idle: {tool_use: Busy}
      Busy: {tool_result: Closed}
  - {id: one-session, kind: constant, field: /session}
-- bad.jsonl --
{"type": "start", "session": "a"}
{"type": "tool_result", "id": "t1", "session": "a"}
{"type": "text", "session": "b"}
{"type": "start", "session": "a"}
{"type": "txet", "session": "a"}
