# JSON Lines are compared record by record; a moved record is one difference.
$ understudy diff a.jsonl b.jsonl
? 1
added record 3 /why: "end"
moved record 1 -> record 2: {"type":"start"}
2 differences

-- a.jsonl --
{"type": "start"}
{"type": "text", "n": 1}
{"type": "stop"}
-- b.jsonl --
{"type": "text", "n": 1}
{"type": "start"}
{"type": "stop", "why": "end"}
