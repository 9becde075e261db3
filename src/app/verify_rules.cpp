// Whether what may differ was changed since it was last taken for granted: `.understudy/rules.json`
// keeps it, service by service, a line for each rule.
#include <filesystem>

#include "app/files.hpp"
#include "app/verify_report.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/rule_change.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRulesFile = ".understudy/rules.json";

std::set<std::string> lines_in(const json::Value& value) {
    std::set<std::string> lines;
    if (!value.is_array()) return lines;
    for (const json::Value& each : value.items()) {
        if (each.is_string()) lines.emplace(each.as_string());
    }
    return lines;
}

std::set<std::string> looking_now(const ProjectGround& project, const Corpus::OfService& of) {
    std::vector<cassette::Cassette> held;
    for (const CassetteFile& file : of.files) {
        // One that does not load is told elsewhere.
        if (auto loaded = read_cassette(file.path)) held.push_back(std::move(loaded->cassette));
    }
    std::vector<const cassette::Cassette*> cassettes;
    for (const cassette::Cassette& each : held) cassettes.push_back(&each);
    return verify::looking_of(project.manifest, *of.service, cassettes);
}

}  // namespace

base::Result<void> verify_rules(const Arguments& arguments, const ProjectGround& project,
                                const Services& services, VerifyReport& report) {
    const fs::path path = project.root / kRulesFile;
    const std::string shown = (project.seen_root() / kRulesFile).string();
    std::error_code problem;
    json::Value kept = json::Value::object();
    if (fs::exists(path, problem)) {
        const base::Source source = TRY(read_file(path.string()));
        kept = TRY(json::parse(source.text));
        if (!kept.is_object()) kept = json::Value::object();
    }
    bool is_new = false;
    for (const Corpus::OfService& each : services) {
        const std::string& name = each.service->name;
        const std::set<std::string> now = looking_now(project, each);
        const json::Value* then = kept.find(name);
        if (then != nullptr && !arguments.has("--accept-rules")) {
            for (const std::string& change : verify::rule_changes(lines_in(*then), now)) {
                report::Finding finding =
                    report::found(verify::code::RulesChanged,
                                  {{"service", name},
                                   {"file", report::shown(shown)},
                                   {"change", report::shown(change)}},
                                  each.service->mark, report::Severity::Warning);
                finding.subject = name + " " + change;
                report.add_differed(std::move(finding));
            }
            continue;
        }
        if (then != nullptr && lines_in(*then) == now) continue;
        json::Value lines = json::Value::array();
        for (const std::string& line : now) lines.push_back(line);
        kept.set(name, std::move(lines));
        is_new = true;
    }
    if (!is_new) return {};
    fs::create_directories(path.parent_path(), problem);
    return write_file(path.string(), json::write_pretty(kept) + "\n");
}

}  // namespace understudy::app
