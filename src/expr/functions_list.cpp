// Functions of lists: sum, count, min, max, avg, last. They take lists and relations alike. With
// nothing to add, sum and count are 0 and the others null.
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

constexpr Overload kFunctions[] = {
    {"sum", kGlobal, 1, {List}, Any, Growth::Items, sum},
    {"count", kGlobal, 1, {List}, Int, Growth::Constant, count},
    {"avg", kGlobal, 1, {List}, Any, Growth::Items, average},
    {"min", kGlobal, 1, {List}, Any, Growth::Items, best_of<Op::Less>},
    {"max", kGlobal, 1, {List}, Any, Growth::Items, best_of<Op::Greater>},
    {"min", kGlobal, 2, {Any, Any}, Any, Growth::Copy, better_of<Op::Less>},
    {"max", kGlobal, 2, {Any, Any}, Any, Growth::Copy, better_of<Op::Greater>},
    {"last", kGlobal, 1, {List}, Any, Growth::Constant, last},
};

}  // namespace

std::span<const Overload> list_functions() {
    return kFunctions;
}

}  // namespace understudy::expr
