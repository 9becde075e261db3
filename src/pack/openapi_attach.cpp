// Joins an API document to a pack: which of its routes the pack models itself, and which are known
// from the shape alone.
#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "pack/code.hpp"
#include "pack/impl/api.hpp"
#include "pack/impl/shape_fields.hpp"
#include "pack/impl/shape_schema.hpp"

namespace understudy::pack {

namespace {

// Does the path begin with the prefix? Parameters fit parameters and texts, whatever their names.
bool begins_with(const std::vector<RouteSegment>& path, const std::vector<RouteSegment>& prefix) {
    if (prefix.size() > path.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        const bool is_text = prefix[i].parameter.empty();
        if (is_text && (!path[i].parameter.empty() || path[i].before != prefix[i].before)) {
            return false;
        }
    }
    return true;
}

std::string path_text(const std::vector<RouteSegment>& segments) {
    std::string text;
    for (const RouteSegment& segment : segments) {
        text += "/" + segment.before;
        if (segment.parameter.empty()) continue;
        text += "{" + segment.parameter + (segment.rest ? "+}" : "}") + segment.after;
    }
    return text.empty() ? "/" : text;
}

// The same for routes that no request can tell apart: names of parameters do not count.
std::string form_of(std::string_view method, const std::vector<RouteSegment>& segments) {
    std::string text(method);
    for (const RouteSegment& segment : segments) {
        text += "/" + segment.before;
        if (!segment.parameter.empty()) text += segment.rest ? "{+}" : "{}";
        text += segment.after;
    }
    return text;
}

// Without the prefix that the pack serves under, or that the document names.
std::vector<RouteSegment> relative(const Pack& pack, const Api& api, const std::string& path) {
    const std::vector<RouteSegment> own = segments_of_path(path);
    const std::vector<RouteSegment> whole = segments_of_path(api.servers.front().base + path);
    std::size_t best = 0;
    bool found = false;
    for (const Host& host : pack.serve.hosts) {
        if (!begins_with(whole, host.segments)) continue;
        found = true;
        best = std::max(best, host.segments.size());
    }
    if (!found) return own;
    return {whole.begin() + static_cast<std::ptrdiff_t>(best), whole.end()};
}

// Path parameters are called what the route calls them; others of the path are gone with the
// prefix.
void rename_path_parameters(Description& description, const std::vector<RouteSegment>& described,
                            const std::vector<RouteSegment>& route) {
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < described.size() && i < route.size(); ++i) {
        if (!described[i].parameter.empty()) names[described[i].parameter] = route[i].parameter;
    }
    std::erase_if(description.parameters, [&](DescribedParameter& parameter) {
        if (parameter.in != "path") return false;
        const auto name = names.find(parameter.name);
        if (name == names.end()) return true;
        parameter.name = name->second;
        return false;
    });
}

Operation operation_for(const Description& description, Index number, std::string name) {
    Operation operation;
    operation.verb = name;
    operation.name = std::move(name);
    operation.does = Does::Shape;
    operation.described = number;
    operation.input = description.input;
    Route route;
    route.method = description.method;
    route.path = description.path;
    route.segments = segments_of_path(description.path);
    operation.routes.push_back(std::move(route));
    AnswerForm form;
    form.status = description.success().status;
    form.type = description.success().type;
    operation.answers.push_back({std::nullopt, std::move(form)});
    return operation;
}

}  // namespace

void attach_api(Pack& pack, const Api& api, std::vector<Problem>& problems) {
    struct Place {
        std::size_t operation, route;
    };
    std::map<std::string, Place> modelled;
    std::set<std::string> names;
    for (std::size_t op = 0; op < pack.operations.size(); ++op) {
        names.insert(pack.operations[op].name);
        for (std::size_t r = 0; r < pack.operations[op].routes.size(); ++r) {
            const Route& route = pack.operations[op].routes[r];
            modelled.try_emplace(form_of(route.method, route.segments), Place{op, r});
        }
    }
    for (const Description& described : api.operations) {
        Description description = described;
        const std::vector<RouteSegment> segments = relative(pack, api, description.path);
        description.path = path_text(segments);
        const auto number = static_cast<Index>(pack.descriptions.size());
        const std::string form = form_of(description.method, segments);
        const auto known = modelled.find(form);
        if (known == modelled.end()) {
            rename_path_parameters(description, segments, segments);
            if (!pack.serve.refuse_unmodelled) {
                std::string name = description.id;
                for (int i = 2; !names.insert(name).second; ++i) {
                    name = description.id + std::to_string(i);
                }
                modelled[form] = {pack.operations.size(), 0};
                pack.operations.push_back(operation_for(description, number, std::move(name)));
            }
        } else {
            Operation& operation = pack.operations[known->second.operation];
            const Route& route = operation.routes[known->second.route];
            if (operation.does == Does::Shape) {
                // Two of the document's own; the first one stays.
                const Description& first = pack.descriptions[operation.described];
                base::Mark mark;
                mark.file = api.file;
                problems.push_back(
                    {Level::Warning,
                     base::Error{code::RoutesClash,
                                 {{"first", first.method + " " + first.path},
                                  {"second", description.method + " " + description.path}},
                                 std::move(mark),
                                 {}}});
                continue;
            }
            rename_path_parameters(description, segments, route.segments);
            // Of several routes the first is canonical, so its description counts.
            if (operation.described == kNone || known->second.route == 0) {
                operation.described = number;
            }
        }
        pack.descriptions.push_back(std::move(description));
    }
}

std::vector<std::string> forms_of(const Pack& pack, const Api& api) {
    std::vector<std::string> forms;
    forms.reserve(api.operations.size());
    for (const Description& description : api.operations) {
        forms.push_back(form_of(description.method, relative(pack, api, description.path)));
    }
    return forms;
}

std::vector<DescribedInput> described_inputs(const Api& api, const std::vector<std::string>& forms,
                                             const std::vector<Route>& routes) {
    std::set<std::string> wanted;
    for (const Route& route : routes) wanted.insert(form_of(route.method, route.segments));
    std::vector<DescribedInput> inputs;
    const auto add = [&](std::string name, json::Value schema) {
        const bool known = std::any_of(inputs.begin(), inputs.end(),
                                       [&](const auto& each) { return each.name == name; });
        if (!known) inputs.push_back({std::move(name), std::move(schema)});
    };
    for (std::size_t i = 0; i < api.operations.size(); ++i) {
        if (!wanted.contains(forms[i])) continue;
        const Description& description = api.operations[i];
        for (const DescribedParameter& parameter : description.parameters) {
            if (parameter.in == "query") add(parameter.name, parameter.schema.written);
        }
        for (auto& [name, schema] : properties_of(*api.root, description.body.written)) {
            add(name, std::move(schema));
        }
    }
    return inputs;
}

namespace {

struct Found {
    json::Pointer pointer;
    const json::Value* written;
};

base::Result<Found> find_schema(const Api& api, std::string_view name) {
    const bool is_pointer = name.starts_with('/');
    json::Pointer pointer;
    if (is_pointer) {
        pointer = TRY(json::Pointer::parse(name));
    } else if (api.dialect == schema::Dialect::Swagger2) {
        pointer = json::Pointer({"definitions", std::string(name)});
    } else {
        pointer = json::Pointer({"components", "schemas", std::string(name)});
    }
    const json::Value* written = pointer.resolve(*api.root);
    if (written == nullptr) {
        std::string nearest;
        json::Pointer above = pointer;
        if (!is_pointer) {
            above.pop();
            std::vector<std::string> known;
            if (const json::Value* all = above.resolve(*api.root); all && all->is_object()) {
                for (const json::Member& each : all->members()) known.emplace_back(each.key());
            }
            nearest = base::nearest(name, known);
        }
        return base::fail(code::UnknownName, {{"what", "schema in " + api.file},
                                              {"name", base::quoted(name)},
                                              {"help", ""},
                                              {"nearest", nearest}});
    }
    return Found{std::move(pointer), written};
}

}  // namespace

base::Result<json::Value> written_in(const Api& api, std::string_view name) {
    return *TRY(find_schema(api, name)).written;
}

base::Result<FieldSchema> schema_in(const Api& api, std::string_view name) {
    const auto [pointer, written] = TRY(find_schema(api, name));
    schema::CompileOptions options;
    options.dialect = api.dialect;
    auto compiled = schema::compile_at(*api.root, pointer, options);
    if (!compiled) {
        return base::fail(code::BadSchema, {{"what", api.file + "#" + std::string(name)}}, {},
                          {compiled.error()});
    }
    FieldSchema made;
    made.written = *written;
    made.compiled = std::move(*compiled);
    return made;
}

}  // namespace understudy::pack
