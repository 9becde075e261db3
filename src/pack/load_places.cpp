// Which names are in scope where (docs/reference/pack-format.md, "Expressions").
#include <set>

#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

Type object_of(Loader& loader, Index resource) {
    return Type::object(*loader.resource_shapes[resource]);
}

void add_parent(Loader& loader, Place& place, Index resource) {
    const Index parent = loader.pack.resources[resource].parent;
    if (parent != kNone) place.with(Name::Parent, object_of(loader, parent).or_null());
}

void add_path_parameters(std::vector<std::string>& names,
                         const std::vector<RouteSegment>& segments) {
    for (const RouteSegment& segment : segments) {
        if (!segment.parameter.empty()) names.push_back(segment.parameter);
    }
}

// Everything a call of this resource may bring as `params`.
struct Gathered {
    std::vector<const Param*> params;
    std::vector<std::string> in_path;
};

void gather_serve(Loader& loader, Gathered& gathered) {
    for (const Param& param : loader.pack.serve.params) gathered.params.push_back(&param);
    for (const Host& host : loader.pack.serve.hosts) {
        add_path_parameters(gathered.in_path, host.segments);
    }
}

void gather(const Loader& loader, Gathered& gathered, const Operation& operation) {
    for (const Param& param : operation.params) gathered.params.push_back(&param);
    for (const Route& route : operation.routes)
        add_path_parameters(gathered.in_path, route.segments);
    if (operation.move == kNone) return;
    const auto& lifecycle = loader.pack.resources[operation.resource].lifecycle;
    for (const Param& param : lifecycle->moves[operation.move].params) {
        gathered.params.push_back(&param);
    }
}

// `input` is what the caller sent, in the vendor's spelling.
Type input_type(Loader& loader, const Gathered& gathered, const std::vector<Field>* fields,
                std::vector<std::string> others, bool open) {
    std::vector<Field> sent;
    std::set<std::string> taken;
    for (const Param* param : gathered.params) {
        if (!taken.insert(param->spelled).second) continue;
        Field& field = sent.emplace_back();
        field.path = param->spelled;
        field.from = From::Input;
        field.schema.written = param->schema.written;
        field.ref = param->ref;
    }
    if (fields != nullptr) {
        for (const Field& each : *fields) {
            const bool creates =
                each.from == From::Children && each.children && each.children->input_creates;
            if (each.from != From::Input && !creates) continue;
            const std::string& name = each.param.empty() ? each.path : each.param;
            if (!taken.insert(name).second) continue;
            Field& field = sent.emplace_back();
            field.path = name;
            field.from = From::Input;
            field.schema.written = each.schema.written;
            field.ref = each.ref;
        }
    }
    others.insert(others.end(), gathered.in_path.begin(), gathered.in_path.end());
    for (const std::string& other : others) {
        if (other.empty() || !taken.insert(other).second) continue;
        Field& field = sent.emplace_back();
        field.path = other;
        field.from = From::Input;
    }
    expr::Shape& shape = loader.new_shape("input", open);
    fill_shape(loader, shape, sent);
    return Type::object(shape);
}

}  // namespace

Place pack_place(Loader& loader) {
    Place place;
    place.with(Name::Config, Type::object(*loader.config_shape));
    return place;
}

Place call_place(Loader& loader) {
    Place place = pack_place(loader);
    Gathered gathered;
    gather_serve(loader, gathered);
    place.with(Name::Params,
               type_of_params(loader, "params", gathered.params, gathered.in_path, false));
    place.with(Name::Input, input_type(loader, gathered, nullptr, {}, true));
    place.with(Name::Headers, Type::object(*loader.headers_shape));
    place.with(Name::Now, Type::timestamp());
    return place;
}

Place operation_place(Loader& loader, Index index) {
    const Operation& operation = loader.pack.operations[index];
    const Resource& resource = loader.pack.resources[operation.resource];
    Place place = pack_place(loader);
    Gathered gathered;
    gather(loader, gathered, operation);
    gather_serve(loader, gathered);
    place.with(Name::Params,
               type_of_params(loader, "params", gathered.params, gathered.in_path, false));
    const Page& page = operation.lists  ? operation.lists->page
                       : resource.lists ? resource.lists->page
                                        : loader.pack.lists.page;
    std::vector<std::string> others = {page.after,  page.before, page.limit,
                                       page.number, page.token,  loader.pack.serve.expand};
    for (const Filter& filter : operation.filters) others.push_back(filter.name);
    const bool open = loader.pack.serve.unknown == UnknownParam::Keep ||
                      operation.does == Does::Result || !resource.shape.empty() ||
                      operation.described != kNone;
    place.with(Name::Input,
               input_type(loader, gathered, &resource.fields, std::move(others), open));
    place.with(Name::Headers, Type::object(*loader.headers_shape));
    place.with(Name::Now, Type::timestamp());
    if (operation.does != Does::Result)
        place.with(Name::Self, object_of(loader, operation.resource));
    add_parent(loader, place, operation.resource);
    return place;
}

Place view_place(Loader& loader, Index resource) {
    Place place = pack_place(loader);
    if (resource != kNone) {
        place.with(Name::Self, object_of(loader, resource));
        add_parent(loader, place, resource);
    }
    place.with(Name::Request, Type::object(*loader.request_shape));
    place.with(Name::Page, Type::object(*loader.page_shape));
    place.with(Name::Plural, Type::string());
    return place;
}

Place header_place(Loader& loader) {
    Place place = pack_place(loader);
    place.with(Name::Request, Type::object(*loader.request_shape));
    place.with(Name::Answer, Type::object(*loader.answer_shape));
    place.with(Name::Headers, Type::object(*loader.headers_shape));
    place.with(Name::Rate, Type::object(*loader.rate_shape));
    place.with(Name::Now, Type::timestamp());
    return place;
}

Place error_place(Loader& loader, const Place& inner) {
    Place place = inner;
    place.with(Name::Issue, Type::object(*loader.issue_shape));
    place.with(Name::Error, Type::object(*loader.error_shape));
    place.with(Name::Request, Type::object(*loader.request_shape));
    return place;
}

Place default_place(Loader& loader, Index resource) {
    Place place = pack_place(loader);
    Gathered gathered;
    if (resource != kNone) {
        for (const Index operation : loader.pack.resources[resource].operations) {
            gather(loader, gathered, loader.pack.operations[operation]);
        }
    }
    gather_serve(loader, gathered);
    place.with(Name::Params,
               type_of_params(loader, "params", gathered.params, gathered.in_path, false));
    const std::vector<Field>* fields =
        resource == kNone ? nullptr : &loader.pack.resources[resource].fields;
    place.with(Name::Input, input_type(loader, gathered, fields, {}, true));
    place.with(Name::Now, Type::timestamp());
    if (resource != kNone) add_parent(loader, place, resource);
    return place;
}

Place derived_place(Loader& loader, Index resource) {
    Place place = pack_place(loader);
    place.with(Name::Self, object_of(loader, resource));
    add_parent(loader, place, resource);
    place.is_pure = true;
    return place;
}

Place lifecycle_place(Loader& loader, Index resource, const Move* move) {
    Place place = pack_place(loader);
    Gathered gathered;
    if (move != nullptr) {
        for (const Param& param : move->params) gathered.params.push_back(&param);
    }
    for (const Index operation : loader.pack.resources[resource].operations) {
        gather(loader, gathered, loader.pack.operations[operation]);
    }
    gather_serve(loader, gathered);
    place.with(Name::Params,
               type_of_params(loader, "params", gathered.params, gathered.in_path, false));
    place.with(Name::Input,
               input_type(loader, gathered, &loader.pack.resources[resource].fields, {}, true));
    place.with(Name::Headers, Type::object(*loader.headers_shape));
    place.with(Name::Self, object_of(loader, resource));
    place.with(Name::Old, object_of(loader, resource).or_null());
    place.with(Name::Now, Type::timestamp());
    place.with(Name::Arm, Type::string().or_null());
    add_parent(loader, place, resource);
    return place;
}

Place event_place(Loader& loader) {
    Place place = pack_place(loader);
    place.with(Name::Self, Type::any());
    place.with(Name::Old, Type::any());
    place.with(Name::Event, Type::object(*loader.event_shape));
    place.with(Name::Request, Type::object(*loader.request_shape));
    place.with(Name::Arm, Type::string().or_null());
    place.with(Name::Now, Type::timestamp());
    return place;
}

}  // namespace understudy::pack
