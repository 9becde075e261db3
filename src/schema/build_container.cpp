// Arrays, objects and what is left unevaluated.
#include "base/text.hpp"
#include "schema/impl/builder.hpp"

namespace understudy::schema {

using json::Value;

void Builder::build_array(const Job& job, Node& node) {
    ArrayCheck check;
    check.least = read_count(job, Keyword::MinItems, 0);
    check.most = read_count(job, Keyword::MaxItems, kNoLimit);
    check.unique = read_flag(job, Keyword::UniqueItems);
    check.prefix = read_schemas(job, Keyword::PrefixItems);
    if (const Value* items = job.at(Keyword::Items)) {
        if (items->is_array() && job.rules.items_may_be_list()) {
            check.prefix = read_schemas(job, Keyword::Items);
            check.prefix_keyword = Keyword::Items;
            check.rest = read_schema(job, Keyword::AdditionalItems);
            check.rest_keyword = Keyword::AdditionalItems;
        } else {
            check.rest = read_schema(job, Keyword::Items);
        }
    }
    check.contains = read_schema(job, Keyword::Contains);
    check.contains_least = read_count(job, Keyword::MinContains, 1);
    check.contains_most = read_count(job, Keyword::MaxContains, kNoLimit);
    check.contains_evaluates = job.rules.is_new();
    if (check.least == 0 && check.most == kNoLimit && !check.unique && check.prefix.empty() &&
        check.rest == kNoNode && check.contains == kNoNode) {
        return;
    }
    node.checks |= kArrayCheck;
    node.array = static_cast<std::uint32_t>(program_.arrays.size());
    program_.arrays.push_back(std::move(check));
}

void Builder::build_object(const Job& job, Node& node) {
    ObjectCheck check;
    std::vector<Dependency> schemas;
    build_dependencies(job, check.dependencies, schemas);
    build_in_place(job, node, std::move(schemas));

    check.least = read_count(job, Keyword::MinProperties, 0);
    check.most = read_count(job, Keyword::MaxProperties, kNoLimit);
    check.names = read_schema(job, Keyword::PropertyNames);
    check.additional = read_schema(job, Keyword::AdditionalProperties);
    if (const Value* properties = job.at(Keyword::Properties)) {
        if (!properties->is_object()) {
            complain(job, Keyword::Properties, "an object", *properties);
        } else {
            for (const json::Member& member : properties->members()) {
                const std::uint32_t row = check.keys.add(member.key());
                if (row == check.properties.size()) check.properties.emplace_back();
                check.properties[row].node =
                    node_for(library_.child(job.spot, "properties", member.key(), member.value));
            }
        }
    }
    if (const Value* patterns = job.at(Keyword::PatternProperties)) {
        if (!patterns->is_object()) {
            complain(job, Keyword::PatternProperties, "an object", *patterns);
        } else {
            for (const json::Member& member : patterns->members()) {
                const NodeId each = node_for(
                    library_.child(job.spot, "patternProperties", member.key(), member.value));
                check.patterns.push_back(
                    {add_pattern(job, "patternProperties", member.key()), each});
            }
        }
    }
    if (const Value* required = job.at(Keyword::Required)) {
        for (const std::string& name : read_names(job, Keyword::Required, *required)) {
            const std::uint32_t row = check.keys.add(name);
            if (row == check.properties.size()) check.properties.emplace_back();
            if (check.properties[row].required != kNoDetail) continue;
            check.properties[row].required = static_cast<std::uint32_t>(check.required.size());
            check.required.push_back(row);
        }
    }
    if (check.properties.empty() && check.patterns.empty() && check.additional == kNoNode &&
        check.names == kNoNode && check.least == 0 && check.most == kNoLimit &&
        check.dependencies.empty()) {
        return;
    }
    check.is_few_names = check.properties.size() <= 4 && !job.has(Keyword::Properties) &&
                         check.patterns.empty() && check.additional == kNoNode &&
                         check.names == kNoNode && check.least == 0 && check.most == kNoLimit &&
                         check.dependencies.empty();
    node.checks |= kObjectCheck;
    node.object = static_cast<std::uint32_t>(program_.objects.size());
    program_.objects.push_back(std::move(check));
}

void Builder::build_dependencies(const Job& job, std::vector<Dependency>& plain,
                                 std::vector<Dependency>& schemas) {
    for (const Keyword keyword :
         {Keyword::DependentRequired, Keyword::DependentSchemas, Keyword::Dependencies}) {
        const Value* map = job.at(keyword);
        if (map == nullptr) continue;
        if (!map->is_object()) {
            complain(job, keyword, "an object", *map);
            continue;
        }
        for (const json::Member& member : map->members()) {
            Dependency dependency;
            dependency.key = std::string(member.key());
            dependency.keyword = keyword;
            const bool is_list = keyword == Keyword::DependentRequired ||
                                 (keyword == Keyword::Dependencies && member.value.is_array());
            if (is_list) {
                dependency.required = read_names(job, keyword, member.value);
                plain.push_back(std::move(dependency));
            } else {
                dependency.node = node_for(
                    library_.child(job.spot, name_of(keyword), member.key(), member.value));
                schemas.push_back(std::move(dependency));
            }
        }
    }
}

void Builder::build_unevaluated(const Job& job, Node& node) {
    Unevaluated check;
    check.items = read_schema(job, Keyword::UnevaluatedItems);
    check.properties = read_schema(job, Keyword::UnevaluatedProperties);
    if (check.items == kNoNode && check.properties == kNoNode) return;
    node.checks |= kUnevaluatedCheck;
    node.unevaluated = static_cast<std::uint32_t>(program_.unevaluateds.size());
    program_.unevaluateds.push_back(check);
}

}  // namespace understudy::schema
