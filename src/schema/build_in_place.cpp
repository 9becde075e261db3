// What applies to the same value again: references, allOf, anyOf, oneOf, not, if, discriminators.
#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/builder.hpp"
#include "schema/impl/uri.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

void Builder::build_in_place(const Job& job, Node& node, std::vector<Dependency> dependencies) {
    InPlace in_place;
    if (node.in_place != kNoDetail) in_place = std::move(program_.in_places[node.in_place]);
    build_references(job, node, in_place);
    for (const NodeId each : read_schemas(job, Keyword::AllOf)) in_place.all.push_back(each);
    for (const Keyword keyword : {Keyword::AnyOf, Keyword::OneOf}) {
        if (!job.has(keyword)) continue;
        Choice choice;
        choice.keyword = keyword;
        choice.branches = read_schemas(job, keyword);
        if (choice.branches.empty()) continue;
        build_discriminator(job, choice);
        in_place.choices.push_back(std::move(choice));
    }
    in_place.negated = read_schema(job, Keyword::Not);
    if (job.has(Keyword::If) && (job.has(Keyword::Then) || job.has(Keyword::Else))) {
        in_place.condition = read_schema(job, Keyword::If);
        in_place.then = read_schema(job, Keyword::Then);
        in_place.otherwise = read_schema(job, Keyword::Else);
    } else if (job.has(Keyword::If) && job.rules.is_new()) {
        in_place.condition = read_schema(job, Keyword::If);  // it may still evaluate properties
    }
    in_place.dependencies = std::move(dependencies);
    const bool is_empty = in_place.beside == kNoNode && in_place.all.empty() &&
                          in_place.choices.empty() && in_place.negated == kNoNode &&
                          in_place.condition == kNoNode && in_place.dependencies.empty() &&
                          in_place.dynamic == kNoNode;
    if (is_empty) return;
    node.checks |= kInPlaceCheck;
    if (node.in_place == kNoDetail) {
        node.in_place = static_cast<std::uint32_t>(program_.in_places.size());
        program_.in_places.emplace_back();
    }
    program_.in_places[node.in_place] = std::move(in_place);
}

void Builder::build_references(const Job& job, Node& node, InPlace& in_place) {
    if (const Value* reference = job.at(Keyword::Ref)) {
        if (!reference->is_string()) {
            complain(job, Keyword::Ref, "a string", *reference);
        } else if (const std::optional<Spot> spot =
                       library_.find(job.spot.resource, reference->as_string())) {
            node.ref = node_for(*spot);
            node.checks |= kRefCheck;
        } else {
            problems_.add(Code::SchemaUnresolved, job.spot.location, "$ref",
                          {{"reference", base::quoted(reference->as_string(), 200)}});
        }
    }
    if (job.has(Keyword::DynamicRef)) build_dynamic_reference(job, in_place);
}

// `$dynamicRef` is a plain reference unless what it first finds is a dynamic anchor of that name.
void Builder::build_dynamic_reference(const Job& job, InPlace& in_place) {
    const Value& reference = *job.at(Keyword::DynamicRef);
    if (!reference.is_string()) {
        complain(job, Keyword::DynamicRef, "a string", reference);
        return;
    }
    const std::optional<Spot> spot = library_.find(job.spot.resource, reference.as_string());
    if (!spot) {
        problems_.add(Code::SchemaUnresolved, job.spot.location, "$dynamicRef",
                      {{"reference", base::quoted(reference.as_string(), 200)}});
        return;
    }
    in_place.dynamic = node_for(*spot);
    const std::string name(cut_fragment(reference.as_string()).fragment);
    const auto& anchors = library_.resource(spot->resource).anchors;
    const auto anchor = anchors.find(name);
    if (anchor == anchors.end() || !anchor->second.dynamic) return;
    const auto index = static_cast<std::uint32_t>(dynamic_names_.size());
    in_place.dynamic_name = dynamic_names_.try_emplace(name, index).first->second;
}

// Every resource that has a dynamic anchor of a used name may be the one that is meant.
void Builder::finish_dynamic_names() {
    program_.dynamic_names.assign(dynamic_names_.size(), {});
    for (const auto& [name, index] : dynamic_names_) {
        for (std::uint32_t id = 0; id < library_.resource_count(); ++id) {
            const auto& anchors = library_.resource(id).anchors;
            const auto anchor = anchors.find(name);
            if (anchor == anchors.end() || !anchor->second.dynamic) continue;
            program_.dynamic_names[index].emplace_back(id, node_for(anchor->second.spot));
        }
        if (program_.dynamic_names[index].size() > 1) program_.has_dynamic = true;
    }
}

// OpenAPI 3.0: the text of one property selects the branch. In 3.1 a discriminator may not change
// the verdict, so there it is left to the telling property that link.cpp finds.
void Builder::build_discriminator(const Job& job, Choice& choice) {
    const Value* discriminator = job.at(Keyword::Discriminator);
    if (discriminator == nullptr || job.rules.dialect != Dialect::OpenApi30) return;
    const Value* property = discriminator->find("propertyName");
    if (property == nullptr || !property->is_string()) {
        complain(job, Keyword::Discriminator, "an object with a propertyName", *discriminator);
        return;
    }
    choice.discriminator = std::string(property->as_string());
    const auto select = [&choice](std::string_view text, std::size_t branch) {
        const std::uint32_t row = choice.mapped.add(text);
        if (row == choice.mapped_branch.size()) {
            choice.mapped_branch.push_back(static_cast<std::uint32_t>(branch));
        }
    };
    const auto branch_schema = [&](std::size_t branch) {
        const Value* reference = job.at(choice.keyword)->items()[branch].find("$ref");
        return reference != nullptr && reference->is_string() ? reference->as_string()
                                                              : std::string_view();
    };
    const auto last_part = [](std::string_view reference) {
        const std::size_t slash = reference.rfind('/');
        return slash == std::string_view::npos ? reference : reference.substr(slash + 1);
    };
    if (const Value* mapping = discriminator->find("mapping");
        mapping != nullptr && mapping->is_object()) {
        for (const json::Member& member : mapping->members()) {
            if (!member.value.is_string()) continue;
            const std::string_view target = member.value.as_string();
            for (std::size_t i = 0; i < choice.branches.size(); ++i) {
                const std::string_view reference = branch_schema(i);
                if (reference.empty()) continue;
                if (reference != target && last_part(reference) != target) continue;
                select(member.key(), i);
                break;
            }
        }
    }
    for (std::size_t i = 0; i < choice.branches.size(); ++i) {
        const std::string_view reference = branch_schema(i);
        if (!reference.empty()) select(last_part(reference), i);
    }
}

}  // namespace understudy::schema
