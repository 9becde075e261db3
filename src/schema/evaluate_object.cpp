// Objects: the members are walked once. A key is first compared with the one that the schema lists
// next, because instances mostly follow the order of their schema, and looked up only if that
// fails.
#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/evaluator.hpp"

namespace understudy::schema {

using base::Code;
using json::Member;
using json::Value;

bool Evaluator::is_wrong_direction(const Property& property) const {
    if (!options_.refuse_wrong_direction) return false;
    return (options_.direction == Direction::Request && property.read_only) ||
           (options_.direction == Direction::Response && property.write_only);
}

// A required read-only property is required of answers only, a write-only one of requests only.
bool Evaluator::is_waived(const Property& property) const {
    return (options_.direction == Direction::Request && property.read_only) ||
           (options_.direction == Direction::Response && property.write_only);
}

template <bool kReport>
Truth Evaluator::check_object(const Node& node, const Value& value, Evaluated* evaluated,
                              TrailArg<kReport> trail) {
    const ObjectCheck& check = program_.objects[node.object];
    if (!kReport && check.is_few_names) {  // `if: {required: [...]}` and the like
        return truth(std::all_of(check.keys.keys().begin(), check.keys.keys().end(),
                                 [&value](const std::string& key) { return value.has(key); }));
    }
    const std::span<const Member> members = value.members();
    Truth all = Truth::Yes;
    if (members.size() < check.least || members.size() > check.most) {
        all = Truth::No;
        if constexpr (!kReport) return all;
        if constexpr (kReport) {
            const bool is_small = members.size() < check.least;
            blame(
                is_small ? Code::SchemaTooShort : Code::SchemaTooLong, node,
                is_small ? Keyword::MinProperties : Keyword::MaxProperties, value, trail,
                {{"count", members.size() == 1 ? "1 property"
                                               : std::to_string(members.size()) + " properties"}});
        }
    }
    std::uint64_t seen = 0;
    std::uint32_t expected = 0;
    const std::uint32_t known = check.keys.size();
    const bool is_plain = check.patterns.empty() && check.names == kNoNode &&
                          (options_.direction == Direction::None || !check.has_direction);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& member = members[i];
        const std::string_view key = member.key();
        const std::uint32_t row =
            expected < known && check.keys.is_at(expected, key) ? expected : check.keys.find(key);
        if (row != KeyTable::kNone) {
            expected = row + 1;
            const Property& property = check.properties[row];
            if (property.required < 64) seen |= std::uint64_t{1} << property.required;
            if (is_plain && property.node != kNoNode) {
                const Truth fits = apply_child<kReport>(
                    property.node, member.value, trail.in(Keyword::Properties, key).down(key));
                all = both(all, fits);
                if (fits == Truth::No && !kReport) return fits;
                if (evaluated != nullptr) evaluated->mark(i);
                continue;
            }
        } else if (is_plain && check.additional == kNoNode) {
            continue;
        }
        bool spoken = false;
        all = both(all, check_member<kReport>(node, check, row, member, spoken, trail));
        if (all == Truth::No && !kReport) return all;
        if (spoken && evaluated != nullptr) evaluated->mark(i);
    }
    if (!check.required.empty()) {
        all = both(all, check_required<kReport>(node, check, value, seen, trail));
    }
    for (const Dependency& dependency : check.dependencies) {
        if (!value.has(dependency.key)) continue;
        for (const std::string& name : dependency.required) {
            if (value.has(name)) continue;
            all = Truth::No;
            if constexpr (kReport) {
                blame(Code::SchemaMissingDependent, node, dependency.keyword, value, trail,
                      {{"name", base::quoted(name)}, {"because", base::quoted(dependency.key)}});
            }
        }
    }
    return all;
}

// Everything that may concern one member; `spoken` says whether anything did.
template <bool kReport>
Truth Evaluator::check_member(const Node& node, const ObjectCheck& check, std::uint32_t row,
                              const Member& member, bool& spoken, TrailArg<kReport> trail) {
    const std::string_view key = member.key();
    Truth all = Truth::Yes;
    bool unsure = false;
    if (row != KeyTable::kNone && check.properties[row].node != kNoNode) {
        const Property& property = check.properties[row];
        spoken = true;
        if (is_wrong_direction(property)) {
            all = Truth::No;
            if constexpr (kReport) {
                const bool read = property.read_only;
                blame(read ? Code::SchemaReadOnly : Code::SchemaWriteOnly,
                      program_.nodes[property.node], read ? Keyword::ReadOnly : Keyword::WriteOnly,
                      member.value, trail.in(Keyword::Properties, key).down(key),
                      {{"name", base::quoted(key)}});
            }
        }
        all = both(all, apply_child<kReport>(property.node, member.value,
                                             trail.in(Keyword::Properties, key).down(key)));
    }
    for (const PatternProperty& pattern : check.patterns) {
        const TextTest& test = program_.patterns[pattern.pattern];
        const Truth matches = test.ask(key);
        if (matches == Truth::No) continue;
        spoken = true;
        const auto& next = trail.in(Keyword::PatternProperties, test.pattern()).down(key);
        if (matches == Truth::Yes) {
            all = both(all, apply_child<kReport>(pattern.node, member.value, next));
            continue;
        }
        unsure = true;
        if constexpr (kReport) {
            note(Code::SchemaPatternNotChecked, node, "patternProperties", next,
                 {{"pattern", base::quoted(test.pattern())}}, {*test.refused()});
        }
    }
    if (unsure) return both(all, Truth::Unknown);
    if (!spoken && check.additional != kNoNode) {
        spoken = true;
        const auto& next = trail.in(Keyword::AdditionalProperties).down(key);
        const bool is_never = (program_.nodes[check.additional].checks & kNever) != 0;
        if (kReport && is_never) {
            all = Truth::No;
            if constexpr (kReport) {
                blame(Code::SchemaUnexpected, node, Keyword::AdditionalProperties, member.value,
                      trail.below(key),
                      {{"name", base::quoted(key)},
                       {"nearest", base::nearest(key, check.keys.keys())}});
            }
        } else {
            all = both(all, apply_child<kReport>(check.additional, member.value, next));
        }
    }
    if (check.names != kNoNode) {
        const auto& next = trail.in(Keyword::PropertyNames);
        const Truth fits = ask<kReport>(check.names, member.key_value(), nullptr, next);
        all = both(all, fits);
        if constexpr (kReport) {
            if (fits == Truth::No) {
                std::vector<Violation> why;
                std::vector<Violation>* const kept = std::exchange(list_, &why);
                apply<true>(check.names, member.key_value(), nullptr, next);
                list_ = kept;
                blame(Code::SchemaBadName, node, Keyword::PropertyNames, member.key_value(), trail,
                      {{"name", base::quoted(key)}}, std::move(why));
            }
        }
    }
    return all;
}

template <bool kReport>
Truth Evaluator::check_required(const Node& node, const ObjectCheck& check, const Value& value,
                                std::uint64_t seen, TrailArg<kReport> trail) {
    const std::size_t count = check.required.size();
    if (count <= 64) {
        const std::uint64_t wanted =
            count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
        if ((seen & wanted) == wanted) return Truth::Yes;
    }
    std::vector<bool> there;
    if (count > 64) {
        there.resize(count, false);
        for (const Member& member : value.members()) {
            const std::uint32_t row = check.keys.find(member.key());
            if (row == KeyTable::kNone) continue;
            const std::uint32_t number = check.properties[row].required;
            if (number != kNoDetail) there[number] = true;
        }
    }
    Truth all = Truth::Yes;
    for (std::size_t i = 0; i < count; ++i) {
        if (count > 64 ? there[i] : (seen >> i & 1U) != 0) continue;
        if (is_waived(check.properties[check.required[i]])) continue;
        all = Truth::No;
        if constexpr (!kReport) return all;
        if constexpr (kReport) {
            blame(Code::SchemaMissing, node, Keyword::Required, value, trail,
                  {{"name", base::quoted(check.keys.key(check.required[i]))}});
        }
    }
    return all;
}

template Truth Evaluator::check_object<true>(const Node&, const Value&, Evaluated*, TrailArg<true>);
template Truth Evaluator::check_object<false>(const Node&, const Value&, Evaluated*,
                                              TrailArg<false>);

}  // namespace understudy::schema
