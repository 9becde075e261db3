#include "cassette/coverage.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/code.hpp"
#include "cassette/play.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

using report::Finding;
using report::Severity;

constexpr std::int64_t kSecondsOfADay = 86'400;
constexpr std::ptrdiff_t kMostNames = 10;

bool is_asserting(const Exchange& exchange) {
    return exchange.phase == plan::Phase::Step || exchange.phase == plan::Phase::Variation;
}

// A call that worked and said something: the case that everybody records.
bool is_plain_success(const Output& output) {
    const bool succeeded =
        (output.ended && output.ended->how == Ended::How::Exit && output.ended->number == 0) ||
        (output.answer && output.answer->status >= 200 && output.answer->status < 300);
    return succeeded && !is_empty_success(output);
}

// "git push" covers "git push --force", not "git pushy".
bool covers(std::string_view operation, std::string_view shape) {
    return shape.starts_with(operation) &&
           (shape.size() == operation.size() || shape[operation.size()] == ' ');
}

class Counter {
public:
    explicit Counter(const CoverageGround& ground) : ground_(ground) {}

    Coverage run() {
        for (const Service& service : ground_.manifest->services) of(service.name);
        for (const CoveredCassette& each : ground_.cassettes) take_recording(*each.loaded);
        for (const LoggedCall& call : ground_.calls) take_call(call);
        for (const CoveredCassette& each : ground_.cassettes) judge(each);
        judge_plans();
        judge_operations();
        judge_shapes();
        for (auto& [name, service] : services_) {
            if (service.cassettes > 0 || service.calls > 0) {
                coverage_.services.push_back(std::move(service));
            }
        }
        return std::move(coverage_);
    }

private:
    struct Seen {  // a shape that was called
        std::string service;
        const Service* declared = nullptr;
        bool was_missed = false;  // in replay; else it only ran
        bool is_quiet = true;     // every call was on the list of silent answers
    };
    struct Operation {
        std::string service;
        bool has_other_than_success = false;
        base::Mark mark;
    };

    ServiceCoverage& of(const std::string& name) {
        ServiceCoverage& service = services_[name];
        if (service.name.empty()) {
            service.name = name;
            const auto before = ground_.shares_before.find(name);
            if (before != ground_.shares_before.end()) service.share_before = before->second;
        }
        return service;
    }

    void tell(base::Code code, std::vector<base::Arg> args, base::Mark mark, Severity severity,
              std::string subject = {}) {
        Finding finding = report::found(code, std::move(args), std::move(mark), severity);
        finding.subject = std::move(subject);
        coverage_.findings.push_back(std::move(finding));
    }

    void take_recording(const Loaded& loaded) {
        const Cassette& cassette = loaded.cassette;
        for (const Exchange& exchange : cassette.exchanges) {
            std::string shape = shape_text(exchange, cassette.vars);
            if (!shape.empty()) recorded_.insert(std::move(shape));
            if (!is_asserting(exchange)) continue;
            const std::string name = operation_of(exchange, cassette.vars);
            if (name.empty()) continue;
            Operation& operation = operations_[name];
            if (operation.service.empty()) {
                operation.service = cassette.service;
                operation.mark = loaded.document.source->whole();
            }
            operation.has_other_than_success |= !is_plain_success(exchange.output);
        }
    }

    void take_call(const LoggedCall& call) {
        const Service* declared = ground_.manifest->of_program(call.shape.program);
        const std::string service = declared == nullptr ? call.shape.program : declared->name;
        ++of(service).calls;
        Seen& seen = seen_[call.shape.text()];
        seen.service = service;
        seen.declared = declared;
        seen.was_missed |= call.outcome == "missed" || call.outcome == "forbidden";
        seen.is_quiet &= call.outcome == "quiet";
    }

    // Everything that can be said of one cassette.
    void judge(const CoveredCassette& each) {
        const Cassette& cassette = each.loaded->cassette;
        const base::Mark mark = each.loaded->document.source->whole();
        ServiceCoverage& service = of(cassette.service);
        ++service.cassettes;
        if (cassette.origin == Origin::Authored || cassette.origin == Origin::Edited) {
            ++service.hand_written;
        }
        if (each.emptiness) {
            ++service.vacuous;
            tell(code::Vacuous, {{"why", std::string(name_of(*each.emptiness))}}, mark,
                 Severity::Warning);
        }
        if (!cassette.is_re_recordable()) service.not_re_recordable.push_back(cassette.name);
        if (!ground_.calls.empty() && is_unused(cassette)) {
            ++service.unused;
            tell(code::UnusedRecording, {}, mark, Severity::Warning);
        }
        judge_age(cassette, mark, service);
    }

    // HTTP calls are not in the log of commands: nothing is said of them.
    bool is_unused(const Cassette& cassette) const {
        bool has_command = false;
        for (const Exchange& exchange : cassette.exchanges) {
            if (!is_asserting(exchange) || exchange.command() == nullptr) continue;
            has_command = true;
            if (seen_.contains(shape_text(exchange, cassette.vars))) return false;
        }
        return has_command;
    }

    void judge_age(const Cassette& cassette, const base::Mark& mark, ServiceCoverage& service) {
        if (!cassette.provenance) return;
        const auto recorded = base::parse_rfc3339(cassette.provenance->recorded_at);
        const auto now = base::parse_rfc3339(ground_.today + "T00:00:00Z");
        if (!recorded || !now) return;
        const std::int64_t days =
            std::max<std::int64_t>(0, (now->seconds - recorded->seconds) / kSecondsOfADay);
        if (!service.oldest_days || days > *service.oldest_days) {
            service.oldest_days = days;
            service.oldest = mark.file;
        }
    }

    // One line a service: there may be thousands.
    void judge_plans() {
        for (const auto& [name, service] : services_) {
            const auto& names = service.not_re_recordable;
            if (names.empty()) continue;
            std::vector<std::string> first(
                names.begin(),
                names.begin() + std::min<std::ptrdiff_t>(kMostNames, std::ssize(names)));
            std::string list = report::shown(base::join(first, ", "));
            if (names.size() > first.size()) list += ", ...";
            const Service* declared = ground_.manifest->find(name);
            tell(code::NotReRecordable,
                 {{"count", base::plural(names.size(), "cassette")},
                  {"service", name},
                  {"names", list}},
                 declared == nullptr ? base::Mark{} : declared->mark, Severity::Info, name);
        }
    }

    // P5: incidents come from errors and refusals, recordings from success.
    void judge_operations() {
        for (auto& [name, operation] : operations_) {
            if (operation.has_other_than_success) continue;
            of(operation.service).success_only.push_back(name);
            tell(code::SuccessOnly, {{"operation", report::shown(name)}}, operation.mark,
                 Severity::Warning, name);
        }
    }

    bool is_untested(const Seen& seen, std::string_view shape) const {
        if (seen.declared == nullptr) return false;
        const auto& list = seen.declared->untested;
        return std::any_of(list.begin(), list.end(),
                           [&](const Untested& each) { return covers(each.operation, shape); });
    }

    bool is_outside_of_fake(const Seen& seen, std::string_view shape) const {
        if (seen.declared == nullptr || seen.declared->serves.empty()) return false;
        const auto& list = seen.declared->serves;
        return std::none_of(list.begin(), list.end(),
                            [&](const std::string& each) { return covers(each, shape); });
    }

    void judge_shapes() {
        std::vector<std::string> gaps;
        for (const auto& [shape, seen] : seen_) {
            ServiceCoverage& service = of(seen.service);
            ++service.shapes;
            if (recorded_.contains(shape)) {
                ++service.recorded_shapes;
                if (is_outside_of_fake(seen, shape)) {
                    tell(code::NotServed, {{"shape", report::shown(shape)}}, seen.declared->mark,
                         Severity::Error, shape);
                }
            } else if (!seen.is_quiet && !is_untested(seen, shape)) {
                gaps.push_back(shape);
            }
        }
        Tolerated tolerated = tolerate(std::move(gaps), ground_.ratchet,
                                       ground_.ratchet_before ? &*ground_.ratchet_before : nullptr,
                                       ground_.allows_growth, ground_.today);
        coverage_.tolerated = tolerated.count;
        coverage_.gaps = tolerated.gaps.size();
        for (const std::string& gap : tolerated.gaps) {
            const Seen& seen = seen_.at(gap);
            tell(seen.was_missed ? code::NoRecording : code::UnseenShape,
                 {{"shape", report::shown(gap)}},
                 seen.declared == nullptr ? base::Mark{} : seen.declared->mark, Severity::Error,
                 gap);
        }
        std::move(tolerated.findings.begin(), tolerated.findings.end(),
                  std::back_inserter(coverage_.findings));
    }

    const CoverageGround& ground_;
    std::map<std::string, ServiceCoverage> services_;
    std::set<std::string, std::less<>> recorded_;
    std::map<std::string, Seen, std::less<>> seen_;
    std::map<std::string, Operation> operations_;
    Coverage coverage_;
};

}  // namespace

Coverage coverage_of(const CoverageGround& ground) {
    return Counter(ground).run();
}

}  // namespace understudy::cassette
