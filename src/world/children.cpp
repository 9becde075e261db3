// Objects made from a parameter of their parent's call: each element is the input of one child, by
// the child's own rules.
#include "world/impl/doing.hpp"
#include "world/impl/front.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

namespace {

// The value for a field in an element, by the vendor's spelling or by its path.
const json::Value* value_for(const pack::Field& field, const json::Value& element) {
    if (!field.param.empty()) {
        if (const json::Value* found = element.find(field.param)) return found;
    }
    const json::Value* at = &element;
    for (const std::string& segment : field.segments) {
        at = at->find(segment);
        if (at == nullptr) return nullptr;
    }
    return at;
}

}  // namespace

base::Result<Request::Given> Doing::child_field(const pack::Field& field, Index index,
                                                json::Value value, const std::string& where) {
    Given given{index, std::move(value), false};
    if (field.ref == kNone || given.value.is_null() || given.value.is_object()) return given;
    Issue issue;
    issue.param = where + "[" + (field.param.empty() ? field.path : field.param) + "]";
    issue.value = given.value;
    issue.resource = resource(field.ref).singular;
    issue.place = "body";
    issue.keyword = "missing";
    auto found = look_up(turn_, field.ref, field.found_by, given.value, field.missing, issue);
    if (auto* refused = std::get_if<Refusal>(&found)) {
        refusal_ = std::move(*refused);
        return refuse(nullptr, {});
    }
    if (auto* error = std::get_if<base::Error>(&found)) return base::fail(std::move(*error));
    given.value = std::get<ObjectPtr>(found)->id;
    return given;
}

base::Result<void> Doing::create_children(const ObjectPtr& object, const Making& making) {
    const pack::Resource& kind = resource(making.resource);
    for (const Given& list : making.given) {
        const pack::Field& field = kind.fields[list.field];
        if (field.from != From::Children || !field.children->input_creates) continue;
        if (!list.value.is_array()) continue;
        const pack::Resource& of = resource(field.children->of);
        const std::string name = field.param.empty() ? field.path : field.param;
        std::size_t position = 0;
        for (const json::Value& element : list.value.items()) {
            const std::string where = name + "[" + std::to_string(position++) + "]";
            Making child;
            child.resource = field.children->of;
            child.request = making.request;
            if (of.parent == making.resource) child.parent = object;
            for (Index i = 0; i < of.fields.size(); ++i) {
                const pack::Field& own = of.fields[i];
                if (i == field.children->by || own.has_star()) continue;
                const bool nested = own.from == From::Children && own.children->input_creates;
                if (own.from != From::Input && !nested) continue;
                const json::Value* value = value_for(own, element);
                if (value == nullptr) continue;
                child.given.push_back(TRY(child_field(own, i, *value, where)));
            }
            child.given.push_back({field.children->by, object->id});
            Trouble trouble = check_fields(turn_, of, child.given, making.request);
            if (auto* refused = std::get_if<Refusal>(&trouble)) {
                refusal_ = std::move(*refused);
                return refuse(nullptr, {});
            }
            if (auto* error = std::get_if<base::Error>(&trouble)) {
                return base::fail(std::move(*error));
            }
            TRY(create(child));
        }
    }
    return {};
}

}  // namespace understudy::world
