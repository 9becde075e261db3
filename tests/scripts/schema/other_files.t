# References to other files are read below the schema's folder only.
$ understudy schema check sub/main.json good.json
no findings in 1 place checked
$ understudy schema check sub/main.json bad.json
? 1
bad.json:1:12: error: /amount: expected integer, found string "1" [schema.wrong_type]
    {"amount": "1"}
               ^~~
  at: /amount
  constraint: parts/amount.json#/type
  expected "integer", actual "1"

1 error in 1 place checked
$ understudy schema check sub/outside.json good.json
? 2
! sub/outside.json:1:10: error: /$ref: nothing is found at "../secret.json" [schema.unresolved]
!     {"$ref": "../secret.json"}
!              ^~~~~~~~~~~~~~~~
!   hint: check the spelling, and that the document it names is available
$ understudy schema check sub/network.json good.json
? 2
! sub/network.json:1:10: error: /$ref: nothing is found at "http://127.0.0.1:9/schema.json" [schema.unresolved]
!     {"$ref": "http://127.0.0.1:9/schema.json"}
!              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
!   hint: check the spelling, and that the document it names is available

-- sub/main.json --
{"properties": {"amount": {"$ref": "parts/amount.json"}}}
-- sub/parts/amount.json --
{"type": "integer"}
-- sub/outside.json --
{"$ref": "../secret.json"}
-- sub/network.json --
{"$ref": "http://127.0.0.1:9/schema.json"}
-- secret.json --
{"type": "object"}
-- good.json --
{"amount": 1}
-- bad.json --
{"amount": "1"}
