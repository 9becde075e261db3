// The documents a schema is made of: their resources (`$id`), anchors, and the way from a reference
// to the schema it means.
//
//     document  --scan-->  resources by URI, anchors by name
//     "item.json#/$defs/x"  --find-->  Spot{resource, value, location}
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/compile.hpp"
#include "schema/impl/node.hpp"
#include "schema/impl/problems.hpp"
#include "schema/impl/rules.hpp"

namespace understudy::schema {

struct Spot {
    std::uint32_t resource = 0;
    const json::Value* value = nullptr;
    std::uint32_t location = 0;
};

struct Anchor {
    Spot spot;
    bool dynamic = false;
};

struct Resource {
    std::string base;  // without fragment
    Spot root;
    Rules rules;
    std::map<std::string, Anchor, std::less<>> anchors;
};

class Library {
public:
    Library(Program& program, Problems& problems, const CompileOptions& options);

    // `is_schema`: the root itself is a schema, and not a document with schemas in it.
    Spot add_document(std::string uri, json::Value root, Rules rules, bool is_schema);

    // The schema a reference means, seen from a resource; nothing if it leads nowhere.
    std::optional<Spot> find(std::uint32_t from, std::string_view reference);
    std::optional<Spot> walk(Spot from, const std::vector<std::string>& tokens);

    // A schema inside a document that is none itself may name its own dialect.
    Spot with_own_rules(Spot spot);

    Spot child(const Spot& parent, std::string_view keyword, const json::Value& value);
    Spot child(const Spot& parent, std::string_view keyword, std::string_view key,
               const json::Value& value);
    Spot child(const Spot& parent, std::string_view keyword, std::size_t index,
               const json::Value& value);

    // Finds the identifiers in a schema that no document scan has met yet.
    void scan(const Spot& from);

    const Resource& resource(std::uint32_t id) const { return resources_[id]; }
    std::uint32_t resource_count() const { return static_cast<std::uint32_t>(resources_.size()); }

private:
    Rules rules_of(const json::Value& schema, Rules inherited, std::uint32_t location);
    std::optional<Rules> rules_of_meta_schema(std::string_view uri, Rules inherited,
                                              std::uint32_t location);
    std::optional<json::Value> fetch(std::string_view uri);
    std::uint32_t add_resource(std::string base, Spot root, Rules rules);
    void register_uri(std::string uri, std::uint32_t resource);
    void read_id(Spot& spot, bool is_root);
    void read_anchors(const Spot& spot);
    void add_anchor(const Spot& spot, std::string name, bool dynamic, std::string_view keyword);
    std::uint32_t add_location(std::uint32_t up, std::string_view key);
    std::uint32_t add_location(std::uint32_t up, std::size_t index);
    std::optional<Spot> step(const Spot& from, const std::string& token);
    Spot in_own_resource(Spot spot) const;

    Program& program_;
    Problems& problems_;
    const CompileOptions& options_;
    std::vector<Resource> resources_;
    std::map<std::string, std::uint32_t, std::less<>> by_uri_;
    std::map<std::pair<std::uint32_t, const json::Value*>, std::uint32_t> roots_;
    std::set<std::pair<std::uint32_t, const json::Value*>> scanned_;
    std::set<std::string, std::less<>> missing_;  // asked for and not there
    std::map<std::string, Rules, std::less<>> meta_rules_;
    std::size_t fetched_ = 0;
};

// The text of a built-in meta-schema; empty if the URI names none. See meta_schema.cpp.
std::string_view meta_schema_text(std::string_view uri);

}  // namespace understudy::schema
