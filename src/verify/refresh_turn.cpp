#include "verify/refresh_turn.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "report/shown.hpp"

namespace understudy::verify {

namespace {

using report::Verdict;

constexpr std::array<std::string_view, 3> kEvents = {"open", "update", "close"};
constexpr std::int64_t kDay = 86'400;

std::int64_t days_between(base::Instant from, base::Instant to) {
    return (to.seconds - from.seconds) / kDay;
}

std::string key_of(const Observation& observation) {
    return observation.service + '/' + observation.cassette;
}

bool is_of(std::string_view key, std::string_view service) {
    return key.size() > service.size() && key.starts_with(service) && key[service.size()] == '/';
}

Change remembered(const std::string& id, const FindingMemory& finding) {
    Change change;
    change.id = id;
    change.fingerprint = finding.fingerprint;
    change.service = finding.service;
    change.cassette = finding.cassette;
    change.kind = finding.kind;
    return change;
}

Change unverified_matter(std::string_view service) {
    Change change;
    change.service = service;
    change.kind = kUnverifiedTooLong;
    change.severity = report::Severity::Error;
    const std::array<std::string, 1> content = {std::string(service)};
    return plain_change(std::move(change), content);
}

}  // namespace

std::string_view name_of(Event::Kind kind) {
    return kEvents[static_cast<std::size_t>(kind)];
}

json::Value to_json(const Event& event) {
    const Change& change = event.change;
    json::Value value = json::Value::object({{"event", std::string(name_of(event.kind))},
                                             {"id", change.id},
                                             {"fingerprint", change.fingerprint},
                                             {"service", change.service}});
    const auto put = [&value](std::string_view key, const std::string& text) {
        if (!text.empty()) value.set(key, text);
    };
    put("cassette", change.cassette);
    put("exchange", change.exchange);
    put("place", change.place);
    value.set("kind", change.kind);
    if (event.kind != Event::Kind::Close) {
        value.set("severity", std::string(report::name_of(change.severity)));
    }
    value.set("title", event.title);
    put("message", change.message);
    return value;
}

std::string title_of(const Change& change) {
    if (change.kind == kMoreFindings) return "further findings wait in the report";
    std::string title = change.service + ": " + change.kind;
    if (!change.place.empty()) title += " at " + report::shown(change.place);
    if (!change.cassette.empty()) title += " of " + report::shown(change.cassette);
    const bool says_more = !change.exchange.empty() && change.exchange != change.cassette;
    if (says_more) title += " (" + report::shown(change.exchange) + ")";
    return title;
}

const EscalationRule* rule_for(const std::vector<EscalationRule>& rules,
                               const FindingMemory& finding) {
    for (const EscalationRule& rule : rules) {
        const bool fits = (rule.drift.empty() || rule.drift == finding.kind) &&
                          (rule.finding.empty() || rule.finding == finding.kind) &&
                          (rule.service.empty() || rule.service == finding.service);
        if (fits) return &rule;
    }
    return nullptr;
}

void Turn::observe(const Observation& observation) {
    CassetteMemory& memory = state_.cassettes[key_of(observation)];
    if (observation.verdict == Verdict::Unknown) {
        memory.last_unknown = now_;
        memory.unknown_why = observation.why;
        if (!memory.unknown_since) memory.unknown_since = now_;
        return;
    }
    memory.unknown_since.reset();
    memory.unknown_why.clear();
    if (observation.verdict == Verdict::Differed) {
        for (const Change& change : observation.changes) raise(change);
        return;
    }
    memory.last_agreed = now_;
    std::vector<std::string> proven;
    for (const auto& [id, finding] : state_.findings) {
        if (finding.service == observation.service && finding.cassette == observation.cassette) {
            proven.push_back(id);
        }
    }
    for (const std::string& id : proven) clear(id);
}

void Turn::raise(const Change& change, base::Instant first_seen) {
    const auto [at, is_new] = state_.findings.try_emplace(change.id);
    FindingMemory& finding = at->second;
    const bool is_other = !is_new && finding.fingerprint != change.fingerprint;
    if (is_new || is_other) {
        finding.service = change.service;
        finding.cassette = change.cassette;
        finding.kind = change.kind;
        finding.title = title_of(change);
        finding.fingerprint = change.fingerprint;
        finding.first_seen = first_seen;
        finding.attempts = 0;
        finding.escalated.reset();
        finding.is_escalation_filed = false;
    }
    // It is back before anybody closed it: the same matter, under the same reference.
    if (const auto open = state_.closings.find(change.id); open != state_.closings.end()) {
        finding.reference = open->second.reference;
        state_.closings.erase(open);
    }
    ++finding.attempts;
    if (!finding.is_told) {
        const bool has_room = opened_ < settings_.most_new_findings || change.kind == kMoreFindings;
        if (has_room) {
            finding.is_told = true;
            if (change.kind != kMoreFindings) ++opened_;
            events_.push_back({Event::Kind::Open, change, finding.title});
        } else {
            untold_.insert(change.id);
        }
    } else if (is_other) {
        events_.push_back({Event::Kind::Update, change, finding.title});
    }
    escalate(change, finding);
}

void Turn::escalate(const Change& change, FindingMemory& finding) {
    const EscalationRule* rule = rule_for(settings_.escalation, finding);
    if (rule == nullptr || change.kind == kMoreFindings) return;
    const std::int64_t days = days_between(finding.first_seen, now_);
    const bool by_attempts = rule->after_attempts && finding.attempts >= *rule->after_attempts;
    const bool by_days = rule->after_days && days >= *rule->after_days;
    if (!by_attempts && !by_days && !finding.escalated) return;
    needs_a_person_ = true;
    if (finding.escalated) return;
    finding.escalated = now_;
    const auto count = static_cast<std::uint64_t>(by_attempts ? finding.attempts : days);
    escalations_.push_back(
        {change.id, finding.title, rule->to, base::plural(count, by_attempts ? "attempt" : "day")});
}

void Turn::clear(const std::string& id) {
    const auto at = state_.findings.find(id);
    if (at == state_.findings.end()) return;
    if (at->second.is_told) {
        events_.push_back({Event::Kind::Close, remembered(id, at->second), at->second.title});
        // P45: it is closed when the driver has closed it, in this run or in a later one.
        if (!at->second.reference.empty()) {
            state_.closings[id] = {at->second.service, at->second.title, at->second.reference};
        }
    }
    state_.findings.erase(at);
}

void Turn::end_service(std::string_view service) {
    std::optional<base::Instant> since;
    std::string names, why;
    for (const auto& [key, memory] : state_.cassettes) {
        if (!is_of(key, service) || !memory.unknown_since) continue;
        if (days_between(*memory.unknown_since, now_) < settings_.unknown_days) continue;
        if (!since || *memory.unknown_since < *since) since = memory.unknown_since;
        names += (names.empty() ? "" : ", ") + key.substr(service.size() + 1);
        why = memory.unknown_why;
    }
    Change change = unverified_matter(service);
    unverified_of_last_.clear();
    if (!since) {
        clear(change.id);
        return;
    }
    change.message = "not verified since " + base::to_rfc3339(*since) + ": " + names +
                     (why.empty() ? "" : "; " + why);
    unverified_ = unverified_of_last_ = change.message;
    raise(change, *since);
}

void Turn::end() {
    Change change;
    change.kind = kMoreFindings;
    change.severity = report::Severity::Warning;
    change.message = base::plural(untold_.size(), "further finding");
    const std::array<std::string, 1> content = {std::string(kMoreFindings)};
    change = plain_change(std::move(change), content);
    if (untold_.empty()) {
        clear(change.id);
    } else {
        raise(change, now_);
    }
}

bool Turn::is_paused(const std::vector<Change>& changes) const {
    return std::any_of(changes.begin(), changes.end(), [this](const Change& change) {
        const auto at = state_.findings.find(change.id);
        if (at == state_.findings.end() || !at->second.escalated) return false;
        const EscalationRule* rule = rule_for(settings_.escalation, at->second);
        return rule != nullptr && rule->pauses_proposals;
    });
}

std::string why_due(const ServiceMemory* memory, const DueFacts& facts) {
    if (memory == nullptr || !memory->last_seen) return "it was never looked at";
    if (memory->proposal && !memory->proposal->is_filed) return "its proposal was not filed";
    if (memory->tools != facts.tools) return "a tool has changed";
    if (memory->ground != facts.ground) return "its plans or rules have changed";
    const auto next = base::add(*memory->last_seen, facts.every);
    if (!next || *next <= facts.now)
        return "it was last seen at " + base::to_rfc3339(*memory->last_seen);
    return {};
}

}  // namespace understudy::verify
