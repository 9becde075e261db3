# What RE2 cannot check is said and is never a pass: exit code 3, or 1 if something else is wrong.
$ understudy schema check look.json a.json
? 3
a.json:1:10: warning: /name: the pattern "^(?!admin)" was not checked: the pattern "^(?!admin)" cannot be checked in linear time: "(?!" at character 2 looks ahead [schema.pattern_not_checked] unknown
    {"name": "x"}
             ^~~
  at: /name
  constraint: look.json#/properties/name/pattern
  hint: look-around and back-references are not supported

1 warning in 1 place checked
$ understudy schema check look.json b.json
? 1
b.json:1:22: error: /age: expected integer, found string "y" [schema.wrong_type]
    {"name": "x", "age": "y"}
                         ^~~
  at: /age
  constraint: look.json#/properties/age/type
  expected "integer", actual "y"
b.json:1:10: warning: /name: the pattern "^(?!admin)" was not checked: the pattern "^(?!admin)" cannot be checked in linear time: "(?!" at character 2 looks ahead [schema.pattern_not_checked] unknown
    {"name": "x", "age": "y"}
             ^~~
  at: /name
  constraint: look.json#/properties/name/pattern
  hint: look-around and back-references are not supported

1 error, 1 warning in 1 place checked

-- look.json --
{"properties": {"name": {"pattern": "^(?!admin)"}, "age": {"type": "integer"}}}
-- a.json --
{"name": "x"}
-- b.json --
{"name": "x", "age": "y"}
