// Faults and stubs.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Option kMatch = {"--match", "JSON", "which calls: input, facets, id, ...", "", ""};
constexpr Option kInput = {"--input", "JSON", "calls whose input has these members", "", ""};
constexpr Option kFacets = {"--facets", "JSON", "calls whose facets are these", "", ""};
constexpr Option kObject = {"--object", "ID", "calls that address this object", "", ""};
constexpr Option kCredential = {"--credential", "ID", "calls of this end user or account", "", ""};
constexpr Option kSource = {"--source", "ID", "calls for this outside site", "", ""};

constexpr Positional kArmWhat[] = {
    {"RESOURCE", "what it hits, or * for any; - reads the body"},
    {"OPERATION", "the verb or the operation, or * for any", false, true}};
constexpr Option kArmOptions[] = {
    {"--status", "N", "the answer's status", "", ""},
    {"--code", "CODE", "the error, by its code in the pack", "", ""},
    {"--message", "TEXT", "its message (the pack's)", "", ""},
    {"--transport", "JSON", R"(trouble on the wire: {"kind":"reset","at":"headers"})", "", ""},
    {"--delivery", "JSON", R"(what happens to webhooks, on $deliveries send: {"kind":"duplicate"})",
     "", ""},
    {"--count", "N", "how often it fires (until it is cleared)", "", ""},
    {"--skip", "N", "how many calls it lets pass first", "", ""},
    {"--probability", "P", "from 0 to 1; drawn the same way in every run", "", ""},
    {"--when", "WHEN", "before or after the call is executed", "", ""},
    {"--strict", "", "an error the pack does not know is refused", "", ""},
    kMatch,
    kInput,
    kFacets,
    kObject,
    kCredential,
    kSource,
};
constexpr Slot kArmSlots[] = {
    {"RESOURCE", "/resource"},
    {"OPERATION", "/operation"},
    {"--status", "/status", As::Number},
    {"--code", "/code"},
    {"--message", "/message"},
    {"--transport", "/transport", As::Json},
    {"--delivery", "/delivery", As::Json},
    {"--count", "/count", As::Number},
    {"--skip", "/skip", As::Number},
    {"--probability", "/probability", As::Number},
    {"--when", "/when"},
    {"--strict", "/strict", As::Yes},
    {"--match", "/match", As::Json},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--object", "/match/id"},
    {"--credential", "/match/credential_id"},
    {"--source", "/match/source_id"},
};
constexpr ControlRoute kArm[] = {{"POST", "/faults", kArmSlots, {.text = shown_record}}};
constexpr Example kArmExamples[] = {
    {"understudy fault arm charges create --status 402 --code card_declined --count 1",
     "the next charge is declined"},
    {R"(understudy fault arm charges create --when after --transport '{"kind":"reset","at":"headers"}')",
     "charges are made, and nobody is told"},
    {R"(understudy fault arm '$deliveries' send --delivery '{"kind":"drop","seen_as":"failed"}' --count 1)",
     "the next webhook is lost, and retried"},
};

constexpr Positional kTapeWhat[] = {
    {"RESOURCE", "what it hits, or * for any; - reads the body"},
    {"OPERATION", "the verb or the operation, or * for any", false, true},
    {"ENTRY", R"(in JSON, one for each call: {"status":429,"code":"rate_limit"}, {"pass":true})",
     true, true}};
constexpr Option kTapeOptions[] = {
    {"--then", "WHAT", "after the last entry: fallback, last or cycle", "", ""},
    {"--strict", "", "an error the pack does not know is refused", "", ""},
    kMatch,
    kInput,
    kFacets,
    kObject,
    kCredential,
    kSource,
};
constexpr Slot kTapeSlots[] = {
    {"RESOURCE", "/resource"},
    {"OPERATION", "/operation"},
    {"ENTRY", "/tape", As::List},
    {"--then", "/then"},
    {"--strict", "/strict", As::Yes},
    {"--match", "/match", As::Json},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--object", "/match/id"},
    {"--credential", "/match/credential_id"},
    {"--source", "/match/source_id"},
};
constexpr ControlRoute kTape[] = {{"POST", "/faults", kTapeSlots, {.text = shown_record}}};
constexpr Example kTapeExamples[] = {
    {R"(understudy fault tape charges create '{"status":429,"code":"rate_limit"}' '{"pass":true}')",
     "fail once, then succeed"},
};

constexpr Positional kStubWhat[] = {
    {"METHOD", "of the calls it answers; - reads the body", false, true},
    {"PATH", "of the calls it answers", false, true}};
constexpr Option kStubOptions[] = {
    {"--operation", "NAME", "calls of this operation", "", ""},
    {"--resource", "NAME", "calls on this resource", "", ""},
    kInput,
    kFacets,
    {"--status", "N", "the answer's status", "", ""},
    {"--headers", "JSON", "its headers", "", ""},
    {"--body", "JSON", "its body", "", ""},
    {"--count", "N", "how many calls it answers (1)", "", ""},
};
constexpr Slot kStubSlots[] = {
    {"METHOD", "/match/method"},
    {"PATH", "/match/path"},
    {"--operation", "/match/operation"},
    {"--resource", "/match/resource"},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--status", "/answer/status", As::Number},
    {"--headers", "/answer/headers", As::Json},
    {"--body", "/answer/body", As::Json},
    {"--count", "/count", As::Number},
};
constexpr ControlRoute kStub[] = {{"POST", "/stubs", kStubSlots, {.text = shown_record}}};
constexpr Example kStubExamples[] = {
    {R"(understudy fault stub GET /v1/tax/settings --status 200 --body '{"object":"tax.settings"}')",
     "an answer for what the pack does not model"},
};

constexpr Option kStubsToo[] = {{"--stubs", "", "stubs instead of faults", "", ""}};
constexpr Column kFaultColumns[] = {
    {"FAULT", "id"},
    {"STATE", "state"},
    {"RESOURCE", "resource"},
    {"OPERATION", "operation"},
    {"STATUS", "status"},
    {"CODE", "code"},
    {"TRANSPORT", "transport.kind"},
    {"FIRED", "fired"},
    {"LEFT", "remaining"},
    {"MATCH", "match"},
};
constexpr Column kStubColumns[] = {
    {"STUB", "id"},     {"STATE", "state"}, {"FIRED", "fired"}, {"STATUS", "answer.status"},
    {"MATCH", "match"},
};
constexpr ControlRoute kList[] = {
    {"GET", "/stubs", {}, {kStubColumns, "no stubs"}, Whose::World, true, {"--stubs"}},
    {"GET", "/faults", {}, {kFaultColumns, "no faults"}, Whose::World, true},
};
constexpr Example kListExamples[] = {
    {"understudy fault list", "those that are spent are listed too"},
    {"understudy fault list --stubs", "the stubs"},
};

constexpr Positional kShowWhich[] = {{"ID", "a fault (flt_1) or a stub (stb_1)"}};
constexpr Slot kIdSlot[] = {{"ID", "{id}"}};
constexpr ControlRoute kShow[] = {
    {"GET", "/stubs/{id}", kIdSlot, {.text = shown_record}, Whose::World, false, {"ID", "stb_"}},
    {"GET", "/faults/{id}", kIdSlot, {.text = shown_record}},
};
constexpr Example kShowExamples[] = {
    {"understudy fault show flt_1", "how often it fired, and more"}};

constexpr Positional kClearWhich[] = {{"ID", "a fault or a stub (all faults)", false, true}};
constexpr Option kClearOptions[] = {{"--stubs", "", "all stubs instead of all faults", "", ""}};
constexpr ControlRoute kClear[] = {
    {"DELETE",
     "/stubs/{id}",
     kIdSlot,
     {.text = shown_cleared},
     Whose::World,
     false,
     {"ID", "stb_"}},
    {"DELETE", "/faults/{id}", kIdSlot, {.text = shown_cleared}, Whose::World, false, {"ID"}},
    {"DELETE", "/stubs", {}, {.text = shown_cleared}, Whose::World, false, {"--stubs"}},
    {"DELETE", "/faults", {}, {.text = shown_cleared}},
};
constexpr Example kClearExamples[] = {{"understudy fault clear", "all faults"},
                                      {"understudy fault clear stb_1", "one stub"}};

constexpr Verb kVerbs[] = {
    {"fault arm", "calls fail from now on",
     "Arms a fault: calls that match are answered with an error of the service, or with trouble on "
     "the wire, without the application knowing. The most specific fault wins, then the newest.",
     kArmWhat, kArmOptions, kArmExamples, nullptr, kArm},
    {"fault tape", "calls fail one by one, as listed",
     "Arms a fault whose entries are used up one by one: each matching call takes the next. An "
     "entry has the members of a fault, or is {\"pass\":true}; `times` repeats it.",
     kTapeWhat, kTapeOptions, kTapeExamples, nullptr, kTape},
    {"fault stub", "an answer for what the pack does not model",
     "Answers matching calls as given, whether the pack knows the operation or not. It changes no "
     "state, and faults go before it.",
     kStubWhat, kStubOptions, kStubExamples, nullptr, kStub},
    {"fault list",
     "what is armed",
     "Lists the faults, or the stubs, oldest first.",
     {},
     kStubsToo,
     kListExamples,
     nullptr,
     kList},
    {"fault show",
     "one fault or stub",
     "Shows one fault or stub.",
     kShowWhich,
     {},
     kShowExamples,
     nullptr,
     kShow},
    {"fault clear", "disarms faults or stubs", "Disarms one fault or stub, or all of a kind.",
     kClearWhich, kClearOptions, kClearExamples, nullptr, kClear},
};

}  // namespace

std::span<const Verb> fault_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
