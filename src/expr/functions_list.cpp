// Functions of lists: sum, count, min, max, avg, last, slice, float32s. They take lists and
// relations alike. With nothing to add, sum and count are 0 and the others null.
#include <algorithm>
#include <bit>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;
using Arguments = std::span<const Datum>;

namespace {

using enum TypeKind;

Node with_op(const Node& call, Op op) {
    Node node = call;
    node.op = op;
    return node;
}

bool is_number(const Datum& datum) {
    return datum.kind == Kind::Int || datum.kind == Kind::Double || datum.kind == Kind::Decimal ||
           datum.kind == Kind::Duration;
}

Datum sum(Machine& machine, const Node& call, Arguments a) {
    const Node add = with_op(call, Op::Add);
    Datum total = Datum::from(std::int64_t{0});
    for (std::size_t i = 0; i < a[0].size; ++i) {
        if (!machine.spend(1)) return Datum::error();
        const Datum item = machine.item(call, a[0], i);
        if (item.is_error()) return item;
        if (!is_number(item)) return machine.mismatch(call, "sum", {&item, 1});
        total = i == 0 ? item : apply(machine, add, total, item);
        if (total.is_error()) return total;
    }
    return total;
}

Datum count(Machine&, const Node&, Arguments a) {
    return Datum::from(static_cast<std::int64_t>(a[0].size));
}

Datum average(Machine& machine, const Node& call, Arguments a) {
    if (a[0].size == 0) return Datum::null();
    const Datum total = sum(machine, call, a);
    if (total.is_error()) return total;
    const auto items = static_cast<double>(a[0].size);
    if (total.kind == Kind::Int) return Datum::from(static_cast<double>(total.integer) / items);
    if (total.kind == Kind::Double) return Datum::from(total.real / items);
    return machine.fail(call, Code::ExprArgument,
                        {{"function", "avg"},
                         {"why", "an average of " + std::string(name_of(total.kind)) +
                                     "s must be rounded; use sum(...) and divide"}});
}

template <Op kBetter>
Datum best_of(Machine& machine, const Node& call, Arguments a) {
    const Node better = with_op(call, kBetter);
    Datum best = Datum::null();
    for (std::size_t i = 0; i < a[0].size; ++i) {
        if (!machine.spend(1)) return Datum::error();
        const Datum item = machine.item(call, a[0], i);
        if (item.is_error()) return item;
        // A single item is compared with itself, so that [null] is refused like [null, null].
        const Datum is_better = compare(machine, better, item, i == 0 ? item : best);
        if (is_better.is_error()) return is_better;
        if (i == 0 || is_better.boolean) best = item;
    }
    return best;
}

template <Op kBetter>
Datum better_of(Machine& machine, const Node& call, Arguments a) {
    const Datum second = compare(machine, with_op(call, kBetter), a[1], a[0]);
    if (second.is_error()) return second;
    return second.boolean ? a[1] : a[0];
}

Datum last(Machine& machine, const Node& call, Arguments a) {
    return a[0].size == 0 ? Datum::null() : machine.item(call, a[0], a[0].size - 1);
}

// Bounds outside the list are moved to its ends, as of a text.
Datum slice(Machine& machine, const Node& call, Arguments a) {
    const auto size = static_cast<std::int64_t>(a[0].size);
    const std::int64_t from = std::clamp<std::int64_t>(a[1].integer, 0, size);
    const std::int64_t to = std::clamp<std::int64_t>(a[2].integer, from, size);
    if (!machine.spend(static_cast<std::uint64_t>(to - from))) return Datum::error();
    const std::span<Datum> items = machine.make_items(static_cast<std::size_t>(to - from));
    for (std::int64_t i = from; i < to; ++i) {
        const Datum item = machine.item(call, a[0], static_cast<std::size_t>(i));
        if (item.is_error()) return item;
        items[static_cast<std::size_t>(i - from)] = item;
    }
    return Datum::list(items.data(), items.size());
}

// The numbers as IEEE 754 singles, four bytes each, the lowest first, in base64: how vectors are
// sent where their text would be too long.
Datum float32s(Machine& machine, const Node& call, Arguments a) {
    if (!machine.spend(a[0].size)) return Datum::error();
    std::string bytes;
    for (std::size_t i = 0; i < a[0].size; ++i) {
        const Datum item = machine.item(call, a[0], i);
        if (item.is_error()) return item;
        if (item.kind != Kind::Double && item.kind != Kind::Int) {
            return machine.mismatch(call, "float32s", {&item, 1});
        }
        const auto number = item.kind == Kind::Int ? static_cast<float>(item.integer)
                                                   : static_cast<float>(item.real);
        const auto bits = std::bit_cast<std::uint32_t>(number);
        for (unsigned shift = 0; shift < 32; shift += 8) {
            bytes += static_cast<char>((bits >> shift) & 0xffU);
        }
    }
    return machine.make_text(base::to_base64(bytes));
}

constexpr Overload kFunctions[] = {
    {"sum", kGlobal, 1, {List}, Any, Growth::Items, sum},
    {"count", kGlobal, 1, {List}, Int, Growth::Constant, count},
    {"avg", kGlobal, 1, {List}, Any, Growth::Items, average},
    {"min", kGlobal, 1, {List}, Any, Growth::Items, best_of<Op::Less>},
    {"max", kGlobal, 1, {List}, Any, Growth::Items, best_of<Op::Greater>},
    {"min", kGlobal, 2, {Any, Any}, Any, Growth::Copy, better_of<Op::Less>},
    {"max", kGlobal, 2, {Any, Any}, Any, Growth::Copy, better_of<Op::Greater>},
    {"last", kGlobal, 1, {List}, Any, Growth::One, last},
    {"slice", kEither, 3, {List, Int, Int}, List, Growth::Part, slice},
    {"float32s", kGlobal, 1, {List}, String, Growth::Packed, float32s},
};

}  // namespace

std::span<const Overload> list_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
