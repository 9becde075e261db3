# The list of verbs, and one verb's own help with its examples.
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy --help
understudy <VERSION>: fakes you can trust

usage: understudy VERB [ARGUMENTS]

verbs:
  serve PACK...                         stand-ins for services, until interrupted
  pack list                             the packs there are
  pack show PACK                        what a pack models
  pack new NAME [FOLDER]                the files of a fresh pack
  pack lint PACK                        is this pack sound?
  pack test PACK                        does a pack do what its own plans say?
  pack eject NAME [FOLDER]              writes a built-in pack out as files
  diff A B                              what differs between two files, by path
  schema check SCHEMA FILE...           are the files what a schema says?
  grammar check GRAMMAR FILE            do the records come in a legal order?
  ca show                               our certificate authority, and how to trust it
  ca export [FILE]                      its certificate as PEM
  ca rotate                             a new key and certificate
  doctor                                what works here, what is missing, how to get it

`understudy VERB --help` shows a verb's options, with an example.

exit codes: 0 done or agreed; 1 differed or findings; 2 misuse, or a file that does not load;
3 could not be determined; 70 a bug in understudy. The rest is in docs/reference/exit-codes.md.
$ understudy diff --help
usage: understudy diff A B [OPTIONS]

Compares two files as data: JSON, JSON Lines, YAML or plain text, told by their endings. Key
order does not count; the text of a number does (10.50 is not 10.5). Each difference is added,
removed, retyped, changed or moved, with its path. Exits with 0 if nothing differs and 1 if
something does.

arguments:
  A                         the first file, or - for standard input
  B                         the second file

options:
  --as FORM                 how to read both files, whatever their names say: json, jsonl, yaml,
                            text
  --format FORMAT           how to report: text, json, junit, sarif, markdown, github (text)
  --help                    show this

examples:
  # say what changed, and exit with 1 if anything did
  understudy diff before.json after.json
  # compare two logs record by record
  understudy diff --as jsonl --format markdown old.log new.log
$ understudy help schema check
usage: understudy schema check SCHEMA FILE... [OPTIONS]

Checks files against a JSON Schema (2020-12, draft 7, draft 4) or a schema of an OpenAPI 3.0,
3.1 or Swagger 2.0 document. What could not be checked (a pattern with look-around) is said and
never counts as passed. Other files the schema refers to are read from its own folder only.
Exits with 0 if all files are valid, 1 if one is not, 2 if something does not load, 3 if a check
could not be made.

arguments:
  SCHEMA                    a schema in JSON or YAML; FILE#/POINTER names one inside a larger
                            document
  FILE                      a file to check: JSON, JSON Lines or YAML

options:
  --dialect DIALECT         how to read the schema, where it does not say itself: 2020-12,
                            draft-07, draft-04, openapi-3.1, openapi-3.0, swagger-2.0
  --direction WAY           judge read-only and write-only properties: request, response
  --assert-formats          a wrong `format` is a finding, not a remark in the schema
  --as FORM                 how to read the files, whatever their names say: json, jsonl, yaml
  --format FORMAT           how to report: text, json, junit, sarif, markdown, github (text)
  --help                    show this

examples:
  # check one file
  understudy schema check charge.schema.json charge.json
  # check answers against a schema of an OpenAPI document
  understudy schema check api.yaml#/components/schemas/Charge --direction response *.json
$ understudy --version
understudy <VERSION>
