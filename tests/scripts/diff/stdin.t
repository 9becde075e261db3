# A dash reads standard input.
$ printf '{"a":1}' | understudy diff - b.json
? 1
changed /a: 1 -> 2
1 difference

-- b.json --
{"a": 2}
