# What is not known or not allowed is not called at all.
$ understudy explore nothing --target-pack parcel
? 2
! error: there is no pack "nothing"; looked in packs/, the binary itself [pack.not_found]
!   hint: `understudy pack list` shows what there is
$ understudy explore parcel --target-pack ./nowhere
? 2
! error: "./nowhere" has no pack.yaml [pack.missing_file]
!   hint: a pack is a folder with a pack.yaml; `understudy pack new NAME` makes one
$ understudy explore parcel
? 2
! error: there is nothing to explore parcel against [explore.no_target]
!   hint: say --target URL, or --target-pack PACK for another version of the pack
$ understudy explore parcel --target-pack parcel --calls few
? 2
! error: --calls takes a whole number [app.bad_arguments]
!   hint: `understudy explore --help` shows how it is called
$ understudy explore parcel --target-pack parcel --time 0s
? 2
! error: --time takes a duration: 90s, 5m [app.bad_arguments]
!   hint: `understudy explore --help` shows how it is called
$ understudy explore parcel --target https://api.parcel.test
? 5
! error: api.parcel.test is not among the hosts that may be explored [explore.host_not_allowed]
!   hint: name it with --allow-host api.parcel.test if calls that a machine makes up may go there
$ understudy explore parcel --target http://127.0.0.1:1 --login PARCEL_KEY
? 3
! error: the variable PARCEL_KEY that holds the service's key is not set [explore.no_login]
!   hint: set it, or leave --login out for a service without keys
# Nobody is there: unknown, after a few tries.
$ understudy explore parcel --target http://127.0.0.1:1 | tail -n 3
? 3
warning: 3 walks could not be judged: cannot connect to 127.0.0.1:1: Connection refused [explore.not_judged] unknown

parcel@0.1.0 against http://127.0.0.1:1: unknown: 3 walks, 6 calls, 0 divergences; ended because the target could not be asked
