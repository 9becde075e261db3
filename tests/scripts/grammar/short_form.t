# Where order is all that matters, one line is a grammar.
$ understudy grammar check short.yaml good.jsonl
short: 4 records, ending complete: no findings
$ understudy grammar check short.yaml bad.jsonl
? 1
bad.jsonl:3:1: error: record 3: hook does not fit in state after hook; expected assistant, tool_result, result [fixture.order.unexpected]
    {"type": "hook"}
    ^~~~~~~~~~~~~~~~
  constraint: order
  see: bad.jsonl:1:1: shortest list that fails alone: records 1 to 3

short: 4 records, ending complete: 1 breaking

-- short.yaml --
grammar: short
type: /type
order: init hook? (assistant | tool_result)* result
-- good.jsonl --
{"type": "init"}
{"type": "assistant"}
{"type": "tool_result"}
{"type": "result"}
-- bad.jsonl --
{"type": "init"}
{"type": "hook"}
{"type": "hook"}
{"type": "result"}
