# Each kind of difference, at the top and inside.
$ understudy diff a.json b.json
? 1
removed /gone: [1,2]
retyped /typed: number 5 -> string "5"
changed /deep/list/1/n: 2 -> 3
added /deep/list/2: {"id":3}
changed /long: "x" -> "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
5 differences
$ understudy diff one.json two.json
? 1
retyped the whole document: number 1 -> object {"a":"\u001b[31mred"}
1 difference

-- a.json --
{"gone": [1, 2], "typed": 5, "deep": {"list": [{"id": 1, "n": 1}, {"id": 2, "n": 2}]}, "long": "x"}
-- b.json --
{"typed": "5", "deep": {"list": [{"id": 1, "n": 1}, {"id": 2, "n": 3}, {"id": 3}]}, "long": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
-- one.json --
1
-- two.json --
{"a": "\u001b[31mred"}
