# Files of two forms are compared only when told how to read them: YAML reads JSON too.
$ understudy diff a.json b.yaml
? 2
! error: "a.json" is JSON and "b.yaml" is YAML [app.different_forms]
!   hint: say how to read both with --as json, jsonl, yaml or text
$ understudy diff --as yaml a.json b.yaml
? 1
changed /ports/1: 443 -> 8443
1 difference
-- a.json --
{"name": "x", "ports": [80, 443]}
-- b.yaml --
name: x
ports:
  - 80
  - 8443
