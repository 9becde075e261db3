// Values that come from outside the service: pins and tapes.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Option kOn = {"--on", "NAME", "the event or workflow it is for, instead of an operation",
                        "", ""};
constexpr Option kOperation = {"--operation", "NAME", "the operation whose result it is", "", ""};
constexpr Option kField = {"--field", "PATH", "the field, or `branch` to choose an arm", "", ""};
constexpr Option kResource = {"--resource", "NAME", "only for this resource", "", ""};
constexpr Option kCredential = {"--credential", "ID", "only for this end user or account", "", ""};
constexpr Option kSource = {"--source", "ID", "only for this outside site", "", ""};
constexpr Option kInput = {"--input", "JSON", "only for calls whose input has these members", "",
                           ""};
constexpr Option kFacets = {"--facets", "JSON", "only for calls whose facets are these", "", ""};
constexpr Option kMatch = {"--match", "JSON", "all of these as one object", "", ""};

constexpr Positional kPinBody[] = {{"BODY", "a file with the body, or -", false, true}};
constexpr Option kPinOptions[] = {
    kOperation, kOn,         kField,  {"--value", "JSON", "the value", "", ""},
    kResource,  kCredential, kSource, kInput,
    kFacets,    kMatch,
};
constexpr Slot kPinSlots[] = {
    {"BODY", "", As::Body},
    {"--match", "/match", As::Json},
    {"--operation", "/match/operation"},
    {"--resource", "/match/resource"},
    {"--credential", "/match/credential_id"},
    {"--source", "/match/source_id"},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--on", "/on"},
    {"--field", "/field"},
    {"--value", "/value", As::Json},
};
constexpr ControlRoute kPin[] = {{"POST", "/exogenous/pins", kPinSlots, {.text = shown_record}}};
constexpr Example kPinExamples[] = {
    {"understudy pin set --operation createCharge --field risk_score --value 97",
     "every charge from now on is risky"},
    {R"(understudy pin set --on charge.failed --field branch --value '"refused"')",
     "a text is written with its quotes"},
};

constexpr Positional kTapeValues[] = {
    {"VALUE", "in JSON, one for each result; - reads the body", true, true}};
constexpr Option kTapeOptions[] = {
    kOperation, kOn,
    kField,     {"--then", "WHAT", "after the last: fallback, last or cycle", "", ""},
    kResource,  kCredential,
    kSource,    kInput,
    kFacets,    kMatch,
};
constexpr Slot kTapeSlots[] = {
    {"VALUE", "/values", As::Entries},
    {"--match", "/match", As::Json},
    {"--operation", "/match/operation"},
    {"--resource", "/match/resource"},
    {"--credential", "/match/credential_id"},
    {"--source", "/match/source_id"},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--on", "/on"},
    {"--field", "/field"},
    {"--then", "/then"},
};
constexpr ControlRoute kTape[] = {{"POST", "/exogenous/tapes", kTapeSlots, {.text = shown_record}}};
constexpr Example kTapeExamples[] = {
    {"understudy tape set --operation createCharge --field risk_score 10 97 --then last",
     "one harmless charge, then risky ones"},
};

constexpr Positional kOneId[] = {{"ID", "only this one, in full", false, true}};
constexpr Positional kClearId[] = {{"ID", "only this one (all)", false, true}};
constexpr Slot kIdSlot[] = {{"ID", "{id}"}};
constexpr Column kPinColumns[] = {
    {"PIN", "id"},      {"FIELD", "field"}, {"VALUE", "value"},
    {"BOUND", "bound"}, {"ON", "via"},      {"MATCH", "match"},
};
constexpr ControlRoute kPins[] = {
    {"GET", "/exogenous/pins/{id}", kIdSlot, {.text = shown_record}, Whose::World, false, {"ID"}},
    {"GET", "/exogenous/pins", {}, {kPinColumns, "no pins"}, Whose::World, true},
};
constexpr Example kPinsExamples[] = {{"understudy pin list", "and how often each was used"}};
constexpr ControlRoute kUnpin[] = {
    {"DELETE",
     "/exogenous/pins/{id}",
     kIdSlot,
     {.text = shown_cleared},
     Whose::World,
     false,
     {"ID"}},
    {"DELETE", "/exogenous/pins", {}, {.text = shown_cleared}},
};
constexpr Example kUnpinExamples[] = {{"understudy pin clear pin_1", "one of them"},
                                      {"understudy pin clear", "all of them"}};

constexpr Column kTapeColumns[] = {
    {"TAPE", "id"},   {"FIELD", "field"}, {"VALUES", "values"}, {"POSITION", "position"},
    {"THEN", "then"}, {"ON", "via"},      {"MATCH", "match"},
};
constexpr ControlRoute kTapes[] = {
    {"GET", "/exogenous/tapes/{id}", kIdSlot, {.text = shown_record}, Whose::World, false, {"ID"}},
    {"GET", "/exogenous/tapes", {}, {kTapeColumns, "no tapes"}, Whose::World, true},
};
constexpr Example kTapesExamples[] = {{"understudy tape list", "and where each stands"}};
constexpr ControlRoute kUntape[] = {
    {"DELETE",
     "/exogenous/tapes/{id}",
     kIdSlot,
     {.text = shown_cleared},
     Whose::World,
     false,
     {"ID"}},
    {"DELETE", "/exogenous/tapes", {}, {.text = shown_cleared}},
};
constexpr Example kUntapeExamples[] = {{"understudy tape clear tap_1", "one of them"},
                                       {"understudy tape clear", "all of them"}};

constexpr Positional kOfOperation[] = {{"OPERATION", "only its fields", false, true}};
constexpr Slot kFieldSlots[] = {{"OPERATION", "?operation"}};
constexpr Column kFieldColumns[] = {
    {"OPERATION", "operation"}, {"FIELD", "field|path"}, {"CLASS", "class"},
    {"SOURCE", "source"},       {"BY", "by.0"},          {"SCHEMA", "schema"},
};
constexpr ControlRoute kFields[] = {
    {"GET", "/exogenous/fields", kFieldSlots, {kFieldColumns, "no fields"}, Whose::World, true},
};
constexpr Example kFieldsExamples[] = {
    {"understudy field list createCharge", "what can be pinned, and what it must look like"}};

constexpr Verb kVerbs[] = {
    {"pin set", "a value from outside, decided by you",
     "Decides what an exogenous field will be. It is bound when the result is made and frozen from "
     "then on: every view shows the same value. `understudy trace last` shows what can be pinned, "
     "with the command.",
     kPinBody, kPinOptions, kPinExamples, nullptr, kPin},
    {"pin list",
     "what is pinned",
     "Lists the pins, or shows one.",
     kOneId,
     {},
     kPinsExamples,
     nullptr,
     kPins},
    {"pin clear",
     "takes pins back",
     "Takes back one pin, or all. What is bound stays.",
     kClearId,
     {},
     kUnpinExamples,
     nullptr,
     kUnpin},
    {"tape set", "values from outside, one after another",
     "Decides what an exogenous field will be, result by result. A pin for the same field hides "
     "it.",
     kTapeValues, kTapeOptions, kTapeExamples, nullptr, kTape},
    {"tape list",
     "the tapes, and where they stand",
     "Lists the tapes, or shows one.",
     kOneId,
     {},
     kTapesExamples,
     nullptr,
     kTapes},
    {"tape clear",
     "takes tapes back",
     "Takes back one tape, or all.",
     kClearId,
     {},
     kUntapeExamples,
     nullptr,
     kUntape},
    {"field list",
     "what can be pinned",
     "Lists the fields of results: which come from outside, their schemas, and where each would "
     "come from now.",
     kOfOperation,
     {},
     kFieldsExamples,
     nullptr,
     kFields},
};

}  // namespace

std::span<const Verb> exogenous_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
