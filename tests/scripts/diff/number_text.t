# The text of a number counts, because a client can tell 10.50 from 10.5 and 1e2 from 100.
$ understudy diff a.json b.json
? 1
changed /amount: 10.50 -> 10.5
changed /count: 1e2 -> 100
changed /big: 12345678901234567890.10 -> 12345678901234567890.1
3 differences
-- a.json --
{"amount": 10.50, "count": 1e2, "big": 12345678901234567890.10, "same": 7}
-- b.json --
{"amount": 10.5, "count": 100, "big": 12345678901234567890.1, "same": 7}
