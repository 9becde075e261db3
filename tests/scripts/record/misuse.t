# Wrong calls are refused before anything is run.
$ understudy record -o x.yaml
? 2
! error: record needs -o FILE and a command behind `--`, or --plan FILE [app.bad_arguments]
!   hint: `understudy record --help` shows how it is called
$ understudy record -- touch ran
? 2
! error: record needs -o FILE and a command behind `--`, or --plan FILE [app.bad_arguments]
!   hint: `understudy record --help` shows how it is called
$ understudy record -o x.yaml --limit soon -- touch ran
? 2
! error: --limit is a number from 1 to 86400 [app.bad_arguments]
!   hint: `understudy record --help` shows how it is called
$ understudy record -o x.yaml --plan plan.yaml -- touch ran
? 2
! error: --plan says what is run and where it is kept; -o and a command are for one call [app.bad_arguments]
!   hint: `understudy record --help` shows how it is called
$ understudy record -o x.yaml --match colour -- touch ran
? 2
! error: --match cannot be "colour"; it is one of: stdin, cwd [app.bad_value]
$ ls
