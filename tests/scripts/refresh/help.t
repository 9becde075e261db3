# What the verbs say about themselves.
$ understudy refresh --help
usage: understudy refresh [SERVICE...] [OPTIONS]

Records the cassettes of each service again from their own plans, against the real thing, and
compares. What has changed is put into a scratch work tree of the base branch, the gate of the
project is run there, and only then one change set a service is handed over: as a patch with a
report, as a local branch, or to a command that knows a forge. The checkout is never touched.
Where the gate fails with the new recordings, the fake itself must change. What could not be
observed is unknown, and clears nothing. UNDERSTUDY_REFRESH=off stops it. Exits with 0 if all
agreed or nothing was due, 1 if a proposal exists, 2 if a file does not load, 3 if something is
unknown, 4 if it was stopped or another run is at work, 5 if a plan may not run, 6 if a fake
must change, 7 if a person is needed, 8 if a secret was found.

arguments:
  SERVICE                   a service of understudy.yaml (all of them)

options:
  --due                     only services that are due: by age, a changed tool, plan or rule
  --base BRANCH             what changes are proposed to (`base` of `refresh`)
  --output HOW              how a change is handed over (`output` of `refresh`): patch, branch,
                            command
  --allow-destructive       steps labelled `destructive` may run
  --tolerate VERDICT        what could not be observed does not fail the run: unknown
  --schedule                print how to run this daily, and do nothing else
  --config FILE             the project's file (understudy.yaml, here or in a folder above)
  --format FORMAT           how to report: text, json, junit, sarif, markdown, github (text)
  --help                    show this

examples:
  # record all services again, and propose what has changed
  understudy refresh
  # only what is due: for a daily job
  understudy refresh --due
  # one service, as a branch with a commit
  understudy refresh github --output branch
  # a cron line, a systemd timer and a workflow
  understudy refresh --schedule
$ understudy review --help
usage: understudy review [OPTIONS]

Shows what waits, one change at a time, with what differs and how serious it is, and asks:
accept (the cassette gets the new bytes), reject (with a reason; it is passed over for 90 days
while its content stays the same), make a rule of it, add a note to the cassette, skip, or
accept all of its class. Exits with 0 if nothing waits afterwards, 1 if something does, 2 if
there is nobody to ask.

options:
  --config FILE             the project's file (understudy.yaml, here or in a folder above)
  --help                    show this

example:
  # decide about one change after another
  understudy review
$ understudy review list --help
usage: understudy review list [OPTIONS]

Lists the changes that wait: recordings that differ from their cassette, put aside by `record`,
`with`, `proxy` and `refresh`; rules that were learned; cassettes that their plan records no
more. What was rejected and has not changed since is left out. Exits with 0 if nothing waits, 1
if something does, 2 if a file does not load.

options:
  --service NAME            only changes of this service
  --class CLASS             only changes of which this is the most serious class: now_refused,
                            exit_changed, field_removed, field_retyped, field_renamed,
                            field_added, enum_grown, order_changed, grammar_changed,
                            value_changed, stderr_only, layout_only, new_file, now_recorded,
                            plan_dropped, learned_rule, unknown
  --severity LEVEL          only changes of this severity: error, warning, info
  --config FILE             the project's file (understudy.yaml, here or in a folder above)
  --format FORMAT           how to list: text, json (text)
  --help                    show this

examples:
  # what waits; exits with 1 while anything does
  understudy review list
  # for a program
  understudy review list --format json --severity error
$ understudy review accept --help
usage: understudy review accept [ID...] [OPTIONS]

Puts the new bytes of each change into its cassette; notes, rules, comments and all parts that
are not changed stay byte for byte. A learned rule is added to the rules of its cassette; a
cassette that its plan records no more is removed. Exits with 0, with 2 if one of the ids does
not wait: then nothing is done.

arguments:
  ID                        a change, as `review list` shows it

options:
  --all                     all that wait
  --auto                    those that `auto_accept` of `refresh` lists
  --service NAME            only changes of this service
  --class CLASS             only changes of which this is the most serious class: now_refused,
                            exit_changed, field_removed, field_retyped, field_renamed,
                            field_added, enum_grown, order_changed, grammar_changed,
                            value_changed, stderr_only, layout_only, new_file, now_recorded,
                            plan_dropped, learned_rule, unknown
  --severity LEVEL          only changes of this severity: error, warning, info
  --config FILE             the project's file (understudy.yaml, here or in a folder above)
  --help                    show this

examples:
  # the cassette gets the new bytes
  understudy review accept 5b0c1f9a77d2
  # all changes that only add fields
  understudy review accept --class field_added
$ understudy review reject --help
usage: understudy review reject [ID...] [OPTIONS]

Keeps the fingerprint of each change in the file of rejections, which is committed: `review` and
`refresh` pass over exactly that change until its day. Another content at the same place is
another change. Exits with 0, with 2 if one of the ids does not wait: then nothing is done.

arguments:
  ID                        a change, as `review list` shows it

options:
  --reason TEXT             why it is not wanted
  --until DAY               when the rejection ends (in 90 days)
  --all                     all that wait
  --service NAME            only changes of this service
  --class CLASS             only changes of which this is the most serious class: now_refused,
                            exit_changed, field_removed, field_retyped, field_renamed,
                            field_added, enum_grown, order_changed, grammar_changed,
                            value_changed, stderr_only, layout_only, new_file, now_recorded,
                            plan_dropped, learned_rule, unknown
  --severity LEVEL          only changes of this severity: error, warning, info
  --config FILE             the project's file (understudy.yaml, here or in a folder above)
  --help                    show this

example:
  # not this one, for now
  understudy review reject 5b0c1f9a77d2 --reason 'a bug of theirs' --until 2027-01-31
$ understudy review everything
? 2
! error: review takes no further argument: "everything" [app.surplus_argument]
!   hint: `understudy review --help` shows how it is called
