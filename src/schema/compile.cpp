// Library, builder and linker in a row.
#include "schema/compile.hpp"

#include "schema/impl/builder.hpp"
#include "schema/impl/library.hpp"
#include "schema/impl/node.hpp"
#include "schema/impl/problems.hpp"

namespace understudy::schema {

using base::Result;
using json::Document;
using json::Pointer;
using json::Value;

namespace {

// The components of an OpenAPI 3.1 document may have an `$id` each, and be referred to by it.
void scan_components(Library& library, const Spot& top) {
    const Value* components = top.value->find("components");
    const Value* schemas = components == nullptr ? nullptr : components->find("schemas");
    if (schemas == nullptr || !schemas->is_object()) return;
    for (const json::Member& member : schemas->members()) {
        library.walk(top, {"components", "schemas", std::string(member.key())});
    }
}

Result<std::vector<Schema>> compile_marked(const Value& root, const Document* marked,
                                           std::span<const Pointer> pointers,
                                           const CompileOptions& options) {
    auto program = std::make_shared<Program>();
    Problems problems(*program, marked, options.limits.problems);
    Library library(*program, problems, options);
    Builder builder(*program, library, problems, options);
    const bool is_schema = pointers.size() == 1 && pointers.front().is_root();
    Rules rules;
    rules.dialect = options.dialect;
    const Spot top = library.add_document(options.base_uri, root, rules, is_schema);

    if (!is_schema && rules.is_new()) scan_components(library, top);

    std::vector<NodeId> roots;
    for (const Pointer& pointer : pointers) {
        const std::optional<Spot> spot = library.walk(top, pointer.tokens());
        if (spot) {
            roots.push_back(builder.node_for(library.with_own_rules(*spot)));
        } else {
            problems.add(base::Code::SchemaUnresolved, top.location, "",
                         {{"reference", "\"" + pointer.to_text() + "\""}});
        }
    }
    builder.run();
    if (problems.is_empty()) link(*program, problems);
    if (!problems.is_empty()) return base::fail(problems.take());

    std::vector<Schema> schemas;
    schemas.reserve(roots.size());
    for (const NodeId id : roots) schemas.emplace_back(program, id);
    return schemas;
}

Result<Schema> only(Result<std::vector<Schema>> schemas) {
    if (!schemas) return base::fail(std::move(schemas).error());
    return std::move(schemas->front());
}

}  // namespace

std::size_t Schema::node_count() const {
    return program_->nodes.size();
}

Result<Schema> compile(const Value& schema, const CompileOptions& options) {
    return compile_at(schema, Pointer(), options);
}

Result<Schema> compile(const Document& schema, const CompileOptions& options) {
    return compile_at(schema, Pointer(), options);
}

Result<Schema> compile_at(const Document& document, const Pointer& pointer,
                          const CompileOptions& options) {
    return only(compile_marked(document.root, &document, {&pointer, 1}, options));
}

Result<Schema> compile_at(const Value& document, const Pointer& pointer,
                          const CompileOptions& options) {
    return only(compile_marked(document, nullptr, {&pointer, 1}, options));
}

Result<std::vector<Schema>> compile_all(const Document& document, std::span<const Pointer> pointers,
                                        const CompileOptions& options) {
    return compile_marked(document.root, &document, pointers, options);
}

Result<std::vector<Schema>> compile_all(const Value& document, std::span<const Pointer> pointers,
                                        const CompileOptions& options) {
    return compile_marked(document, nullptr, pointers, options);
}

}  // namespace understudy::schema
