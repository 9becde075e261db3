# A schema that refers to itself, and a pattern that would keep a backtracking engine busy for years.
# limit-memory: 512M
$ understudy schema check cyclic.json x.json
? 2
! cyclic.json:1:84: error: /definitions/b: "file:///cyclic.json#/definitions/a" leads back to itself without descending into the value [schema.endless]
!     /a", "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}}
!                                                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: a schema may use itself only for a part of the value: below properties, items, ...
$ understudy schema check list.json list_value.json
? 1
list_value.json:1:29: error: /next/next/next/nxt: the property "nxt" is not allowed here [schema.unexpected]
    {"next": {"next": {"next": {"nxt": 1}}}}
                                ^~~~~
  at: /next/next/next/nxt
  constraint: list.json#/additionalProperties
  expected false, actual 1
  hint: did you mean "next"?

1 error in 1 place checked
$ understudy schema check regex.json regex_value.json
? 1
regex_value.json:1:1: error: the value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..." does not match the pattern "^(a+)+$" [schema.no_match]
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  constraint: regex.json#/pattern
  expected "^(a+)+$", actual "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"

1 error in 1 place checked

-- cyclic.json --
{"$ref": "#/definitions/a", "definitions": {"a": {"$ref": "#/definitions/b"}, "b": {"$ref": "#/definitions/a"}}}
-- x.json --
1
-- list.json --
{"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": false}
-- list_value.json --
{"next": {"next": {"next": {"nxt": 1}}}}
-- regex.json --
{"pattern": "^(a+)+$"}
-- regex_value.json --
"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"
