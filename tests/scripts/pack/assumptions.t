# What a pack takes for granted, and how old the proof is. What was never checked is said to be so.
$ understudy pack assumptions deck | sed -n '1,4p;$p'
deck.names (assumed, never checked, watched by hand: lists of names cannot be read from the service; its documentation has to be looked at)
  the objects, event types, run states and error codes of API 2.0.0 are the ones listed in the README as second hand
deck.cancelled (assumed, never checked, probes/cancel.yaml)
  the state of a cancelled run is written cancelled, its event task_run.canceled
deck@0.1.0: 45 assumptions, 27 watched by hand, 45 never checked
$ understudy pack assumptions deck --by-hand | grep -c '^deck'
28
$ understudy pack eject parcel > out && printf 'assumptions:\n  - {id: parcel.routes, statement: routes are as they are, modelled_version: "1", basis: captured, touches: [charges], verdict: agreed, checked_at: 2000-01-01}\n' > packs/parcel/plans/assumptions.yaml; understudy pack assumptions parcel | sed -E 's/[0-9,]+ days/N days/'
parcel.routes (captured, agreed N days ago, watched by hand)
  routes are as they are
parcel@0.1.0: 1 assumption, 1 watched by hand, 0 never checked
$ understudy pack assumptions parcel --format json | grep -v age_days
[
  {
    "id": "parcel.routes",
    "statement": "routes are as they are",
    "modelled_version": "1",
    "basis": "captured",
    "verdict": "agreed",
    "touches": [
      "charges"
    ],
    "probe": null,
    "checked_at": "2000-01-01",
  }
]
# Who watches an assumption is said, or lint asks.
$ understudy pack lint parcel | grep -A1 assumptions.yaml
packs/parcel/plans/assumptions.yaml:2:5: warning: nothing watches the assumption "parcel.routes" [pack.unwatched]
      - {id: parcel.routes, statement: routes are as they are, modelled_version: "1", basis: captured, touch
$ understudy pack assumptions nothing
? 2
! error: there is no pack "nothing"; looked in packs/, the binary itself [pack.not_found]
!   hint: `understudy pack list` shows what there is
