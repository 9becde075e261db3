// Incremental aggregates.
#include "world/impl/folds.hpp"

#include <cmath>

#include "pack/names.hpp"
#include "world/impl/order_key.hpp"

namespace understudy::world {

namespace {

// Numbers past the range of a double are not summed, and digits past this place are rounded off:
// so no sum can outgrow a Decimal, and everything put in can be taken out again.
constexpr std::int64_t kMostPlaces = 400;

// 11.00 as 11, 11.50 as 11.5.
std::string without_zeros(std::string text) {
    if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

bool is_summed(const json::Value& value) {
    return value.is_number() && std::isfinite(value.to_double());
}

bool passes(const pack::Aggregate& aggregate, const expr::Late& it) {
    if (!aggregate.where) return true;
    expr::Env env(pack::kNameCount);
    env.set(pack::slot(pack::Name::It), expr::Given::late(it));
    return expr::evaluate_bool(*aggregate.where, env).value_or(false);
}

// `it`: most objects name no owner, and nobody asks further.
class OwnFields final : public expr::Late {
public:
    OwnFields(const Object& object, const pack::Pack& pack) : object_(object), pack_(pack) {}
    const json::Value& value() const override {
        if (!made_) made_ = own_fields(object_, pack_);
        return *made_;
    }

private:
    const Object& object_;
    const pack::Pack& pack_;
    mutable std::optional<json::Value> made_;
};

std::string group_text(const json::Value& value) {
    if (value.is_bool()) return value.as_bool() ? "true" : "false";
    return key_of(value);
}

}  // namespace

void Total::add(const json::Value& number, bool take_out) {
    const std::uint64_t one = take_out ? static_cast<std::uint64_t>(-1) : 1;
    count += one;
    if (!number.is_number()) return;  // counted only
    if (!number.is_integer_text()) fractions += one;
    const auto small = number.to_int64();
    if (!exact && small) {
        std::int64_t next = 0;
        const bool overflow = take_out ? __builtin_sub_overflow(whole, *small, &next)
                                       : __builtin_add_overflow(whole, *small, &next);
        if (!overflow) {
            whole = next;
            return;
        }
    }
    base::Decimal value = number.to_decimal();
    if (value.scale() > kMostPlaces) {
        value = value.round(kMostPlaces, base::Decimal::Rounding::HalfEven).value_or(value);
    }
    const base::Decimal before = exact ? *exact : base::Decimal(whole);
    const auto after = before.add(take_out ? value.negate() : value);
    const base::Decimal sum = after.value_or(before);
    if (const auto fits = sum.to_int64()) {
        whole = *fits;
        exact.reset();
    } else {
        exact = std::make_shared<const base::Decimal>(sum);
    }
}

json::Value Total::sum() const {
    std::string text = exact ? without_zeros(exact->to_text()) : std::to_string(whole);
    if (fractions != 0 && text.find_first_of(".e") == std::string::npos) text += ".0";
    return json::Value::number(text);
}

Folds::Folds(const pack::Pack& pack, const pack::Resource& over) : pack_(&pack), over_(&over) {
    for (const auto& [resource, field] : over.aggregates_over) {
        const auto& aggregate = pack.resources[resource].fields[field].aggregate;
        if (!aggregate) continue;
        folds_.push_back({resource, field, &*aggregate, {}, {}});
    }
}

void Folds::change(const Object& object, bool take_out) {
    if (folds_.empty() || object.deleted) return;
    const OwnFields it(object, *pack_);
    for (One& fold : folds_) change(fold, object, it, take_out);
}

void Folds::change(One& fold, const Object& object, const expr::Late& it, bool take_out) {
    const pack::Aggregate& aggregate = *fold.aggregate;
    std::string key;
    if (aggregate.by != pack::kNone) {
        const std::string owner = key_of(own_value(object, aggregate.by, *over_));
        if (owner.empty()) return;
        append_text(key, owner);
    } else {
        append_text(key, "");
    }
    if (aggregate.group != pack::kNone) {
        const json::Value group = own_value(object, aggregate.group, *over_);
        if (group.is_null()) return;
        append_text(key, group_text(group));
    }
    const json::Value value = aggregate.field == pack::kNone
                                  ? json::Value(true)
                                  : own_value(object, aggregate.field, *over_);
    if (value.is_null() || (aggregate.fold == pack::Fold::Sum && !is_summed(value))) return;
    if (!passes(aggregate, it)) return;

    if (aggregate.fold == pack::Fold::Min || aggregate.fold == pack::Fold::Max) {
        if (aggregate.field == pack::kNone) return;
        append_order(key, value, over_->fields[aggregate.field]);
        append_number(key, object.sequence);
        if (take_out) {
            fold.values.erase(key);
        } else {
            fold.values.put(key, value);
        }
        return;
    }
    const Total* before = fold.totals.find(key);
    Total total = before != nullptr ? *before : Total{};
    total.add(aggregate.fold == pack::Fold::Sum ? value : json::Value(), take_out);
    if (total.count == 0) {
        fold.totals.erase(key);
    } else {
        fold.totals.put(key, std::move(total));
    }
}

json::Value Folds::value(pack::Index resource, pack::Index field, std::string_view key) const {
    for (const One& fold : folds_) {
        if (fold.resource != resource || fold.field != field) continue;
        std::string prefix;
        append_text(prefix, fold.aggregate->by == pack::kNone ? std::string_view() : key);
        if (fold.aggregate->group == pack::kNone) return value_at(fold, prefix);

        json::Value groups = json::Value::object();
        const auto walk = [&](const auto& tree) {
            auto cursor = tree.lower_bound(prefix);
            while (cursor.is_valid() && cursor.key().starts_with(prefix)) {
                std::string_view rest = cursor.key().substr(prefix.size());
                const std::string group = read_text(rest);
                std::string group_prefix = prefix;
                append_text(group_prefix, group);
                groups.append(group, value_at(fold, group_prefix));
                cursor = tree.lower_bound(*after_prefix(group_prefix));
            }
        };
        walk(fold.totals);
        walk(fold.values);
        return groups;
    }
    return nullptr;
}

json::Value Folds::value_at(const One& fold, const std::string& prefix) const {
    const Total* total = fold.totals.find(prefix);
    switch (fold.aggregate->fold) {
        case pack::Fold::Sum: return total != nullptr ? total->sum() : json::Value(0);
        case pack::Fold::Count: return total != nullptr ? total->count : std::uint64_t{0};
        case pack::Fold::Min: {
            const auto first = fold.values.lower_bound(prefix);
            const bool found = first.is_valid() && first.key().starts_with(prefix);
            return found ? first.value() : json::Value();
        }
        case pack::Fold::Max: {
            auto last = fold.values.lower_bound(*after_prefix(prefix));
            last.previous();
            const bool found = last.is_valid() && last.key().starts_with(prefix);
            return found ? last.value() : json::Value();
        }
    }
    return nullptr;
}

}  // namespace understudy::world
