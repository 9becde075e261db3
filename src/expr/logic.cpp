// &&, || and ?: with the rule that makes them kind: an error on one side does not count when the
// other side decides, whichever stands first. Only a spent budget always counts.
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;

Datum Machine::evaluate_logic(const Node& node) {
    const bool decider = node.op == Op::Or;  // || is decided by true, && by false
    std::optional<base::Error> aside;
    for (std::size_t i = 0; i < node.count; ++i) {
        const Datum operand = evaluate_child(node, i);
        if (operand.is_bool()) [[likely]] {
            if (operand.boolean != decider) continue;
            if (trace_ != nullptr) {
                record_branch(node, decider ? BranchKind::Or : BranchKind::And, i, decider);
            }
            return operand;
        }
        if (dry_) return Datum::error();
        if (!operand.is_error()) {
            fail(tree_.child(node, i), Code::ExprCondition,
                 {{"what", "an operand of " + std::string(symbol_of(node.op))},
                  {"type", std::string(name_of(operand.kind))}});
        }
        if (!aside) aside = std::move(error_);
        error_.reset();
    }
    if (aside) return fail(std::move(*aside));
    if (trace_ != nullptr) {
        record_branch(node, decider ? BranchKind::Or : BranchKind::And, node.count, !decider);
    }
    return Datum::from(!decider);
}

// A condition: a bool or an error.
Datum Machine::condition(const Node& node, std::size_t child) {
    const Datum datum = evaluate_child(node, child);
    if (datum.is_bool() || datum.is_error()) return datum;
    return fail(tree_.child(node, child), Code::ExprCondition,
                {{"what", "the condition"}, {"type", std::string(name_of(datum.kind))}});
}

Datum Machine::evaluate_conditional(const Node& node) {
    const Datum decided = condition(node, 0);
    if (decided.is_error()) return decided;
    if (trace_ != nullptr) {
        record_branch(node, BranchKind::Conditional, decided.boolean ? 0 : 1, decided.boolean);
    }
    return evaluate_child(node, decided.boolean ? 1 : 2);
}

Datum Machine::evaluate_bind(const Node& node) {
    const Datum value = evaluate_child(node, 0);
    if (value.is_error()) return value;
    locals_[node.index] = value;
    if (trace_ != nullptr) {
        set_local_path(node.index,
                       path_of(tree_.child(node, 0)).value_or(tree_.texts[node.variable]));
    }
    return evaluate_child(node, 1);
}

}  // namespace understudy::expr
