// Filters of lists: parameters by which a caller narrows what it gets.
//
//     equal     customer=cus_1                one_of   status=open,paid  or  status[]=open
//     range     created[gte]=1735689600       (brackets: gt gte lt lte, or the value itself)
//               DateSent%3E=2026-01-01        (operators: the sign is part of the name)
//     prefix    name=Jen                      contains q=ennif
//
// With operators, `DateSent>` includes its bound: what stands on the wire reads `DateSent>=...`
// (TW3).
#include "world/impl/query.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

using Read = std::variant<Query, Refusal>;

struct Bound {
    std::string_view spelled;
    Relation relation;
};
constexpr Bound kBrackets[] = {{"gt", Relation::Greater},
                               {"gte", Relation::GreaterOrEqual},
                               {"lt", Relation::Less},
                               {"lte", Relation::LessOrEqual}};
constexpr Bound kOperators[] = {{">", Relation::GreaterOrEqual},
                                {"<", Relation::LessOrEqual},
                                {">=", Relation::GreaterOrEqual},
                                {"<=", Relation::LessOrEqual}};

class Reading {
public:
    Reading(const Turn& turn, const Request& request)
        : turn_(turn),
          request_(request),
          resource_(turn.eyes.pack().resources[request.operation->resource]) {}

    std::optional<Refusal> read(const pack::Filter& filter, pack::RangeSpelling spelling);
    Query take() { return std::move(query_); }

private:
    // Adds the condition, or says how it was wrong.
    std::optional<Refusal> add(const pack::Filter& filter, Relation relation, std::string param,
                               const json::Value& given) {
        auto clause = compare_with(turn_.eyes.pack(), resource_.fields[filter.field], filter.field,
                                   relation, given);
        if (!clause) return refuse_parameter(turn_, request_, "type", std::move(param), given);
        query_.groups.push_back({std::move(*clause)});
        return std::nullopt;
    }
    std::optional<Refusal> add_any(const pack::Filter& filter, const json::Value& given);
    std::optional<Refusal> add_range(const pack::Filter& filter, const json::Value& bounds);

    const Turn& turn_;
    const Request& request_;
    const pack::Resource& resource_;
    Query query_;
};

std::optional<Refusal> Reading::add_any(const pack::Filter& filter, const json::Value& given) {
    std::vector<json::Value> values;
    if (given.is_array()) {
        values.assign(given.items().begin(), given.items().end());
    } else if (given.is_string()) {
        for (const std::string_view word : base::split(given.as_string(), ','))
            values.emplace_back(base::trim(word));
    } else {
        values.push_back(given);
    }
    if (values.size() > kMostClauses)
        return refuse_parameter(turn_, request_, "maxItems", filter.name, given);
    Group any;
    for (const json::Value& value : values) {
        auto clause = compare_with(turn_.eyes.pack(), resource_.fields[filter.field], filter.field,
                                   Relation::Equal, value);
        if (!clause) return refuse_parameter(turn_, request_, "type", filter.name, value);
        any.push_back(std::move(*clause));
    }
    query_.groups.push_back(std::move(any));
    return std::nullopt;
}

std::optional<Refusal> Reading::add_range(const pack::Filter& filter, const json::Value& bounds) {
    for (const json::Member& member : bounds.members()) {
        const std::string param = filter.name + "[" + std::string(member.key()) + "]";
        const Bound* known = nullptr;
        for (const Bound& bound : kBrackets)
            if (bound.spelled == member.key()) known = &bound;
        if (known == nullptr)
            return refuse_parameter(turn_, request_, "unknown", param, member.value);
        if (auto refusal = add(filter, known->relation, param, member.value)) return refusal;
    }
    return std::nullopt;
}

// A dotted name is a member of a parameter: payment[type].
const json::Value* given_below(const Request& request, std::string_view name) {
    const json::Value* value = nullptr;
    bool is_first = true;
    for (const std::string_view step : base::split(name, '.')) {
        value = is_first             ? given_for(request, step)
                : value->is_object() ? value->find(step)
                                     : nullptr;
        if (value == nullptr) return nullptr;
        is_first = false;
    }
    return value;
}

std::optional<Refusal> Reading::read(const pack::Filter& filter, pack::RangeSpelling spelling) {
    const json::Value* given = given_for(request_, filter.name);
    if (given == nullptr) given = given_below(request_, filter.name);
    if (filter.kind == pack::FilterKind::Range && spelling == pack::RangeSpelling::Operators) {
        for (const Bound& bound : kOperators) {
            const std::string name = filter.name + std::string(bound.spelled);
            const json::Value* end = given_for(request_, name);
            if (end == nullptr) continue;
            if (auto refusal = add(filter, bound.relation, name, *end)) return refusal;
        }
    }
    if (given == nullptr) return std::nullopt;
    const bool by_text =
        filter.kind == pack::FilterKind::Prefix || filter.kind == pack::FilterKind::Contains;
    if (by_text && given->is_null()) return std::nullopt;  // `name=`: every text begins so
    switch (filter.kind) {
        case pack::FilterKind::OneOf: return add_any(filter, *given);
        case pack::FilterKind::Prefix: return add(filter, Relation::Prefix, filter.name, *given);
        case pack::FilterKind::Contains:
            return add(filter, Relation::Contains, filter.name, *given);
        case pack::FilterKind::Range:
            if (given->is_object()) return add_range(filter, *given);
            break;
        case pack::FilterKind::Equal: break;
    }
    return add(filter, Relation::Equal, filter.name, *given);
}

}  // namespace

const json::Value* given_for(const Request& request, std::string_view name) {
    if (const json::Value* value = request.input.find(name)) return value;
    return request.query.find(name);
}

Refusal refuse_parameter(const Turn& turn, const Request& request, std::string_view keyword,
                         std::string param, json::Value value) {
    const pack::Pack& pack = turn.eyes.pack();
    Refusal refusal;
    for (const std::string_view event :
         {keyword, std::string_view("invalid"), std::string_view("type")}) {
        if (const pack::ErrorUse* use = pack.errors.on_event(event)) {
            refusal.use = *use;
            break;
        }
    }
    refusal.issue.param = std::move(param);
    refusal.issue.value = std::move(value);
    refusal.issue.resource = pack.resources[request.operation->resource].singular;
    refusal.issue.verb = request.operation->verb;
    refusal.issue.place = "query";
    refusal.issue.keyword = keyword;
    return refusal;
}

std::variant<Query, Refusal> read_filters(const Turn& turn, const Request& request,
                                          const pack::Lists& lists) {
    Reading reading(turn, request);
    for (const pack::Filter& filter : request.operation->filters)
        if (auto refusal = reading.read(filter, lists.range)) return std::move(*refusal);
    return reading.take();
}

}  // namespace understudy::world
