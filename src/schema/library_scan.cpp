// The scan: walks the schemas of a document and writes down what they are called. Only places that
// a keyword of the dialect makes a schema are entered, so an `$id` inside an enum names nothing.
#include <algorithm>

#include "base/text.hpp"
#include "schema/impl/library.hpp"
#include "schema/impl/uri.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

namespace {

const std::string* text_of(const Value& schema, std::string_view key, std::string& into) {
    const Value* value = schema.find(key);
    if (value == nullptr || !value->is_string()) return nullptr;
    into = std::string(value->as_string());
    return &into;
}

}  // namespace

void Library::scan(const Spot& from) {
    struct Entry {
        Spot spot;
        std::size_t depth;
    };
    std::vector<Entry> stack{{from, 0}};
    while (!stack.empty()) {
        Entry entry = stack.back();
        stack.pop_back();
        const Value& schema = *entry.spot.value;
        if (!schema.is_object()) continue;
        const std::uint32_t document = program_.locations[entry.spot.location].document;
        if (!scanned_.insert({document, &schema}).second) continue;
        if (entry.depth > options_.limits.depth) {
            problems_.add(Code::SchemaTooDeep, entry.spot.location, "",
                          {{"limit", base::with_thousands(options_.limits.depth)}});
            return;
        }
        if (scanned_.size() > options_.limits.nodes) return;  // the builder reports it
        read_id(entry.spot, resources_[entry.spot.resource].root.value == &schema);
        read_anchors(entry.spot);
        const Rules rules = resources_[entry.spot.resource].rules;
        const auto first = static_cast<std::ptrdiff_t>(stack.size());
        const auto push = [&](const Spot& spot) { stack.push_back({spot, entry.depth + 1}); };
        for (const json::Member& member : schema.members()) {
            const KeywordRow* row = keyword_named(member.key());
            if (row == nullptr || row->holds == Holds::Nothing || !row->is_in(rules.dialect)) {
                continue;
            }
            const Value& held = member.value;
            if (held.is_array() && row->holds != Holds::Schema && row->holds != Holds::SchemaMap) {
                for (std::size_t i = 0; i < held.size(); ++i) {
                    push(child(entry.spot, row->name, i, held.items()[i]));
                }
            } else if (held.is_object() &&
                       (row->holds == Holds::SchemaMap || row->holds == Holds::Mixed)) {
                for (const json::Member& each : held.members()) {
                    push(child(entry.spot, row->name, each.key(), each.value));
                }
            } else if (held.is_object() && row->holds != Holds::Schemas) {
                push(child(entry.spot, row->name, held));
            }
        }
        std::reverse(stack.begin() + first, stack.end());  // first come, first named
    }
}

// An `$id` makes a resource of its own, with its own base and perhaps its own dialect.
void Library::read_id(Spot& spot, bool is_root) {
    const Value& schema = *spot.value;
    Rules rules = resources_[spot.resource].rules;
    std::string id;
    if (!rules.has_ids() || text_of(schema, rules.id_keyword(), id) == nullptr) return;
    if (rules.ref_stands_alone() && schema.has("$ref")) return;
    if (id.starts_with('#')) {  // drafts 4 and 7 write anchors this way
        if (!rules.is_new() && id.size() > 1) {
            add_anchor(spot, id.substr(1), false, rules.id_keyword());
        }
        return;
    }
    const std::string full = resolve_text(resources_[spot.resource].base, id);
    const Cut cut = cut_fragment(full);
    if (is_root) {
        resources_[spot.resource].base = std::string(cut.uri);
        const Location& place = program_.locations[spot.location];
        if (place.up == Location::kTop) program_.documents[place.document]->uri = cut.uri;
    } else {
        rules = rules_of(schema, rules, spot.location);
        spot.resource = add_resource(std::string(cut.uri), spot, rules);
    }
    const auto [known, fresh] = by_uri_.try_emplace(std::string(cut.uri), spot.resource);
    if (!fresh && known->second != spot.resource) {
        problems_.add(Code::SchemaRepeatedName, spot.location, rules.id_keyword(),
                      {{"name", base::quoted(cut.uri)}});
    }
    if (!rules.is_new() && !cut.fragment.empty() && !cut.fragment.starts_with('/')) {
        add_anchor(spot, std::string(cut.fragment), false, rules.id_keyword());
    }
}

void Library::read_anchors(const Spot& spot) {
    if (!resources_[spot.resource].rules.is_new()) return;
    std::string name;
    if (text_of(*spot.value, "$anchor", name) != nullptr) {
        add_anchor(spot, name, false, "$anchor");
    }
    if (text_of(*spot.value, "$dynamicAnchor", name) != nullptr) {
        add_anchor(spot, name, true, "$dynamicAnchor");
    }
}

void Library::add_anchor(const Spot& spot, std::string name, bool dynamic,
                         std::string_view keyword) {
    auto& anchors = resources_[spot.resource].anchors;
    const auto [known, fresh] = anchors.try_emplace(name, Anchor{spot, dynamic});
    if (fresh) return;
    if (known->second.spot.value == spot.value) {
        known->second.dynamic = known->second.dynamic || dynamic;
        return;
    }
    problems_.add(Code::SchemaRepeatedName, spot.location, keyword,
                  {{"name", base::quoted("#" + name)}});
}

Spot Library::with_own_rules(Spot spot) {
    const Rules inherited = resources_[spot.resource].rules;
    const Rules rules = rules_of(*spot.value, inherited, spot.location);
    if (rules == inherited) return spot;
    spot.resource = add_resource(resources_[spot.resource].base, spot, rules);
    return spot;
}

Rules Library::rules_of(const Value& schema, Rules inherited, std::uint32_t location) {
    std::string uri;
    if (text_of(schema, "$schema", uri) == nullptr) return inherited;
    if (const std::optional<Dialect> dialect = dialect_of(uri)) {
        Rules rules;
        rules.dialect = *dialect;
        return rules;
    }
    // A meta-schema that is being read while it is asked for describes itself.
    const auto [known, fresh] = meta_rules_.try_emplace(uri, inherited);
    if (!fresh) return known->second;
    if (std::optional<Rules> rules = rules_of_meta_schema(uri, inherited, location)) {
        meta_rules_[uri] = *rules;
        return *rules;
    }
    problems_.add(Code::SchemaUnknownDialect, location, "$schema",
                  {{"dialect", base::quoted(uri)}});
    return inherited;
}

std::optional<Rules> Library::rules_of_meta_schema(std::string_view uri, Rules inherited,
                                                   std::uint32_t location) {
    const std::optional<Value> meta = fetch(cut_fragment(uri).uri);
    if (!meta || !meta->is_object()) return std::nullopt;
    Rules rules = rules_of(*meta, inherited, location);
    const Value* vocabulary = meta->find("$vocabulary");
    if (vocabulary == nullptr || !vocabulary->is_object()) return rules;
    // A vocabulary left out is not in force; `$vocabulary` does not speak of OpenAPI's keywords.
    rules.vocabularies = kCore | kOther;
    for (const json::Member& member : vocabulary->members()) {
        const std::uint8_t known = vocabulary_named(member.key());
        rules.vocabularies = static_cast<std::uint8_t>(rules.vocabularies | known);
        const bool required = member.value.is_bool() && member.value.as_bool();
        if (known == 0 && required) {
            problems_.add(Code::SchemaUnknownVocabulary, location, "$schema",
                          {{"vocabulary", base::quoted(member.key())}});
        }
    }
    return rules;
}

}  // namespace understudy::schema
