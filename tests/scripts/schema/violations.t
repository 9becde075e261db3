# Every violation is named with its place in the file, what was found and what was demanded.
$ understudy schema check charge.schema.yaml bad.json
? 1
bad.json:2:9: error: /id: "pi_1" does not match the pattern "^ch_" [schema.no_match]
      "id": "pi_1",
            ^~~~~~
  at: /id
  constraint: charge.schema.yaml#/properties/id/pattern
  expected "^ch_", actual "pi_1"
bad.json:3:13: error: /amount: expected integer, found number 10.5 [schema.wrong_type]
      "amount": 10.5,
                ^~~~
  at: /amount
  constraint: charge.schema.yaml#/properties/amount/type
  expected "integer", actual 10.5
bad.json:4:17: error: /tags/1: expected string, found number 1 [schema.wrong_type]
      "tags": ["a", 1, "a"],
                    ^
  at: /tags/1
  constraint: charge.schema.yaml#/properties/tags/items/type
  expected "string", actual 1
bad.json:4:11: error: /tags: items 0 and 2 are the same [schema.not_unique]
      "tags": ["a", 1, "a"],
              ^~~~~~~~~~~~~
  at: /tags
  constraint: charge.schema.yaml#/properties/tags/uniqueItems
  expected true, actual ["a",1,"a"]
  hint: the items of this array must all differ
bad.json:5:3: error: /extra: the property "extra" is not allowed here [schema.unexpected]
      "extra": null
      ^~~~~~~
  at: /extra
  constraint: charge.schema.yaml#/additionalProperties
  expected false, actual null
bad.json:1:1: error: the value: the property "currency" is missing [schema.missing]
    {
    ^
  constraint: charge.schema.yaml#/required
  expected ["id","currency"], actual {"id":"pi_1","amount":10.5,"tags":["a",1,"a"],"extra":null}

6 errors in 1 place checked
$ understudy schema check charge.schema.yaml bad.yaml --format github
? 1
::error file=bad.yaml,line=2,col=11,title=schema.not_in_enum::/currency: "gbp" is not one of "usd", "eur"%0Aat: /currency%0Aexpected ["usd","eur"], actual "gbp"%0Aid: 9738543a5fe4
understudy: 1 error in 1 place checked

-- charge.schema.yaml --
type: object
required: [id, currency]
additionalProperties: false
properties:
  id: {type: string, pattern: "^ch_"}
  amount: {type: integer, minimum: 50}
  currency: {enum: [usd, eur]}
  tags: {type: array, items: {type: string}, uniqueItems: true}
-- bad.json --
{
  "id": "pi_1",
  "amount": 10.5,
  "tags": ["a", 1, "a"],
  "extra": null
}
-- bad.yaml --
id: ch_1
currency: gbp
