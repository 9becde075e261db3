#include "pack/schema_home.hpp"

#include "json/pointer.hpp"

namespace understudy::pack {

namespace {

constexpr unsigned kMostHops = 24;

}  // namespace

const json::Value& behind_references(const json::Value& schema, const SchemaHome& home) {
    const json::Value* at = &schema;
    for (unsigned hops = 0; hops < kMostHops; ++hops) {
        const json::Value* reference = at->find("$ref");
        if (!reference || !reference->is_string()) return *at;
        const std::string_view text = reference->as_string();
        if (text.empty() || text.front() != '#') return *at;
        const auto pointer = json::Pointer::parse(text.substr(1));
        if (!pointer) return *at;
        const json::Value* found = home.root ? pointer->resolve(*home.root) : nullptr;
        if (!found && home.pack) {
            for (const ShapeFile& shape : home.pack->shapes) {
                if (shape.document) found = pointer->resolve(*shape.document);
                if (found) break;
            }
        }
        if (!found) return *at;
        at = found;
    }
    return *at;
}

}  // namespace understudy::pack
