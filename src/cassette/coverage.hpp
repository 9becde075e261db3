// What the recordings cover, judged by the calls that were observed and by nothing else: no list of
// methods, no source is read (P68, P69).
//
//     Coverage coverage = coverage_of(ground);
//     coverage.findings ...                    // gaps, and what else is worth knowing
//
// A shape of a call is a line of text: `gh pr list --limit=integer` for a command,
// `POST /v1/charges/{} ?expand body:amount,currency` for HTTP.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/call_shape.hpp"
#include "cassette/manifest.hpp"
#include "cassette/ratchet.hpp"
#include "cassette/read.hpp"
#include "cassette/vacuous.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

struct CoveredCassette {
    const Loaded* loaded = nullptr;
    std::optional<Emptiness> emptiness;
};

struct CoverageGround {
    const Manifest* manifest = nullptr;
    std::vector<CoveredCassette> cassettes;
    std::vector<LoggedCall> calls;
    Ratchet ratchet;
    std::optional<Ratchet> ratchet_before;  // as it was committed
    bool allows_growth = false;
    std::string today;  // "2026-11-16"
    // Shares of hand-written cassettes by service, from an earlier report.
    std::map<std::string, double> shares_before;
};

struct ServiceCoverage {
    std::string name;
    std::size_t calls = 0;
    std::size_t shapes = 0, recorded_shapes = 0;  // observed; of these, those with a recording
    std::size_t cassettes = 0;
    std::size_t hand_written = 0;  // authored and edited
    std::optional<double> share_before;
    std::size_t vacuous = 0, unused = 0;
    std::vector<std::string> not_re_recordable;  // names
    std::vector<std::string> success_only;       // operations
    std::optional<std::int64_t> oldest_days;
    std::string oldest;  // its file

    double hand_written_share() const {
        return cassettes == 0 ? 0
                              : static_cast<double>(hand_written) / static_cast<double>(cassettes);
    }
};

struct Coverage {
    std::vector<ServiceCoverage> services;  // by name; programs of no service stand for themselves
    std::vector<report::Finding> findings;  // errors fail a run
    std::size_t gaps = 0;                   // shapes without recording that nothing tolerates
    std::size_t tolerated = 0;
};

Coverage coverage_of(const CoverageGround& ground);

// Of a recorded call, with its variables at their recorded values.
std::string shape_text(const Exchange& exchange, const std::vector<Variable>& vars);
// The part before flags and keys: `gh pr list`, `POST /v1/charges/{}`.
std::string operation_of(const Exchange& exchange, const std::vector<Variable>& vars);

}  // namespace understudy::cassette
