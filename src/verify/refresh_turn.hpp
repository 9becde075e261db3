// One run of refresh, as decisions: what was observed changes what is remembered, and out come
// events, escalations and what the run has to say for itself.
//
//     Turn turn(state, settings, now);
//     turn.observe({.service = "git", .cassette = "log", .verdict = Verdict::Agreed});
//     turn.end_service("git");
//     turn.events();        // open, update, close: one JSON line each
//
// Unknown changes no finding: it neither counts an attempt nor takes one back.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "report/finding.hpp"
#include "verify/change.hpp"
#include "verify/refresh_settings.hpp"
#include "verify/refresh_state.hpp"

namespace understudy::verify {

struct Observation {
    std::string service, cassette;
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;              // of Unknown
    std::vector<Change> changes;  // of Differed
};

struct Event {
    enum class Kind : std::uint8_t { Open, Update, Close };
    Kind kind = Kind::Open;
    Change change;  // of Close: what is remembered of it
    std::string title;
};
std::string_view name_of(Event::Kind kind);  // "open"
json::Value to_json(const Event& event);

struct Escalation {
    std::string id, title, to, why;  // why: "3 attempts"
};

// "github: field_removed at stdout /state of issue/list (exchange list)": one matter, one title. No
// date, no count.
std::string title_of(const Change& change);

// The first rule that fits; nullptr: none does.
const EscalationRule* rule_for(const std::vector<EscalationRule>& rules,
                               const FindingMemory& finding);

class Turn {
public:
    Turn(RefreshState& state, const RefreshSettings& settings, base::Instant now)
        : state_(state), settings_(settings), now_(now) {}

    void observe(const Observation& observation);
    // What is no difference of a cassette: a fake that must change.
    void raise(const Change& change) { raise(change, now_); }
    // It is proven gone.
    void clear(const std::string& id);
    // What has not been observed for too long, of this service.
    void end_service(std::string_view service);
    // What the noise budget left out, as one finding.
    void end();

    // A person was called about one of them, and nothing about it has changed since.
    bool is_paused(const std::vector<Change>& changes) const;

    const std::vector<Event>& events() const { return events_; }
    const std::vector<Escalation>& escalations() const { return escalations_; }  // new ones
    bool needs_a_person() const { return needs_a_person_; }  // of what was seen in this run
    bool is_unverified_too_long() const { return !unverified_.empty(); }
    // What end_service found last, in words; empty: nothing.
    const std::string& unverified() const { return unverified_of_last_; }
    std::size_t untold() const { return untold_.size(); }

private:
    void raise(const Change& change, base::Instant first_seen);
    void escalate(const Change& change, FindingMemory& finding);

    RefreshState& state_;
    const RefreshSettings& settings_;
    base::Instant now_;
    std::vector<Event> events_;
    std::vector<Escalation> escalations_;
    std::int64_t opened_ = 0;
    std::set<std::string> untold_;
    bool needs_a_person_ = false;
    std::string unverified_, unverified_of_last_;
};

// Why a service is due; empty: it is not.
struct DueFacts {
    base::Instant now{};
    base::Duration every{};
    std::string ground;  // digest of plans and rules, now
    std::string tools;   // digest of the programs, now
};
std::string why_due(const ServiceMemory* memory, const DueFacts& facts);

}  // namespace understudy::verify
