#include "app/check_report.hpp"

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using cassette::Origin;
using report::Verdict;
using State = CheckedService::State;

constexpr Verdict kVerdicts[] = {Verdict::Agreed, Verdict::Differed, Verdict::Unknown};
constexpr Origin kApart[] = {Origin::Edited, Origin::Authored, Origin::Derived};

// "3 agreed, 1 differed"; empty: none at all.
std::string counts_text(const CheckedService& service, std::optional<Origin> origin) {
    std::string text;
    for (const Verdict verdict : kVerdicts) {
        const std::size_t count = service.count(verdict, origin);
        if (count == 0) continue;
        text += (text.empty() ? "" : ", ") + base::with_thousands(count) + ' ' +
                std::string(report::name_of(verdict));
    }
    return text;
}

json::Value counts_json(const CheckedService& service, std::optional<Origin> origin) {
    json::Value counts = json::Value::object();
    for (const Verdict verdict : kVerdicts) {
        counts.append(report::name_of(verdict),
                      static_cast<std::uint64_t>(service.count(verdict, origin)));
    }
    return counts;
}

std::string_view word_of(cassette::Fake::How how) {
    switch (how) {
        case cassette::Fake::How::None: return "none";
        case cassette::Fake::How::Pack: return "pack";
        case cassette::Fake::How::Command: return "command";
        case cassette::Fake::How::Protocol: return "protocol";
    }
    return "";
}

std::size_t vacuous_in(const CheckedService& service) {
    std::size_t count = 0;
    for (const CheckedCassette& one : service.cassettes) count += one.emptiness ? 1 : 0;
    return count;
}

std::vector<std::string> lines_of(const CheckedService& checked) {
    const cassette::Service& service = *checked.service;
    std::vector<std::string> lines;
    if (checked.state == State::LiveOnly) lines.emplace_back("live lane: nothing is replayed");
    if (checked.state == State::OtherStrategy) {
        lines.push_back("another strategy: " + report::shown(service.strategy->name) + ", see " +
                        report::shown(service.strategy->document));
    }
    if (checked.state == State::Checked) {
        const std::string contract = counts_text(checked, Origin::Recorded);
        lines.push_back("contract: " + (contract.empty() ? "no recording" : contract));
    }
    for (const Origin origin : kApart) {
        const std::string counts = counts_text(checked, origin);
        if (counts.empty()) continue;
        lines.push_back("apart, " + std::string(cassette::name_of(origin)) + ": " + counts);
    }
    if (const std::size_t count = vacuous_in(checked); count > 0) {
        lines.push_back("could not fail: " + base::plural(count, "cassette"));
    }
    if (checked.broken > 0) {
        lines.push_back("do not load: " + base::plural(checked.broken, "file"));
    }
    for (const cassette::Untested& each : service.untested) {
        lines.push_back("untested: " + report::shown(each.operation) + " (" +
                        report::shown(each.reason) + ")");
    }
    return lines;
}

json::Value service_json(const CheckedService& checked) {
    const cassette::Service& service = *checked.service;
    json::Value value = json::Value::object({{"name", service.name}});
    value.append("fake", word_of(service.fake.how));
    if (service.is_live_only) value.append("lane", "live");
    if (service.strategy) {
        value.append("strategy", json::Value::object({{"name", service.strategy->name},
                                                      {"document", service.strategy->document}}));
    }
    value.append("contract", counts_json(checked, Origin::Recorded));
    json::Value apart = json::Value::object();
    for (const Origin origin : kApart) {
        apart.append(cassette::name_of(origin), counts_json(checked, origin));
    }
    value.append("apart", std::move(apart));
    value.append("vacuous", static_cast<std::uint64_t>(vacuous_in(checked)));
    value.append("broken", static_cast<std::uint64_t>(checked.broken));
    json::Value untested = json::Value::array();
    for (const cassette::Untested& each : service.untested) {
        untested.push_back(
            json::Value::object({{"operation", each.operation}, {"reason", each.reason}}));
    }
    value.append("untested", std::move(untested));
    return value;
}

json::Value verdict_json(const CheckedCassette& one) {
    const cassette::Cassette& cassette = one.loaded.cassette;
    json::Value value = json::Value::object({{"file", base::to_valid_utf8(one.file.path)}});
    value.append("service", cassette.service);
    value.append("name", cassette.name);
    value.append("origin", cassette::name_of(cassette.origin));
    value.append("contract", one.is_contract());
    value.append("verdict", report::name_of(one.verdict));
    if (one.verdict == Verdict::Unknown) value.append("why", one.why);
    if (one.emptiness) value.append("vacuous", cassette::name_of(*one.emptiness));
    return value;
}

}  // namespace

std::string summary_of(const std::vector<CheckedService>& services) {
    std::size_t counts[3] = {};
    std::size_t evidence = 0;
    std::size_t broken = 0;
    for (const CheckedService& service : services) {
        broken += service.broken;
        for (const CheckedCassette& one : service.cassettes) {
            ++counts[static_cast<std::size_t>(one.verdict)];
            evidence += one.is_contract() && one.verdict == Verdict::Agreed ? 1 : 0;
        }
    }
    const std::size_t all = counts[0] + counts[1] + counts[2];
    std::string text =
        base::plural(all, "cassette") + " of " + base::plural(services.size(), "service") + ": ";
    text += base::with_thousands(counts[0]) + " agreed (" + base::with_thousands(evidence) +
            " as contract), " + base::with_thousands(counts[1]) + " differed, " +
            base::with_thousands(counts[2]) + " unknown";
    if (broken > 0) text += "; " + base::plural(broken, "file") + " did not load";
    return text;
}

std::string services_text(const std::vector<CheckedService>& services) {
    std::string text;
    for (const CheckedService& service : services) {
        for (const std::string& line : lines_of(service)) {
            text += service.service->name + ": " + line + '\n';
        }
    }
    return text;
}

std::string services_markdown(const std::vector<CheckedService>& services) {
    std::string text = "| Service | |\n|---|---|\n";
    for (const CheckedService& service : services) {
        for (const std::string& line : lines_of(service)) {
            text +=
                "| " + service.service->name + " | " + base::replace_all(line, "|", "\\|") + " |\n";
        }
    }
    return text + '\n';
}

json::Value services_json(const std::vector<CheckedService>& services) {
    json::Value list = json::Value::array();
    json::Value verdicts = json::Value::array();
    for (const CheckedService& service : services) {
        list.push_back(service_json(service));
        for (const CheckedCassette& one : service.cassettes) verdicts.push_back(verdict_json(one));
    }
    return json::Value::object({{"services", std::move(list)}, {"verdicts", std::move(verdicts)}});
}

std::string with_members(const std::string& rendered, const json::Value& more) {
    auto report = json::parse(rendered);
    if (!report) return rendered;
    for (const json::Member& member : more.members()) report->append(member.key(), member.value);
    return json::write_pretty(*report) + '\n';
}

}  // namespace understudy::app
