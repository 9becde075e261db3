// Which calls something armed by a tester is for: a fault, a stub, a pin, a tape, a count of
// requests. The more it asks for, the more specific it is; among those that fit the most specific
// wins, then the newest.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/regex.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

// A call, as far as it can be matched. What is not known (a journal entry whose body is gone, a
// call that started something long ago) is null or empty.
struct Sought {
    std::string_view operation = {}, resource = {}, verb = {};
    std::string_view named = {};          // the operation's name from data, where it has one
    const json::Value* input = nullptr;   // typed by the pack
    const json::Value* facets = nullptr;  // object: the operation's facets, evaluated
    json::Value id = {}, credential_id = {}, source_id = {};
    std::string_view method = {}, path = {};  // without query
    int status = 0;
};

// How much a match asks for. Compares by the number of constraints, then kind by kind.
struct Specificity {
    std::uint32_t constraints = 0;
    // input and facets, id, source_id, credential_id, resource, operation
    std::array<std::uint32_t, 6> by_kind = {};

    friend auto operator<=>(const Specificity&, const Specificity&) = default;
};

struct Match {
    struct Facet {
        enum class How : std::uint8_t { Equals, Contains, Regex };
        std::string name;
        How how = How::Equals;
        json::Value wanted;
        std::optional<base::Regex> regex;
    };

    std::string resource = {};                 // empty: any
    std::vector<std::string> operations = {};  // verbs or full names, one of which; empty: any
    json::Value input = {};                    // a partial object; null: any
    std::vector<Facet> facets = {};
    json::Value id = {}, credential_id = {}, source_id = {};  // null: any
    std::string method = {}, path = {};
    std::optional<int> status = {};

    Specificity specificity() const;
    // Nothing: it fits. Else the first thing that does not: "input.amount: wanted 2000, got 1000".
    std::optional<std::string> why_not(const Sought& call) const;
    bool fits(const Sought& call) const { return !why_not(call); }
};

// Which members a match may have, beside `input`, `facets`, `credential_id` and `source_id`.
struct MatchMembers {
    bool resource = false, operation = false;  // inside the match itself
    bool id = false;
    bool method_and_path = false;
    bool status = false;
};

// Reads the `match` of a control body; `pointer` is its place there. Members without a meaning for
// this pack are 422 unknown_constraint, values of the wrong kind 422 invalid_request. Resources and
// operations are read but not looked up: see check_names.
std::variant<Match, Refused> read_match(const json::Value& match, const std::string& pointer,
                                        const MatchMembers& members, const pack::Pack& pack);

// Are there such a resource and, of it, such an operation (verb or full name)? Else 404 with the
// nearest; `field` is the pointer of the member that names it. "*" and "" are any.
std::optional<Refused> check_resource(const pack::Pack& pack, std::string_view resource,
                                      const std::string& field);
std::optional<Refused> check_operation(const pack::Pack& pack, std::string_view resource,
                                       std::string_view operation, const std::string& field);

// The match as records show it: only what it asks for.
json::Value to_json(const Match& match);

}  // namespace understudy::world
