// Functions of numbers: abs, muldiv, and the rounding arithmetic of decimals. Whatever rounds says
// how: no mode is the default.
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"

namespace understudy::expr {

using base::Code;
using Arguments = std::span<const Datum>;
using Rounding = base::Decimal::Rounding;

namespace {

using enum TypeKind;

constexpr std::int64_t kMaxScale = 1'000;

std::optional<Rounding> find_rounding(Machine& machine, const Node& call, std::string_view mode) {
    constexpr std::array<std::string_view, 5> kModes = {"floor", "ceil", "down", "half_up",
                                                        "half_even"};
    constexpr std::array<Rounding, 5> kMeanings = {Rounding::Floor, Rounding::Ceiling,
                                                   Rounding::TowardZero, Rounding::HalfUp,
                                                   Rounding::HalfEven};
    for (std::size_t i = 0; i < kModes.size(); ++i) {
        if (kModes[i] == mode) return kMeanings[i];
    }
    machine.fail(call, Code::ExprMode,
                 {{"what", "rounding mode"},
                  {"mode", base::quoted(mode)},
                  {"nearest", base::nearest(mode, kModes)},
                  {"known", "floor, ceil, down, half_up, half_even"}});
    return std::nullopt;
}

Datum abs_int(Machine& machine, const Node& call, Arguments a) {
    if (a[0].integer == INT64_MIN) {
        return machine.fail(call, Code::ExprOverflow, {{"operation", "abs"}, {"type", "an int"}});
    }
    return Datum::from(a[0].integer < 0 ? -a[0].integer : a[0].integer);
}

Datum abs_double(Machine&, const Node&, Arguments a) {
    return Datum::from(std::fabs(a[0].real));
}

Datum abs_decimal(Machine& machine, const Node&, Arguments a) {
    return a[0].decimal->is_negative() ? machine.make_decimal(a[0].decimal->negate()) : a[0];
}

Datum abs_duration(Machine&, const Node&, Arguments a) {
    const base::Duration span = a[0].duration();
    return Datum::from(span < base::Duration{} ? negate(span) : span);
}

__extension__ using Wide = __int128;

// Is the quotient to be one further from zero than `whole`?
bool rounds_away(Rounding rounding, Wide whole, Wide rest, Wide divisor, bool negative) {
    if (rest == 0) return false;
    const Wide twice = 2 * (rest < 0 ? -rest : rest);
    const Wide size = divisor < 0 ? -divisor : divisor;
    switch (rounding) {
        case Rounding::Floor: return negative;
        case Rounding::Ceiling: return !negative;
        case Rounding::TowardZero: return false;
        case Rounding::HalfUp: return twice >= size;
        case Rounding::HalfEven: return twice > size || (twice == size && whole % 2 != 0);
    }
    return false;
}

// a * b / c; the product cannot overflow.
Datum muldiv(Machine& machine, const Node& call, Arguments a) {
    if (a[2].integer == 0) return machine.fail(call, Code::ExprDivision, {});
    const std::optional<Rounding> rounding = find_rounding(machine, call, a[3].view());
    if (!rounding) return Datum::error();
    const Wide product = static_cast<Wide>(a[0].integer) * a[1].integer;
    const Wide divisor = a[2].integer;
    const bool negative = (product < 0) != (divisor < 0);
    Wide whole = product / divisor;
    if (rounds_away(*rounding, whole, product % divisor, divisor, negative)) {
        whole += negative ? -1 : 1;
    }
    if (whole > INT64_MAX || whole < INT64_MIN) {
        return machine.fail(call, Code::ExprOverflow,
                            {{"operation", "muldiv"}, {"type", "an int"}});
    }
    return Datum::from(static_cast<std::int64_t>(whole));
}

bool check_scale(Machine& machine, const Node& call, std::int64_t scale) {
    if (scale >= 0 && scale <= kMaxScale)
        return machine.spend_bytes(static_cast<std::size_t>(scale));
    machine.fail(call, Code::ExprIndex,
                 {{"index", std::to_string(scale)},
                  {"range", "a scale is from 0 to " + std::to_string(kMaxScale)}});
    return false;
}

Datum finish(Machine& machine, const Node& call, std::optional<base::Decimal> result) {
    if (!result) {
        return machine.fail(
            call, Code::ExprOverflow,
            {{"operation", machine.tree().texts[call.index]}, {"type", "a decimal"}});
    }
    if (!machine.spend_bytes(result->to_text().size())) return Datum::error();
    return machine.make_decimal(std::move(*result));
}

Datum divide(Machine& machine, const Node& call, Arguments a) {
    const std::optional<Rounding> rounding = find_rounding(machine, call, a[3].view());
    if (!rounding || !check_scale(machine, call, a[2].integer)) return Datum::error();
    if (a[1].decimal->is_zero()) return machine.fail(call, Code::ExprDivision, {});
    return finish(machine, call, a[0].decimal->divide(*a[1].decimal, a[2].integer, *rounding));
}

Datum remainder(Machine& machine, const Node& call, Arguments a) {
    if (a[1].decimal->is_zero()) return machine.fail(call, Code::ExprDivision, {});
    return finish(machine, call, a[0].decimal->remainder(*a[1].decimal));
}

Datum round(Machine& machine, const Node& call, Arguments a) {
    const std::optional<Rounding> rounding = find_rounding(machine, call, a[2].view());
    if (!rounding || !check_scale(machine, call, a[1].integer)) return Datum::error();
    return finish(machine, call, a[0].decimal->round(a[1].integer, *rounding));
}

constexpr Overload kFunctions[] = {
    {"abs", kGlobal, 1, {Int}, Int, Growth::Constant, abs_int},
    {"abs", kGlobal, 1, {Double}, Double, Growth::Constant, abs_double},
    {"abs", kGlobal, 1, {Decimal}, Decimal, Growth::Constant, abs_decimal},
    {"abs", kGlobal, 1, {Duration}, Duration, Growth::Constant, abs_duration},
    {"muldiv", kGlobal, 4, {Int, Int, Int, String}, Int, Growth::Constant, muldiv},
    {"divide", kMethod, 4, {Decimal, Decimal, Int, String}, Decimal, Growth::Round, divide},
    {"remainder", kMethod, 2, {Decimal, Decimal}, Decimal, Growth::Round, remainder},
    {"round", kMethod, 3, {Decimal, Int, String}, Decimal, Growth::Round, round},
};

}  // namespace

std::span<const Overload> number_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
