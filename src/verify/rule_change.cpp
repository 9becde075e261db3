#include "verify/rule_change.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "cassette/learn.hpp"
#include "json/write.hpp"

namespace understudy::verify {

namespace {

std::string line_of(const cassette::RuleSpec& spec) {
    return "rule " + json::write_canonical(cassette::written_rule(spec));
}

void put_comparing(const cassette::CompareOptions& options, std::set<std::string>& lines) {
    if (options.exact) lines.insert("compare exact");
    if (options.interleaving) lines.insert("compare interleaving");
    if (!options.headers) lines.insert("compare no headers");
    for (const std::string& each : options.unordered) lines.insert("compare unordered " + each);
    for (const std::string& each : options.view.select) lines.insert("compare only " + each);
    for (const auto& [from, to] : options.view.rename) {
        lines.insert("compare " + from + " as " + to);
    }
    if (!options.grammar.empty()) lines.insert("compare grammar " + options.grammar);
}

}  // namespace

std::set<std::string> looking_of(const cassette::Manifest& manifest,
                                 const cassette::Service& service,
                                 const std::vector<const cassette::Cassette*>& cassettes) {
    std::set<std::string> lines;
    for (const cassette::RuleSpec& each : manifest.rules) lines.insert(line_of(each));
    for (const cassette::RuleSpec& each : service.rules) lines.insert(line_of(each));
    put_comparing(service.comparing, lines);
    for (const cassette::SeverityRule& each : service.severities) {
        lines.insert("severity " + std::string(cassette::name_of(each.drift)) +
                     (each.at.empty() ? "" : " at " + each.at) + " is " +
                     std::string(report::name_of(each.severity)));
    }
    for (const cassette::Untested& each : service.untested) {
        lines.insert("untested " + each.operation);
    }
    if (service.is_live_only) lines.insert("lane live");
    if (service.strategy) lines.insert("strategy " + service.strategy->name);
    for (const cassette::Cassette* each : cassettes) {
        for (const cassette::RuleSpec& spec : each->rules) {
            lines.insert(each->name + ": " + line_of(spec));
        }
        if (!each->compare.is_null()) {
            lines.insert(each->name + ": compare " + json::write_canonical(each->compare));
        }
    }
    return lines;
}

std::vector<std::string> rule_changes(const std::set<std::string>& then,
                                      const std::set<std::string>& now) {
    std::vector<std::string> changes;
    const auto tell = [&changes](std::string_view word, const std::set<std::string>& of,
                                 const std::set<std::string>& without) {
        for (const std::string& each : of) {
            if (!without.contains(each)) changes.push_back(std::string(word) + ": " + each);
        }
    };
    tell("added", now, then);
    tell("gone", then, now);
    return changes;
}

}  // namespace understudy::verify
