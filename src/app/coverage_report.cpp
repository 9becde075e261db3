#include "app/coverage_report.hpp"

#include <cmath>

#include "app/check_report.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using cassette::ServiceCoverage;

std::string percent(double share) {
    return std::to_string(std::lround(share * 100)) + "%";
}

std::string hand_written_text(const ServiceCoverage& service) {
    std::string text = "written by hand: " + std::to_string(service.hand_written) + " of " +
                       base::plural(service.cassettes, "cassette") + " (" +
                       percent(service.hand_written_share());
    if (service.share_before) text += ", before: " + percent(*service.share_before);
    return text + ")";
}

std::vector<std::string> lines_of(const ServiceCoverage& service) {
    std::vector<std::string> lines;
    lines.push_back("recorded: " + std::to_string(service.recorded_shapes) + " of " +
                    base::plural(service.shapes, "shape") + " in " +
                    base::plural(service.calls, "call"));
    if (service.cassettes > 0) lines.push_back(hand_written_text(service));
    if (service.oldest_days) {
        lines.push_back("oldest recording: " +
                        base::plural(static_cast<std::uint64_t>(*service.oldest_days), "day") +
                        " (" + report::shown(service.oldest) + ")");
    }
    const auto count = [&](std::string_view what, std::size_t number) {
        if (number > 0)
            lines.push_back(std::string(what) + ": " + base::plural(number, "cassette"));
    };
    count("nobody uses", service.unused);
    count("could not fail", service.vacuous);
    count("cannot be recorded again", service.not_re_recordable.size());
    if (!service.success_only.empty()) {
        lines.push_back("success only: " + report::shown(base::join(service.success_only, ", ")));
    }
    return lines;
}

json::Value service_json(const ServiceCoverage& service) {
    const auto number = [](std::size_t value) { return static_cast<std::uint64_t>(value); };
    json::Value value = json::Value::object({{"name", base::to_valid_utf8(service.name)}});
    value.append("calls", number(service.calls));
    value.append("shapes", number(service.shapes));
    value.append("recorded_shapes", number(service.recorded_shapes));
    value.append("cassettes", number(service.cassettes));
    value.append("hand_written", number(service.hand_written));
    value.append("hand_written_share", service.hand_written_share());
    if (service.share_before) value.append("hand_written_share_before", *service.share_before);
    value.append("vacuous", number(service.vacuous));
    value.append("unused", number(service.unused));
    const auto list = [](const std::vector<std::string>& texts) {
        json::Value values = json::Value::array();
        for (const std::string& each : texts) values.push_back(base::to_valid_utf8(each));
        return values;
    };
    value.append("not_re_recordable", list(service.not_re_recordable));
    value.append("success_only", list(service.success_only));
    if (service.oldest_days) value.append("oldest_days", *service.oldest_days);
    return value;
}

json::Value more_of(const cassette::Coverage& coverage) {
    json::Value services = json::Value::array();
    for (const ServiceCoverage& service : coverage.services) {
        services.push_back(service_json(service));
    }
    return json::Value::object({{"services", std::move(services)},
                                {"gaps", static_cast<std::uint64_t>(coverage.gaps)},
                                {"tolerated", static_cast<std::uint64_t>(coverage.tolerated)}});
}

std::string markdown_of(const cassette::Coverage& coverage) {
    std::string text = "| Service | |\n|---|---|\n";
    for (const ServiceCoverage& service : coverage.services) {
        for (const std::string& line : lines_of(service)) {
            text += "| " + report::shown(service.name) + " | " +
                    base::replace_all(line, "|", "\\|") + " |\n";
        }
    }
    return text + '\n';
}

}  // namespace

std::string coverage_summary(const cassette::Coverage& coverage, std::size_t calls) {
    std::size_t shapes = 0;
    std::size_t recorded = 0;
    for (const ServiceCoverage& service : coverage.services) {
        shapes += service.shapes;
        recorded += service.recorded_shapes;
    }
    std::string text = base::plural(calls, "call") + " of " + base::plural(shapes, "shape") + ": " +
                       base::with_thousands(recorded) + " recorded, " +
                       base::plural(coverage.gaps, "gap");
    if (coverage.tolerated > 0) {
        text += "; " + base::with_thousands(coverage.tolerated) + " tolerated";
    }
    return text;
}

std::string coverage_text(const report::Report& report, const cassette::Coverage& coverage,
                          report::Format format, bool colour) {
    std::string text = report::render(report, format, {.colour = colour, .excerpt = false});
    if (format == report::Format::Json) return with_members(text, more_of(coverage));
    if (format == report::Format::Markdown) return markdown_of(coverage) + text;
    if (format != report::Format::Text) return text;
    text += '\n';
    for (const ServiceCoverage& service : coverage.services) {
        for (const std::string& line : lines_of(service)) {
            text += report::shown(service.name) + ": " + line + '\n';
        }
    }
    return text;
}

base::Result<std::map<std::string, double>> shares_in(base::Source report) {
    const json::Document document = TRY(json::parse_document(std::move(report)));
    const json::Value& root = document.root;
    std::map<std::string, double> shares;
    const json::Value* services = root.find("services");
    if (services == nullptr || !services->is_array()) return shares;
    for (const json::Value& service : services->items()) {
        const json::Value* name = service.find("name");
        const json::Value* share = service.find("hand_written_share");
        if (name == nullptr || share == nullptr || !name->is_string() || !share->is_number()) {
            continue;
        }
        shares[std::string(name->as_string())] = share->to_double();
    }
    return shares;
}

}  // namespace understudy::app
