// The loops: all, exists, exists_one, map, filter and their forms with two variables. Each goes
// over a finite list or map, one step per round besides what the body takes.
#include "expr/impl/machine.hpp"

namespace understudy::expr {

using base::Code;

Datum Machine::evaluate_fold(const Node& node) {
    Datum range = evaluate_child(node, 0);
    if (range.is_error()) return range;
    range = whole(node, range);
    if (range.is_error()) return range;
    if (range.kind != Kind::List && range.kind != Kind::Map) {
        return mismatch(node, tree_.text.substr(node.at, node.at_end - node.at), {&range, 1});
    }
    switch (static_cast<FoldKind>(node.detail)) {
        case FoldKind::All:
        case FoldKind::Exists:
        case FoldKind::ExistsOne: return fold_condition(node, range);
        case FoldKind::Map:
        case FoldKind::MapIf:
        case FoldKind::Filter: return fold_list(node, range);
        default: return fold_map(node, range);
    }
}

// Gives the variables the values of this round.
bool Machine::bind_round(const Node& node, const Datum& range, std::size_t round) {
    if (!spend(1)) return false;
    const bool two = (node.flags & kTwoVariables) != 0;
    Datum first;
    Datum second = Datum::null();
    if (range.kind == Kind::List) {
        const Datum value = item(node, range, round);
        if (value.is_error()) return false;
        first = two ? Datum::from(static_cast<std::int64_t>(round)) : value;
        second = value;
    } else {
        const Entry pair = entry(node, range, round);
        if (pair.value.is_error() && two) return false;
        if (pair.value.is_error()) error_.reset();  // only the key is asked for
        first = pair.key;
        second = pair.value;
    }
    locals_[node.index] = first;
    if (two) locals_[node.index + 1] = second;
    if (trace_ != nullptr) trace_round(node, range, round);
    return true;
}

Datum Machine::fold_condition(const Node& node, const Datum& range) {
    const auto kind = static_cast<FoldKind>(node.detail);
    std::optional<base::Error> aside;
    std::size_t hits = 0;
    for (std::size_t round = 0; round < range.size; ++round) {
        if (!bind_round(node, range, round)) return Datum::error();
        const Datum decided = condition(node, 1);
        if (decided.is_error()) {
            // Like && and ||: a later item may still decide. exists_one needs every answer.
            if (dry_ || kind == FoldKind::ExistsOne) return decided;
            if (!aside) aside = std::move(error_);
            error_.reset();
            continue;
        }
        if (kind == FoldKind::All && !decided.boolean) return decided;
        if (kind == FoldKind::Exists && decided.boolean) return decided;
        if (decided.boolean) ++hits;
    }
    if (aside) return fail(std::move(*aside));
    if (kind == FoldKind::ExistsOne) return Datum::from(hits == 1);
    return Datum::from(kind == FoldKind::All);
}

Datum Machine::fold_list(const Node& node, const Datum& range) {
    const auto kind = static_cast<FoldKind>(node.detail);
    if (!spend(range.size / kBytesPerStep)) return Datum::error();
    if (range.size > left_) {  // each round takes a step at least
        run_dry();
        return Datum::error();
    }
    const std::span<Datum> items = make_items(range.size);
    std::size_t kept = 0;
    for (std::size_t round = 0; round < range.size; ++round) {
        if (!bind_round(node, range, round)) return Datum::error();
        if (kind != FoldKind::Map) {
            const Datum decided = condition(node, 1);
            if (decided.is_error()) return decided;
            if (!decided.boolean) continue;
        }
        // What a filter keeps is the item: the second variable where there are two.
        const Datum value = kind == FoldKind::Filter ? locals_[node.index]
                            : kind == FoldKind::Map  ? evaluate_child(node, 1)
                                                     : evaluate_child(node, 2);
        if (value.is_error()) return value;
        if (value.kind != Kind::Absent) items[kept++] = value;
    }
    return Datum::list(items.data(), kept);
}

Datum Machine::fold_map(const Node& node, const Datum& range) {
    const auto kind = static_cast<FoldKind>(node.detail);
    const bool conditional = kind == FoldKind::TransformMapIf || kind == FoldKind::TransformEntryIf;
    const bool makes_entries =
        kind == FoldKind::TransformEntry || kind == FoldKind::TransformEntryIf;
    if (range.size > left_) {
        run_dry();
        return Datum::error();
    }
    const std::span<Entry> entries = make_entries(range.size);
    std::size_t kept = 0;
    for (std::size_t round = 0; round < range.size; ++round) {
        if (!bind_round(node, range, round)) return Datum::error();
        const Datum key = locals_[node.index];
        if (conditional) {
            const Datum decided = condition(node, 1);
            if (decided.is_error()) return decided;
            if (!decided.boolean) continue;
        }
        const Datum value = evaluate_child(node, conditional ? 2 : 1);
        if (value.is_error()) return value;
        if (value.kind == Kind::Absent) continue;
        if (!makes_entries) {
            if (!add_entry(node, entries, kept, {key, value})) return Datum::error();
            continue;
        }
        const Datum made = whole(node, value);
        if (made.is_error()) return made;
        if (made.kind != Kind::Map || made.size > 1) {
            return fail(node, Code::ExprArgument,
                        {{"function", "transformMapEntry"},
                         {"why", "its value must be a map of one entry"}});
        }
        if (made.size == 0) continue;
        const Entry pair = entry(node, made, 0);
        if (pair.value.is_error() || !add_entry(node, entries, kept, pair)) return Datum::error();
    }
    return Datum::map(entries.data(), kept);
}

}  // namespace understudy::expr
