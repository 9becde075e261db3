# All problems of a schema are reported at once, with their places.
$ understudy schema check bad.yaml x.json
? 2
! bad.yaml: error: 4 problems in this schema [schema.problems]
!   bad.yaml:1:7: error: /type: there is no type "objekt" [schema.unknown_type]
!       type: objekt
!             ^~~~~~
!     hint: did you mean "object"? the types are null, boolean, integer, number, string, array and object
!   bad.yaml:2:11: error: /required: required must be an array of strings, not "id" [schema.bad_keyword]
!       required: id
!                 ^~
!   bad.yaml:4:21: error: /properties/amount/minimum: minimum must be a number, not "5" [schema.bad_keyword]
!         amount: {minimum: "5"}
!                           ^~~
!   bad.yaml:5:17: error: /properties/other/$ref: nothing is found at "#/definitions/none" [schema.unresolved]
!         other: {$ref: "#/definitions/none"}
!                       ^~~~~~~~~~~~~~~~~~~~
!     hint: check the spelling, and that the document it names is available

-- bad.yaml --
type: objekt
required: id
properties:
  amount: {minimum: "5"}
  other: {$ref: "#/definitions/none"}
-- x.json --
{}
