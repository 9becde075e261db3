// Documents, resources and references. All walking is done with explicit stacks: the depth of a
// foreign schema never becomes the depth of our own calls.
#include "schema/impl/library.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "schema/impl/uri.hpp"

namespace understudy::schema {

using base::Code;
using json::Value;

Library::Library(Program& program, Problems& problems, const CompileOptions& options)
    : program_(program), problems_(problems), options_(options) {}

Spot Library::add_document(std::string uri, Value root, Rules rules, bool is_schema) {
    const auto document = static_cast<std::uint32_t>(program_.documents.size());
    uri = std::string(cut_fragment(uri).uri);
    program_.documents.push_back(
        std::make_unique<SourceDocument>(SourceDocument{uri, std::move(root)}));
    Location top;
    top.document = document;
    program_.locations.push_back(top);
    const auto location = static_cast<std::uint32_t>(program_.locations.size() - 1);
    const Value& held = program_.documents.back()->root;
    if (is_schema) rules = rules_of(held, rules, location);
    Spot spot{0, &held, location};
    spot.resource = add_resource(uri, spot, rules);
    by_uri_.try_emplace(std::move(uri), spot.resource);
    if (is_schema) scan(spot);
    return spot;
}

std::optional<Spot> Library::find(std::uint32_t from, std::string_view reference) {
    const std::string full = resolve_text(resources_[from].base, reference);
    const Cut cut = cut_fragment(full);
    auto known = by_uri_.find(cut.uri);
    if (known == by_uri_.end()) {
        std::optional<Value> document = fetch(cut.uri);
        if (!document) return std::nullopt;
        add_document(std::string(cut.uri), std::move(*document), Rules{options_.dialect}, true);
        known = by_uri_.find(cut.uri);
    }
    const Resource& resource = resources_[known->second];
    const std::optional<std::string> fragment = base::from_percent(cut.fragment);
    if (!fragment || !base::is_utf8(*fragment)) return std::nullopt;
    if (fragment->empty()) return resource.root;
    if (fragment->front() == '/') {
        const base::Result<json::Pointer> pointer = json::Pointer::parse(*fragment);
        if (!pointer) return std::nullopt;
        return walk(resource.root, pointer->tokens());
    }
    const auto anchor = resource.anchors.find(*fragment);
    if (anchor == resource.anchors.end()) return std::nullopt;
    return anchor->second.spot;
}

std::optional<Spot> Library::walk(Spot from, const std::vector<std::string>& tokens) {
    std::optional<Spot> spot = from;
    for (const std::string& token : tokens) {
        spot = step(*spot, token);
        if (!spot) return std::nullopt;
    }
    if (resources_[spot->resource].rules.has_ids()) scan(*spot);
    return in_own_resource(*spot);
}

std::optional<Spot> Library::step(const Spot& from, const std::string& token) {
    if (from.value->is_array()) {
        const std::optional<std::size_t> index = json::to_index(token);
        if (!index || *index >= from.value->size()) return std::nullopt;
        const Value& item = from.value->items()[*index];
        return in_own_resource({from.resource, &item, add_location(from.location, *index)});
    }
    if (!from.value->is_object()) return std::nullopt;
    const Value* found = from.value->find(token);
    if (found == nullptr) return std::nullopt;
    // The key's own text is wanted, which lives as long as the document. `find` is indexed, a walk
    // over a hundred thousand members is not; the members stand in one row.
    const std::span<const json::Member> members = from.value->members();
    const auto distance = reinterpret_cast<const char*>(found) -
                          reinterpret_cast<const char*>(&members.front().value);
    const json::Member& member = members[static_cast<std::size_t>(distance) / sizeof(members[0])];
    return in_own_resource({from.resource, found, add_location(from.location, member.key())});
}

Spot Library::in_own_resource(Spot spot) const {
    const auto found = roots_.find({program_.locations[spot.location].document, spot.value});
    if (found != roots_.end()) spot.resource = found->second;
    return spot;
}

Spot Library::child(const Spot& parent, std::string_view keyword, const Value& value) {
    return in_own_resource({parent.resource, &value, add_location(parent.location, keyword)});
}

Spot Library::child(const Spot& parent, std::string_view keyword, std::string_view key,
                    const Value& value) {
    const std::uint32_t at = add_location(parent.location, keyword);
    return in_own_resource({parent.resource, &value, add_location(at, key)});
}

Spot Library::child(const Spot& parent, std::string_view keyword, std::size_t index,
                    const Value& value) {
    const std::uint32_t at = add_location(parent.location, keyword);
    return in_own_resource({parent.resource, &value, add_location(at, index)});
}

std::uint32_t Library::add_location(std::uint32_t up, std::string_view key) {
    Location location;
    location.up = up;
    location.document = program_.locations[up].document;
    location.key = key;
    program_.locations.push_back(location);
    return static_cast<std::uint32_t>(program_.locations.size() - 1);
}

std::uint32_t Library::add_location(std::uint32_t up, std::size_t index) {
    Location location;
    location.up = up;
    location.document = program_.locations[up].document;
    location.index = static_cast<std::uint32_t>(index);
    location.is_index = true;
    program_.locations.push_back(location);
    return static_cast<std::uint32_t>(program_.locations.size() - 1);
}

std::uint32_t Library::add_resource(std::string base, Spot root, Rules rules) {
    const auto id = static_cast<std::uint32_t>(resources_.size());
    root.resource = id;
    roots_[{program_.locations[root.location].document, root.value}] = id;
    resources_.push_back({std::move(base), root, rules, {}});
    return id;
}

std::optional<Value> Library::fetch(std::string_view uri) {
    if (missing_.contains(uri)) return std::nullopt;
    if (const std::string_view text = meta_schema_text(uri); !text.empty()) {
        base::Result<Value> parsed = json::parse(text);
        if (parsed) return std::move(*parsed);
    }
    if (options_.resolver && fetched_ < options_.limits.documents) {
        ++fetched_;
        if (std::optional<Value> document = options_.resolver(uri)) return document;
    } else if (fetched_ >= options_.limits.documents) {
        problems_.add(
            Code::SchemaTooLarge, 0, "",
            {{"limit", base::with_thousands(options_.limits.documents)}, {"what", "documents"}});
    }
    missing_.emplace(uri);
    return std::nullopt;
}

}  // namespace understudy::schema
