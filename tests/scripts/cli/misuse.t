# A wrong call ends with 2, names the nearest thing that exists, and writes nothing to standard output.
# wildcard: <VERSION>=[0-9]+\.[0-9]+\.[0-9]+
$ understudy dif a b
? 2
! error: there is no verb "dif" [app.unknown_verb]
!   hint: did you mean "diff"? `understudy --help` lists the verbs
$ understudy schema
? 2
! error: schema needs one more word: check [app.missing_verb]
$ understudy schema chekc x y
? 2
! error: there is no verb "schema chekc" [app.unknown_verb]
!   hint: did you mean "schema check"? `understudy --help` lists the verbs
$ understudy diff a.json
? 2
! error: diff needs B (the second file) [app.missing_argument]
!   hint: `understudy diff --help` shows how it is called
$ understudy diff a.json b.json c.json
? 2
! error: diff takes no further argument: "c.json" [app.surplus_argument]
!   hint: `understudy diff --help` shows how it is called
$ understudy diff a.json b.json --fromat json
? 2
! error: diff has no option --fromat [app.unknown_option]
!   hint: did you mean "--format"? `understudy diff --help` lists the options
$ understudy diff a.json b.json --format jsno
? 2
! error: --format cannot be "jsno"; it is one of: text, json, junit, sarif, markdown, github [app.bad_value]
!   hint: did you mean "json"?
$ understudy diff a.json b.json --as
? 2
! error: the option --as needs a value [app.missing_value]
!   hint: `understudy diff --help` shows how it is called
$ understudy --versio
? 2
! error: understudy has no option --versio [app.unknown_option]
!   hint: did you mean "--version"? `understudy --help` lists the options
$ understudy
? 2
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
