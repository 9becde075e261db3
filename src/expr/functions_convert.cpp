// Conversions: int() double() string() bool() timestamp() duration() decimal() dyn(), and size().
//
// A conversion that would lose or invent something is an error, but for double to int, which cuts
// off the fraction as CEL says.
#include <cmath>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"

namespace understudy::expr {

using base::Code;
using Arguments = std::span<const Datum>;

namespace {

using enum TypeKind;

Datum refuse(Machine& machine, const Node& call, const Datum& value, std::string_view type,
             std::string_view help = {}) {
    std::string text;
    if (value.is_text()) {
        text = base::quoted(value.view());
    } else if (!machine.write(call, text, value)) {
        return Datum::error();
    }
    return machine.fail(
        call, Code::ExprConversion,
        {{"value", text}, {"type", std::string(type)}, {"help", std::string(help)}});
}

Datum same(Machine&, const Node&, Arguments a) {
    return a[0];
}

Datum double_to_int(Machine& machine, const Node& call, Arguments a) {
    constexpr double kTwoTo63 = 9223372036854775808.0;
    const double real = a[0].real;
    if (!(real > -kTwoTo63 && real < kTwoTo63)) return refuse(machine, call, a[0], "an int");
    return Datum::from(static_cast<std::int64_t>(real));
}

Datum string_to_int(Machine& machine, const Node& call, Arguments a) {
    const std::optional<std::int64_t> whole = base::parse_int64(a[0].view());
    return whole ? Datum::from(*whole) : refuse(machine, call, a[0], "an int");
}

Datum timestamp_to_int(Machine&, const Node&, Arguments a) {
    return Datum::from(a[0].integer);
}

Datum decimal_to_int(Machine& machine, const Node& call, Arguments a) {
    const std::optional<std::int64_t> whole = a[0].decimal->to_int64();
    if (whole) return Datum::from(*whole);
    return refuse(machine, call, a[0], "an int", "round it first: d.round(0, \"half_up\")");
}

Datum int_to_double(Machine&, const Node&, Arguments a) {
    return Datum::from(static_cast<double>(a[0].integer));
}

Datum string_to_double(Machine& machine, const Node& call, Arguments a) {
    const std::string_view text = a[0].view();
    if (text == "NaN") return Datum::from(std::nan(""));
    if (text == "Infinity" || text == "+Infinity") return Datum::from(HUGE_VAL);
    if (text == "-Infinity") return Datum::from(-HUGE_VAL);
    if (!machine.spend_bytes(text.size())) return Datum::error();
    const std::optional<double> real = base::parse_double(text);
    if (real && std::isfinite(*real)) return Datum::from(*real);
    return refuse(machine, call, a[0], "a double");
}

Datum decimal_to_double(Machine&, const Node&, Arguments a) {
    return Datum::from(a[0].decimal->to_double());
}

Datum int_to_string(Machine& machine, const Node&, Arguments a) {
    return machine.make_text(std::to_string(a[0].integer));
}

// Without the `.0` that marks a double in the language itself: string(1.0) is "1".
Datum double_to_string(Machine& machine, const Node&, Arguments a) {
    if (std::isinf(a[0].real)) return machine.make_text(a[0].real > 0 ? "Infinity" : "-Infinity");
    if (std::isnan(a[0].real)) return machine.make_text("NaN");
    std::string text = base::shortest(a[0].real);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return machine.make_text(std::move(text));
}

Datum bool_to_string(Machine&, const Node&, Arguments a) {
    return Datum::from(std::string_view(a[0].boolean ? "true" : "false"));
}

Datum timestamp_to_string(Machine& machine, const Node&, Arguments a) {
    return machine.make_text(base::to_rfc3339(a[0].instant()));
}

Datum duration_to_string(Machine& machine, const Node&, Arguments a) {
    return machine.make_text(to_seconds_text(a[0].duration()));
}

Datum decimal_to_string(Machine& machine, const Node&, Arguments a) {
    std::string text = a[0].decimal->to_text();
    if (!machine.spend_bytes(text.size())) return Datum::error();
    return machine.make_text(std::move(text));
}

Datum octets_to_string(Machine& machine, const Node& call, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    if (!base::is_utf8(a[0].view())) {
        return refuse(machine, call, a[0], "a string", "they are not valid UTF-8");
    }
    return Datum::from(a[0].view());
}

Datum string_to_bool(Machine& machine, const Node& call, Arguments a) {
    const std::string_view text = a[0].view();
    for (const std::string_view yes : {"true", "TRUE", "True", "t", "1"}) {
        if (text == yes) return Datum::from(true);
    }
    for (const std::string_view no : {"false", "FALSE", "False", "f", "0"}) {
        if (text == no) return Datum::from(false);
    }
    return refuse(machine, call, a[0], "a bool");
}

Datum string_to_timestamp(Machine& machine, const Node& call, Arguments a) {
    const std::optional<base::Instant> instant = base::parse_rfc3339(a[0].view());
    if (instant) return Datum::from(*instant);
    return refuse(machine, call, a[0], "a timestamp", "write it as \"2026-06-09T10:00:00Z\"");
}

Datum int_to_timestamp(Machine& machine, const Node& call, Arguments a) {
    const auto instant = base::add(base::Instant{}, base::Duration{a[0].integer, 0});
    return instant ? Datum::from(*instant) : refuse(machine, call, a[0], "a timestamp");
}

Datum string_to_duration(Machine& machine, const Node& call, Arguments a) {
    const std::optional<base::Duration> span = base::parse_duration(a[0].view());
    if (span && is_in_range(*span)) return Datum::from(*span);
    return refuse(machine, call, a[0], "a duration", "write it as \"1h30m\" or \"90s\"");
}

Datum int_to_duration(Machine& machine, const Node& call, Arguments a) {
    const base::Duration span{a[0].integer, 0};
    return is_in_range(span) ? Datum::from(span) : refuse(machine, call, a[0], "a duration");
}

Datum string_to_decimal(Machine& machine, const Node& call, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    std::optional<base::Decimal> decimal = base::Decimal::parse(a[0].view());
    if (!decimal) return refuse(machine, call, a[0], "a decimal", "write it as \"10.50\"");
    return machine.make_decimal(std::move(*decimal));
}

Datum size_of_text(Machine& machine, const Node&, Arguments a) {
    if (!machine.spend_bytes(a[0].size)) return Datum::error();
    return Datum::from(static_cast<std::int64_t>(base::count_code_points(a[0].view())));
}

Datum size_of_octets(Machine&, const Node&, Arguments a) {
    return Datum::from(static_cast<std::int64_t>(a[0].size));
}

Datum size_of_container(Machine& machine, const Node& call, Arguments a) {
    const Datum whole = machine.whole(call, a[0]);
    if (whole.is_error()) return whole;
    return Datum::from(static_cast<std::int64_t>(whole.size));
}

// What a value is, for those that may be one thing or another.
Datum kind_of(Machine&, const Node&, Arguments a) {
    return Datum::from(a[0].kind == Kind::Object ? name_of(Kind::Map) : name_of(a[0].kind));
}

constexpr Overload kFunctions[] = {
    {"int", kGlobal, 1, {Int}, Int, Growth::Constant, same},
    {"int", kGlobal, 1, {Double}, Int, Growth::Constant, double_to_int},
    {"int", kGlobal, 1, {String}, Int, Growth::Constant, string_to_int},
    {"int", kGlobal, 1, {Timestamp}, Int, Growth::Constant, timestamp_to_int},
    {"int", kGlobal, 1, {Decimal}, Int, Growth::Constant, decimal_to_int},
    {"double", kGlobal, 1, {Double}, Double, Growth::Constant, same},
    {"double", kGlobal, 1, {Int}, Double, Growth::Constant, int_to_double},
    {"double", kGlobal, 1, {String}, Double, Growth::Scan, string_to_double},
    {"double", kGlobal, 1, {Decimal}, Double, Growth::Constant, decimal_to_double},
    {"string", kGlobal, 1, {String}, String, Growth::Constant, same},
    {"string", kGlobal, 1, {Int}, String, Growth::Constant, int_to_string},
    {"string", kGlobal, 1, {Double}, String, Growth::Constant, double_to_string},
    {"string", kGlobal, 1, {Bool}, String, Growth::Constant, bool_to_string},
    {"string", kGlobal, 1, {Timestamp}, String, Growth::Constant, timestamp_to_string},
    {"string", kGlobal, 1, {Duration}, String, Growth::Constant, duration_to_string},
    {"string", kGlobal, 1, {Decimal}, String, Growth::Copy, decimal_to_string},
    {"string", kGlobal, 1, {Octets}, String, Growth::Copy, octets_to_string},
    {"bool", kGlobal, 1, {Bool}, Bool, Growth::Constant, same},
    {"bool", kGlobal, 1, {String}, Bool, Growth::Constant, string_to_bool},
    {"timestamp", kGlobal, 1, {Timestamp}, Timestamp, Growth::Constant, same},
    {"timestamp", kGlobal, 1, {String}, Timestamp, Growth::Constant, string_to_timestamp},
    {"timestamp", kGlobal, 1, {Int}, Timestamp, Growth::Constant, int_to_timestamp},
    {"duration", kGlobal, 1, {Duration}, Duration, Growth::Constant, same},
    {"duration", kGlobal, 1, {String}, Duration, Growth::Constant, string_to_duration},
    {"duration", kGlobal, 1, {Int}, Duration, Growth::Constant, int_to_duration},
    {"decimal", kGlobal, 1, {Decimal}, Decimal, Growth::Constant, same},
    {"decimal", kGlobal, 1, {String}, Decimal, Growth::Copy, string_to_decimal},
    {"dyn", kGlobal, 1, {Any}, Any, Growth::Constant, same},
    {"kind", kGlobal, 1, {Any}, String, Growth::Scan, kind_of},
    {"size", kEither, 1, {String}, Int, Growth::Scan, size_of_text},
    {"size", kEither, 1, {List}, Int, Growth::Constant, size_of_container},
    {"size", kEither, 1, {Map}, Int, Growth::Constant, size_of_container},
    {"size", kEither, 1, {Octets}, Int, Growth::Constant, size_of_octets},
};

}  // namespace

std::span<const Overload> conversion_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
