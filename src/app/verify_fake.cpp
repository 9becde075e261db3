#include "app/verify_fake.hpp"

#include "app/check_service.hpp"
#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

using report::Verdict;

report::Finding finding_of(const cassette::Difference& difference, const std::string& path,
                           const cassette::Service& service) {
    report::Values values;
    values.words = report::Values::Words::BeforeAfter;
    values.first = difference.before;
    values.second = difference.after;
    base::Mark mark;
    mark.file = path;
    const std::string where =
        difference.part + (difference.path.empty() ? "" : " " + difference.path);
    report::Finding finding =
        report::found(verify::code::FakeDiffers,
                      {{"exchange", report::shown(difference.exchange)},
                       {"class", std::string(cassette::name_of(difference.drift))},
                       {"where", report::shown(where)},
                       {"values", difference.renamed_to.empty()
                                      ? report::shown_values(values)
                                      : "it says " + report::shown(difference.renamed_to)}},
                      mark, cassette::severity_for(service, difference));
    finding.verdict = Verdict::Differed;
    finding.subject = difference.exchange + " " + where;
    if (difference.renamed_to.empty()) finding.values = values;
    return finding;
}

}  // namespace

base::Result<FakeBeside::Judged> FakeBeside::judge(const cassette::Cassette& fresh,
                                                   const std::string& path) {
    Judged judged;
    if (service_.fake.how == cassette::Fake::How::None) {
        judged.why = "the service " + service_.name + " has no fake";
        return judged;
    }
    if (!player_) player_ = TRY(make_player(service_, {project_.root, plan::Effect::Write}));
    const cassette::Played played = cassette::play(fresh, *player_);
    const cassette::Rules rules = TRY(cassette::Rules::make(
        project_.manifest.normalizers, cassette::rules_for(project_.manifest, fresh)));
    const cassette::Comparison comparison =
        cassette::compare(played.expected, played.actual, rules,
                          cassette::comparing_for(fresh, comparing_of(service_, project_)));
    judged.verdict = comparison.verdict;
    judged.why = comparison.why;
    for (const cassette::Difference& each : comparison.differences) {
        judged.findings.push_back(finding_of(each, path, service_));
    }
    if (!played.trouble || judged.verdict == Verdict::Differed) return judged;
    judged.why = base::message(*played.trouble);
    judged.verdict =
        cassette::is_unobserved(*played.trouble) ? Verdict::Unknown : Verdict::Differed;
    if (judged.verdict == Verdict::Differed) {
        base::Mark mark;
        mark.file = path;
        report::Finding finding = report::found(played.trouble->code, played.trouble->args, mark);
        finding.verdict = Verdict::Differed;
        judged.findings.push_back(std::move(finding));
    }
    return judged;
}

}  // namespace understudy::app
