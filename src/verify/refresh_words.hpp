// What refresh hands over: titles, bodies, names of branches, and the words it exchanges with the
// command that knows a forge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "json/value.hpp"
#include "verify/change.hpp"
#include "verify/refresh_settings.hpp"

namespace understudy::verify {

enum class Gate : std::uint8_t { Passed, Failed, Unknown };
std::string_view name_of(Gate gate);  // "passed"

// A change set of one service.
struct Proposal {
    std::string service, fingerprint, base;
    std::string day;  // on which it was first seen: 2026-04-30
    std::vector<Change> changes;
    Gate gate = Gate::Unknown;
    std::string gate_words;          // "`make test` ended with 1"
    std::string gate_said = {};      // its last lines, where it did not pass
    std::vector<std::string> tools;  // "gh 2.62.0 -> 2.63.1"
    bool is_draft = false;
    std::string held;  // why it is not handed over; empty: it is
    bool is_auto_accepted = false;
};

// understudy/refresh/github/5b0c1f9a77d2: never two for one content, never a date.
std::string branch_name(const Proposal& proposal);
std::string proposal_title(const RefreshSettings& settings, const Proposal& proposal);
// `diff` is the semantic difference as Markdown.
std::string proposal_body(const RefreshSettings& settings, const Proposal& proposal,
                          std::string_view diff);

// Does policy list every class in it?
bool is_auto_accepted(const RefreshSettings& settings, std::span<const Change> changes);

// --- the driver: one message on its standard input, one reference on its standard output
struct DriverMessage {
    enum class Kind : std::uint8_t { Change, Finding, Escalation };
    Kind kind = Kind::Change;
    std::string event;  // open, update, close
    std::string service, title, body_file, base, branch, patch, to;
    std::vector<std::string> labels, findings;
    bool is_draft = false;
    bool is_auto_accepted = false;
    std::string reference;  // what the driver said last time; empty: nothing
};
std::string driver_text(const DriverMessage& message);  // JSON, one line

// "https://forge.test/pulls/41" of {"reference": "..."}, of a text or of a number. Nothing, an
// empty one and zero are no reference: refresh.not_filed.
base::Result<std::string> read_reference(std::string_view printed);

}  // namespace understudy::verify
