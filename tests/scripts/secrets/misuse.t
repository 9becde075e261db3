# Wrong calls of scan and scrub end with 2 and say what to do; nothing is looked at.
$ understudy scan
? 2
! error: scan needs a PATH (a file, a folder, or -), --staged or --git RANGE [app.missing_argument]
!   hint: `understudy scan --help` shows how it is called
$ understudy scan --staged --git HEAD
? 2
! error: --staged and --git exclude each other [app.bad_arguments]
!   hint: `understudy scan --help` shows how it is called
$ understudy scan --staged -
? 2
! error: standard input is not in git [app.bad_arguments]
!   hint: `understudy scan --help` shows how it is called
$ understudy scan . --jobs 0
? 2
! error: --jobs cannot be "0"; it is one of: a number from 1 to 1024 [app.bad_value]
$ understudy scan . --jobs many
? 2
! error: --jobs cannot be "many"; it is one of: a number from 1 to 1024 [app.bad_value]
$ understudy scan . --only-rules
? 2
! error: --only-rules needs --rules FILE [app.bad_arguments]
!   hint: `understudy scan --help` shows how it is called
$ understudy scan . --rules
? 2
! error: the option --rules needs a value [app.missing_value]
!   hint: `understudy scan --help` shows how it is called
$ understudy scan . --rules missing.yaml
? 2
! missing.yaml: error: cannot read "missing.yaml": No such file or directory [app.cannot_read]
$ understudy scan . --policy missing.yaml
? 2
! missing.yaml: error: cannot read "missing.yaml": No such file or directory [app.cannot_read]
$ understudy scan . --baseline missing.json
? 2
! missing.json: error: cannot read "missing.json": No such file or directory [app.cannot_read]
$ understudy scan . --baseline list.json
? 2
! error: the baseline: 1 problem [secret.bad_policy]
!   hint: docs/reference/secrets.md describes the file
!   error: the baseline: it must be a map, not a list [secret.bad_policy]
!     hint: docs/reference/secrets.md describes the file
$ understudy scan . --format csv
? 2
! error: --format cannot be "csv"; it is one of: text, json, junit, sarif, markdown, github [app.bad_value]
$ understudy scan . --stagged
? 2
! error: scan has no option --stagged [app.unknown_option]
!   hint: did you mean "--staged"? `understudy scan --help` lists the options
$ understudy scrub
? 2
! error: scrub needs PATH (a file or a folder; all of them are one bundle) [app.missing_argument]
!   hint: `understudy scrub --help` shows how it is called
$ understudy scrub -
? 2
! error: standard input cannot be rewritten; name files [app.bad_arguments]
!   hint: `understudy scrub --help` shows how it is called
$ understudy scrub . --scenario a/b
? 2
! error: --scenario is part of a file name and has no slash in it [app.bad_arguments]
!   hint: `understudy scrub --help` shows how it is called
$ understudy scrub . --writ
? 2
! error: scrub has no option --writ [app.unknown_option]
!   hint: did you mean "--write"? `understudy scrub --help` lists the options

-- list.json --
[]
