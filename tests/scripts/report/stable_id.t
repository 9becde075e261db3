# The id of a finding survives edits elsewhere in the file: here a line is added above it.
$ understudy diff --format json a.json b.json | grep '"id"\|"line"'
? 1
      "id": "a0ccb0655493",
      "line": 2,
$ (head -1 b.json; echo; tail -n +2 b.json) > c.json; mv c.json b.json
$ understudy diff --format json a.json b.json | grep '"id"\|"line"'
? 1
      "id": "a0ccb0655493",
      "line": 3,
-- a.json --
{
  "amount": 10
}
-- b.json --
{
  "amount": 12
}
