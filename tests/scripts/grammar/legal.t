# A legal stream, complete and cut where the grammar allows it.
$ understudy grammar check session.yaml whole.jsonl
session: 5 records, ending complete: no findings
$ understudy grammar check session.yaml cut.jsonl
? 1
cut.jsonl:2:1: error: the stream stops in state Run: the end, said to be complete; expected text, tool_use, tool_result, stop [fixture.order.incomplete]
    {"type": "text"}
    ^~~~~~~~~~~~~~~~
  constraint: order
  see: cut.jsonl:1:1: shortest list that fails alone: records 1 to 2

session: 2 records, ending complete: 1 breaking
$ understudy grammar check session.yaml cut.jsonl --ending interrupted
session: 2 records, ending interrupted: no findings

-- session.yaml --
grammar: session
type: /type
constraints:
  - id: order
    kind: seq
    start: Idle
    accept: [Done]
    interruptible: [Run]
    states:
      Idle: {start: Run}
      Run: {text: Run, tool_use: Run, tool_result: Run, stop: Done}
  - {id: noise, kind: any, types: [ping]}
  - id: tool
    kind: per-key
    key: /id
    states:
      Idle: {tool_use: Busy}
      Busy: {tool_result: Closed}
-- whole.jsonl --
{"type": "start"}
{"type": "ping"}
{"type": "tool_use", "id": "t1"}
{"type": "tool_result", "id": "t1"}
{"type": "stop"}
-- cut.jsonl --
{"type": "start"}
{"type": "text"}
