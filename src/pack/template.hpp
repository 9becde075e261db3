// The two ways a pack writes values that depend on something.
//
// A Template is data with expressions inside: `{ object: '"list"', data: page.items }`. A Pattern
// is text with holes: `"ch_{base62:24}"` draws, `"{self.id}_secret"` evaluates, `"{issue.param}"`
// (one hole and nothing else) keeps the type of what it evaluates to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/seed.hpp"
#include "base/time.hpp"
#include "expr/evaluate.hpp"
#include "expr/program.hpp"
#include "json/value.hpp"

namespace understudy::pack {

using Expression = expr::Program;

enum class Draw : std::uint8_t { Base62, Hex, Digits, Base64, Sequence, Uuid, Ulid };

struct Hole {
    Draw draw = Draw::Base62;
    std::uint32_t length = 0;              // characters; octets for Base64
    std::optional<Expression> expression;  // if set, the hole evaluates and draws nothing
};

struct PatternPart {
    std::string text;  // literal, if there is no hole
    std::optional<Hole> hole;
};

struct Pattern {
    std::string text;  // as written
    std::vector<PatternPart> parts;

    bool is_empty() const { return parts.empty(); }
    bool draws() const;          // has a hole that draws
    bool is_one_hole() const;    // keeps the value's type
    bool is_literal() const;     // no hole at all
    std::string prefix() const;  // the literal text before the first hole
};

// What a filled pattern draws from. A pattern without draws needs none of it.
struct Drawing {
    std::uint64_t seed = 0;
    std::string_view resource;  // the stream is keyed by (seed, resource, field, sequence)
    std::string_view field;
    std::uint64_t sequence = 0;
    base::Instant now = {};
};

// Text, except for a pattern of one evaluating hole, whose value is kept as it is. nullopt: that
// hole gave `absent`. Numbers and booleans inside text are written as JSON; null as nothing.
base::Result<std::optional<json::Value>> fill(const Pattern& pattern, const expr::Env& env,
                                              const Drawing& drawing, std::uint64_t& budget);

// Could the pattern have made this text? Prefix, suffix and alphabets are checked; lengths are not
// (a seeded id may be shorter), but a hole matches at least one character.
bool could_make(const Pattern& pattern, std::string_view text);

struct TemplateMember;

struct Template {
    enum class Kind : std::uint8_t { Literal, Computed, Object, List };

    Kind kind = Kind::Literal;
    json::Value literal;
    std::optional<Expression> expression;
    std::vector<TemplateMember> members;
    std::vector<Template> items;
};

struct TemplateMember {
    Pattern key;
    Template value;
};

// nullopt: the whole template is one expression that gave `absent`; members and items that are
// absent are left out. Every step of every expression is taken from `budget`.
base::Result<std::optional<json::Value>> build(const Template& shape, const expr::Env& env,
                                               std::uint64_t& budget);

}  // namespace understudy::pack
