# Files that cannot be read or do not load: exit code 2, place and hint.
$ understudy diff missing.json b.json
? 2
! missing.json: error: cannot read "missing.json": No such file or directory [app.cannot_read]
$ understudy diff . b.json
? 2
! .: error: cannot read ".": it is a directory [app.cannot_read]
$ understudy diff bad.json b.json
? 2
! bad.json:2:13: error: "10." is not a JSON number: it has no digit after the point [json.bad_number]
!       "amount": 10.,
!                 ^~~
$ understudy diff bad.jsonl bad.jsonl
? 2
! bad.jsonl: error: 2 lines are not JSON [json.bad_lines]
!   bad.jsonl:2:7: error: expected a value, found "}" [json.syntax]
!       {"a": }
!             ^
!   bad.jsonl:3:1: error: expected a value, found "nope" [json.syntax]
!       nope
!       ^~~~
$ understudy diff bad.yaml bad.yaml
? 2
! bad.yaml:2:2: error: not valid YAML: expected `,` or `]` [yaml.syntax]
!     b: "x
!      ^
$ understudy diff b.json c.yaml
? 2
! error: "b.json" is JSON and "c.yaml" is YAML [app.different_forms]
!   hint: say how to read both with --as json, jsonl, yaml or text
$ printf 'a\377' > latin.txt; understudy diff latin.txt latin.txt
? 2
! latin.txt:1:2: error: "latin.txt" is not text: byte 0xFF at offset 1 is not UTF-8 [app.not_text]
!     a�
!      ^
!   hint: name its form with --as, or save it as UTF-8

-- b.json --
{}
-- c.yaml --
a: 1
-- bad.json --
{
  "amount": 10.,
}
-- bad.jsonl --
{"a": 1}
{"a": }
nope
-- bad.yaml --
a: [1, 2
b: "x
