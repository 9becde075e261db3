# Keys with slashes and tildes are written as RFC 6901 wants them.
$ understudy diff a.json b.json
? 1
changed /a~1b: 1 -> 2
changed /c~0d: 2 -> 3
changed /: 3 -> 4
3 differences
-- a.json --
{"a/b": 1, "c~d": 2, "": 3}
-- b.json --
{"a/b": 2, "c~d": 3, "": 4}
