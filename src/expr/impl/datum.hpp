// A value during evaluation: 24 bytes, trivially copied, never owning.
//
// Scalars sit inside; everything else points into the JSON given by the caller, into the program,
// or into the arena of the running evaluation, all of which outlive it. A JSON container stays JSON
// until one of its parts is asked for.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/decimal.hpp"
#include "base/time.hpp"
#include "expr/type.hpp"
#include "json/value.hpp"

namespace understudy::expr {

class Object;
class Relation;

enum class Kind : std::uint8_t {
    Error,   // the machine holds what went wrong
    Absent,  // a member to leave out
    Null,
    Bool,
    Int,
    Double,
    String,
    Octets,
    Timestamp,
    Duration,
    Decimal,
    List,
    Map,
    Object,  // worked out member by member
};

enum class Form : std::uint8_t {
    Plain,     // items or entries in the arena
    Json,      // a JSON array or object
    Relation,  // a list given by the host
};

struct Entry;

struct Datum {
    Kind kind;
    Form form;
    std::int32_t nanoseconds;
    union {
        bool boolean;
        std::int64_t integer;
        double real;
        const char* text;
        const Datum* items;
        const Entry* entries;
        const json::Value* json;
        const Relation* relation;
        const Object* object;
        const base::Decimal* decimal;
    };
    std::size_t size;  // bytes of text, items, entries

    static Datum of(Kind kind) {
        Datum datum;
        datum.kind = kind;
        datum.form = Form::Plain;
        datum.nanoseconds = 0;
        datum.integer = 0;
        datum.size = 0;
        return datum;
    }
    static Datum error() { return of(Kind::Error); }
    static Datum absent() { return of(Kind::Absent); }
    static Datum null() { return of(Kind::Null); }
    static Datum from(bool value) {
        Datum datum = of(Kind::Bool);
        datum.boolean = value;
        return datum;
    }
    static Datum from(std::int64_t value) {
        Datum datum = of(Kind::Int);
        datum.integer = value;
        return datum;
    }
    static Datum from(double value) {
        Datum datum = of(Kind::Double);
        datum.real = value;
        return datum;
    }
    static Datum from(std::string_view value) {
        Datum datum = of(Kind::String);
        datum.text = value.data();
        datum.size = value.size();
        return datum;
    }
    static Datum from(const char*) = delete;
    static Datum octets(std::string_view value) {
        Datum datum = from(value);
        datum.kind = Kind::Octets;
        return datum;
    }
    static Datum from(base::Instant value) {
        Datum datum = of(Kind::Timestamp);
        datum.integer = value.seconds;
        datum.nanoseconds = value.nanoseconds;
        return datum;
    }
    static Datum from(base::Duration value) {
        Datum datum = of(Kind::Duration);
        datum.integer = value.seconds;
        datum.nanoseconds = value.nanoseconds;
        return datum;
    }
    static Datum from(const base::Decimal* value) {
        Datum datum = of(Kind::Decimal);
        datum.decimal = value;
        return datum;
    }
    static Datum list(const Datum* items, std::size_t size) {
        Datum datum = of(Kind::List);
        datum.items = items;
        datum.size = size;
        return datum;
    }
    static Datum map(const Entry* entries, std::size_t size) {
        Datum datum = of(Kind::Map);
        datum.entries = entries;
        datum.size = size;
        return datum;
    }

    bool is_error() const { return kind == Kind::Error; }
    bool is_bool() const { return kind == Kind::Bool; }
    bool is_text() const { return kind == Kind::String || kind == Kind::Octets; }
    std::string_view view() const { return {text, size}; }
    base::Instant instant() const { return {integer, nanoseconds}; }
    base::Duration duration() const { return {integer, nanoseconds}; }
};

static_assert(sizeof(Datum) == 24);

struct Entry {
    Datum key;  // string, int or bool
    Datum value;
};

std::string_view name_of(Kind kind);       // "int", "map", ...
bool accepts(TypeKind wanted, Kind kind);  // may an argument of this kind stand here?

// Three-way comparison of numbers of either kind, exact even where a double cannot hold the int.
// Unordered with NaN.
std::partial_ordering compare_numbers(const Datum& a, const Datum& b);

// Do the two find the same entry of a map? 1 and 1.0 do.
bool same_key(const Datum& a, const Datum& b);

}  // namespace understudy::expr
