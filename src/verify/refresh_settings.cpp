#include "verify/refresh_settings.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/compare.hpp"
#include "json/reader.hpp"
#include "verify/change.hpp"

namespace understudy::verify {

namespace {

using cassette::Drift;
using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::string_view kOutputs[] = {"patch", "branch", "command"};
constexpr std::string_view kOnGateFailure[] = {"hold", "draft"};
constexpr base::Duration kLongest{86'400, 0};
constexpr std::int64_t kMostDays = 3'650;
constexpr std::int64_t kMostAttempts = 1'000;
constexpr std::int64_t kMostFindings = 10'000;
constexpr std::size_t kDrifts = static_cast<std::size_t>(Drift::LayoutOnly) + 1;

std::vector<std::string_view> drift_names() {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < kDrifts; ++i) {
        names.push_back(cassette::name_of(static_cast<Drift>(i)));
    }
    return names;
}

class SettingsReader {
public:
    explicit SettingsReader(Reader& reader) : reader_(reader) {}

    void read(const Node& node, RefreshSettings& to) {
        MapReader map(reader_, node, "`refresh`");
        if (!map.is_map()) return;
        to.is_enabled = reader_.flag(map.get("enabled"), map.what("enabled")).value_or(true);
        to.base = text(map, "base").value_or("");
        if (to.base.starts_with('-')) {
            reader_.problem(map.get("base"), map.what("base"), "must be the name of a branch");
        }
        read_gate(map.get("gate"), map.what("gate"), to);
        read_driver(map, to);
        to.folder = place(map, "folder", to.folder);
        to.state = place(map, "state", to.state);
        to.rejections = place(map, "rejections", "");
        to.stop_file = place(map, "stop_file", "");
        to.hands_over_drafts = reader_.word(map.get("on_gate_failure"), map.what("on_gate_failure"),
                                            kOnGateFailure) == 1U;
        to.unknown_days = number(map, "unknown_days", kMostDays).value_or(to.unknown_days);
        to.every = length(map, "every", std::nullopt).value_or(to.every);
        to.most_new_findings =
            number(map, "most_new_findings", kMostFindings).value_or(to.most_new_findings);
        read_auto_accept(map.get("auto_accept"), map.what("auto_accept"), to);
        if (const Node rules = map.get("escalation")) {
            to.escalation.clear();
            for (const Node& each : reader_.list(rules, map.what("escalation"))) {
                to.escalation.push_back(escalation_rule(each, map.what("escalation")));
            }
        }
        to.title = text(map, "title").value_or(to.title);
        to.body = text(map, "body").value_or(to.body);
        if (const Node labels = map.get("labels")) {
            to.labels = reader_.texts(labels, map.what("labels"));
        }
        map.done();
    }

    ServiceRefresh read_service(const Node& node, const std::string& what) {
        ServiceRefresh service;
        MapReader map(reader_, node, what);
        service.is_enabled = reader_.flag(map.get("enabled"), map.what("enabled")).value_or(true);
        service.every = length(map, "every", std::nullopt);
        if (const Node gate = map.get("gate")) service.gate = command(gate, map.what("gate"));
        map.done();
        return service;
    }

private:
    std::optional<std::string> text(MapReader& map, std::string_view key) {
        return reader_.text(map.get(key), map.what(key));
    }

    std::optional<std::int64_t> number(MapReader& map, std::string_view key, std::int64_t most) {
        return reader_.whole(map.get(key), map.what(key), 1, most);
    }

    std::optional<base::Duration> length(MapReader& map, std::string_view key,
                                         std::optional<base::Duration> most) {
        const Node node = map.get(key);
        const auto written = reader_.text(node, map.what(key));
        if (!written) return std::nullopt;
        const auto length = base::parse_duration(*written);
        if (length && *length > base::Duration{} && (!most || *length <= *most)) return length;
        reader_.problem(
            node, map.what(key),
            most ? "must be a time up to one day, as in 10m" : "must be a time, as in 7d");
        return std::nullopt;
    }

    // Below the folder of the project, as all places of the file.
    std::string place(MapReader& map, std::string_view key, std::string standard) {
        const Node node = map.get(key);
        const auto written = reader_.text(node, map.what(key));
        if (!written) return standard;
        const auto parts = base::split(*written, '/');
        if (!written->empty() && !written->starts_with('/') &&
            written->find('\0') == std::string::npos &&
            std::find(parts.begin(), parts.end(), "..") == parts.end()) {
            return *written;
        }
        reader_.problem(node, map.what(key), "must be below the folder of the project");
        return standard;
    }

    std::vector<std::string> command(const Node& node, const std::string& what) {
        std::vector<std::string> words = reader_.texts(node, what);
        if (words.empty() || words.front().empty()) {
            reader_.problem(node, what, "must name a program");
        }
        return words;
    }

    void read_gate(const Node& node, const std::string& what, RefreshSettings& to) {
        if (!node) return;
        if (!node.value->is_object()) {
            to.gate = command(node, what);
            return;
        }
        MapReader map(reader_, node, what);
        to.gate = command(map.need("command"), map.what("command"));
        to.gate_limit = length(map, "limit", kLongest).value_or(to.gate_limit);
        map.done();
    }

    void read_driver(MapReader& map, RefreshSettings& to) {
        const Node output = map.get("output");
        if (const auto word = reader_.word(output, map.what("output"), kOutputs)) {
            to.output = static_cast<RefreshSettings::Output>(*word);
        }
        const Node driver = map.get("driver");
        if (driver && driver.value->is_object()) {
            MapReader inner(reader_, driver, map.what("driver"));
            to.driver = command(inner.need("command"), inner.what("command"));
            to.driver_limit = length(inner, "limit", kLongest).value_or(to.driver_limit);
            inner.done();
        } else if (driver) {
            to.driver = command(driver, map.what("driver"));
        }
        if (to.output == RefreshSettings::Output::Command && !driver) {
            reader_.problem(output, map.what("output"), "`command` needs a `driver`");
        }
    }

    // What takes something away from those who use it is for people to decide.
    void read_auto_accept(const Node& node, const std::string& what, RefreshSettings& to) {
        const std::vector<std::string_view> names = drift_names();
        for (const Node& each : reader_.list(node, what)) {
            const auto at = reader_.word(each, "a class of " + what, names);
            if (!at) continue;
            if (*at <= static_cast<std::size_t>(Drift::FieldRenamed)) {
                reader_.problem(each, what,
                                base::quoted(names[*at]) + " can never be accepted by itself");
                continue;
            }
            to.auto_accept.emplace_back(names[*at]);
        }
    }

    EscalationRule escalation_rule(const Node& node, const std::string& what) {
        EscalationRule rule;
        MapReader map(reader_, node, "a rule of " + what);
        if (const Node when = map.need("when")) {
            MapReader inner(reader_, when, "`when` of a rule of " + what);
            std::vector<std::string_view> names = drift_names();
            names.push_back(kPlanChanged);
            names.push_back(kPlanDropped);
            const auto drift = reader_.word(inner.get("class"), inner.what("class"), names);
            if (drift) rule.drift = names[*drift];
            constexpr std::array kFindings = {kFakeMustChange, kUnverifiedTooLong};
            const auto finding =
                reader_.word(inner.get("finding"), inner.what("finding"), kFindings);
            if (finding) rule.finding = kFindings[*finding];
            rule.service = text(inner, "service").value_or("");
            inner.done();
        }
        rule.after_attempts = number(map, "after_attempts", kMostAttempts);
        rule.after_days = number(map, "after_days", kMostDays);
        if (!rule.after_attempts && !rule.after_days && map.is_map()) {
            reader_.problem(node, map.what(), "needs `after_attempts` or `after_days`");
        }
        rule.to = text(map, "to").value_or(rule.to);
        rule.pauses_proposals =
            reader_.flag(map.get("pause_proposals"), map.what("pause_proposals")).value_or(false);
        map.done();
        return rule;
    }

    Reader& reader_;
};

}  // namespace

std::vector<EscalationRule> standard_escalation() {
    EscalationRule refused;
    refused.drift = cassette::name_of(Drift::NowRefused);
    refused.after_attempts = 1;
    EscalationRule unverified;
    unverified.finding = kUnverifiedTooLong;
    unverified.after_days = 14;
    EscalationRule rest;
    rest.after_attempts = 3;
    rest.pauses_proposals = true;
    return {refused, unverified, rest};
}

const ServiceRefresh& RefreshSettings::of(std::string_view service) const {
    static const ServiceRefresh kStandard;
    const auto found = services.find(service);
    return found == services.end() ? kStandard : found->second;
}

base::Result<RefreshSettings> read_refresh_settings(const json::Document& document) {
    RefreshSettings settings;
    if (!document.root.is_object()) return settings;
    Reader reader(document, cassette::code::ManifestProblem);
    SettingsReader inner(reader);
    if (const Node refresh = reader.root().member("refresh")) inner.read(refresh, settings);
    const Node services = reader.root().member("services");
    if (services && services.value->is_object()) {
        for (const auto& [name, each] : reader.members(services, "`services`")) {
            const Node refresh = each.member("refresh");
            if (!refresh) continue;
            settings.services.emplace(
                name,
                inner.read_service(refresh, "`refresh` of the service " + base::quoted(name)));
        }
    }
    if (reader.problems().empty()) return settings;
    const std::string count = base::plural(reader.problems().size(), "problem");
    return base::fail(cassette::code::BadManifest,
                      {{"name", document.source->name}, {"count", count}}, {},
                      reader.take_problems());
}

}  // namespace understudy::verify
