#include "app/expiry.hpp"

#include "app/code.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

std::optional<base::Duration> Expiry::limit_of(const cassette::Cassette& cassette) const {
    if (limit_) return limit_;
    const cassette::Service* service = manifest_.find(cassette.service);
    return service == nullptr ? std::nullopt : service->expires;
}

bool Expiry::may_use(const serve::Replayer::Taken& taken) {
    const cassette::Cassette& cassette = taken.recording->cassette;
    const auto limit = limit_of(cassette);
    const auto& stamp = taken.exchange->recorded ? taken.exchange->recorded : cassette.provenance;
    if (!limit || !stamp) return true;
    const auto recorded = base::parse_rfc3339(stamp->recorded_at);
    const auto age = recorded ? base::between(*recorded, now_) : std::nullopt;
    if (!age || *age <= *limit) return true;
    const std::lock_guard lock(mutex_);
    expired_.insert(
        {taken.recording->file, taken.exchange->id, stamp->recorded_at, base::to_text(*limit)});
    return way_.in_ci || !way_.records;
}

ExitCode Expiry::say(Terminal& terminal) const {
    if (expired_.empty()) return ExitCode::Done;
    report::Report report;
    for (const Expired& each : expired_) {
        base::Mark mark;
        mark.file = report::shown(each.file);
        const base::Error error{
            way_.records && !way_.in_ci ? code::ExpiredRenewed : code::Expired,
            {{"exchange", each.exchange}, {"time", each.recorded_at}, {"limit", each.limit}},
            mark,
            {}};
        const auto severity = way_.in_ci ? report::Severity::Error : report::Severity::Warning;
        for (report::Finding& finding : report::from_error(error, severity)) {
            report.findings.push_back(std::move(finding));
        }
    }
    terminal.error(report::render(report, report::Format::Text,
                                  {.colour = terminal.wants_error_colour(), .excerpt = false}));
    return way_.in_ci ? ExitCode::Differed : ExitCode::Done;
}

}  // namespace understudy::app
