# Valid files end with 0; several files and forms at once.
$ understudy schema check charge.schema.yaml good.json good.yaml good.jsonl
no findings in 3 places checked

-- charge.schema.yaml --
type: object
required: [id]
properties:
  id: {type: string}
  amount: {type: integer, minimum: 50}
-- good.json --
{"id": "ch_1", "amount": 50}
-- good.yaml --
id: ch_2
amount: 51
-- good.jsonl --
{"id": "ch_3"}
{"id": "ch_4", "amount": 1e2}
