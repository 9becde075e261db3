// What can be said of a value by itself: its kind's name, whether it fits, how numbers compare.
#include "expr/impl/datum.hpp"

#include <cmath>

namespace understudy::expr {

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::Error: return "error";
        case Kind::Absent: return "absent";
        case Kind::Null: return "null";
        case Kind::Bool: return "bool";
        case Kind::Int: return "int";
        case Kind::Double: return "double";
        case Kind::String: return "string";
        case Kind::Octets: return "octets";
        case Kind::Timestamp: return "timestamp";
        case Kind::Duration: return "duration";
        case Kind::Decimal: return "decimal";
        case Kind::List: return "list";
        case Kind::Map: return "map";
        case Kind::Object: return "object";
    }
    return "error";
}

bool accepts(TypeKind wanted, Kind kind) {
    switch (wanted) {
        case TypeKind::Any: return true;
        case TypeKind::Null: return kind == Kind::Null;
        case TypeKind::Bool: return kind == Kind::Bool;
        case TypeKind::Int: return kind == Kind::Int;
        case TypeKind::Double: return kind == Kind::Double;
        case TypeKind::Number: return kind == Kind::Int || kind == Kind::Double;
        case TypeKind::String: return kind == Kind::String;
        case TypeKind::Octets: return kind == Kind::Octets;
        case TypeKind::Timestamp: return kind == Kind::Timestamp;
        case TypeKind::Duration: return kind == Kind::Duration;
        case TypeKind::Decimal: return kind == Kind::Decimal;
        case TypeKind::List: return kind == Kind::List;
        case TypeKind::Map:
        case TypeKind::Object: return kind == Kind::Map || kind == Kind::Object;
        case TypeKind::Reference: return kind != Kind::Error;
    }
    return false;
}

namespace {

// 2^63 as a double is exact; every double below it in size has an exact whole part in int64.
constexpr double kTwoTo63 = 9223372036854775808.0;

std::partial_ordering compare_int_double(std::int64_t a, double b) {
    if (std::isnan(b)) return std::partial_ordering::unordered;
    if (b >= kTwoTo63) return std::partial_ordering::less;
    if (b < -kTwoTo63) return std::partial_ordering::greater;
    const double floor = std::floor(b);
    const auto whole = static_cast<std::int64_t>(floor);
    if (a != whole) return a <=> whole;
    return floor < b ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

}  // namespace

bool same_key(const Datum& a, const Datum& b) {
    const auto is_number = [](const Datum& d) {
        return d.kind == Kind::Int || d.kind == Kind::Double;
    };
    if (is_number(a) && is_number(b)) return compare_numbers(a, b) == 0;
    if (a.kind != b.kind) return false;
    if (a.kind == Kind::String) return a.view() == b.view();
    return a.kind == Kind::Bool && a.boolean == b.boolean;
}

std::partial_ordering compare_numbers(const Datum& a, const Datum& b) {
    if (a.kind == Kind::Int && b.kind == Kind::Int) return a.integer <=> b.integer;
    if (a.kind == Kind::Double && b.kind == Kind::Double) return a.real <=> b.real;
    if (a.kind == Kind::Int) return compare_int_double(a.integer, b.real);
    return 0 <=> compare_int_double(b.integer, a.real);
}

}  // namespace understudy::expr
