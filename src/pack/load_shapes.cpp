// Shapes: the vendor's own documents, reduced, and the bulk defaults for what a pack does not spell
// out.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"
#include "pack/impl/shape_fields.hpp"

namespace understudy::pack {

namespace {

std::optional<RestValue> read_value(Loader& loader, const Node& node, const std::string& what,
                                    bool may_echo) {
    if (!node) return std::nullopt;
    if (node.is_null()) return RestValue::Null;
    if (may_echo) {
        const auto word = loader.reader.word(node, what, {"echo", "empty", "example", "omit"});
        if (!word) return std::nullopt;
        constexpr RestValue kValues[] = {RestValue::Echo, RestValue::Empty, RestValue::Example,
                                         RestValue::Omit};
        return kValues[*word];
    }
    const auto word = loader.reader.word(node, what, {"null", "empty", "example", "omit"});
    if (!word) return std::nullopt;
    constexpr RestValue kValues[] = {RestValue::Null, RestValue::Empty, RestValue::Example,
                                     RestValue::Omit};
    return kValues[*word];
}

// `v1#customer`: the document and the schema in it.
const Api* api_named(Loader& loader, const Node& node, std::string_view text) {
    const std::string_view name = text.substr(0, text.find('#'));
    std::vector<std::string> known;
    for (std::size_t i = 0; i < loader.pack.shapes.size(); ++i) {
        known.push_back(loader.pack.shapes[i].name);
        // One that could not be read has been reported.
        if (known.back() == name) return loader.apis[i] ? &*loader.apis[i] : nullptr;
    }
    loader.reader.unknown_name(node, "shape", name, known, "as in v1#customer");
    return nullptr;
}

// What the rest of a resource is to be made of; nothing if its shape is not there.
std::optional<RestWish> wish_for(Loader& loader, Index index, const Api& api,
                                 const std::vector<std::string>& forms, const Node& node) {
    const Resource& resource = loader.pack.resources[index];
    const std::size_t hash = resource.shape.find('#');
    const std::string name = hash == std::string::npos ? "" : resource.shape.substr(hash + 1);
    auto shape = written_in(api, name);
    if (!shape) {
        base::Error error = shape.error();
        loader.reader.problem_at(error.code, error.args, node.mark(), error.because);
        return std::nullopt;
    }
    const std::vector<std::string> states =
        resource.lifecycle ? resource.lifecycle->states : std::vector<std::string>{};
    for (const Field& field : resource.fields) {
        if (!field.differs.empty()) continue;
        const auto why = contradicts(api, *shape, field, states);
        if (!why) continue;
        loader.reader.problem_at(
            code::ContradictsShape,
            {{"field", field.path}, {"shape", base::quoted(resource.shape)}, {"why", *why}},
            field.mark);
    }
    std::vector<Route> routes;
    for (const Index operation : resource.operations) {
        const Operation& each = loader.pack.operations[operation];
        if (each.does != Does::Create && each.does != Does::Update) continue;
        routes.insert(routes.end(), each.routes.begin(), each.routes.end());
    }
    return RestWish{&api,
                    std::move(*shape),
                    resource.fields,
                    described_inputs(api, forms, routes),
                    effective_rest(loader.pack.rest, resource.rest),
                    loader.pack.serve.names};
}

void add_fields(Loader& loader, Index index, std::vector<Field> fields) {
    Resource& resource = loader.pack.resources[index];
    const base::Mark mark = loader.written[index].node.member("shape").mark();
    for (Field& field : fields) {
        field.mark = mark;
        resource.fields.push_back(std::move(field));
        loader.written[index].fields.push_back({});
    }
}

}  // namespace

Rest read_rest(Loader& loader, const Node& node, std::string_view what) {
    Rest rest;
    if (!node) return rest;
    const std::string name(what);
    const Map map(loader.reader, node, name, {"input", "nullable", "list", "else"});
    const auto put = [&](std::string_view key, RestValue& into, bool may_echo) {
        const auto value =
            read_value(loader, map.get(key), name + "." + std::string(key), may_echo);
        if (value) into = *value;
    };
    put("input", rest.input, true);
    put("nullable", rest.nullable, false);
    put("list", rest.list, false);
    put("else", rest.otherwise, false);
    return rest;
}

void read_shapes(Loader& loader) {
    for (const Entry& entry : loader.reader.entries(loader.root.member("shapes"), "shapes")) {
        const std::string what = "shapes." + entry.key;
        const Map map(loader.reader, entry.node, what, {"file", "made_by", "of"});
        if (!map.is_map()) continue;
        ShapeFile shape;
        shape.name = entry.key;
        const Node file = map.need("file", "as in shapes/v1.json");
        shape.file = loader.reader.text(file, what + ".file").value_or("");
        shape.made_by = loader.reader.text(map.get("made_by"), what + ".made_by").value_or("");
        if (const Node of = map.get("of")) shape.of = *of.value;
        std::optional<Api> api;
        if (!shape.file.empty()) {
            const bool outside = shape.file.front() == '/' ||
                                 shape.file.find("..") != std::string::npos ||
                                 shape.file.find('\\') != std::string::npos;
            const base::Source* source = loader.folder.find(shape.file);
            if (outside) {
                loader.reader.problem(code::OutsideFolder, {{"path", base::quoted(shape.file)}},
                                      file);
            } else if (source == nullptr) {
                std::vector<std::string> known;
                for (const base::Source& each : loader.folder.files) known.push_back(each.name);
                loader.reader.unknown_name(file, "file", shape.file, known);
            } else if (auto read =
                           read_api(*source, loader.reader.problems(),
                                    loader.thoroughness == Thoroughness::Lint ? Examples::Now
                                                                              : Examples::Later)) {
                shape.document = read->root;
                api = std::move(*read);
            } else {
                const base::Error& error = read.error();
                loader.reader.problem_at(error.code, error.args, error.where, error.because);
            }
        }
        loader.apis.push_back(std::move(api));
        loader.pack.shapes.push_back(std::move(shape));
    }
}

void add_rest_fields(Loader& loader) {
    std::map<const Api*, std::vector<std::string>> forms;
    std::vector<RestWish> wishes;
    std::vector<Index> owners;
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        Resource& resource = loader.pack.resources[i];
        const Node node = loader.written[i].node;
        const Node shape = node.member("shape");
        resource.shape = loader.reader.text(shape, "shape").value_or("");
        resource.rest = read_rest(loader, node.member("rest"), "rest of " + resource.name);
        if (resource.shape.empty()) continue;
        if (const Api* api = api_named(loader, shape, resource.shape)) {
            const auto [known, is_new] = forms.try_emplace(api);
            if (is_new) known->second = forms_of(loader.pack, *api);
            const auto owner = static_cast<Index>(i);
            if (auto wish = wish_for(loader, owner, *api, known->second, shape)) {
                wishes.push_back(std::move(*wish));
                owners.push_back(owner);
            }
        }
    }
    std::vector<std::vector<Field>> made = rest_fields(wishes);
    for (std::size_t i = 0; i < made.size(); ++i) add_fields(loader, owners[i], std::move(made[i]));
}

}  // namespace understudy::pack
