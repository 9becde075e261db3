// What a list or a search was asked for, as conditions on fields: the common ground of filters in
// the query, Stripe's search language and GitHub's. What an index can answer goes to the index, the
// rest is looked at object by object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "world/impl/eyes.hpp"
#include "world/impl/refusal.hpp"
#include "world/impl/turn.hpp"

namespace understudy::world {

enum class Relation : std::uint8_t {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Prefix,
    Contains,  // without regard to case
};

struct Condition {
    pack::Index field = pack::kNone;
    Relation relation = Relation::Equal;
    json::Value value;     // typed by the field; instants as RFC 3339
    std::string member;    // of a map: metadata["order"]; empty: the value itself
    bool as_text = false;  // nothing says what type the field has: compare how they are written
};
struct Clause {
    std::vector<Condition> all;
    bool negated = false;
};
using Group = std::vector<Clause>;  // any of them
struct Query {
    std::vector<Group> groups;  // all of them
};

// The value a caller wrote, compared with a field. Nothing: the value cannot be meant for it. An
// instant is as wide as it is written: a day, a second, a millisecond.
std::optional<Clause> compare_with(const pack::Pack& pack, const pack::Field& field,
                                   pack::Index index, Relation relation, const json::Value& given);

bool holds(const Eyes& eyes, const Condition& condition, const Object& object);
bool holds(const Eyes& eyes, const Query& query, const Object& object);

// Splits the query between the indexes and the eye. The Eyes must outlive `where`.
void narrow(Where& where, const Eyes& eyes, Query query);

// The filters a list request carries.
std::variant<Query, Refusal> read_filters(const Turn& turn, const Request& request,
                                          const pack::Lists& lists);
// The text of a search, in the operation's language. Errors say what could not be read.
struct BadQuery {
    std::string why;
};
std::variant<Query, BadQuery> read_stripe_search(const pack::Pack& pack,
                                                 const pack::Operation& operation,
                                                 std::string_view text);
std::variant<Query, BadQuery> read_github_search(const pack::Pack& pack,
                                                 const pack::Operation& operation,
                                                 std::string_view text);

inline constexpr std::size_t kMostClauses = 100;        // of one search
inline constexpr std::size_t kMostSearchBytes = 4'096;  // of its text

// A parameter as the caller gave it: typed if the pack types it, else as text; null: not given.
const json::Value* given_for(const Request& request, std::string_view name);

// The pack's refusal of a parameter by keyword, falling back to `invalid`, then `type`.
Refusal refuse_parameter(const Turn& turn, const Request& request, std::string_view keyword,
                         std::string param, json::Value value);

}  // namespace understudy::world
