#include "app/recordings.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "app/http_recordings.hpp"
#include "app/session_index.hpp"
#include "app/tool_version.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/call_shape.hpp"
#include "cassette/match.hpp"

namespace understudy::app {

namespace {

using cassette::Cassette;
using cassette::Exchange;
using shim::RecordedCall;

// "pr-list"; "call", if it has no words.
std::string words_of(const cassette::CommandInput& input) {
    const std::string words = base::join(cassette::shape_of(input).words, "-");
    return words.empty() ? "call" : words;
}

Exchange exchange_of(const RecordedCall& call, std::int64_t begin) {
    Exchange exchange;
    exchange.id = words_of(call.input);
    exchange.at = call.at - begin;
    exchange.input = cassette::unfilled(call.input);
    exchange.output = call.output;
    return exchange;
}

std::vector<Exchange> exchanges_of(const std::vector<RecordedCall>& calls) {
    std::vector<Exchange> exchanges;
    const std::int64_t begin = calls.empty() ? 0 : calls.front().at;
    for (const RecordedCall& call : calls) exchanges.push_back(exchange_of(call, begin));
    number_ids(exchanges);
    return exchanges;
}

cassette::Provenance stamp_of(const std::vector<RecordedCall>& calls, ToolVersions& versions,
                              base::Instant time) {
    const auto ran = std::find_if(calls.begin(), calls.end(),
                                  [](const RecordedCall& call) { return !call.tool_path.empty(); });
    if (ran != calls.end()) {
        const std::string& called = ran->input.program;
        const std::string program = called.substr(called.rfind('/') + 1);
        return provenance_of(tool_at(program, ran->tool_path, versions.of(program, ran->tool_path)),
                             time);
    }
    cassette::Provenance provenance = provenance_of({}, time);
    provenance.tool.reset();
    return provenance;
}

Cassette cassette_of(const ToKeep& one, ToolVersions& versions, base::Instant time) {
    Cassette cassette;
    cassette.service = one.service;
    cassette.name = one.name;
    cassette.origin = cassette::Origin::Recorded;
    cassette.provenance = stamp_of(one.calls, versions, time);
    cassette.match = one.match;
    cassette.exchanges = exchanges_of(one.calls);
    for (Exchange& exchange : cassette.exchanges) exchange.effect = one.effect;
    const bool is_plan = one.effect == plan::Effect::Read && cassette.exchanges.size() == 1;
    if (is_plan) cassette.plan = cassette::PlanReference{true, {}, {}, {}};
    return cassette;
}

// The name of a call's cassette: what it says, and eight digits of its key. Of the sealed call: not
// even the digest of a secret may be kept.
std::string name_of_call(const Exchange& sealed) {
    const cassette::CommandInput& input = *sealed.command();
    constexpr std::size_t kDigits = 8;
    const std::string key = base::to_hex(cassette::key_of(input, {}, {}));
    return base::to_lower_ascii(words_of(input)) + '-' + key.substr(0, kDigits);
}

// What all cassettes of one session share.
struct Keeping {
    const KeepPlan& plan;
    const KeepPlace& place;
    BundleSealer sealer;
    ToolVersions versions;
    base::Instant time = now();

    std::string path_of(const std::string& service, const std::string& name) const {
        return (std::filesystem::path(folder_of_service(service, plan.folder)) / name).string();
    }
    cassette::Match match_of(const std::string& service) const {
        const cassette::Service* known = place.project.manifest.find(service);
        return known == nullptr ? cassette::Match{} : known->match;
    }
};

base::Result<Keeping> begin_keeping(const KeepPlan& plan, const KeepPlace& place) {
    return Keeping{plan, place, TRY(BundleSealer::make()), ToolVersions(place.project.manifest)};
}

base::Result<void> keep_service(const std::string& service, std::vector<RecordedCall> calls,
                                Keeping& keeping) {
    const Bundle bundle = TRY(keeping.sealer.seal(exchanges_of(calls)));
    std::map<std::string, std::vector<std::size_t>> parts;  // by name
    for (std::size_t i = 0; i < calls.size(); ++i) {
        parts[name_of_call(bundle.sealed[i])].push_back(i);
    }
    for (const auto& [name, numbers] : parts) {
        ToKeep one;
        one.service = service;
        one.name = name;
        one.match = keeping.match_of(service);
        for (const std::size_t i : numbers) one.calls.push_back(std::move(calls[i]));
        const cassette::Sealed sealed = TRY(keeping.sealer.seal_part(
            cassette_of(one, keeping.versions, keeping.time), bundle, numbers));
        TRY_VOID(keep_named(sealed, keeping.path_of(service, name), keeping.place));
    }
    return {};
}

// Commands and calls over HTTP, as they came.
struct Timeline {
    std::vector<RecordedCall> calls;
    std::vector<Exchange> over_http;
};

base::Result<void> keep_timeline(const std::string& service, Timeline timeline, Keeping& keeping) {
    Cassette cassette;
    cassette.service = service;
    cassette.name = keeping.plan.timeline;
    cassette.origin = cassette::Origin::Recorded;
    cassette.provenance = stamp_of(timeline.calls, keeping.versions, keeping.time);
    cassette.match = keeping.match_of(service);
    std::vector<Exchange>& all = cassette.exchanges;
    for (const RecordedCall& call : timeline.calls) all.push_back(exchange_of(call, 0));
    for (Exchange& exchange : timeline.over_http) all.push_back(std::move(exchange));
    std::stable_sort(all.begin(), all.end(),
                     [](const Exchange& a, const Exchange& b) { return a.at < b.at; });
    const std::int64_t begin = all.front().at;
    std::vector<Exchange> numbered = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].at -= begin;
        numbered[i].id = std::to_string(i + 1);
    }
    // Ids of calls over HTTP are made of their paths, so of what was sealed.
    const Bundle bundle = TRY(keeping.sealer.seal(std::move(numbered)));
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].command() == nullptr) all[i].id = words_of_http(bundle.sealed[i]);
    }
    number_ids(all);
    const cassette::Sealed sealed = TRY(keeping.sealer.seal_alone(std::move(cassette)));
    return keep_named(sealed, keeping.path_of(service, keeping.plan.timeline), keeping.place);
}

}  // namespace

base::Result<void> keep_calls(std::vector<RecordedCall> calls, const KeepPlan& plan,
                              const KeepPlace& place) {
    if (calls.empty()) return {};
    std::map<std::string, std::vector<RecordedCall>> services;
    for (RecordedCall& call : calls) {
        services[service_of(call.input.program, place.project.manifest)].push_back(std::move(call));
    }
    Keeping keeping = TRY(begin_keeping(plan, place));
    for (auto& [service, its_calls] : services) {
        TRY_VOID(keep_service(service, std::move(its_calls), keeping));
    }
    return {};
}

base::Result<void> keep_timelines(std::vector<RecordedCall> calls,
                                  std::vector<serve::Relayed> over_http, const KeepPlan& plan,
                                  const KeepPlace& place) {
    if (calls.empty() && over_http.empty()) return {};
    const cassette::Manifest& manifest = place.project.manifest;
    std::map<std::string, Timeline> services;
    for (RecordedCall& call : calls) {
        services[service_of(call.input.program, manifest)].calls.push_back(std::move(call));
    }
    for (auto& [service, exchanges] : exchanges_by_service(std::move(over_http), {}, manifest)) {
        services[service].over_http = std::move(exchanges);
    }
    Keeping keeping = TRY(begin_keeping(plan, place));
    for (auto& [service, timeline] : services) {
        TRY_VOID(keep_timeline(service, std::move(timeline), keeping));
    }
    return {};
}

base::Result<void> keep_one(ToKeep one, const ProjectGround& project, Terminal& terminal) {
    BundleSealer sealer = TRY(BundleSealer::make());
    ToolVersions versions(project.manifest);
    const cassette::Sealed sealed = TRY(sealer.seal_alone(cassette_of(one, versions, now())));
    return keep_file(sealed, one.path, {project, terminal});
}

base::Result<std::vector<Exchange>> sealed_exchanges(const std::vector<RecordedCall>& calls) {
    BundleSealer sealer = TRY(BundleSealer::make());
    return TRY(sealer.seal(exchanges_of(calls))).sealed;
}

}  // namespace understudy::app
