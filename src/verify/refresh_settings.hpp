// The key `refresh` of understudy.yaml, at its top and of a service: how changes are proposed, to
// whom, and what stops it. docs/reference/refresh.md.
//
//     const RefreshSettings settings = TRY(read_refresh_settings(document));
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/document.hpp"

namespace understudy::verify {

// When a person is called. What `when` leaves out fits everything; the first rule that fits
// decides.
struct EscalationRule {
    std::string drift;    // a class of drift, or another kind of change
    std::string finding;  // the same word, for what is no drift: unverified-too-long
    std::string service;
    std::optional<std::int64_t> after_attempts;
    std::optional<std::int64_t> after_days;
    std::string to = "human";
    bool pauses_proposals = false;

    friend bool operator==(const EscalationRule&, const EscalationRule&) = default;
};
// now_refused at once; unverified for 14 days; anything after three attempts, which pauses.
std::vector<EscalationRule> standard_escalation();

// What one service says over the project.
struct ServiceRefresh {
    bool is_enabled = true;
    std::optional<base::Duration> every;
    std::vector<std::string> gate;
};

struct RefreshSettings {
    enum class Output : std::uint8_t { Patch, Branch, Command };

    bool is_enabled = true;
    std::string base;  // empty: what is checked out
    std::vector<std::string> gate;
    base::Duration gate_limit{600, 0};
    Output output = Output::Patch;
    std::vector<std::string> driver;
    base::Duration driver_limit{60, 0};
    std::string folder = ".understudy/refresh";
    std::string state = ".understudy/refresh/state.json";
    std::string rejections;  // empty: rejections.json in the folder of cassettes
    std::string stop_file;
    bool hands_over_drafts = false;  // on_gate_failure: draft
    std::int64_t unknown_days = 14;
    base::Duration every{7 * 86'400, 0};
    std::int64_t most_new_findings = 10;
    std::vector<std::string> auto_accept;  // classes
    std::vector<EscalationRule> escalation = standard_escalation();
    std::string title = "contract-refresh: ${date} (${service})";
    std::string body = "${report}";
    std::vector<std::string> labels = {"contract-refresh"};
    std::map<std::string, ServiceRefresh, std::less<>> services;

    const ServiceRefresh& of(std::string_view service) const;
};

// Of the whole file; other keys are passed over. cassette.bad_manifest lists all that is wrong.
base::Result<RefreshSettings> read_refresh_settings(const json::Document& document);

}  // namespace understudy::verify
