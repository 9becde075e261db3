// What happens around a service, and when.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Positional kTriggerWhat[] = {{"EVENT", "a cause of the pack; - reads the body"},
                                       {"DATA", "its data, in JSON", false, true}};
constexpr Slot kTriggerSlots[] = {{"EVENT", "/event"}, {"DATA", "/data", As::Json}};
constexpr ControlRoute kTrigger[] = {
    {"POST", "/world/events", kTriggerSlots, {.text = shown_triggered}}};
constexpr Example kTriggerExamples[] = {
    {R"(understudy trigger cardholder.disputes '{"charge":"ch_1"}')", "a cardholder disputes"},
};

constexpr Option kNextOptions[] = {
    {"--all", "", "those that cannot happen now too, with why", "", ""}};
constexpr Slot kNextSlots[] = {{"--all", "?all"}};
constexpr ControlRoute kNext[] = {
    {"GET", "/world/next", kNextSlots, {.text = shown_next}, Whose::World, true}};
constexpr Example kNextExamples[] = {{"understudy next", "what can happen, as commands to run"},
                                     {"understudy next --all", "and what is in the way"}};

constexpr ControlRoute kShow[] = {{"GET", "/clock", {}, {.text = shown_clock}}};
constexpr Example kShowExamples[] = {{"understudy clock show", "now, and the timers that wait"}};

constexpr Positional kBy[] = {
    {"DURATION", "500ms, 5s, 1h30m or 7d; - reads the body", false, true}};
constexpr Option kAdvanceOptions[] = {{"--to", "INSTANT", "up to this instant instead", "", ""}};
constexpr Slot kAdvanceSlots[] = {{"DURATION", "/by"}, {"--to", "/to"}};
constexpr ControlRoute kAdvance[] = {
    {"POST", "/clock/advance", kAdvanceSlots, {.text = shown_advanced}}};
constexpr Example kAdvanceExamples[] = {
    {"understudy clock advance 5s", "whatever is due in five seconds happens now"},
    {"understudy clock advance --to 2025-02-01T00:00:00Z", "a month, which is no duration"},
};

constexpr Slot kStepSlots[] = {{"", "/step", As::Json, "true"}};
constexpr ControlRoute kStep[] = {{"POST", "/clock/advance", kStepSlots, {.text = shown_advanced}}};
constexpr Example kStepExamples[] = {{"understudy clock step", "only the next timer fires"}};

constexpr Slot kFreezeSlots[] = {{"", "/mode", As::Json, "\"frozen\""}};
constexpr ControlRoute kFreeze[] = {{"POST", "/clock/mode", kFreezeSlots, {.text = shown_clock}}};
constexpr Example kFreezeExamples[] = {{"understudy clock freeze", "time stands still from here"}};

constexpr Slot kTickSlots[] = {{"", "/mode", As::Json, "\"ticking\""}};
constexpr ControlRoute kTick[] = {{"POST", "/clock/mode", kTickSlots, {.text = shown_clock}}};
constexpr Example kTickExamples[] = {{"understudy clock tick", "time passes as it really does"}};

constexpr ControlRoute kDurations[] = {{"GET", "/clock", {}, {.text = shown_durations}}};
constexpr Example kDurationsExamples[] = {{"understudy duration list", "what takes how long"}};

constexpr Positional kDurationPairs[] = {{"NAME=DURATION", "one or more; - reads the body", true}};
constexpr Slot kDurationSlots[] = {{"NAME=DURATION", "", As::Pairs}};
constexpr ControlRoute kSetDurations[] = {
    {"POST", "/clock/durations", kDurationSlots, {.text = shown_durations}}};
constexpr Example kSetDurationsExamples[] = {
    {"understudy duration set settle=0s", "charges settle as soon as the clock is moved"}};

constexpr Verb kVerbs[] = {
    {"trigger",
     "something happens outside the service",
     "Lets a world event of the pack happen: a bank declines, a cardholder disputes. Only causes "
     "have names; what follows from them follows by itself.",
     kTriggerWhat,
     {},
     kTriggerExamples,
     nullptr,
     kTrigger},
    {"next",
     "what can happen now",
     "Lists the world events whose condition holds now, each as a command that can be run as it "
     "stands.",
     {},
     kNextOptions,
     kNextExamples,
     nullptr,
     kNext},
    {"clock show",
     "the world's time, and its timers",
     "Shows the world's time, the timers that wait for it, and how long things take.",
     {},
     {},
     kShowExamples,
     nullptr,
     kShow},
    {"clock advance", "lets time pass",
     "Lets the world's time pass. Due timers fire in order, each to its end.", kBy, kAdvanceOptions,
     kAdvanceExamples, nullptr, kAdvance},
    {"clock step",
     "to the next timer",
     "Lets time pass up to the next timer that is due.",
     {},
     {},
     kStepExamples,
     nullptr,
     kStep},
    {"clock freeze",
     "time stands still",
     "From here time passes only when it is advanced.",
     {},
     {},
     kFreezeExamples,
     nullptr,
     kFreeze},
    {"clock tick",
     "time passes by itself",
     "From here time passes as it really does.",
     {},
     {},
     kTickExamples,
     nullptr,
     kTick},
    {"duration list",
     "how long things take",
     "Lists the named durations of the pack.",
     {},
     {},
     kDurationsExamples,
     nullptr,
     kDurations},
    {"duration set",
     "things take another time",
     "Changes named durations. Timers that wait for one of them are set anew; nothing fires before "
     "the clock moves. All of them or none.",
     kDurationPairs,
     {},
     kSetDurationsExamples,
     nullptr,
     kSetDurations},
};

}  // namespace

std::span<const Verb> time_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
