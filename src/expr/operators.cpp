// Arithmetic, ordering and equality over every kind of value.
//
// Integers never wrap: a result that does not fit is an error. Kinds do not mix, but for ordering
// and equality of ints with doubles, which is by value.
#include <cmath>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"

namespace understudy::expr {

using base::Code;

std::string_view symbol_of(Op op) {
    switch (op) {
        case Op::Not: return "!";
        case Op::Negate: return "-";
        case Op::Add: return "+";
        case Op::Subtract: return "-";
        case Op::Multiply: return "*";
        case Op::Divide: return "/";
        case Op::Modulo: return "%";
        case Op::Equal: return "==";
        case Op::NotEqual: return "!=";
        case Op::Less: return "<";
        case Op::LessEqual: return "<=";
        case Op::Greater: return ">";
        case Op::GreaterEqual: return ">=";
        case Op::In: return "in";
        case Op::And: return "&&";
        case Op::Or: return "||";
        case Op::Conditional: return "? :";
        case Op::Index: return "[]";
        default: return "";
    }
}

namespace {

constexpr std::size_t kMaxDataDepth = 600;

Datum overflow(Machine& machine, const Node& node, std::string_view type) {
    return machine.fail(
        node, Code::ExprOverflow,
        {{"operation", std::string(symbol_of(node.op))}, {"type", std::string(type)}});
}

Datum apply_int(Machine& machine, const Node& node, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    bool wraps = false;
    switch (node.op) {
        case Op::Add: wraps = __builtin_add_overflow(a, b, &result); break;
        case Op::Subtract: wraps = __builtin_sub_overflow(a, b, &result); break;
        case Op::Multiply: wraps = __builtin_mul_overflow(a, b, &result); break;
        default:
            if (b == 0) return machine.fail(node, Code::ExprDivision, {});
            wraps = b == -1 && a == INT64_MIN;
            if (!wraps) result = node.op == Op::Divide ? a / b : a % b;
    }
    return wraps ? overflow(machine, node, "an int") : Datum::from(result);
}

Datum apply_double(Op op, double a, double b) {
    switch (op) {
        case Op::Add: return Datum::from(a + b);
        case Op::Subtract: return Datum::from(a - b);
        case Op::Multiply: return Datum::from(a * b);
        default: return Datum::from(a / b);
    }
}

Datum apply_decimal(Machine& machine, const Node& node, const base::Decimal& a,
                    const base::Decimal& b) {
    // Digits are work: a product of two numbers of n digits takes n^2 small steps.
    if (!machine.spend_bytes(a.to_text().size() + b.to_text().size())) return Datum::error();
    std::optional<base::Decimal> result;
    switch (node.op) {
        case Op::Add: result = a.add(b); break;
        case Op::Subtract: result = a.subtract(b); break;
        default: result = a.multiply(b); break;
    }
    if (!result) return overflow(machine, node, "a decimal");
    return machine.make_decimal(std::move(*result));
}

Datum concatenate(Machine& machine, const Datum& a, const Datum& b) {
    if (!machine.spend_bytes(a.size + b.size)) return Datum::error();
    std::string text;
    text.reserve(a.size + b.size);
    text.append(a.view()).append(b.view());
    return machine.make_text(std::move(text));
}

Datum concatenate_lists(Machine& machine, const Node& node, const Datum& a, const Datum& b) {
    if (!machine.spend(a.size + b.size)) return Datum::error();
    const std::span<Datum> items = machine.make_items(a.size + b.size);
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = i < a.size ? machine.item(node, a, i) : machine.item(node, b, i - a.size);
        if (items[i].is_error()) return Datum::error();
    }
    return Datum::list(items.data(), items.size());
}

Datum apply_time(Machine& machine, const Node& node, const Datum& a, const Datum& b) {
    const bool minus = node.op == Op::Subtract;
    if (a.kind == Kind::Timestamp && b.kind == Kind::Timestamp && minus) {
        const std::optional<base::Duration> span = span_between(b.instant(), a.instant());
        return span ? Datum::from(*span) : overflow(machine, node, "a duration");
    }
    if (a.kind == Kind::Duration && b.kind == Kind::Timestamp && !minus) {
        return apply_time(machine, node, b, a);
    }
    if (b.kind != Kind::Duration) {
        const Datum both[] = {a, b};
        return machine.mismatch(node, symbol_of(node.op), both);
    }
    const base::Duration right = minus ? negate(b.duration()) : b.duration();
    if (a.kind == Kind::Timestamp) {
        const std::optional<base::Instant> instant = base::add(a.instant(), right);
        return instant ? Datum::from(*instant) : overflow(machine, node, "a timestamp");
    }
    const std::optional<base::Duration> sum = add_spans(a.duration(), right);
    return sum ? Datum::from(*sum) : overflow(machine, node, "a duration");
}

bool is_time(const Datum& datum) {
    return datum.kind == Kind::Timestamp || datum.kind == Kind::Duration;
}
bool is_number(const Datum& datum) {
    return datum.kind == Kind::Int || datum.kind == Kind::Double;
}

Datum decide(Op op, std::partial_ordering order) {
    switch (op) {
        case Op::Less: return Datum::from(order < 0);
        case Op::LessEqual: return Datum::from(order <= 0);
        case Op::Greater: return Datum::from(order > 0);
        default: return Datum::from(order >= 0);
    }
}

}  // namespace

Datum apply(Machine& machine, const Node& node, const Datum& a, const Datum& b) {
    const bool modulo = node.op == Op::Modulo;
    const bool adds = node.op == Op::Add;
    if (a.kind == b.kind) {
        if (a.kind == Kind::Int) return apply_int(machine, node, a.integer, b.integer);
        if (a.kind == Kind::Double && !modulo) return apply_double(node.op, a.real, b.real);
        if (a.kind == Kind::String && adds) return concatenate(machine, a, b);
        if (a.kind == Kind::List && adds) return concatenate_lists(machine, node, a, b);
        if (a.kind == Kind::Decimal && !modulo && node.op != Op::Divide) {
            return apply_decimal(machine, node, *a.decimal, *b.decimal);
        }
    }
    if (is_time(a) && is_time(b) && (adds || node.op == Op::Subtract)) {
        return apply_time(machine, node, a, b);
    }
    const Datum both[] = {a, b};
    return machine.mismatch(node, symbol_of(node.op), both);
}

Datum compare(Machine& machine, const Node& node, const Datum& a, const Datum& b) {
    if (is_number(a) && is_number(b)) return decide(node.op, compare_numbers(a, b));
    if (a.kind == b.kind) {
        switch (a.kind) {
            case Kind::Bool: return decide(node.op, a.boolean <=> b.boolean);
            case Kind::String:
                if (!machine.spend_bytes(std::min(a.size, b.size))) return Datum::error();
                return decide(node.op, a.view() <=> b.view());
            case Kind::Timestamp: return decide(node.op, a.instant() <=> b.instant());
            case Kind::Duration: return decide(node.op, a.duration() <=> b.duration());
            case Kind::Decimal: return decide(node.op, *a.decimal <=> *b.decimal);
            default: break;
        }
    }
    const Datum both[] = {a, b};
    return machine.mismatch(node, symbol_of(node.op), both);
}

Datum Machine::equal(const Node& node, const Datum& a, const Datum& b, std::size_t depth) {
    if (is_number(a) && is_number(b)) return Datum::from(compare_numbers(a, b) == 0);
    if (a.kind == Kind::Object && b.kind == Kind::Object && a.object == b.object) {
        return Datum::from(true);
    }
    if (a.kind == Kind::Object || b.kind == Kind::Object) {
        const Datum left = whole(node, a);
        const Datum right = left.is_error() ? left : whole(node, b);
        return right.is_error() ? right : equal(node, left, right, depth);
    }
    if (a.kind != b.kind) return Datum::from(false);
    switch (a.kind) {
        case Kind::Null:
        case Kind::Absent: return Datum::from(true);
        case Kind::Bool: return Datum::from(a.boolean == b.boolean);
        case Kind::String:
        case Kind::Octets:
            if (a.size != b.size) return Datum::from(false);
            if (!spend_bytes(a.size)) return Datum::error();
            return Datum::from(a.view() == b.view());
        case Kind::Timestamp:
        case Kind::Duration: return Datum::from(a.duration() == b.duration());
        case Kind::Decimal: return Datum::from(*a.decimal == *b.decimal);
        case Kind::List:
        case Kind::Map: break;
        default: return Datum::error();
    }
    if (a.size != b.size) return Datum::from(false);
    if (depth > kMaxDataDepth) {
        return fail(node, Code::ExprTooDeep, {{"limit", std::to_string(kMaxDataDepth)}});
    }
    for (std::size_t i = 0; i < a.size; ++i) {
        if (!spend(1)) return Datum::error();
        Datum left;
        Datum right;
        if (a.kind == Kind::List) {
            left = item(node, a, i);
            right = left.is_error() ? left : item(node, b, i);
        } else {
            const Entry pair = entry(node, a, i);
            left = pair.value;
            right = left.is_error() ? left : find(node, b, pair.key);
            if (right.kind == Kind::Absent) return Datum::from(false);
        }
        if (right.is_error()) return right;
        const Datum same = equal(node, left, right, depth + 1);
        if (same.is_error() || !same.boolean) return same;
    }
    return Datum::from(true);
}

}  // namespace understudy::expr
