// How many steps an expression can take at most, before it was ever evaluated.
//
// Every part gets a Bound: its steps, and how large its value can be. Data is as large as its
// declared type says, or as the limits assume; what the expression computes follows from that. The
// counting mirrors what the machine charges: if one changes, so must the other (a property test
// holds them together).
#include <algorithm>
#include <limits>

#include "expr/impl/check.hpp"
#include "expr/impl/overload.hpp"

namespace understudy::expr {

namespace {

// Steps that do not run over.
struct Steps {
    std::uint64_t count = 0;

    Steps() = default;
    Steps(std::uint64_t n) : count(n) {}  // NOLINT: numbers are steps
    friend Steps operator+(Steps a, Steps b) {
        std::uint64_t sum = 0;
        return __builtin_add_overflow(a.count, b.count, &sum) ? most() : Steps(sum);
    }
    friend Steps operator*(Steps a, Steps b) {
        std::uint64_t product = 0;
        return __builtin_mul_overflow(a.count, b.count, &product) ? most() : Steps(product);
    }
    friend Steps operator/(Steps a, std::uint64_t b) { return a.count / b; }
    friend auto operator<=>(const Steps&, const Steps&) = default;
    static Steps most() { return std::numeric_limits<std::uint64_t>::max(); }
};

struct Bound {
    Steps cost;
    Steps bytes;        // if it is text
    Steps items;        // if it is a list or map
    Steps total;        // steps to walk all of it
    Steps item_total;   // the same for one item
    bool data = false;  // given, not computed: its parts are as their types say
};

class Estimate {
public:
    Estimate(const Tree& tree, const Types& types, const Limits& limits)
        : tree_(tree), types_(types), limits_(limits) {}

    Steps run() {
        const Bound root = visit(tree_.root);
        return root.cost + root.total;
    }

private:
    Bound visit(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        switch (node.op) {
            case Op::Literal: return literal(tree_.literals[node.index]);
            case Op::Ident:
            case Op::Absent: return small(1);
            case Op::Name: return with_cost(of_type(types_[index]), 1);
            case Op::Local: return with_cost(variables_[node.index], 1);
            case Op::Select:
            case Op::Has:
            case Op::Index: return part(index);
            case Op::List:
            case Op::Map: return container(node);
            case Op::Not:
            case Op::Negate: {
                const Bound operand = child(node, 0);
                return with_cost(operand, operand.cost + 1);
            }
            case Op::And:
            case Op::Or: return logic(node);
            case Op::Conditional: return conditional(node);
            case Op::Call: return call(index);
            case Op::Host: return host(node);
            case Op::Fold: return fold(index);
            case Op::Bind: return bind(node);
            default: return operation(node);
        }
    }

    Bound child(const Node& node, std::size_t i) { return visit(tree_.children[node.first + i]); }

    static Bound small(Steps cost) {
        Bound bound;
        bound.cost = cost;
        bound.bytes = kSmallBytes;
        bound.total = kSmallBytes / kBytesPerStep;
        return bound;
    }
    static Bound with_cost(Bound bound, Steps cost) {
        bound.cost = cost;
        return bound;
    }
    static Bound text(Steps cost, Steps bytes) {
        Bound bound;
        bound.cost = cost;
        bound.bytes = bytes;
        bound.total = bytes / kBytesPerStep;
        return bound;
    }
    // Something inside a value that takes `total` steps to walk.
    static Bound within(Steps total) {
        Bound bound;
        bound.total = bound.items = bound.item_total = total;
        bound.bytes = total * kBytesPerStep + (kBytesPerStep - 1);
        return bound;
    }

    static Bound literal(const Datum& datum) {
        return datum.kind == Kind::String ? text(1, datum.size) : small(1);
    }

    Bound of_type(const Type& type) const {
        Bound bound;
        const Steps bytes = type.most() > 0 && type.kind() == TypeKind::String
                                ? type.most()
                                : limits_.assumed_bytes;
        const Steps items = type.most() > 0 ? type.most() : limits_.assumed_items;
        switch (type.kind()) {
            case TypeKind::String:
            case TypeKind::Octets: bound = text(0, bytes); break;
            case TypeKind::List: {
                bound.items = items;
                bound.item_total = of_type(type.item()).total;
                bound.total = items * (bound.item_total + 1);
                break;
            }
            case TypeKind::Any:
            case TypeKind::Map:
            case TypeKind::Object:
            case TypeKind::Reference:
                bound.bytes = bytes;
                bound.items = items;
                bound.total = bound.item_total = items + bytes / kBytesPerStep;
                break;
            default: bound = small(0);
        }
        bound.data = true;
        return bound;
    }

    Bound part(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        const Bound base = child(node, 0);
        Steps cost = base.cost + 1 + base.items / kMembersPerStep;
        if (node.op == Op::Index) cost = cost + child(node, 1).cost;
        if (node.op == Op::Has) return small(cost);
        return with_cost(base.data ? of_type(types_[index]) : within(base.total), cost);
    }

    Bound container(const Node& node) {
        Bound bound;
        bound.cost = 1;
        bound.items = node.op == Op::Map ? node.count / 2 : node.count;
        for (std::size_t i = 0; i < node.count; ++i) {
            const Bound item = child(node, i);
            bound.cost = bound.cost + item.cost;
            bound.total = bound.total + item.total + 1;
            bound.item_total = std::max(bound.item_total, item.total);
        }
        if (node.op == Op::Map) {
            bound.cost = bound.cost + bound.items * (bound.items / kEntriesPerStep);
        }
        return bound;
    }

    Bound logic(const Node& node) {
        Steps cost = 1;
        for (std::size_t i = 0; i < node.count; ++i) cost = cost + child(node, i).cost;
        return small(cost);
    }

    Bound conditional(const Node& node) {
        const Bound yes = child(node, 1);
        const Bound no = child(node, 2);
        return with_cost(larger(yes, no), child(node, 0).cost + std::max(yes.cost, no.cost) + 1);
    }

    static Bound larger(const Bound& a, const Bound& b) {
        Bound bound;
        bound.bytes = std::max(a.bytes, b.bytes);
        bound.items = std::max(a.items, b.items);
        bound.total = std::max(a.total, b.total);
        bound.item_total = std::max(a.item_total, b.item_total);
        return bound;
    }

    Bound operation(const Node& node) {
        const Bound a = child(node, 0);
        const Bound b = child(node, 1);
        const Steps cost = a.cost + b.cost + 1;
        switch (node.op) {
            case Op::Equal:
            case Op::NotEqual: return small(cost + equality(a.total, b.total));
            case Op::In: {
                const Steps each = equality(a.total, b.item_total) + 1;
                return small(cost + b.items * each + b.items / kEntriesPerStep);
            }
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual: return small(cost + std::min(a.bytes, b.bytes) / kBytesPerStep);
            default: break;
        }
        Bound sum = larger(a, b);
        sum.bytes = a.bytes + b.bytes;
        sum.items = a.items + b.items;
        sum.total = a.total + b.total + 1;
        sum.cost = cost + sum.bytes / kBytesPerStep + (node.op == Op::Add ? sum.items : Steps(0));
        return sum;
    }

    // Both values are walked side by side; each map entry is looked up in the other map.
    static Steps equality(Steps a, Steps b) {
        const Steps less = std::min(a, b);
        return less * (less / kEntriesPerStep + 1);
    }

    Bound fold(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        const Bound range = child(node, 0);
        const std::size_t before = variables_.size();
        const Type& type = types_[tree_.children[node.first]];
        const Bound item = range.data ? of_type(type.item()) : within(range.item_total);
        if ((node.flags & kTwoVariables) != 0) variables_.push_back(item);
        variables_.push_back(item);
        Steps round = 1;
        Bound body;
        for (std::size_t i = 1; i < node.count; ++i) {
            body = child(node, i);
            round = round + body.cost;
        }
        variables_.resize(before);

        const Steps items = range.items;
        const Steps cost = range.cost + 1 + items / kBytesPerStep + items * round;
        const auto kind = static_cast<FoldKind>(node.detail);
        if (kind == FoldKind::All || kind == FoldKind::Exists || kind == FoldKind::ExistsOne) {
            return small(cost);
        }
        Bound result;
        result.items = items;
        result.item_total = kind == FoldKind::Filter ? range.item_total : body.total;
        result.total = items * (result.item_total + 1);
        result.cost = cost;
        const bool list =
            kind == FoldKind::Map || kind == FoldKind::MapIf || kind == FoldKind::Filter;
        if (!list) {
            result.total = items * (result.item_total + item.total + 2);
            result.cost = cost + items * (items / kEntriesPerStep);
        }
        return result;
    }

    Bound bind(const Node& node) {
        const Bound value = child(node, 0);
        variables_.push_back(value);
        const Bound body = child(node, 1);
        variables_.pop_back();
        return with_cost(body, value.cost + body.cost + 1);
    }

    Bound host(const Node& node) {
        const HostFunction& function = tree_.hosts[node.index];
        Steps cost = Steps(function.cost) + 1;
        for (std::size_t i = 0; i < node.count; ++i) {
            const Bound argument = child(node, i);
            cost = cost + argument.cost + argument.total;
        }
        return with_cost(of_type(function.result), cost);
    }

    Bound call(std::uint32_t index) {
        const Node& node = tree_.nodes[index];
        std::vector<Bound> arguments;
        Steps cost = 1;
        Steps bytes = 0;
        Bound largest;
        for (std::size_t i = 0; i < node.count; ++i) {
            arguments.push_back(child(node, i));
            cost = cost + arguments.back().cost;
            bytes = bytes + arguments.back().bytes;
            largest = larger(largest, arguments.back());
        }
        Bound worst;
        for (std::uint32_t i = 0; i < node.extra_count; ++i) {
            const Bound bound =
                grown(*tree_.candidates[node.extra + i], arguments, largest, cost, bytes);
            const Steps most = std::max(worst.cost, bound.cost);
            worst = with_cost(larger(worst, bound), most);
        }
        if (node.extra_count == 0) return small(cost);
        return worst;
    }

    static Bound grown(const Overload& overload, const std::vector<Bound>& arguments,
                       const Bound& largest, Steps cost, Steps bytes) {
        switch (overload.growth) {
            case Growth::Constant:
                if (is_small(overload.result)) return small(cost);
                return with_cost(larger(largest, small(0)), cost);
            case Growth::One: return with_cost(within(arguments[0].item_total), cost);
            case Growth::Scan: return small(cost + bytes / kBytesPerStep);
            case Growth::Copy: {
                Bound bound = larger(largest, text(0, bytes + kSmallBytes));
                return with_cost(bound, cost + (bytes + kSmallBytes) / kBytesPerStep * 2);
            }
            case Growth::Widen: {
                const Steps wide = bytes * 6 + kSmallBytes;
                return text(cost + (bytes + wide) / kBytesPerStep, wide);
            }
            case Growth::Replace: {
                const Steps out =
                    arguments[0].bytes + (arguments[0].bytes + 1) * arguments[2].bytes;
                return text(cost + (arguments[0].bytes + out) / kBytesPerStep + 2, out);
            }
            case Growth::Split: {
                Bound bound;
                bound.items = arguments[0].bytes + 1;
                bound.item_total = arguments[0].bytes / kBytesPerStep;
                bound.total = bound.items * 2 + bound.item_total;
                bound.cost = cost + bound.items + bytes / kBytesPerStep * 2;
                return bound;
            }
            case Growth::Join: {
                const Steps items = arguments[0].items;
                const Steps between = arguments.size() > 1 ? arguments[1].bytes : Steps(0);
                const Steps out =
                    arguments[0].total * kBytesPerStep + items * (between + kBytesPerStep);
                return text(cost + items * 2 + out / kBytesPerStep, out);
            }
            case Growth::Items: {
                const Steps items = arguments[0].items;
                Bound bound = larger(largest, small(0));
                bound.bytes = bound.bytes + largest.total * kBytesPerStep;
                return with_cost(
                    bound, cost + items * (arguments[0].item_total + 2) + bytes / kBytesPerStep);
            }
            case Growth::Form: {
                const Steps out = arguments[0].total * (2 * kBytesPerStep);
                return text(cost + arguments[0].total * 4, out);
            }
            case Growth::Part: return with_cost(arguments[0], cost + arguments[0].items);
            case Growth::Packed: {
                const Steps items = arguments[0].items;
                return text(cost + items, items * 6 + kSmallBytes);
            }
            case Growth::Written: {
                const Steps out = largest.total * kBytesPerStep + kSmallBytes;
                return text(cost + largest.total * 2, out);
            }
            case Growth::Vector: {
                Bound bound;
                bound.items = kMostNumbers;
                bound.item_total = 1;
                bound.total = bound.items * 2;
                bound.cost = cost + kMostNumbers / kNumbersPerStep + bytes / kBytesPerStep;
                return bound;
            }
            case Growth::Round: {
                const Steps out = bytes + kMostDigits;
                return text(cost + (bytes + out) / kBytesPerStep, out);
            }
            case Growth::Pattern: break;
        }
        return small(cost + bytes / kBytesPerStep * 2 + kPatternSteps);
    }

    static bool is_small(TypeKind kind) {
        return kind == TypeKind::Int || kind == TypeKind::Bool || kind == TypeKind::Double;
    }

    static constexpr std::uint64_t kSmallBytes = 64;  // of any number, time or name of a day

    static constexpr std::uint64_t kMostDigits = 2'000;  // a rounded decimal adds these at most

    const Tree& tree_;
    const Types& types_;
    const Limits& limits_;
    std::vector<Bound> variables_;
};

}  // namespace

std::uint64_t worst_cost(const Tree& tree, const Types& types, const Limits& limits) {
    return Estimate(tree, types, limits).run().count;
}

}  // namespace understudy::expr
