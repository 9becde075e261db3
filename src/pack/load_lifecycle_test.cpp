// What is refused of lifecycles and their steps. Each case tells all that is said.
#include "pack/refusal_testing.hpp"

namespace understudy::pack {
namespace {

class LifecycleRefused : public Refused {};

TEST_P(LifecycleRefused, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(told_of(GetParam()), GetParam().says);
}

constexpr Refusal kCases[] = {
    {"NotSettable",
     R"(resources:
  charges:
    id: "ch_{base62:24}"
    fields: { net: { from: constant, value: 1 }, status: { from: lifecycle } }
    operations: { create: POST /charges, pay: "POST /charges/{id}/pay" }
    lifecycle: { start: open, moves: { pay: { from: open, to: paid, set: { net: 2 } } } }
)",
     R"(pack.yaml:11:76: net cannot be set: it is `from: constant` [pack.not_settable]
  hint: only fields `from: moves` and `from: input` are set by moves
)"},
    {"UnknownDuration",
     R"(durations: { delivery: 5s }
resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /runs }
    lifecycle: { start: open, moves: { close: { from: open, after: delivry, to: closed } } }
)",
     R"(pack.yaml:12:68: there is no duration "delivry" [pack.unknown_name]
  hint: did you mean "delivery"? what takes time has a name under `durations`
)"},
    {"ArmsDefault",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /runs, close: "POST /runs/{id}/close" }
    lifecycle: { start: open, moves: { close: { from: open, arms: { good: { to: closed }, bad: { to: failed } } } } }
)",
     R"(pack.yaml:11:61: the arms of close need exactly one `default: true`, not 0 [pack.arms_default]
)"},
    {"AfterUnguarded",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /runs }
    lifecycle: { start: [ { state: open }, { when: 'self.id == "x"', state: closed } ], moves: {} }
)",
     R"(pack.yaml:11:44: this entry is never reached: the one before it has no `when` [pack.after_unguarded]
pack.yaml:11:52: the last entry of a choice has no `when` [pack.no_last_choice]
)"},
    {"SaidTwice",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /runs, close: "POST /runs/{id}/close" }
    lifecycle: { start: open, moves: { close: { from: open, to: closed, arms: { good: { default: true, to: closed } } } } }
)",
     R"(pack.yaml:11:104: to stands in the move close and in its arm good; one of both [pack.said_twice]
)"},
    {"ClockByTimer",
     R"(durations: { brew: 1m }
resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle }, task: { from: input, ref: tasks } }
    operations: { create: POST /runs, leap: "POST /runs/{id}/leap" }
    lifecycle:
      start: open
      moves:
        leap:  { from: open, clock: now }
        lapse: { from: open, after: brew, move: { tasks.stop: { of: self.task } } }
        skip:  { from: open, cause_of: { tasks.stop: { by: last } }, arms: { soon: { default: true, then: { move: jump, when: self.task != null } } } }
        jump:  { from: open, clock: now }
        late:  { from: open, arms: { soon: { default: true, clock: now, again: { after: brew } } } }
  tasks:
    id: "t_{base62:24}"
    fields: { status: { from: lifecycle }, last: { from: input, ref: runs } }
    operations: { create: POST /tasks, stop: "POST /tasks/{id}/stop" }
    lifecycle: { start: open, moves: { stop: { from: open, to: stopped } } }
)",
     R"(pack.yaml:18:9: runs.jump moves the clock, and time itself can set it off: runs.lapse -> tasks.stop -> runs.skip -> runs.jump [pack.clock_by_timer]
  hint: only what a call or a world event sets off can move the clock
pack.yaml:19:9: runs.late moves the clock, and time itself can set it off: runs.late [pack.clock_by_timer]
  hint: only what a call or a world event sets off can move the clock
)"},
    {"UnknownState",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle, as: { opne: o } } }
    operations: { create: POST /runs, update: { route: "POST /runs/{id}", from: opn } }
    lifecycle: { start: open, moves: {} }
)",
     R"(pack.yaml:9:48: there is no state of runs "opne" [pack.unknown_name]
  hint: did you mean "open"? known: nothing, open
pack.yaml:10:81: there is no state of runs "opn" [pack.unknown_name]
  hint: did you mean "open"? known: nothing, open
)"},
    {"UnknownStepNames",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle }, task: { from: input, ref: runs } }
    operations: { create: POST /runs, close: "POST /runs/{id}/close" }
    lifecycle: { start: open, moves: { close: { from: open, to: closed, call: { runs.crate: {} }, create: { run: {} }, move: { runs.clos: { of: self.task } }, then: cloze } } }
)",
     R"(pack.yaml:11:81: there is no operation "runs.crate" [pack.unknown_name]
  hint: did you mean "runs.create"? known: runs.create, runs.close
pack.yaml:11:109: there is no resource "run" [pack.unknown_name]
  hint: did you mean "runs"? known: runs
pack.yaml:11:128: there is no move of runs "clos" [pack.unknown_name]
  hint: did you mean "close"? known: close
pack.yaml:11:166: there is no move of runs "cloze" [pack.unknown_name]
  hint: did you mean "close"? known: close
)"},
    {"ReservedAs",
     R"(resources:
  runs:
    id: "r_{base62:24}"
    fields: { status: { from: lifecycle } }
    operations: { create: POST /runs, close: "POST /runs/{id}/close" }
    lifecycle: { start: open, moves: { close: { from: open, to: closed, create: { runs: { as: self } } } } }
)",
     R"(pack.yaml:11:95: "self" cannot be the name of an object: it means something here already [pack.bad_name]
)"},
};

INSTANTIATE_TEST_SUITE_P(Each, LifecycleRefused, testing::ValuesIn(kCases), name_of_case);

}  // namespace
}  // namespace understudy::pack
