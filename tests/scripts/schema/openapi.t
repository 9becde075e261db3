# A schema inside an OpenAPI document, by pointer; the direction decides about read-only properties.
$ understudy schema check api.yaml#/components/schemas/Charge charge.json --direction response
no findings in 1 place checked
$ understudy schema check api.yaml#/components/schemas/Charge charge.json --direction request
? 1
charge.json:1:2: error: /id: the property "id" is read-only [schema.read_only]
    {"id": "ch_1", "note": null}
     ^~~~
  at: /id
  constraint: api.yaml#/components/schemas/Charge/properties/id/readOnly
  expected true, actual "ch_1"
  hint: do not send it

1 error in 1 place checked
$ understudy schema check api.yaml#/components/schemas/Chrage charge.json
? 2
! api.yaml:6:5: error: there is nothing at "/components/schemas/Chrage" in "api.yaml" [app.nothing_at]
!         Charge:
!         ^~~~~~~
!   hint: did you mean "Charge"?

-- api.yaml --
openapi: 3.0.3
info: {title: t, version: "1"}
paths: {}
components:
  schemas:
    Charge:
      type: object
      required: [id]
      properties:
        id: {type: string, readOnly: true}
        note: {type: string, nullable: true}
-- charge.json --
{"id": "ch_1", "note": null}
