// A grammar as the judge uses it: everything resolved to numbers, every guard compiled. Made once
// by the loader, never changed afterwards.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/hash.hpp"
#include "expr/program.hpp"
#include "grammar/grammar.hpp"
#include "grammar/impl/automaton.hpp"
#include "grammar/impl/locator.hpp"
#include "grammar/impl/selector.hpp"
#include "grammar/kinds.hpp"

namespace understudy::grammar {

// A point in the stream that other constraints speak of: a state of a seq is entered, or a record
// of one of some types comes.
struct Moment {
    std::size_t seq = 0;  // index of the constraint
    std::uint32_t state = 0;
    bool is_state = false;
    std::vector<TypeId> types;
};

struct KeySpec {
    struct Rule {
        TypeId type = kNoType;  // kNoType: for every type
        std::vector<Locator> parts;
    };
    std::vector<Rule> rules;

    const Rule* rule_for(TypeId type) const;
    std::string to_text() const;
};

struct Scope {
    std::optional<KeySpec> by;      // one instance for each value
    std::optional<Selector> since;  // everything begins anew at these records
};

struct SeqRule {
    Automaton automaton;
};

struct AnyRule {
    Selector types;
    std::optional<Moment> after;
};

struct PerKeyRule {
    Automaton automaton;
    KeySpec key;
    Scope scope;
};

struct OpenCloseRule {
    Selector open;
    Selector close;
    std::optional<KeySpec> key;
    std::optional<Moment> before;
    bool overlap = true;
    bool stay_open = false;
    std::optional<expr::Program> stay_open_when;  // over the opening record
};

struct OnceRule {
    Selector types;
    Scope scope;
    bool terminal = false;
    std::optional<Selector> then;
};

struct GaplessRule {
    Locator field;
    std::string prefix;
    std::optional<std::int64_t> from;  // none: whatever comes first
    Scope scope;
    std::optional<Selector> gap_marker;
    enum class Absent : std::uint8_t { Together, Skip, Fail } absent = Absent::Together;
};

struct MonotoneRule {
    enum class Compare : std::uint8_t { Auto, Number, Text, Locale, Time };
    Locator field;  // or, with `each`, the elements within one record
    bool each = false;
    bool strict = true;
    Compare compare = Compare::Auto;
    Scope scope;
};

struct RefRule {
    Locator field;
    enum class To : std::uint8_t { Record, File, Role } to = To::Record;
    Selector types;  // Record
    std::optional<KeySpec> key;
    std::string under;  // File: a folder the names are relative to
    std::string role;   // Role
    std::string role_field;
};

struct ConstantRule {
    Locator field;
    Scope scope;
};

struct ConcatRule {
    enum class Parse : std::uint8_t { No, Json, Object };
    Selector of;
    Locator fragment;
    std::optional<KeySpec> key;
    Selector at;                  // the records that are compared
    std::vector<Locator> equals;  // any of these; empty: only parsed
    Parse parse = Parse::No;
    std::optional<std::string> empty;  // what stands for an empty join
    bool skip_none = false;
    Scope scope;
};

// Bytes made from a record: the input of a function.
struct Part {
    enum class From : std::uint8_t { Field, Text, File, Records } from = From::Field;
    Locator field;
    std::string text;
    Selector records;
    std::vector<Locator> without;
    std::optional<int> indent;  // none: compact
    bool sorted = false;
    bool newline = false;
};

struct DerivedRule {
    enum class Encoding : std::uint8_t { Hex, UpperHex, Base64, Base64Url };
    Locator field;
    std::size_t function = 0;  // row of the function table
    std::string key;           // of keyed functions
    std::vector<Part> over;
    Encoding encoding = Encoding::Hex;
    std::string prefix;
};

struct ImpliesRule {
    enum class By : std::uint8_t { Same, Later, Before, Earlier, End };
    Selector condition;
    std::optional<Locator> each;  // judge every element instead of the record
    By by = By::Same;
    std::optional<Moment> before;
    // Exactly one of these.
    std::optional<expr::Program> then;
    std::vector<Locator> has;
    std::vector<Locator> lacks;
    std::optional<Selector> record;
    std::optional<Selector> no_record;
    std::optional<KeySpec> key;
    std::string shown;  // the consequence in words
};

struct JoinSide {
    std::string role;  // empty: the stream
    Locator field;
};

struct JoinRule {
    enum class Relation : std::uint8_t { Equal, Subset, Superset, Disjoint };
    JoinSide left;
    JoinSide right;
    Relation relation = Relation::Equal;
};

using Rule =
    std::variant<SeqRule, AnyRule, PerKeyRule, OpenCloseRule, OnceRule, GaplessRule, MonotoneRule,
                 RefRule, ConstantRule, ConcatRule, DerivedRule, ImpliesRule, JoinRule>;

struct Constraint {
    std::string id;
    Kind kind{};
    Severity severity = Severity::Breaking;
    std::optional<base::Code> code;  // of its findings, where it is not that of its kind
    bool on = true;
    std::optional<Selector> select;
    bool judged_at[3] = {true, true, false};  // which endings call in what is still owed
    Rule rule;
};

struct Dialect {
    std::string name;
    std::vector<std::size_t> off;
    std::vector<std::size_t> on;
    std::vector<std::pair<std::size_t, Severity>> severity;
    std::optional<Severity> unknown_type;
};

struct Model {
    std::string name;
    std::string about;
    Pin pinned;
    std::vector<Locator> type;  // joined by '/'
    Severity unknown_type = Severity::Warning;
    bool closed = false;
    std::vector<std::string> types;
    std::unordered_map<std::string, TypeId> type_ids;
    std::vector<Constraint> constraints;
    std::vector<Dialect> dialects;
    std::vector<std::string> dialect_names;
    std::string default_dialect;
    bool has_guards = false;

    TypeId id_of(std::string_view spelling) const;
};

// The names a guard may use: `self` the record, `about` what is known of it, `type` its type.
expr::Scope guard_scope();

}  // namespace understudy::grammar
