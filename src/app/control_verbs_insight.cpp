// Looking into a world: requests, traces, idempotency records, coherence.
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "app/shown_table.hpp"

namespace understudy::app {

namespace {

constexpr Slot kIdSlot[] = {{"ID", "{id}"}};

constexpr Option kRequestOptions[] = {
    {"--operation", "NAME", "only of this operation", "", ""},
    {"--resource", "NAME", "only on this resource", "", ""},
    {"--status", "N", "only with this status", "", ""},
    {"--resolved-by", "STEP", "only what this step answered: fault, stateful, ...", "", ""},
    {"--since", "N", "only those after this number", "", ""},
    {"--id", "ID", "only this one", "", ""},
};
constexpr Slot kRequestSlots[] = {
    {"--operation", "?operation"},     {"--resource", "?resource"}, {"--status", "?status"},
    {"--resolved-by", "?resolved_by"}, {"--since", "?since"},       {"--id", "?id"},
};
constexpr Column kRequestColumns[] = {
    {"REQUEST", "id"},    {"AT", "at"},          {"METHOD", "method"}, {"PATH", "path"},
    {"STATUS", "status"}, {"BY", "resolved_by"}, {"TRACE", "trace"},
};
constexpr ControlRoute kRequests[] = {
    {"GET", "/requests", kRequestSlots, {kRequestColumns, "no requests"}, Whose::World, true},
};
constexpr Example kRequestsExamples[] = {
    {"understudy request list", "what the application asked for"},
    {"understudy request list --operation createCharge --status 402", "charges that were declined"},
};

constexpr Positional kRequestId[] = {{"ID", "the request"}};
constexpr ControlRoute kRequest[] = {{"GET", "/requests/{id}", kIdSlot, {.text = shown_request}}};
constexpr Example kRequestExamples[] = {{"understudy request show rq_1", "with both bodies"}};

constexpr Positional kCountBody[] = {{"BODY", "a file with the body, or -", false, true}};
constexpr Option kCountOptions[] = {
    {"--operation", "NAME", "of this operation", "", ""},
    {"--resource", "NAME", "on this resource", "", ""},
    {"--method", "METHOD", "with this method", "", ""},
    {"--path", "PATH", "to this path", "", ""},
    {"--status", "N", "answered with this status", "", ""},
    {"--input", "JSON", "whose input has these members", "", ""},
    {"--facets", "JSON", "whose facets are these", "", ""},
    {"--object", "ID", "that address this object", "", ""},
    {"--credential", "ID", "of this end user or account", "", ""},
    {"--source", "ID", "for this outside site", "", ""},
    {"--match", "JSON", "all of these as one object", "", ""},
    {"--since", "N", "only those after this number", "", ""},
};
constexpr Slot kCountSlots[] = {
    {"BODY", "", As::Body},
    {"", "/match", As::Json, "{}"},
    {"--match", "/match", As::Json},
    {"--operation", "/match/operation"},
    {"--resource", "/match/resource"},
    {"--method", "/match/method"},
    {"--path", "/match/path"},
    {"--status", "/match/status", As::Number},
    {"--input", "/match/input", As::Json},
    {"--facets", "/match/facets", As::Json},
    {"--object", "/match/id"},
    {"--credential", "/match/credential_id"},
    {"--source", "/match/source_id"},
    {"--since", "/since", As::Number},
};
constexpr ControlRoute kCount[] = {{"POST", "/requests/count", kCountSlots, {.text = shown_count}}};
constexpr Example kCountExamples[] = {
    {R"(understudy request count --operation createCharge --input '{"amount":2000}')",
     "was it asked for once?"},
};

constexpr Option kFollowOptions[] = {
    {"--from", "POSITION", "go on after this entry (from the first that is kept)", "", ""},
    {"--limit", "N", "stop after that many entries", "", ""},
};
constexpr Slot kFollowSlots[] = {{"--from", "?from"}};
constexpr ControlRoute kFollow[] = {
    {"GET", "/feed", kFollowSlots, {}, Whose::World, false, {}, follow_feed}};
constexpr Example kFollowExamples[] = {
    {"understudy request follow", "a line for everything that happens, until interrupted"},
    {"understudy request follow --from 12 --limit 10 --json", "ten entries after number 12"},
};

constexpr Positional kTraceId[] = {
    {"ID", "the trace, from the header X-Mock-Resolution-Trace; or last"}};
constexpr Option kTraceOptions[] = {
    {"--class", "CLASS", "only fields that are faithful or exogenous", "", ""},
    {"--path", "PATH", "only this field and those below it", "", ""},
};
constexpr Slot kTraceSlots[] = {{"ID", "{id}"}, {"--class", "?class"}, {"--path", "?path"}};
constexpr Slot kTracesSlots[] = {{"--class", "?class"}, {"--path", "?path"}};
constexpr ControlRoute kTrace[] = {
    {"GET",
     "/trace/{id}",
     kTraceSlots,
     {.text = shown_trace},
     Whose::World,
     false,
     {"ID", "last"},
     show_last_trace},
    {"GET", "/trace/{id}", kTraceSlots, {.text = shown_trace}},
};
constexpr Example kTraceExamples[] = {
    {"understudy trace show trc_1", "why that answer, field by field"},
    {"understudy trace show last --class exogenous", "what could be pinned in the last answer"},
};
constexpr ControlRoute kLastTrace[] = {
    {"GET",
     "/trace/{id}",
     kTracesSlots,
     {.text = shown_trace},
     Whose::World,
     false,
     {},
     show_last_trace},
};
constexpr Example kLastTraceExamples[] = {
    {"understudy trace last", "why the last answer was that"}};
constexpr Column kTraceColumns[] = {
    {"TRACE", "id"},
    {"AT", "at"},
    {"METHOD", "request.method"},
    {"PATH", "request.path|request.event"},
    {"STATUS", "status"},
    {"BY", "resolved_by"},
};
constexpr ControlRoute kTraces[] = {
    {"GET", "/traces", kTracesSlots, {kTraceColumns, "no traces"}, Whose::World, true},
};
constexpr Example kTracesExamples[] = {{"understudy trace list", "newest last"}};

constexpr Column kIdempotencyColumns[] = {
    {"KEY", "key"},          {"OPERATION", "operation"}, {"STATUS", "status"},
    {"STORED", "stored_at"}, {"TRACE", "trace"},
};
constexpr ControlRoute kIdempotency[] = {
    {"GET", "/idempotency", {}, {kIdempotencyColumns, "no idempotency keys"}, Whose::World, true},
};
constexpr Example kIdempotencyExamples[] = {
    {"understudy idempotency list", "which keys would be answered from the store"}};

constexpr Column kCoherenceColumns[] = {
    {"CODE", "code"},   {"RULE", "rule"},       {"FIRST SEEN", "first_seen"},
    {"PARTS", "parts"}, {"MESSAGE", "message"},
};
constexpr ControlRoute kCoherence[] = {
    {"GET", "/coherence", {}, {kCoherenceColumns, "no warnings"}, Whose::World, true},
};
constexpr Example kCoherenceExamples[] = {
    {"understudy coherence show", "what you scripted and could not be true at once"}};
constexpr Positional kCoherenceMode[] = {{"MODE", "off or warn; - reads the body"}};
constexpr Slot kCoherenceSlots[] = {{"MODE", "/mode"}};
constexpr ControlRoute kSetCoherence[] = {
    {"PUT", "/coherence", kCoherenceSlots, {kCoherenceColumns, "no warnings"}}};
constexpr Example kSetCoherenceExamples[] = {
    {"understudy coherence set warn", "answers stay the same, byte for byte"}};

constexpr Verb kVerbs[] = {
    {"request list",
     "what was asked for",
     "Lists the requests that are kept, newest last.",
     {},
     kRequestOptions,
     kRequestsExamples,
     nullptr,
     kRequests},
    {"request show",
     "one request and its answer",
     "Shows one request with its bodies.",
     kRequestId,
     {},
     kRequestExamples,
     nullptr,
     kRequest},
    {"request count", "how many requests fit?",
     "Counts the requests that fit. Where older ones are no longer kept that could have fitted, it "
     "says `at least`.",
     kCountBody, kCountOptions, kCountExamples, nullptr, kCount},
    {"request follow",
     "everything that happens, as it happens",
     "Prints the world's feed, a line for each entry: requests, transitions, events, control "
     "calls. "
     "Cut off, it goes on where it was. With --json each entry is the server's JSON.",
     {},
     kFollowOptions,
     kFollowExamples,
     nullptr,
     kFollow},
    {"trace show", "why an answer is what it is",
     "Shows how one answer came about: which step gave it and why the others did not; for each "
     "field where its value came from, and for those that may be set, the command that sets them.",
     kTraceId, kTraceOptions, kTraceExamples, nullptr, kTrace},
    {"trace last",
     "the trace of the last call",
     "Shows the newest trace, as `trace show` does.",
     {},
     kTraceOptions,
     kLastTraceExamples,
     nullptr,
     kLastTrace},
    {"trace list",
     "the traces that are kept",
     "Lists the traces that are kept, newest last.",
     {},
     kTraceOptions,
     kTracesExamples,
     nullptr,
     kTraces},
    {"idempotency list",
     "idempotency keys that are known",
     "Lists the idempotency keys that are known, without the answers stored for them.",
     {},
     {},
     kIdempotencyExamples,
     nullptr,
     kIdempotency},
    {"coherence show",
     "warnings about what was scripted",
     "Lists what was scripted and could not be true at once, if the check is on.",
     {},
     {},
     kCoherenceExamples,
     nullptr,
     kCoherence},
    {"coherence set",
     "turns the coherence check on or off",
     "Turns the coherence check on (`warn`) or off. It never changes an answer.",
     kCoherenceMode,
     {},
     kSetCoherenceExamples,
     nullptr,
     kSetCoherence},
};

}  // namespace

std::span<const Verb> insight_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
