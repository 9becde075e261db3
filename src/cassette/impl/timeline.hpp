// One side of a comparison: every exchange taken apart, once as it came and once with placeholders.
// Both copies have their arrays in the same order, so a path in one leads to the same value in the
// other.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "cassette/parsed.hpp"
#include "json/pointer.hpp"

namespace understudy::cassette {

struct SidePart {
    Part raw;
    Part part;  // after the rules
    bool has_hits = false;
};

struct SideExchange {
    const Exchange* exchange = nullptr;
    std::vector<SidePart> parts;

    const SidePart* find(std::string_view name) const;
};

struct Side {
    std::vector<SideExchange> exchanges;
    std::vector<RuleHit> hits;
    std::vector<Unrecognized> unrecognized;
    std::string unknown;  // why it could not be brought into one order; empty: it could
    double ignored = 0;   // share that the view left out
};

// Parts of the other side give the form that the parts of this one are read in: a stream that broke
// is compared as the stream it should have been.
Side make_side(std::span<const Exchange> exchanges, const Rules& rules,
               const CompareOptions& options, const Side* like);

// Brings the arrays that `unordered` names into one order that does not depend on how they came,
// nor on the values behind placeholders. Marks must be there, numbers not yet. Returns why not, or
// an empty text.
std::string put_in_order(std::vector<SideExchange>& exchanges,
                         const std::vector<std::string>& unordered);

// The recorded value in the shape of the fake; `ignored` counts leaves that were left out.
struct Viewed {
    json::Value value;
    std::size_t leaves = 0;
    std::size_t ignored = 0;
    std::string trouble;  // a path that cannot be read
};
Viewed view_of(const json::Value& value, const View& view);

// A key as it stands in a value with placeholders: one that begins with `$` has one more.
json::Pointer escaped(const json::Pointer& pointer);
json::Pointer unescaped(const json::Pointer& pointer);

}  // namespace understudy::cassette
