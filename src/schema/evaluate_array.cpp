// Arrays: items by position, contains, uniqueness.
#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

namespace {

// The first two items that are the same. Few items are compared pair by pair, many by their hash.
std::optional<std::pair<std::size_t, std::size_t>> find_twins(std::span<const Value> items) {
    constexpr std::size_t kFew = 12;
    if (items.size() <= kFew) {
        for (std::size_t j = 1; j < items.size(); ++j) {
            for (std::size_t i = 0; i < j; ++i) {
                if (items[i].kind() == items[j].kind() && json::equivalent(items[i], items[j])) {
                    return std::pair{i, j};
                }
            }
        }
        return std::nullopt;
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
    hashes.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) hashes.emplace_back(json::hash(items[i]), i);
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t at = 0; at + 1 < hashes.size(); ++at) {
        for (std::size_t next = at + 1;
             next < hashes.size() && hashes[next].first == hashes[at].first; ++next) {
            if (json::equivalent(items[hashes[at].second], items[hashes[next].second])) {
                return std::pair{hashes[at].second, hashes[next].second};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

template <bool kReport>
Truth Evaluator::check_array(const Node& node, const Value& value, Evaluated* evaluated,
                             TrailArg<kReport> trail) {
    const ArrayCheck& check = program_.arrays[node.array];
    const std::span<const Value> items = value.items();
    Truth all = Truth::Yes;
    if (items.size() < check.least || items.size() > check.most) {
        all = Truth::No;
        if constexpr (!kReport) return all;
        if constexpr (kReport) {
            const bool is_small = items.size() < check.least;
            blame(is_small ? Code::SchemaTooShort : Code::SchemaTooLong, node,
                  is_small ? Keyword::MinItems : Keyword::MaxItems, value, trail,
                  {{"count", base::plural(items.size(), "item")}});
        }
    }
    const std::size_t prefix = std::min(check.prefix.size(), items.size());
    for (std::size_t i = 0; i < prefix; ++i) {
        all = both(all, apply_child<kReport>(check.prefix[i], items[i],
                                             trail.in(check.prefix_keyword, i).down(i)));
        if (all == Truth::No && !kReport) return all;
    }
    if (evaluated != nullptr) evaluated->mark_first(prefix);
    if (check.rest != kNoNode) {
        const bool is_never = (program_.nodes[check.rest].checks & kNever) != 0;
        for (std::size_t i = prefix; i < items.size(); ++i) {
            if (kReport && is_never) {
                all = Truth::No;
                if constexpr (kReport) {
                    blame(Code::SchemaUnexpectedItem, node, check.rest_keyword, items[i],
                          trail.below(i));
                }
                continue;
            }
            all = both(all, apply_child<kReport>(check.rest, items[i],
                                                 trail.in(check.rest_keyword).down(i)));
            if (all == Truth::No && !kReport) return all;
        }
        if (evaluated != nullptr) evaluated->mark_first(items.size());
    }
    if (check.contains != kNoNode) {
        all = both(all, check_contains<kReport>(node, value, evaluated, trail));
        if (all == Truth::No && !kReport) return all;
    }
    if (check.unique && items.size() > 1) {
        if (const auto twins = find_twins(items)) {
            all = Truth::No;
            if constexpr (kReport) {
                blame(Code::SchemaNotUnique, node, Keyword::UniqueItems, value, trail,
                      {{"first", std::to_string(twins->first)},
                       {"second", std::to_string(twins->second)}});
            }
        }
    }
    return all;
}

template <bool kReport>
Truth Evaluator::check_contains(const Node& node, const Value& value, Evaluated* evaluated,
                                TrailArg<kReport> trail) {
    const ArrayCheck& check = program_.arrays[node.array];
    const std::span<const Value> items = value.items();
    std::size_t sure = 0;
    std::size_t unsure = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Truth fits =
            ask<kReport>(check.contains, items[i], nullptr, trail.in(Keyword::Contains).down(i));
        if (fits == Truth::No) continue;
        ++(fits == Truth::Yes ? sure : unsure);
        if (evaluated != nullptr && check.contains_evaluates) {
            evaluated->mark(i);
        } else if (sure >= check.contains_least && check.contains_most == kNoLimit) {
            return Truth::Yes;
        }
    }
    if (sure + unsure < check.contains_least) {
        if constexpr (kReport) {
            const bool said = node.schema->has("minContains");
            blame(Code::SchemaTooFewContained, node,
                  said ? Keyword::MinContains : Keyword::Contains, value, trail,
                  {{"count", std::to_string(sure)},
                   {"expected", std::to_string(check.contains_least)}});
        }
        return Truth::No;
    }
    if (sure > check.contains_most) {
        if constexpr (kReport) {
            blame(Code::SchemaTooManyContained, node, Keyword::MaxContains, value, trail,
                  {{"count", std::to_string(sure)}});
        }
        return Truth::No;
    }
    const bool certain = sure >= check.contains_least && sure + unsure <= check.contains_most &&
                         (unsure == 0 || evaluated == nullptr);
    return certain ? Truth::Yes : Truth::Unknown;
}

template Truth Evaluator::check_array<true>(const Node&, const Value&, Evaluated*, TrailArg<true>);
template Truth Evaluator::check_array<false>(const Node&, const Value&, Evaluated*,
                                             TrailArg<false>);

}  // namespace understudy::schema
