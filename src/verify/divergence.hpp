// Where two services part, answer by answer.
//
//     const Parting parting = part(pack, walk, of_fake, of_target, clocks, {});
//     for (const Divergence& each : parting.divergences) each.key() ...
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "verify/likeness.hpp"
#include "verify/walk.hpp"

namespace understudy::verify {

struct Divergence {
    cassette::Drift drift = cassette::Drift::ValueChanged;
    std::string operation;  // as the pack names it; of what is no operation: method and path
    std::string part;       // status, body, headers
    std::string path;       // JSON Pointer in it
    std::string renamed_to;
    std::optional<json::Value> fake, target;  // ids and times as tokens
    std::size_t leg = 0;

    // Divergences with the same key are one thing, however it was met.
    std::string key() const;
    std::string place() const;  // "body /data/*/status"
};

struct Parting {
    std::vector<Divergence> divergences;
    std::string unknown;  // why the rest could not be judged; empty: it was
    std::size_t unknown_leg = 0;
    bool is_fault_of_fake = false;  // of unknown: the fake itself gave no answer
};

struct PartOptions {
    Clocks clocks = {};
    bool shared = false;
};

Parting part(const pack::Pack& pack, const Walk& walk, const std::vector<Taken>& fake,
             const std::vector<Taken>& target, const PartOptions& options);

// Headers that the pack says something about, in small letters.
std::vector<std::string> declared_headers(const pack::Pack& pack);

}  // namespace understudy::verify
