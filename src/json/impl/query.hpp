// A JSONPath query as data: what path_parse.cpp reads and path_select.cpp walks.
//
//     $ .charges [?@.amount > 100 && @.paid]
//
//     segments: [Name charges] [Filter And(Compare(@.amount > 100), Holds(@.paid))]
//
// Well-typed by construction (RFC 9535, 2.4.3): the parser makes no comparison with a query that
// could give two values, and no call with arguments its function does not take.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/path.hpp"
#include "json/value.hpp"

namespace understudy::json {

struct Path::Query {
    struct Logical;
    struct Call;

    struct Selector {
        enum class Kind : std::uint8_t { Name, Wildcard, Index, Slice, Filter };
        Kind kind = Kind::Wildcard;
        std::string name;
        std::int64_t index = 0;
        std::optional<std::int64_t> start, end;  // of a slice
        std::int64_t step = 1;
        std::unique_ptr<Logical> filter;
    };

    struct Segment {
        bool descendant = false;
        std::vector<Selector> selectors;
    };

    // Something a filter asks about: a literal, what a query finds, what a function makes of it.
    struct Operand {
        enum class Kind : std::uint8_t { Literal, Query, Call };
        Kind kind = Kind::Literal;
        Value literal;
        std::unique_ptr<Query> query;
        std::unique_ptr<Call> call;
    };

    enum class Function : std::uint8_t { Length, Count, Match, Search, Value };

    struct Call {
        Function function = Function::Length;
        std::vector<Operand> arguments;
    };

    enum class Comparison : std::uint8_t {
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual
    };

    struct Logical {
        enum class Kind : std::uint8_t { Or, And, Not, Holds, Compare };
        Kind kind = Kind::Holds;
        std::vector<Logical> parts;  // of Or, And and (one) Not
        Operand left;                // Holds: a query that finds something, a call that says yes
        Operand right;
        Comparison comparison = Comparison::Equal;
    };

    bool absolute = true;  // from $, not from @
    std::vector<Segment> segments;

    bool is_singular() const;  // can find at most one value
};

base::Result<Path::Query> parse_query(std::string_view text);

}  // namespace understudy::json
