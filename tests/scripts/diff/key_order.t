# Key order and white space are no difference: nothing is printed, exit code 0.
$ understudy diff a.json b.json
$ understudy diff a.json c.yaml --as yaml

-- a.json --
{"a": 1, "b": {"x": [1, 2], "y": null}}
-- b.json --
{
  "b": {"y": null, "x": [1, 2]},
  "a": 1
}
-- c.yaml --
# the same as YAML
b:
  y: ~
  x:
    - 1
    - 2
a: 1
