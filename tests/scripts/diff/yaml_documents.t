# Several documents in one YAML file; a repeated key is kept in a foreign file.
$ understudy diff a.yaml b.yaml
? 1
changed document 2 /b: 2 -> 3
added document 2 /c: ["x"]
2 differences

-- a.yaml --
a: 1
---
b: 2
-- b.yaml --
a: 1
---
b: 3
c: [x]
