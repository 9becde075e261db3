// The heart: one node against one value, kinds first, cheap checks before dear ones.
#include <array>

#include "base/text.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Code;
using json::Kind;
using json::Value;

namespace {

constexpr unsigned kAlways = kEnumCheck | kRefCheck | kInPlaceCheck;
// The checks that can say something about a value of each kind.
constexpr std::array<unsigned, 6> kRelevant{
    kAlways | kNullPasses,
    kAlways,
    kAlways | kNumberCheck,
    kAlways | kStringCheck,
    kAlways | kArrayCheck | kUnevaluatedCheck,
    kAlways | kObjectCheck | kUnevaluatedCheck,
};
constexpr unsigned kDeep =
    kRefCheck | kInPlaceCheck | kArrayCheck | kObjectCheck | kUnevaluatedCheck;

}  // namespace

Truth Evaluator::answer(NodeId root, const Value& value) {
    depth_ = 0;
    steps_ = 0;
    scope_.clear();
    return apply<false>(root, value, nullptr, Trail<false>());
}

void Evaluator::report(NodeId root, const Value& value, Outcome& outcome) {
    depth_ = 0;
    steps_ = 0;
    count_ = 0;
    scope_.clear();
    outcome_ = &outcome;
    list_ = &outcome.violations;
    apply<true>(root, value, nullptr, Trail<true>());
}

bool Evaluator::is_whole(const Node& node, const Value& value) const {
    if (value.is_integer_text()) return true;
    return (node.checks & kWholeByText) == 0 && value.to_decimal().is_integer();
}

template <bool kReport>
Truth Evaluator::apply(NodeId id, const Value& value, Evaluated* evaluated,
                       TrailArg<kReport> trail) {
    const Node* node = &program_.nodes[id];
    if constexpr (!kReport) {
        // A node that is a reference and nothing else is stepped over.
        while (node->checks == kRefCheck && node->types == kAnyType && !program_.has_dynamic) {
            node = &program_.nodes[node->ref];
        }
    } else if (is_full()) {
        const Truth rest = apply<false>(id, value, evaluated, Trail<false>());
        if (rest == Truth::No && list_ == &outcome_->violations) {
            outcome_->has_more_violations = true;
        }
        return rest;
    }
    const Kind kind = value.kind();
    const unsigned checks = node->checks & kRelevant[static_cast<std::size_t>(kind)];
    if ((checks & kNullPasses) != 0) return Truth::Yes;
    if ((node->types & bit_of(kind)) == 0) {
        const bool whole_will_do = kind == Kind::Number && (node->types & kIntegerBit) != 0;
        if (!whole_will_do || !is_whole(*node, value)) {
            if constexpr (kReport) blame_type(*node, value, trail);
            return Truth::No;
        }
    }
    if (checks == 0) return Truth::Yes;
    return apply_checks<kReport>(*node, checks, value, evaluated, trail);
}

template <bool kReport>
Truth Evaluator::apply_checks(const Node& node, unsigned checks, const Value& value,
                              Evaluated* evaluated, TrailArg<kReport> trail) {
    Truth all = Truth::Yes;
    if ((checks & kEnumCheck) != 0) all = check_enum<kReport>(node, value, trail);
    if (all == Truth::No && !kReport) return all;
    if ((checks & kNumberCheck) != 0) {
        all = both(all, check_number<kReport>(node, value, trail));
    } else if ((checks & kStringCheck) != 0) {
        all = both(all, check_string<kReport>(node, value, trail));
    }
    if ((checks & kDeep) == 0 || (all == Truth::No && !kReport)) return all;

    if (steps_ >= options_.steps || depth_ >= options_.depth) [[unlikely]] {
        if constexpr (kReport) {
            const bool deep = depth_ >= options_.depth;
            const std::size_t limit = deep ? options_.depth : options_.steps;
            note(deep ? Code::SchemaDepth : Code::SchemaSteps, node, "", trail,
                 {{"limit", base::with_thousands(limit)}});
        }
        return both(all, Truth::Unknown);
    }
    ++steps_;
    ++depth_;
    const bool enters = program_.has_dynamic && (scope_.empty() || scope_.back() != node.resource);
    if (enters) scope_.push_back(node.resource);
    all = both(all, apply_deep<kReport>(node, checks, value, evaluated, trail));
    if (enters) scope_.pop_back();
    --depth_;
    return all;
}

template <bool kReport>
Truth Evaluator::apply_deep(const Node& node, unsigned checks, const Value& value,
                            Evaluated* evaluated, TrailArg<kReport> trail) {
    if ((checks & kUnevaluatedCheck) != 0) {
        // It sees what its own schema spoke about, not what schemas around it did.
        Evaluated own;
        Truth all =
            apply_deep<kReport>(node, checks & ~unsigned{kUnevaluatedCheck}, value, &own, trail);
        if (all != Truth::No || kReport) {
            all = both(all, check_unevaluated<kReport>(node, value, own, trail));
        }
        if (evaluated != nullptr) evaluated->merge(own);
        return all;
    }
    Truth all = Truth::Yes;
    if ((checks & kObjectCheck) != 0) {
        all = check_object<kReport>(node, value, evaluated, trail);
    } else if ((checks & kArrayCheck) != 0) {
        all = check_array<kReport>(node, value, evaluated, trail);
    }
    if ((checks & kRefCheck) != 0 && (all != Truth::No || kReport)) {
        all = both(all, apply<kReport>(node.ref, value, evaluated, trail.in(Keyword::Ref)));
    }
    if ((checks & kInPlaceCheck) != 0 && (all != Truth::No || kReport)) {
        all = both(all, check_in_place<kReport>(node, value, evaluated, trail));
    }
    return all;
}

template <bool kReport>
Truth Evaluator::check_unevaluated(const Node& node, const Value& value, Evaluated& evaluated,
                                   TrailArg<kReport> trail) {
    const Unevaluated& check = program_.unevaluateds[node.unevaluated];
    Truth all = Truth::Yes;
    if (value.is_object() && check.properties != kNoNode) {
        const std::span<const json::Member> members = value.members();
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (evaluated.has(i)) continue;
            if constexpr (kReport) {
                if ((program_.nodes[check.properties].checks & kNever) != 0) {
                    blame(Code::SchemaUnexpected, node, Keyword::UnevaluatedProperties,
                          members[i].value, trail.below(members[i].key()),
                          {{"name", base::quoted(members[i].key())}});
                    all = Truth::No;
                    continue;
                }
            }
            const auto& next = trail.in(Keyword::UnevaluatedProperties).down(members[i].key());
            all = both(all, apply<kReport>(check.properties, members[i].value, nullptr, next));
            if (all == Truth::No && !kReport) return all;
        }
        evaluated.mark_first(members.size());
    }
    if (value.is_array() && check.items != kNoNode) {
        const std::span<const Value> items = value.items();
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (evaluated.has(i)) continue;
            const auto& next = trail.in(Keyword::UnevaluatedItems).down(i);
            all = both(all, apply<kReport>(check.items, items[i], nullptr, next));
            if (all == Truth::No && !kReport) return all;
        }
        evaluated.mark_first(items.size());
    }
    return all;
}

template <bool kReport>
Truth Evaluator::ask(NodeId id, const Value& value, Evaluated* evaluated, TrailArg<kReport> trail) {
    const Truth truth = apply<false>(id, value, evaluated, Trail<false>());
    if constexpr (kReport) {
        if (truth == Truth::Unknown) {
            std::vector<Violation> dropped;
            std::vector<Violation>* const kept = std::exchange(list_, &dropped);
            const std::size_t count = count_;
            apply<true>(id, value, nullptr, trail);
            list_ = kept;
            count_ = count;
        }
    }
    return truth;
}

template Truth Evaluator::apply<true>(NodeId, const Value&, Evaluated*, TrailArg<true>);
template Truth Evaluator::apply<false>(NodeId, const Value&, Evaluated*, TrailArg<false>);
template Truth Evaluator::ask<true>(NodeId, const Value&, Evaluated*, TrailArg<true>);
template Truth Evaluator::ask<false>(NodeId, const Value&, Evaluated*, TrailArg<false>);

}  // namespace understudy::schema
