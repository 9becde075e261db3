// One change of a service, as refresh and review speak of it: what moved where, under an id that
// stays the same for one matter, and a fingerprint that is another for another content.
//
//     const std::vector<Change> changes = changes_of(of, comparison, findings, hits_after);
//     changes[0].id;            // service, cassette, exchange, place, class: no date, no count
//     changes[0].fingerprint;   // what was there and what is there now
//
// Deduplication goes by the fingerprint, never by the name of a file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/manifest.hpp"
#include "report/finding.hpp"

namespace understudy::verify {

// Kinds of change that are no class of drift.
inline constexpr std::string_view kPlanChanged = "plan_changed";  // its inputs are others now
inline constexpr std::string_view kPlanDropped = "plan_dropped";  // the plan records it no more
inline constexpr std::string_view kFakeMustChange = "fake-must-change";
inline constexpr std::string_view kUnverifiedTooLong = "unverified-too-long";
inline constexpr std::string_view kMoreFindings = "more-findings";

struct Change {
    std::string id;           // twelve hexadecimal digits
    std::string fingerprint;  // the same
    std::string service, cassette, exchange;
    std::string place;  // "stdout /items/*/state"
    std::string kind;   // a class of drift, or one of the words above
    report::Severity severity = report::Severity::Warning;
    std::string message;  // one sentence

    friend bool operator==(const Change&, const Change&) = default;
};

// The first twelve digits of a digest over the parts, each with its length before it.
std::string short_digest(std::span<const std::string> parts);

std::string change_id(const Change& change);

// Whose changes: names for ids, the service for its own severities (nullptr: those of the classes).
struct Owner {
    std::string service, cassette;
    const cassette::Service* severities = nullptr;
};

// `findings` are findings_of(comparison), one a difference; `hits_after` are what the rules
// replaced on the new side, so that a volatile part of a line is no part of the fingerprint.
// Differences of one id are one change.
std::vector<Change> changes_of(const Owner& owner, const cassette::Comparison& comparison,
                               std::span<const report::Finding> findings,
                               std::span<const cassette::RuleHit> hits_after);

// One change of no class of drift; its id and fingerprint are filled in. `content` is what the
// fingerprint is made of.
Change plain_change(Change change, std::span<const std::string> content);

// Of a set of changes, in whatever order.
std::string set_fingerprint(std::span<const Change> changes);

// Most serious class first, then by cassette, exchange and place.
void sort_by_rank(std::vector<Change>& changes);

// Never handed over as ready: somebody has to look at it first.
bool needs_a_person(const Change& change);

}  // namespace understudy::verify
