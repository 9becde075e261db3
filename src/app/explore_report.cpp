#include "app/explore_report.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/least_plan.hpp"

namespace understudy::app {

namespace {

using json::Value;

std::string file_name(std::string_view text) {
    std::string made;
    for (const char c : text) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (is_plain) made += c;
        if (!is_plain && !made.empty() && made.back() != '-') made += '-';
    }
    while (!made.empty() && made.back() == '-') made.pop_back();
    return made;
}

std::string missing_text(const verify::Exploration& done, const verify::Share& share) {
    std::string text;
    for (const std::string& name : share.missing) {
        const auto why = done.why_not.find(share.kind + ' ' + name);
        text += (text.empty() ? "" : ", ") + name;
        if (why != done.why_not.end()) text += " (" + why->second + ")";
    }
    return text;
}

}  // namespace

std::vector<LeastPlan> least_plans(const pack::Pack& pack, const verify::Exploration& done,
                                   const std::string& folder) {
    std::vector<LeastPlan> all;
    for (const verify::Found& found : done.found) {
        const std::string name = file_name(pack.name) + '-' + std::to_string(all.size() + 1) + '-' +
                                 file_name(found.divergence.operation) + '-' +
                                 std::string(cassette::name_of(found.divergence.drift)) + ".yaml";
        all.push_back({folder.empty() ? name : folder + '/' + name,
                       verify::least_plan(pack, pack.name, found)});
    }
    return all;
}

std::vector<report::Finding> findings_of(const verify::Exploration& done,
                                         const std::vector<LeastPlan>& plans) {
    std::vector<report::Finding> all;
    for (std::size_t i = 0; i < done.found.size(); ++i) {
        const verify::Found& found = done.found[i];
        const verify::Divergence& at = found.divergence;
        base::Mark mark;
        report::Finding finding = report::found(
            verify::code::Diverged,
            {{"operation", at.operation},
             {"where", at.place()},
             {"class", std::string(cassette::name_of(at.drift))},
             {"values", verify::said_words(at)},
             {"plan", plans[i].path + " shows it in " + base::plural(found.least.calls(), "call")}},
            mark, cassette::severity_of(at.drift));
        finding.constraint = cassette::name_of(at.drift);
        finding.subject = at.operation + ' ' + at.place();
        finding.verdict = report::Verdict::Differed;
        all.push_back(std::move(finding));
    }
    for (const auto& [why, walks] : done.unknown) {
        report::Finding finding = report::found(
            verify::code::NotJudged, {{"count", base::plural(walks, "walk")}, {"why", why}}, {},
            report::Severity::Warning);
        finding.verdict = report::Verdict::Unknown;
        finding.subject = why;
        all.push_back(std::move(finding));
    }
    return all;
}

std::string summary_of(const verify::Exploration& done) {
    std::string text = std::string(report::name_of(done.verdict)) + ": " +
                       base::plural(done.walks, "walk") + ", " + base::plural(done.calls, "call") +
                       ", " + base::plural(done.found.size(), "divergence");
    if (!done.ended.empty()) text += "; ended because " + done.ended;
    return text;
}

std::string reached_text(const verify::Exploration& done) {
    std::string text = "reached:\n";
    for (const verify::Share& share : done.reached) {
        text += "  " + share.kind +
                std::string(12 - std::min<std::size_t>(share.kind.size(), 11), ' ') +
                std::to_string(share.reached) + " of " + std::to_string(share.all);
        const std::string missing = missing_text(done, share);
        text += (missing.empty() ? "" : ", not " + missing) + '\n';
    }
    for (const auto& [why, walks] : done.left_out) {
        text += "left out: " + base::plural(walks, "walk") + ", because " + why + '\n';
    }
    return text;
}

Value to_json(const verify::Exploration& done, const std::vector<LeastPlan>& plans) {
    Value found = Value::array();
    for (std::size_t i = 0; i < done.found.size(); ++i) {
        const verify::Divergence& at = done.found[i].divergence;
        Value each =
            Value::object({{"operation", at.operation},
                           {"class", std::string(cassette::name_of(at.drift))},
                           {"part", at.part},
                           {"path", at.path},
                           {"plan", plans[i].path},
                           {"steps", static_cast<std::int64_t>(done.found[i].least.legs.size())},
                           {"minimal", done.found[i].is_minimal},
                           {"walks", static_cast<std::int64_t>(done.found[i].times)}});
        if (at.fake) each.set("fake", *at.fake);
        if (at.target) each.set("target", *at.target);
        if (!at.renamed_to.empty()) each.set("renamed_to", Value(at.renamed_to));
        found.push_back(std::move(each));
    }
    Value reached = Value::object();
    for (const verify::Share& share : done.reached) {
        Value missing = Value::array();
        for (const std::string& name : share.missing) missing.push_back(Value(name));
        reached.set(share.kind,
                    Value::object({{"reached", static_cast<std::int64_t>(share.reached)},
                                   {"all", static_cast<std::int64_t>(share.all)},
                                   {"missing", std::move(missing)}}));
    }
    return Value::object({{"verdict", std::string(report::name_of(done.verdict))},
                          {"divergences", std::move(found)},
                          {"reached", std::move(reached)},
                          {"walks", static_cast<std::int64_t>(done.walks)},
                          {"calls", static_cast<std::int64_t>(done.calls)},
                          {"ended", done.ended}});
}

}  // namespace understudy::app
