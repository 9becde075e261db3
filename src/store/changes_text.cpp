#include "store/impl/changes_text.hpp"

#include "json/parse.hpp"
#include "json/write.hpp"
#include "world/code.hpp"

namespace understudy::store {

namespace {

// Around what a world takes in: a body at its limit of depth lies a few levels deep in its row.
constexpr std::size_t kDepth = 600;

base::Result<json::Value> parse(std::string_view text) {
    json::ParseOptions options;
    options.limits.depth = kDepth;
    return json::parse(text, options);
}

}  // namespace

void write_changes(std::string& out, const std::vector<world::Change>& changes) {
    char before = '[';
    for (const world::Change& change : changes) {
        out += before;
        json::write_to(out, world::to_json(change));
        before = ',';
    }
    out += changes.empty() ? "[]" : "]";
}

base::Result<std::vector<world::Change>> read_changes(std::string_view text) {
    const json::Value list = TRY(parse(text));
    if (!list.is_array()) {
        return base::fail(world::code::BadJournal, {{"why", "its changes are no list"}});
    }
    std::vector<world::Change> changes;
    changes.reserve(list.size());
    for (const json::Value& one : list.items()) {
        changes.push_back(TRY(world::change_from_json(one)));
    }
    return changes;
}

base::Result<json::Value> read_definition(std::string_view text) {
    json::Value definition = TRY(parse(text));
    if (definition.is_object()) return definition;
    return base::fail(world::code::BadJournal, {{"why", "a definition is an object"}});
}

}  // namespace understudy::store
