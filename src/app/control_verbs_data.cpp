// What a world holds: put in, run up, looked at, and set back.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Positional kSeedWhat[] = {
    {"RESOURCE", "what the objects are; - reads the body"},
    {"OBJECT", "an object in JSON; - reads them from standard input", true, true}};
constexpr Option kSeedOptions[] = {
    {"--strict", "", "a reference to nothing is refused, not warned of", "", ""}};
constexpr Slot kSeedSlots[] = {
    {"RESOURCE", "/resource"}, {"OBJECT", "/objects", As::List}, {"--strict", "/strict", As::Yes}};
constexpr ControlRoute kSeed[] = {{"POST", "/seed", kSeedSlots, {.text = shown_seeded}}};
constexpr Example kSeedExamples[] = {
    {R"(understudy seed customers '{"id":"cus_1","name":"Ann"}')", "one customer"},
    {"understudy seed customers - <customers.json", "all of a file's"},
};

constexpr Positional kHistoryFrom[] = {{"FILE", "the steps in JSON, or - for standard input"}};
constexpr Slot kHistorySlots[] = {{"FILE", "", As::Body}};
constexpr ControlRoute kHistory[] = {
    {"POST", "/seed/history", kHistorySlots, {.text = shown_past}}};
constexpr Example kHistoryExamples[] = {
    {"understudy history last-year.json", "a year of a customer, made by the real lifecycle"}};

constexpr Option kResetOptions[] = {
    {"--t0", "INSTANT", "this run begins at another instant", "", ""}};
constexpr Slot kResetSlots[] = {{"--t0", "/t0"}};
constexpr ControlRoute kReset[] = {{"POST", "/reset", kResetSlots, {.text = shown_record}}};
constexpr Example kResetExamples[] = {
    {"understudy reset", "empty, at its first instant, with the same ids to come"}};

constexpr Positional kStateOf[] = {{"RESOURCE", "only its objects, in full", false, true}};
constexpr Slot kStateSlots[] = {{"RESOURCE", "?resource"}};
constexpr ControlRoute kState[] = {
    {"GET", "/state", kStateSlots, {.text = shown_objects}, Whose::World, true, {"RESOURCE"}},
    {"GET", "/state", {}, {.text = shown_state}},
};
constexpr Example kStateExamples[] = {
    {"understudy state", "a line for each object"},
    {"understudy state charges --json", "as the service would show them"},
};

constexpr Verb kVerbs[] = {
    {"seed", "puts objects into a world",
     "Inserts objects as if they had been there before: no lifecycle runs, no event is sent. Ids "
     "are given by you and must fit the pack. All of them or none.",
     kSeedWhat, kSeedOptions, kSeedExamples, nullptr, kSeed},
    {"history",
     "lets a past happen",
     "Runs calls and world events at instants of the past, through the real lifecycle, up to the "
     "world's now. No webhook is sent and no fault fires. All of it or nothing.",
     kHistoryFrom,
     {},
     kHistoryExamples,
     nullptr,
     kHistory},
    {"reset",
     "a world as it was in the beginning",
     "Everything but id and key as it was in the beginning. Snapshots are not touched.",
     {},
     kResetOptions,
     kResetExamples,
     nullptr,
     kReset},
    {"state",
     "the objects of a world",
     "Shows the objects as the service itself would show them.",
     kStateOf,
     {},
     kStateExamples,
     nullptr,
     kState},
};

}  // namespace

std::span<const Verb> data_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
