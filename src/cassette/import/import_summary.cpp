#include "cassette/import/import_summary.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "cassette/call_shape.hpp"
#include "cassette/code.hpp"
#include "cassette/coverage.hpp"
#include "cassette/import/import_findings.hpp"
#include "cassette/vacuous.hpp"

namespace understudy::cassette {

namespace {

std::string full_name(const Imported& imported) {
    return imported.cassette.service + "/" + imported.cassette.name;
}

bool is_success(const Exchange& exchange) {
    constexpr int kFirstFailure = 400;
    const auto& ended = exchange.output.ended;
    if (ended) return ended->how == Ended::How::Exit && ended->number == 0;
    if (!exchange.output.error.empty()) return false;
    if (exchange.output.answer && exchange.output.answer->status >= kFirstFailure) return false;
    return exchange.output.end.value_or(StreamEnd::Complete) == StreamEnd::Complete;
}

// Program and words, or method and route, in one vocabulary for a whole service.
std::string shape_of(const Imported& imported, const Exchange& exchange) {
    const CommandInput* call = exchange.command();
    return imported.cassette.service + "\n" +
           (call == nullptr ? operation_of(exchange, {}) : shape_of(*call).text());
}

bool is_command(const Cassette& cassette) {
    return cassette.exchanges.front().command() != nullptr;
}

// Why no change of the service could show in it; empty: one could.
std::string why_vacuous(const Cassette& cassette, const Normalizers& known) {
    const auto rules = Rules::make(known, cassette.rules);
    if (!rules) return {};
    const auto emptiness = emptiness_of(cassette, *rules, {});
    return emptiness ? std::string(name_of(*emptiness)) : "";
}

// Shapes that were seen to fail in some file.
std::set<std::string> failing_shapes(std::span<const Imported> cassettes) {
    std::set<std::string> shapes;
    for (const Imported& each : cassettes) {
        for (const Exchange& exchange : each.cassette.exchanges) {
            if (!is_success(exchange)) shapes.insert(shape_of(each, exchange));
        }
    }
    return shapes;
}

bool shows_success_only(const Imported& imported, const std::set<std::string>& failing) {
    const auto& all = imported.cassette.exchanges;
    return std::none_of(all.begin(), all.end(), [&](const Exchange& exchange) {
        return failing.contains(shape_of(imported, exchange));
    });
}

std::vector<ImportSummary::Plan> plans_for(std::span<const Imported> cassettes) {
    struct Waiting {
        std::size_t cassettes = 0;
        std::map<std::string, std::size_t> targets;
    };
    std::map<std::string, Waiting> services;
    for (const Imported& each : cassettes) {
        if (each.cassette.is_re_recordable() || !is_command(each.cassette)) continue;
        Waiting& waiting = services[each.cassette.service];
        ++waiting.cassettes;
        if (!each.target.empty()) ++waiting.targets[each.target];
    }
    std::vector<ImportSummary::Plan> plans;
    for (const auto& [service, waiting] : services) {
        const auto most =
            std::max_element(waiting.targets.begin(), waiting.targets.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        plans.push_back(
            {service, most == waiting.targets.end() ? "" : most->first, waiting.cassettes});
    }
    std::stable_sort(plans.begin(), plans.end(),
                     [](const auto& a, const auto& b) { return a.cassettes > b.cassettes; });
    return plans;
}

}  // namespace

ImportSummary summarize(std::span<const Imported> cassettes, const Normalizers& known) {
    ImportSummary summary;
    const std::set<std::string> failing = failing_shapes(cassettes);
    const auto tell = [&](const Imported& each, report::Severity severity, base::Code code,
                          const std::string& why) {
        summary.findings.push_back(import_finding(severity, code, {{"why", why}, {"pointer", ""}},
                                                  base::Mark{each.file, 0, 0, 0, {}, 0}));
    };
    for (const Imported& each : cassettes) {
        const std::string name = full_name(each);
        if (const std::string why = why_vacuous(each.cassette, known); !why.empty()) {
            summary.vacuous.push_back(name);
            tell(each, report::Severity::Warning, code::ImportVacuous, why);
        }
        if (!each.not_runnable.empty()) {
            summary.not_runnable.push_back(name);
            tell(each, report::Severity::Info, code::ImportNotRunnable, each.not_runnable);
        }
        if (!each.hand_written.empty()) {
            summary.hand_written.push_back(name);
            tell(each, report::Severity::Info, code::ImportHandWritten, each.hand_written);
        }
        if (shows_success_only(each, failing)) summary.success_only.push_back(name);
    }
    summary.plans = plans_for(cassettes);
    return summary;
}

}  // namespace understudy::cassette
