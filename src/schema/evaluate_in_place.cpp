// Schemas that apply to the same value again: allOf, anyOf, oneOf, not, if, dependent schemas and
// $dynamicRef.
#include <bit>

#include "base/text.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Code;
using json::Kind;
using json::Value;

template <bool kReport>
Truth Evaluator::check_in_place(const Node& node, const Value& value, Evaluated* evaluated,
                                TrailArg<kReport> trail) {
    const InPlace& in_place = program_.in_places[node.in_place];
    Truth all = Truth::Yes;
    if (in_place.beside != kNoNode) {
        all = apply<kReport>(in_place.beside, value, nullptr, trail);
    }
    for (std::size_t i = 0; i < in_place.all.size(); ++i) {
        all = both(all,
                   apply<kReport>(in_place.all[i], value, evaluated, trail.in(Keyword::AllOf, i)));
        if (all == Truth::No && !kReport) return all;
    }
    for (const Choice& choice : in_place.choices) {
        all = both(all, check_choice<kReport>(node, choice, value, evaluated, trail));
        if (all == Truth::No && !kReport) return all;
    }
    if (in_place.dynamic != kNoNode) {
        all = both(all, apply<kReport>(dynamic_target(in_place), value, evaluated,
                                       trail.in(Keyword::DynamicRef)));
        if (all == Truth::No && !kReport) return all;
    }
    if (in_place.negated != kNoNode) {
        const Truth fits = ask<kReport>(in_place.negated, value, nullptr, trail.in(Keyword::Not));
        all = both(all, negate(fits));
        if constexpr (kReport) {
            if (fits == Truth::Yes) {
                blame(Code::SchemaForbidden, node, Keyword::Not, value, trail);
            }
        }
    }
    if (in_place.condition != kNoNode) {
        all = both(all, check_condition<kReport>(in_place, value, evaluated, trail));
    }
    if (!value.is_object()) return all;
    for (const Dependency& dependency : in_place.dependencies) {
        if (!value.has(dependency.key)) continue;
        all = both(all, apply<kReport>(dependency.node, value, evaluated,
                                       trail.in(dependency.keyword, dependency.key)));
        if (all == Truth::No && !kReport) return all;
    }
    return all;
}

template <bool kReport>
Truth Evaluator::check_condition(const InPlace& in_place, const Value& value, Evaluated* evaluated,
                                 TrailArg<kReport> trail) {
    Evaluated own;
    const Truth condition = ask<kReport>(
        in_place.condition, value, evaluated != nullptr ? &own : nullptr, trail.in(Keyword::If));
    if (condition != Truth::No && evaluated != nullptr) evaluated->merge(own);
    if (condition == Truth::Unknown) {
        const Truth yes = in_place.then == kNoNode ? Truth::Yes
                                                   : ask<kReport>(in_place.then, value, evaluated,
                                                                  trail.in(Keyword::Then));
        const Truth no =
            in_place.otherwise == kNoNode
                ? Truth::Yes
                : ask<kReport>(in_place.otherwise, value, evaluated, trail.in(Keyword::Else));
        if (yes == Truth::No && no == Truth::No) {
            return apply<kReport>(in_place.then, value, nullptr, trail.in(Keyword::Then));
        }
        return yes == no && evaluated == nullptr ? yes : Truth::Unknown;
    }
    const bool yes = condition == Truth::Yes;
    const NodeId next = yes ? in_place.then : in_place.otherwise;
    if (next == kNoNode) return Truth::Yes;
    return apply<kReport>(next, value, evaluated, trail.in(yes ? Keyword::Then : Keyword::Else));
}

NodeId Evaluator::dynamic_target(const InPlace& in_place) const {
    if (in_place.dynamic_name == kNoDetail || !program_.has_dynamic) return in_place.dynamic;
    for (const std::uint32_t resource : scope_) {
        for (const auto& [holder, node] : program_.dynamic_names[in_place.dynamic_name]) {
            if (holder == resource) return node;
        }
    }
    return in_place.dynamic;
}

std::uint64_t Evaluator::branches_to_try(const Choice& choice, const Value& value) const {
    const auto kind = static_cast<std::size_t>(value.kind());
    std::uint64_t may = choice.may_by_kind[kind];
    if (value.kind() != Kind::Object || choice.telling.empty()) return may;
    const Value* told = value.find(choice.telling);
    if (told == nullptr) return may & choice.may_untold;
    if (!told->is_string()) return may & choice.may_unknown;
    const std::uint32_t row = choice.told.find(told->as_string());
    return may & (row == KeyTable::kNone ? choice.may_unknown : choice.may_by_told[row]);
}

std::uint32_t Evaluator::selected_branch(const Choice& choice, const Value& value) const {
    if (choice.discriminator.empty()) return kNoDetail;
    const Value* text = value.find(choice.discriminator);
    if (text == nullptr || !text->is_string()) return kNoDetail;
    const std::uint32_t row = choice.mapped.find(text->as_string());
    return row == KeyTable::kNone ? kNoDetail : choice.mapped_branch[row];
}

template <bool kReport>
Truth Evaluator::check_choice(const Node& node, const Choice& choice, const Value& value,
                              Evaluated* evaluated, TrailArg<kReport> trail) {
    if (const std::uint32_t only = selected_branch(choice, value); only != kNoDetail) {
        return apply<kReport>(choice.branches[only], value, evaluated,
                              trail.in(choice.keyword, std::size_t{only}));
    }
    const std::size_t count = choice.branches.size();
    const bool is_any = choice.keyword == Keyword::AnyOf;
    const std::uint64_t may = choice.is_narrowed ? branches_to_try(choice, value) : 0;
    [[maybe_unused]] std::vector<Violation> because;
    [[maybe_unused]] std::vector<Violation>* const kept = list_;
    [[maybe_unused]] const std::size_t blamed = count_;
    [[maybe_unused]] const std::size_t noted =
        kReport && outcome_ != nullptr ? outcome_->not_checked.size() : 0;
    if constexpr (kReport) list_ = &because;

    std::size_t sure = 0;
    std::size_t unsure = 0;
    [[maybe_unused]] std::string fitting;
    for (std::size_t i = 0; i < count; ++i) {
        if (choice.is_narrowed) {
            const std::uint64_t left = may >> i;
            if (left == 0) break;
            i += static_cast<std::size_t>(std::countr_zero(left));
        }
        Truth fits = Truth::No;
        if (evaluated == nullptr) {
            fits = apply<kReport>(choice.branches[i], value, nullptr, trail.in(choice.keyword, i));
        } else {
            Evaluated own;
            fits = apply<kReport>(choice.branches[i], value, &own, trail.in(choice.keyword, i));
            if (fits != Truth::No) evaluated->merge(own);
        }
        if (fits == Truth::No) continue;
        ++(fits == Truth::Yes ? sure : unsure);
        if constexpr (kReport) {
            if (fits == Truth::Yes) fitting += (fitting.empty() ? "" : ", ") + std::to_string(i);
        }
        if (sure > 0 && is_any && evaluated == nullptr) break;
        if (sure > 1 && !is_any && !kReport) break;
    }
    Truth result = Truth::No;
    if (sure > 0 && (is_any || sure == 1)) {
        const bool certain = is_any ? unsure == 0 || evaluated == nullptr : unsure == 0;
        result = certain ? Truth::Yes : Truth::Unknown;
    } else if (sure == 0 && unsure > 0) {
        result = Truth::Unknown;
    }
    if constexpr (kReport) {
        list_ = kept;
        if (result != Truth::Unknown) outcome_->not_checked.resize(noted);
        if (result != Truth::No) {
            count_ = blamed;
        } else if (sure > 1) {
            count_ = blamed;
            blame(Code::SchemaMatchesSeveral, node, choice.keyword, value, trail,
                  {{"count", std::to_string(sure)}, {"branches", fitting}});
        } else {
            // Only violations shown inside this one were counted beyond its own place.
            if (count_ > blamed) --count_;
            blame(Code::SchemaMatchesNone, node, choice.keyword, value, trail,
                  {{"count", std::to_string(count)}}, std::move(because));
        }
    }
    return result;
}

template Truth Evaluator::check_in_place<true>(const Node&, const Value&, Evaluated*,
                                               TrailArg<true>);
template Truth Evaluator::check_in_place<false>(const Node&, const Value&, Evaluated*,
                                                TrailArg<false>);

}  // namespace understudy::schema
