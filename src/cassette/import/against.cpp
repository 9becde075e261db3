#include "cassette/import/against.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/import/import_findings.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostNamed = 5;

const Exchange* last_step(const Cassette& cassette) {
    const auto is_step = [](const Exchange& each) { return each.phase == plan::Phase::Step; };
    const auto found =
        std::find_if(cassette.exchanges.rbegin(), cassette.exchanges.rend(), is_step);
    return found == cassette.exchanges.rend() ? nullptr : &*found;
}

// "stderr line 1 (stderr_only), exit_code (exit_changed)"
std::string named(const std::vector<Difference>& differences) {
    std::vector<std::string> parts;
    for (const Difference& each : differences) {
        if (parts.size() == kMostNamed) {
            parts.emplace_back("and " + std::to_string(differences.size() - kMostNamed) + " more");
            break;
        }
        std::string place = each.part;
        if (!each.path.empty()) place += " " + each.path;
        parts.push_back(place + " (" + std::string(name_of(each.drift)) + ")");
    }
    return base::join(parts, ", ");
}

}  // namespace

AgainstReal compare_with_real(const Imported& imported, const Cassette& real,
                              const std::string& real_file, const Normalizers& known) {
    AgainstReal result;
    const Exchange* said = last_step(imported.cassette);
    const Exchange* seen = last_step(real);
    if (said == nullptr || seen == nullptr) {
        result.why = "there is no step to compare with";
        return result;
    }
    if (real.origin != Origin::Recorded) {
        result.why = "the other side is " + std::string(name_of(real.origin)) + ", not recorded";
        return result;
    }
    std::vector<RuleSpec> specs = imported.cassette.rules;
    specs.insert(specs.end(), real.rules.begin(), real.rules.end());
    const auto rules = Rules::make(known, std::move(specs));
    if (!rules) {
        result.why = base::message(rules.error());
        return result;
    }
    const Comparison compared = compare({said, 1}, {seen, 1}, *rules, {});
    result.verdict = compared.verdict;
    result.why = compared.why;
    if (compared.verdict != report::Verdict::Differed || compared.differences.empty()) {
        return result;
    }
    const Difference& first = compared.differences.front();
    report::Finding finding =
        import_finding(report::Severity::Error, code::ImportContradicts,
                       {{"what", named(compared.differences)}, {"pointer", ""}},
                       base::Mark{imported.file, 0, 0, 0, {}, 0});
    finding.subject = imported.cassette.service + "/" + imported.cassette.name;
    finding.verdict = report::Verdict::Differed;
    finding.values = {report::Values::Words::ExpectedActual, first.before, first.after};
    finding.related.push_back({base::Mark{real_file, 0, 0, 0, {}, 0}, "", "the real tool"});
    result.finding = std::move(finding);
    return result;
}

}  // namespace understudy::cassette
