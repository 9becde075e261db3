# Two API descriptions are compared by what they promise; what may break somebody is an error.
$ understudy diff --spec old.yaml new.json
? 1
DELETE /things: operation removed
GET /things, parameter query limit: required now
schema Thing, /id: required no more, in 1 operation
schema Thing, /id: type changed: "string" -> "integer", in 1 operation
schema Thing, /state: value "lost" added, in 1 operation
schema Thing, /size: default changed: 1 -> 2, in 1 operation
schema Thing, /more: field added (boolean), in 1 operation
7 differences
$ understudy diff --spec old.yaml new.json --format markdown | head -8
? 1
\## understudy diff

7 differences

| Severity | Place | Finding | Code | Id |
|---|---|---|---|---|
| error | `old.yaml` | DELETE /things: operation removed (differed)<br>before `{"parameters":{},"request":{},"answers":{"204":{"headers":{},"bodies":{}}}}` | `spec.removed` | `893b977acd23` |
| error | `new.json` | GET /things, parameter query limit: required now (differed)<br>after `true` | `spec.added` | `ccacfc50364e` |
$ understudy diff --spec old.yaml old.yaml
$ understudy diff --spec old.yaml words.txt
? 2
! words.txt:1:1: error: words.txt is no API description: it is string [pack.not_a_description]
!     nothing but words
!     ^~~~~~~~~~~~~~~~~
!   hint: OpenAPI 3.0, 3.1 and Swagger 2.0 are read

-- old.yaml --
swagger: "2.0"
paths:
  /things:
    get:
      summary: all of them
      parameters: [{name: limit, in: query, type: integer}]
      responses: {"200": {description: d, schema: {type: array, items: {$ref: "#/definitions/Thing"}}}}
    delete: {responses: {"204": {description: gone}}}
definitions:
  Thing:
    required: [id]
    properties: {id: {type: string}, state: {type: string, enum: [open, closed]}, size: {type: integer, default: 1}}
-- new.json --
{"openapi": "3.0.3", "paths": {"/things": {"get": {"summary": "every one",
  "parameters": [{"name": "limit", "in": "query", "required": true, "schema": {"type": "integer"}}],
  "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}}}}}}}},
 "components": {"schemas": {"Thing": {"properties": {"id": {"type": "integer"},
  "state": {"type": "string", "enum": ["open", "closed", "lost"]}, "size": {"type": "integer", "default": 2}, "more": {"type": "boolean"}}}}}}
-- words.txt --
nothing but words
