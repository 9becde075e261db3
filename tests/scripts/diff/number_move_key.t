# One number's text, one moved element and one added key: exactly that is said, and nothing else.
$ understudy diff a.json b.json
? 1
changed /amount: 10.50 -> 10.5
moved /tags/0 -> /tags/2: "a"
added /currency: "usd"
3 differences

-- a.json --
{"id": "ch_1", "amount": 10.50, "tags": ["a", "b", "c"]}
-- b.json --
{"id": "ch_1", "tags": ["b", "c", "a"], "amount": 10.5, "currency": "usd"}
