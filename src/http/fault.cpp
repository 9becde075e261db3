// The table of wire faults, and the one place where a fault is made. A new kind is a file beside
// this one, a line in impl/fault_kind.hpp and a line here.
#include "http/fault.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "http/impl/fault_kind.hpp"

namespace understudy::http {

namespace {

// In the order of the documentation.
constexpr std::array<const FaultKind*, 17> kKinds = {
    &kLatencyFault,        &kResetFault,        &kTruncateFault,       &kMalformedChunkFault,
    &kDripFault,           &kStallFault,        &kWrongLengthFault,    &kStreamCutFault,
    &kMalformedEventFault, &kMissingEventFault, &kDuplicateEventFault, &kChangedEventFault,
    &kErrorEventFault,     &kEmptyFault,        &kGarbageFault,        &kGoAwayFault,
    &kRstStreamFault};

constexpr std::array<std::string_view, kKinds.size()> kNames = {
    "latency",         "reset",         "truncate",    "malformed_chunk", "drip",
    "stall",           "wrong_length",  "stream_cut",  "malformed_event", "missing_event",
    "duplicate_event", "changed_event", "error_event", "empty",           "garbage",
    "goaway",          "rst_stream"};

constexpr std::array<std::string_view, 10> kStepNames = {
    "Head", "Body", "End", "Raw", "Wait", "Hang", "Close", "Reset", "ResetStream", "GoAway"};

const FaultKind* kind_named(std::string_view name) {
    for (const FaultKind* kind : kKinds) {
        if (kind->name == name) return kind;
    }
    return nullptr;
}

std::string listed(std::span<const std::string_view> names) {
    std::string text;
    for (const std::string_view name : names) {
        if (!text.empty()) text += ", ";
        text += name;
    }
    return text.empty() ? "none" : text;
}

base::Failure bad_shape(std::string found) {
    return base::fail(base::Code::HttpFaultShape, {{"found", std::move(found)}});
}

base::Result<const FaultKind*> read_kind(const json::Value& spec) {
    if (!spec.is_object()) return bad_shape("a value of type " + std::string(name_of(spec.kind())));
    const json::Value* name = spec.find("kind");
    if (name == nullptr) return bad_shape("an object without one");
    if (!name->is_string()) return bad_shape("an object whose kind is no text");
    const FaultKind* kind = kind_named(name->as_string());
    if (kind == nullptr) {
        return base::fail(base::Code::HttpUnknownFault,
                          {{"kind", base::quoted(name->as_string())},
                           {"known", listed(kNames)},
                           {"nearest", base::nearest(name->as_string(), kNames)}});
    }
    return kind;
}

base::Result<void> check_names(const json::Value& spec, const FaultKind& kind) {
    std::vector<std::string_view> seen;  // all of them known, so few
    for (const json::Member& member : spec.members()) {
        const std::string_view name = member.key();
        if (name != "kind" && std::ranges::find(kind.parameters, name) == kind.parameters.end()) {
            return base::fail(base::Code::HttpUnknownFaultParameter,
                              {{"kind", std::string(kind.name)},
                               {"name", base::quoted(name)},
                               {"known", listed(kind.parameters)},
                               {"nearest", base::nearest(name, kind.parameters)}});
        }
        if (std::ranges::find(seen, name) != seen.end()) {
            return base::fail(base::Code::HttpBadFaultParameter, {{"kind", std::string(kind.name)},
                                                                  {"name", std::string(name)},
                                                                  {"expected", "given once"},
                                                                  {"found", "again"}});
        }
        seen.push_back(name);
    }
    return {};
}

}  // namespace

base::Result<std::unique_ptr<WireFault>> make_fault(const json::Value& spec,
                                                    const FaultContext& context) {
    const FaultKind* kind = TRY(read_kind(spec));
    TRY_VOID(check_names(spec, *kind));
    return kind->make(FaultParameters(kind->name, spec), context);
}

bool damages_answer(std::string_view kind) {
    const FaultKind* found = kind_named(kind);
    return found != nullptr && found->damages_answer;
}

std::span<const std::string_view> fault_kinds() {
    return kNames;
}

std::span<const std::string_view> fault_parameters(std::string_view kind) {
    const FaultKind* found = kind_named(kind);
    return found == nullptr ? std::span<const std::string_view>() : found->parameters;
}

std::string_view name_of(StepKind kind) {
    return kStepNames[static_cast<std::size_t>(kind)];
}

}  // namespace understudy::http
