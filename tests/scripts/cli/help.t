# The list of verbs, and one verb's own help with its examples.
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy --help
understudy <VERSION>: fakes you can trust

usage: understudy VERB [ARGUMENTS]

serving:
  serve PACK...                               stand-ins for services, until interrupted

models of services:
  pack list                                   the packs there are
  pack show PACK                              what a pack models
  pack new NAME [FOLDER]                      the files of a fresh pack
  pack lint PACK                              is this pack sound?
  pack test PACK                              does a pack do what its own plans say?
  pack assumptions PACK                       what a pack takes for granted, and how old the
                                              proof is
  pack eject NAME [FOLDER]                    writes a built-in pack out as files

worlds of a server:
  world create PACK                           a new world
  world list                                  all worlds
  world show [ID]                             a world's pack, clock and objects
  world fork                                  a new world with the same state
  world delete ID                             ends a world
  world diff FROM [TO]                        what differs between two worlds or snapshots
  snapshot take [NAME]                        keeps the world as it is now
  snapshot list                               the snapshots that are kept
  snapshot show ID                            one snapshot, with its digest
  snapshot export ID [FILE]                   a snapshot as a file
  snapshot import FILE                        a snapshot from a file
  snapshot delete [ID]                        forgets snapshots
  restore SNAPSHOT                            the world becomes what a snapshot holds

what a world holds:
  seed RESOURCE [OBJECT...]                   puts objects into a world
  history FILE                                lets a past happen
  reset                                       a world as it was in the beginning
  state [RESOURCE]                            the objects of a world

calls that fail:
  fault arm RESOURCE [OPERATION]              calls fail from now on
  fault tape RESOURCE [OPERATION] [ENTRY...]  calls fail one by one, as listed
  fault stub [METHOD] [PATH]                  an answer for what the pack does not model
  fault list                                  what is armed
  fault show ID                               one fault or stub
  fault clear [ID]                            disarms faults or stubs

time, and what happens in it:
  trigger EVENT [DATA]                        something happens outside the service
  next                                        what can happen now
  clock show                                  the world's time, and its timers
  clock advance [DURATION]                    lets time pass
  clock step                                  to the next timer
  clock freeze                                time stands still
  clock tick                                  time passes by itself
  duration list                               how long things take
  duration set NAME=DURATION...               things take another time

values from outside:
  pin set [BODY]                              a value from outside, decided by you
  pin list [ID]                               what is pinned
  pin clear [ID]                              takes pins back
  tape set [VALUE...]                         values from outside, one after another
  tape list [ID]                              the tapes, and where they stand
  tape clear [ID]                             takes tapes back
  field list [OPERATION]                      what can be pinned

webhooks:
  endpoint add URL [EVENT...]                 somebody is told of events
  endpoint list                               who is told of events
  endpoint remove ID                          somebody is told no more
  endpoint secret URL                         what signatures are made with
  delivery list                               what was sent
  delivery show ID                            one delivery with its attempts
  delivery redeliver ID                       sends an event again
  delivery release ID                         sends what is held back

looking into a world:
  request list                                what was asked for
  request show ID                             one request and its answer
  request count [BODY]                        how many requests fit?
  request follow                              everything that happens, as it happens
  trace show ID                               why an answer is what it is
  trace last                                  the trace of the last call
  trace list                                  the traces that are kept
  idempotency list                            idempotency keys that are known
  coherence show                              warnings about what was scripted
  coherence set MODE                          turns the coherence check on or off

the server:
  health                                      is the server there?
  version                                     which version is this?
  metrics                                     counters of the process

cassettes:
  record [COMMAND...]                         keep a call of a command-line tool, or the steps
                                              of a plan, as cassettes
  with DIR COMMAND...                         run a program with its commands and calls over
                                              HTTP recorded or replayed
  proxy [URL]                                 stand between a program and real services, and
                                              record what passes, until interrupted
  replay PATH...                              answer calls over HTTP from recordings, until
                                              interrupted
  check [PATH...]                             do the fakes say what was recorded?
  verify [SERVICE...]                         does the real service still say what was recorded?
  explore SERVICE                             does a service do what its pack says, call by
                                              call?
  refresh [SERVICE...]                        record again, and propose what has changed
  review list                                 what waits for review?
  review accept [ID...]                       take changes over into their cassettes
  review reject [ID...]                       pass changes over, with a reason and an end
  review                                      decide about recordings that wait
  coverage                                    which calls of the program does a recording back?
  cassette convert FILE                       a cassette in its other form: YAML or JSON Lines
  cassette seal FILE...                       accept a change that was made to a cassette by
                                              hand
  cassette migrate FILE...                    bring cassettes of an older version forward
  cassette shape PATH...                      what the answers to a call look like
  rules audit [PATH...]                       what do the rules hide, and is it too much?
  rules learn WHAT...                         propose rules from recordings of the same calls
  import FORMAT PATH...                       recordings of other tools as cassettes
  export FORMAT PATH...                       cassettes as files of other tools

comparing and checking files:
  diff A B                                    what differs between two files, by path
  schema check SCHEMA FILE...                 are the files what a schema says?
  grammar check GRAMMAR FILE                  do the records come in a legal order?

fixtures:
  lint [PATH...]                              do the committed fixtures keep their contract?
  reconcile FAMILY CAPTURE [CMD...]           does a live run tell the story of the committed
                                              fixtures?
  witness FIXTURE COMMAND...                  does a test really use a fixture?
  family show [FAMILY]                        which families there are, and what one says
  family new FAMILY [FOLDER]                  starts a family
  family eject FAMILY [FOLDER]                writes a built-in family out as files

secrets:
  scan [PATH...]                              are there secrets in it?
  scrub PATH...                               replace secrets by pseudonyms of the same shape

this machine:
  ca show                                     our certificate authority, and how to trust it
  ca export [FILE]                            its certificate as PEM
  ca rotate                                   a new key and certificate
  doctor                                      what works here, what is missing, how to get it

`understudy VERB --help` shows a verb's options, with an example.

exit codes: 0 done or agreed; 1 differed, findings, or refused by the server; 2 misuse, or a
file that does not load; 3 could not be determined, or no connection; 70 a bug in understudy.
The rest is in docs/reference/exit-codes.md.
$ understudy diff --help
usage: understudy diff A B [OPTIONS]

Compares two files as data: JSON, JSON Lines, YAML or plain text, told by their endings. Key
order does not count; the text of a number does (10.50 is not 10.5). Each difference is added,
removed, retyped, changed or moved, with its path. Two cassettes are compared by what they
recorded, under the rules of the first; --as compares them as data. With --spec two API
descriptions (OpenAPI 3.0, 3.1, Swagger 2.0) are compared by what they promise, words and
examples left out; what may break somebody is an error. Exits with 0 if nothing differs, 1 if
something does and 3 if it cannot be told.

arguments:
  A                         the first file, or - for standard input
  B                         the second file

options:
  --spec                    both are API descriptions: compare what they promise
  --as FORM                 how to read both files, whatever their names say: json, jsonl, yaml,
                            text
  --format FORMAT           how to report: text, json, junit, sarif, markdown, github (text)
  --help                    show this

examples:
  # say what changed, and exit with 1 if anything did
  understudy diff before.json after.json
  # compare two logs record by record
  understudy diff --as jsonl --format markdown old.log new.log
  # what changed between two versions of an API
  understudy diff --spec v1.yaml v2.yaml
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
