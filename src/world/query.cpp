// Conditions on fields: made from what callers write, answered by indexes where there are any.
//
// Values are typed by the field they are compared with, since a query is only text: "2000" is a
// number where the schema says integer, an epoch where the field is an instant, a state where the
// vendor prints it by another word.
#include "world/impl/query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"
#include "world/impl/print.hpp"

namespace understudy::world {

namespace {

using pack::Field;

bool is_instant(const Field& field) {
    if (field.from == pack::From::Clock || field.as != pack::TimeForm::None) return true;
    return field.is && field.is->type() == expr::TypeKind::Timestamp;
}

// --- instants

struct Span {  // from, included, to `to`, excluded
    base::Instant from, to;
};

std::optional<Span> span_of(base::Instant from, base::Duration width) {
    const auto to = base::add(from, width);
    if (!to) return std::nullopt;
    return Span{from, *to};
}

std::optional<Span> read_span(const Field& field, const json::Value& given) {
    constexpr base::Duration kDay{86'400, 0};
    constexpr base::Duration kSecond{1, 0};
    constexpr base::Duration kMilli{0, 1'000'000};
    constexpr base::Duration kNano{0, 1};
    const bool millis = field.as == pack::TimeForm::EpochMs;
    json::Value value = given;
    if (given.is_string()) {
        const std::string_view text = given.as_string();
        if (const auto number = base::parse_int64(text)) {
            value = *number;
        } else if (base::is_rfc3339_date(text)) {
            const auto day = base::parse_rfc3339(std::string(text) + "T00:00:00Z");
            return day ? span_of(*day, kDay) : std::nullopt;
        } else if (const auto mail = base::parse_rfc1123(text)) {
            return span_of(*mail, kSecond);
        } else {
            const auto instant = base::parse_rfc3339(text);
            if (!instant) return std::nullopt;
            return span_of(*instant, text.find('.') == std::string_view::npos ? kSecond : kNano);
        }
    }
    const auto instant = read_instant(value, field.as);
    if (!instant) return std::nullopt;
    return span_of(*instant, millis ? kMilli : kSecond);
}

Clause compare_instant(pack::Index index, Relation relation, const Span& span) {
    const auto from = [&](base::Instant at) {
        return Condition{index, Relation::GreaterOrEqual, base::to_rfc3339(at), {}, false};
    };
    const auto until = [&](base::Instant at) {
        return Condition{index, Relation::Less, base::to_rfc3339(at), {}, false};
    };
    switch (relation) {
        case Relation::GreaterOrEqual: return {{from(span.from)}, false};
        case Relation::Greater: return {{from(span.to)}, false};
        case Relation::LessOrEqual: return {{until(span.to)}, false};
        case Relation::Less: return {{until(span.from)}, false};
        case Relation::Equal:
        case Relation::Prefix:
        case Relation::Contains: break;
    }
    return {{from(span.from), until(span.to)}, false};
}

// --- types

enum class Kind : std::uint8_t { Unknown, Number, Truth, Text };

Kind kind_of_word(std::string_view word) {
    if (word == "integer" || word == "number") return Kind::Number;
    if (word == "boolean") return Kind::Truth;
    if (word == "string") return Kind::Text;
    return Kind::Unknown;
}

bool is_bare_sequence(const std::optional<pack::Pattern>& pattern) {
    return pattern && pattern->parts.size() == 1 && pattern->parts.front().hole &&
           !pattern->parts.front().hole->expression &&
           pattern->parts.front().hole->draw == pack::Draw::Sequence;
}

Kind kind_of(const pack::Pack& pack, const Field& field) {
    if (field.ref != pack::kNone)
        return is_bare_sequence(pack.resources[field.ref].id) ? Kind::Number : Kind::Text;
    if (field.from == pack::From::Lifecycle) return Kind::Text;
    if (field.from == pack::From::Id) {
        return is_bare_sequence(field.pattern) ? Kind::Number
               : field.pattern                 ? Kind::Text
                                               : Kind::Unknown;
    }
    if (const json::Value* type = field.schema.written.find("type")) {
        if (type->is_string()) return kind_of_word(type->as_string());
        if (type->is_array()) {
            for (const json::Value& word : type->items())
                if (word.is_string() && kind_of_word(word.as_string()) != Kind::Unknown)
                    return kind_of_word(word.as_string());
        }
    }
    if (field.schema.written.find("enum") != nullptr) {
        for (const json::Value& word : field.schema.written.find("enum")->items())
            if (!word.is_string()) return Kind::Unknown;
        return Kind::Text;
    }
    if (field.is) {
        switch (field.is->type()) {
            case expr::TypeKind::Int:
            case expr::TypeKind::Double:
            case expr::TypeKind::Number: return Kind::Number;
            case expr::TypeKind::Bool: return Kind::Truth;
            case expr::TypeKind::String: return Kind::Text;
            default: break;
        }
    }
    return field.aggregate ? Kind::Number : Kind::Unknown;
}

std::optional<json::Value> typed(Kind kind, const json::Value& given) {
    if (!given.is_string()) {
        if (kind == Kind::Text && (given.is_number() || given.is_bool())) return json::write(given);
        return given.is_array() || given.is_object() ? std::nullopt : std::optional(given);
    }
    const std::string_view text = given.as_string();
    if (kind == Kind::Number) {
        if (!json::is_number_text(text)) return std::nullopt;
        return json::Value::number(text);
    }
    if (kind == Kind::Truth) {
        if (text != "true" && text != "false") return std::nullopt;
        return json::Value(text == "true");
    }
    return given;
}

// --- looking at values

std::string_view text_of(const json::Value& value, std::string& home) {
    if (value.is_string()) return value.as_string();
    home = json::write(value);
    return home;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
    return base::to_lower_ascii(text).find(base::to_lower_ascii(part)) != std::string::npos;
}

// Less than, equal or greater; nothing if they cannot be ordered.
std::optional<int> order(const json::Value& a, const json::Value& b) {
    const auto sign = [](auto ordering) { return ordering < 0 ? -1 : ordering > 0 ? 1 : 0; };
    if (a.is_number() && b.is_number()) return sign(a.to_decimal() <=> b.to_decimal());
    if (a.is_string() && b.is_string()) return sign(a.as_string() <=> b.as_string());
    return std::nullopt;
}

std::optional<int> order(const Field& field, const json::Value& a, const json::Value& b) {
    if (is_instant(field)) {
        const auto at = read_instant(a, field.as);
        const auto bt = read_instant(b, field.as);
        if (at && bt) return *at < *bt ? -1 : *bt < *at ? 1 : 0;
    }
    return order(a, b);
}

bool is_equal(const Condition& condition, const json::Value& value) {
    // A list has what one of its elements is: labels, tags.
    if (value.is_array() && !condition.value.is_array()) {
        return std::any_of(value.items().begin(), value.items().end(),
                           [&](const json::Value& item) { return is_equal(condition, item); });
    }
    if (!condition.as_text) return json::equivalent(value, condition.value);
    if (value.is_array() || value.is_object() || value.is_null()) return false;
    std::string home, other;
    return text_of(value, home) == text_of(condition.value, other);
}

bool compares(const Field& field, const Condition& condition, const json::Value& value) {
    std::string home;
    switch (condition.relation) {
        case Relation::Equal: return is_equal(condition, value);
        case Relation::Prefix:
            return value.is_string() && value.as_string().starts_with(condition.value.as_string());
        case Relation::Contains:
            return !value.is_null() &&
                   contains_ignoring_case(text_of(value, home), condition.value.as_string());
        case Relation::Less:
        case Relation::LessOrEqual:
        case Relation::Greater:
        case Relation::GreaterOrEqual: break;
    }
    const auto ordered = order(field, value, condition.value);
    if (!ordered) return false;
    switch (condition.relation) {
        case Relation::Less: return *ordered < 0;
        case Relation::LessOrEqual: return *ordered <= 0;
        case Relation::Greater: return *ordered > 0;
        default: return *ordered >= 0;
    }
}

bool holds_all(const Eyes& eyes, const Clause& clause, const Object& object) {
    const bool all =
        std::all_of(clause.all.begin(), clause.all.end(),
                    [&](const Condition& condition) { return holds(eyes, condition, object); });
    return all != clause.negated;
}

// Lists are indexed as a whole; what they contain is not.
bool may_be_list(const Field& field) {
    const json::Value* type = field.schema.written.find("type");
    if (type == nullptr) return field.schema.written.find("items") != nullptr;
    if (type->is_string()) return type->as_string() == "array";
    return std::any_of(type->items().begin(), type->items().end(),
                       [](const json::Value& word) { return word == json::Value("array"); });
}

// Hands a condition to an index. False: no index can answer it.
bool index_it(Where& where, const pack::Resource& resource, const Condition& condition) {
    if (!condition.member.empty() || condition.as_text) return false;
    if (may_be_list(resource.fields[condition.field])) return false;
    const bool by_value = condition.relation != Relation::Equal;
    const bool indexed = std::any_of(
        resource.indexes.begin(), resource.indexes.end(), [&](const pack::FieldIndex& index) {
            return index.field == condition.field && (index.ordered || !by_value);
        });
    if (!indexed) return false;
    Where::Between between{condition.field, {}, {}, true, true};
    switch (condition.relation) {
        case Relation::Equal:
            where.equal.push_back({condition.field, condition.value});
            return true;
        case Relation::Prefix:
            where.prefix.push_back({condition.field, std::string(condition.value.as_string())});
            return true;
        case Relation::Contains: return false;
        case Relation::Less:
        case Relation::LessOrEqual:
            between.to = condition.value;
            between.to_included = condition.relation == Relation::LessOrEqual;
            break;
        case Relation::Greater:
        case Relation::GreaterOrEqual:
            between.from = condition.value;
            between.from_included = condition.relation == Relation::GreaterOrEqual;
            break;
    }
    // Two ends of one range are one look into the index.
    for (Where::Between& other : where.between) {
        if (other.field != between.field) continue;
        if (between.from && !other.from) {
            other.from = between.from;
            other.from_included = between.from_included;
            return true;
        }
        if (between.to && !other.to) {
            other.to = between.to;
            other.to_included = between.to_included;
            return true;
        }
    }
    where.between.push_back(std::move(between));
    return true;
}

}  // namespace

std::optional<Clause> compare_with(const pack::Pack& pack, const pack::Field& field,
                                   pack::Index index, Relation relation, const json::Value& given) {
    if (given.is_null()) return Clause{{Condition{index, Relation::Equal, {}, {}, false}}, false};
    if (relation == Relation::Prefix || relation == Relation::Contains) {
        std::string home;
        if (given.is_array() || given.is_object()) return std::nullopt;
        return Clause{{Condition{index, relation, text_of(given, home), {}, false}}, false};
    }
    if (is_instant(field)) {
        const auto span = read_span(field, given);
        if (!span) return std::nullopt;
        return compare_instant(index, relation, *span);
    }
    Kind kind = kind_of(pack, field);
    if (kind == Kind::Unknown && relation != Relation::Equal) kind = Kind::Number;
    std::optional<json::Value> value = typed(kind, given);
    if (!value) return std::nullopt;
    if (!field.words.empty() && value->is_string())
        value = json::Value(state_of_word(field, value->as_string()));
    const bool as_text = kind == Kind::Unknown && relation == Relation::Equal &&
                         value->is_string() &&
                         (json::is_number_text(value->as_string()) ||
                          value->as_string() == "true" || value->as_string() == "false");
    return Clause{{Condition{index, relation, std::move(*value), {}, as_text}}, false};
}

bool holds(const Eyes& eyes, const Condition& condition, const Object& object) {
    const pack::Field& field = eyes.pack().resources[object.resource].fields[condition.field];
    const auto found = eyes.value(object, condition.field);
    if (!found) return false;
    const json::Value nothing;
    const json::Value* value = *found ? &**found : &nothing;
    if (!condition.member.empty()) {
        value = value->find(condition.member);
        if (value == nullptr) value = &nothing;
    }
    return compares(field, condition, *value);
}

bool holds(const Eyes& eyes, const Query& query, const Object& object) {
    return std::all_of(query.groups.begin(), query.groups.end(), [&](const Group& group) {
        return std::any_of(group.begin(), group.end(),
                           [&](const Clause& clause) { return holds_all(eyes, clause, object); });
    });
}

void narrow(Where& where, const Eyes& eyes, Query query) {
    const pack::Resource& resource = eyes.pack().resources[where.resource];
    Query rest;
    for (Group& group : query.groups) {
        if (group.size() == 1 && !group.front().negated) {
            auto& all = group.front().all;
            std::erase_if(all, [&](const Condition& condition) {
                return index_it(where, resource, condition);
            });
            if (all.empty()) continue;
        }
        rest.groups.push_back(std::move(group));
    }
    if (rest.groups.empty()) return;
    where.also = [&eyes, rest = std::move(rest)](const Object& object) {
        return holds(eyes, rest, object);
    };
}

}  // namespace understudy::world
