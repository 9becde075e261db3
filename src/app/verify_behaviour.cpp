// verify --behaviour: what a pack takes for granted, probed on the fake and on the real service.
#include <map>

#include "app/code.hpp"
#include "app/files.hpp"
#include "app/today.hpp"
#include "app/verify_report.hpp"
#include "base/text.hpp"
#include "fixture/stale.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"
#include "verify/assumption.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

using report::Severity;
using report::Verdict;
using verify::Meaning;

constexpr std::string_view kAssumptions = "plans/assumptions.yaml";

Verdict to_report(plan::Verdict verdict) {
    return static_cast<Verdict>(verdict);
}

struct Sides {
    ProbeRun fake, live;
};

class Behaviour {
public:
    Behaviour(const PackProbes& probes, bool confirms, VerifyReport& report)
        : probes_(probes), confirms_(confirms), report_(report) {}

    base::Result<void> verify() {
        for (const pack::Assumption& each : probes_.pack().assumptions) {
            ++report_.looked_at;
            if (each.probe.empty()) {
                tell_by_hand(each);
            } else {
                TRY_VOID(verify(each));
            }
        }
        if (confirms_) TRY_VOID(confirm());
        report_.more.set("assumptions", std::move(records_));
        report_.summaries.push_back(
            probes_.pack().name + "@" + probes_.pack().version + ": " +
            base::plural(numbers_[0] + numbers_[1] + numbers_[2], "assumption") + " probed, " +
            std::to_string(numbers_[0]) + " agreed, " + std::to_string(numbers_[1]) +
            " differed, " + std::to_string(numbers_[2]) + " unknown; " + std::to_string(by_hand_) +
            " watched by hand");
        return {};
    }

private:
    // Into the pack itself: `pack assumptions` tells how old each proof is.
    base::Result<void> confirm() const {
        std::size_t count = 0;
        for (const auto& [id, verdict] : decided_) count += verdict != Verdict::Unknown ? 1 : 0;
        if (count == 0) return {};
        const std::string path = probes_.files().path + "/" + std::string(kAssumptions);
        const base::Source file = TRY(read_file(path));
        TRY_VOID(write_file(path, TRY(verify::with_verdicts(file, decided_, today()))));
        report_.words.lines +=
            "wrote " + base::plural(count, "verdict") + " into " + report::shown(path) + "\n";
        return {};
    }

    void tell_by_hand(const pack::Assumption& assumption) {
        ++by_hand_;
        std::string age = "never checked";
        if (!assumption.checked_at.empty()) {
            const auto days = fixture::days_between(assumption.checked_at, today());
            age =
                assumption.verdict + " on " + assumption.checked_at +
                (days ? ", " + base::plural(static_cast<std::size_t>(*days), "day") + " ago" : "");
        }
        report_.words.lines +=
            "by hand " + report::shown(assumption.id) + " (" + age + ")" +
            (assumption.by_hand.empty() ? "" : ": " + report::shown(assumption.by_hand)) + "\n";
        json::Value record = json::Value::object({{"id", assumption.id}, {"watched", "by hand"}});
        if (!assumption.by_hand.empty()) record.set("why", assumption.by_hand);
        records_.push_back(std::move(record));
    }

    // Several assumptions may share a probe: it is run once.
    base::Result<const Sides*> sides_of(const std::string& probe) {
        const auto known = runs_.find(probe);
        if (known != runs_.end()) return &known->second;
        const plan::Plan plan = TRY(probes_.load(probe));
        Sides sides;
        sides.fake = TRY(probes_.on_fake(plan));
        sides.live = TRY(probes_.on_live(plan, std::nullopt));
        report_.tell_not_begun(sides.live);
        return &runs_.emplace(probe, std::move(sides)).first->second;
    }

    base::Result<void> verify(const pack::Assumption& assumption) {
        const Sides& sides = *TRY(sides_of(assumption.probe));
        const auto fake = to_report(sides.fake.verdict);
        const auto live = to_report(sides.live.verdict);
        const verify::JudgedAssumption judged = verify::judge_assumption({fake, live});
        ++numbers_[static_cast<std::size_t>(judged.verdict)];
        decided_.emplace(assumption.id, judged.verdict);
        if (judged.meaning == Meaning::OurBug || judged.meaning == Meaning::Both) {
            tell(verify::code::FakeBreaks, assumption, sides.fake);
        }
        if (judged.meaning == Meaning::Drift || judged.meaning == Meaning::Both) {
            tell(verify::code::LiveBreaks, assumption, sides.live);
        }
        std::string line = std::string(report::name_of(judged.verdict)) + " " +
                           report::shown(assumption.id) + ": ";
        line += judged.verdict == Verdict::Unknown ? sides.live.why
                                                   : report::shown(assumption.statement);
        report_.words.lines += report_.words.discreet->text(line) + "\n";
        if (judged.verdict == Verdict::Unknown) {
            report_.words.exit = worse(report_.words.exit, ExitCode::Unknown);
        }
        records_.push_back(record_of(assumption, judged.verdict, fake, live));
        return {};
    }

    void tell(base::Code code, const pack::Assumption& assumption, const ProbeRun& run) {
        report::Finding finding =
            report::found(code,
                          {{"id", report::shown(assumption.id)},
                           {"statement", report::shown(assumption.statement)},
                           {"probe", assumption.probe}},
                          run.findings.empty() ? assumption.mark : run.findings.front().where);
        if (!run.why.empty()) finding.hint = run.why + "; " + finding.hint;
        finding.subject = assumption.id;
        report_.add_differed(std::move(finding));
    }

    json::Value record_of(const pack::Assumption& assumption, Verdict verdict, Verdict fake,
                          Verdict live) const {
        json::Value record =
            json::Value::object({{"id", assumption.id},
                                 {"statement", assumption.statement},
                                 {"modelled_version", assumption.modelled_version},
                                 {"basis", assumption.basis},
                                 {"probe", assumption.probe},
                                 {"verdict", std::string(report::name_of(verdict))},
                                 {"fake", std::string(report::name_of(fake))},
                                 {"live", std::string(report::name_of(live))}});
        if (verdict != Verdict::Unknown) record.set("checked_at", today());
        return record;
    }

    const PackProbes& probes_;
    const bool confirms_;
    VerifyReport& report_;
    verify::DecidedAssumptions decided_;
    std::map<std::string, Sides> runs_;  // by probe
    json::Value records_ = json::Value::array();
    std::size_t numbers_[3] = {};
    std::size_t by_hand_ = 0;
};

}  // namespace

base::Result<void> verify_behaviour(const PackProbes& probes, bool confirms, VerifyReport& report) {
    if (confirms && probes.files().place == PackPlace::Embedded) {
        const std::string& name = probes.files().name;
        return base::fail(code::BadArguments,
                          {{"verb", "verify"},
                           {"why", "--confirm writes into the folder of a pack, and " + name +
                                       " is inside this program: `understudy pack eject " + name +
                                       "` writes it out"}});
    }
    return Behaviour(probes, confirms, report).verify();
}

}  // namespace understudy::app
