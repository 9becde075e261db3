#include "app/diff_cassettes.hpp"

#include <algorithm>

#include "app/cassette_files.hpp"
#include "app/project_file.hpp"
#include "app/shown.hpp"
#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "cassette/manifest.hpp"

namespace understudy::app {

namespace {

using cassette::Loaded;

// What is beside the exchanges: stamps, notes, rules, plan. The digest follows from the rest.
std::string metadata_apart(const json::Value& a, const json::Value& b) {
    std::vector<std::string> names;
    const auto take = [&names](std::string_view key) {
        if (key != "exchanges" && key != "content_digest" &&
            std::find(names.begin(), names.end(), key) == names.end()) {
            names.emplace_back(key);
        }
    };
    for (const json::Member& member : a.members()) {
        const json::Value* other = b.find(member.key());
        if (other == nullptr || !json::equivalent(member.value, *other)) take(member.key());
    }
    for (const json::Member& member : b.members()) {
        if (!a.has(member.key())) take(member.key());
    }
    return base::join(names, ", ");
}

// A file may have been edited since it was sealed: what differs is what is asked here.
base::Result<Loaded> read_side(const std::string& path) {
    cassette::ReadOptions options;
    options.check_digest = false;
    return read_cassette(path, options);
}

std::string summary_of(const cassette::Comparison& result) {
    if (result.verdict == report::Verdict::Unknown) return "cannot be compared: " + result.why;
    if (result.differences.empty()) return "no difference";
    return base::plural(result.differences.size() + result.left_out, "difference");
}

}  // namespace

bool is_cassette(const json::Value& head) {
    return head.is_object() && head.has("version") && head.has("service") && head.has("name") &&
           head.has("origin") && head.has("content_digest");
}

base::Result<CassetteDiff> diff_cassettes(const std::string& first, const std::string& second) {
    const Loaded a = TRY(read_side(first));
    const Loaded b = TRY(read_side(second));
    const ProjectGround project = TRY(make_project({}));
    const cassette::Rules rules = TRY(cassette::Rules::make(
        project.manifest.normalizers, cassette::rules_for(project.manifest, a.cassette)));
    const cassette::Service* service = project.manifest.find(a.cassette.service);
    cassette::CompareOptions options = cassette::comparing_for(
        a.cassette, service == nullptr ? cassette::CompareOptions{} : service->comparing);
    options.inputs = true;
    options.view = {};  // both sides are recordings: no fake's shape is in play
    const cassette::Comparison result =
        cassette::compare(a.cassette.exchanges, b.cassette.exchanges, rules, options);

    CassetteDiff diff;
    diff.report = new_report("diff", {first, second});
    diff.report.findings = cassette::findings_of(result, a);
    diff.report.summary = summary_of(result);
    diff.apart = metadata_apart(a.document.root, b.document.root);
    if (!diff.apart.empty()) diff.report.summary += "; beside the behaviour: " + diff.apart;
    diff.code = result.verdict == report::Verdict::Agreed     ? ExitCode::Done
                : result.verdict == report::Verdict::Differed ? ExitCode::Differed
                                                              : ExitCode::Unknown;
    return diff;
}

}  // namespace understudy::app
