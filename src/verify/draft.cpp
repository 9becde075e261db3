#include "verify/draft.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "pack/show.hpp"
#include "verify/values.hpp"

namespace understudy::verify {

namespace {

using json::Value;

plan::Capture capture_at(std::string name, std::string_view pointer) {
    plan::Capture capture;
    capture.name = std::move(name);
    capture.place = *plan::Place::parse(pointer);
    return capture;
}

std::string hole(const std::string& name) {
    return "${" + name + "}";
}

// Where the routes of a pack begin on a host of its own.
const std::string& base_of(const pack::Pack& pack) {
    const auto any = std::find_if(pack.serve.hosts.begin(), pack.serve.hosts.end(),
                                  [](const pack::Host& host) { return host.host == "*"; });
    return any == pack.serve.hosts.end() ? pack.serve.hosts.front().base : any->base;
}

}  // namespace

void put_input(Value& input, std::string_view path, Value value) {
    Value* at = &input;
    while (true) {
        const std::size_t dot = path.find('.');
        const std::string_view name = path.substr(0, dot);
        if (dot == std::string_view::npos) {
            at->set(name, std::move(value));
            return;
        }
        Value* next = at->find_mutable(name);
        if (next == nullptr || !next->is_object()) next = &at->set(name, Value::object());
        at = next;
        path.remove_prefix(dot + 1);
    }
}

std::string spelled(const pack::Field& field) {
    return field.param.empty() ? field.path : field.param;
}

bool has_body(const pack::Operation& operation) {
    const std::string& method = operation.routes.front().method;
    return method != "GET" && method != "DELETE" && method != "HEAD";
}

plan::Effect effect_of(const pack::Pack& pack, const pack::Operation& operation) {
    const std::string& method = operation.routes.front().method;
    if (method == "GET" || method == "HEAD") return plan::Effect::Read;
    if (method == "DELETE" || operation.does == pack::Does::Delete) {
        return plan::Effect::Destructive;
    }
    if (operation.move != pack::kNone && operation.resource != pack::kNone) {
        const auto& move = pack.resources[operation.resource].lifecycle->moves[operation.move];
        const auto removes = [](const pack::Steps& steps) {
            return std::any_of(steps.to.begin(), steps.to.end(),
                               [](const auto& to) { return to.what == pack::kNothing; });
        };
        if (removes(move.steps) ||
            std::any_of(move.arms.begin(), move.arms.end(),
                        [&](const pack::Arm& arm) { return removes(arm.steps); })) {
            return plan::Effect::Destructive;
        }
    }
    return plan::Effect::Write;
}

pack::Index operation_of(const pack::Pack& pack, pack::Index resource, pack::Does does) {
    for (const pack::Index index : pack.resources[resource].operations) {
        if (pack.operations[index].does == does) return index;
    }
    return pack::kNone;
}

Draft::Draft(const pack::Pack& pack, const std::vector<Recipe>& recipes, std::string about)
    : pack_(pack), recipes_(recipes) {
    walk_.about = std::move(about);
}

std::string Draft::next_id(std::string_view base) {
    const int number = ++counts_[std::string(base)];
    return std::string(base) + std::to_string(number);
}

Value Draft::input_for(pack::Index index, const std::map<pack::Index, const Object*>& refs,
                       const Value& more) const {
    const pack::Operation& operation = pack_.operations[index];
    Value input = pack::example_input(pack_, operation);
    if (!input.is_object()) input = Value::object();
    if (operation.resource != pack::kNone) {
        const pack::Resource& resource = pack_.resources[operation.resource];
        for (const pack::Index each : operation.writes) {
            const pack::Field& field = resource.fields[each];
            if (field.ref == pack::kNone) continue;
            const auto found = refs.find(each);
            if (found != refs.end()) {
                put_input(input, spelled(field), Value(hole(found->second->name)));
            } else {
                input.erase(spelled(field));
            }
        }
        // What must be told apart is numbered.
        for (const pack::Unique& unique : resource.unique) {
            for (const pack::Index each : unique.fields) {
                const std::string name = spelled(resource.fields[each]);
                const Value* value = input.find(name);
                if (value == nullptr || !value->is_string() ||
                    operation.does != pack::Does::Create) {
                    continue;
                }
                const auto made = std::count_if(
                    objects_.begin(), objects_.end(),
                    [&](const Object& object) { return object.resource == operation.resource; });
                input.set(name, Value(std::string(value->as_string()) + "-${run}" +
                                      (made == 0 ? "" : "-" + std::to_string(made))));
            }
        }
    }
    for (const json::Member& member : more.members()) {
        input.set(member.key(), member.value);
    }
    return input;
}

const Object& Draft::make(const Recipe& recipe, const Value& input) {
    CallForm form;
    form.input = input;
    return make(recipe, form);
}

const Object& Draft::make(const Recipe& recipe, const CallForm& given) {
    return make(recipe, given, {});
}

const Object& Draft::make_below(const Recipe& recipe,
                                const std::map<pack::Index, const Object*>& given) {
    return make(recipe, CallForm{}, given);
}

const Object& Draft::make(const Recipe& recipe, const CallForm& given,
                          std::map<pack::Index, const Object*> refs) {
    for (const auto& [field, of] : recipe.refs) {
        if (!refs.contains(field)) refs[field] = &make(recipes_[of], CallForm{});
    }
    Value over = recipe.input;
    for (const json::Member& member : given.input.members()) over.set(member.key(), member.value);
    const pack::Resource& resource = pack_.resources[recipe.resource];
    Object object;
    object.resource = recipe.resource;
    object.name = next_id(resource.singular);
    object.refs = refs;
    CallForm form = given;
    form.input = input_for(recipe.operation, refs, over);
    object.input = form.input;
    if (resource.id_field != pack::kNone) {
        form.captures.emplace_back(object.name, "/" + resource.fields[resource.id_field].path);
    }
    objects_.push_back(object);
    call(recipe.operation, &objects_.back(), std::move(form));
    const Object& made = objects_.back();
    for (const Action& action : recipe.actions) act(action, made);
    if (recipe.through != pack::kNone) {
        const auto found = made.refs.find(recipe.through);
        if (found != made.refs.end()) return *found->second;
    }
    return made;
}

void Draft::act(const Action& action, const Object& object) {
    switch (action.kind) {
        case Action::Kind::Call: {
            CallForm form;
            form.input = input_for(action.operation, {}, action.input);
            call(action.operation, &object, std::move(form));
            return;
        }
        case Action::Kind::Advance: return advance(action.by);
        case Action::Kind::Event: {
            const pack::Move& move = pack_.resources[action.resource].lifecycle->moves[action.move];
            Value data = Value::object();
            for (const pack::Param& param : move.cause->data) {
                if (param.ref == object.resource) {
                    data.set(param.spelled, Value(hole(object.name)));
                } else if (param.required) {
                    const Candidates tried = candidates(param.schema, {});
                    if (!tried.good.empty()) data.set(param.spelled, tried.good.front());
                }
            }
            return control("/__admin__/world/events", Value::object({{"event", move.cause->event},
                                                                     {"data", std::move(data)}}));
        }
        case Action::Kind::Choose: {
            const pack::Resource& resource = pack_.resources[action.resource];
            const std::string name =
                resource.name + '.' + resource.lifecycle->moves[action.move].name;
            return control(
                "/__admin__/exogenous/pins",
                Value::object({{"on", name}, {"field", "branch"}, {"value", action.arm}}));
        }
    }
}

void Draft::control(std::string path, Value body) {
    Leg leg;
    const std::size_t slash = path.rfind('/');
    leg.step.id = next_id(path.substr(slash + 1));
    leg.step.effect = plan::Effect::Write;
    leg.step.request.method = "POST";
    leg.step.request.path = std::move(path);
    leg.step.request.control = true;
    leg.step.request.body_kind = plan::Request::Body::Json;
    leg.step.request.body = std::move(body);
    walk_.legs.push_back(std::move(leg));
}

void Draft::advance(base::Duration by) {
    control("/__admin__/clock/advance", Value::object({{"by", base::to_text(by)}}));
}

bool Draft::call(pack::Index index, const Object* object, CallForm form) {
    const pack::Operation& operation = pack_.operations[index];
    const pack::Route& route = operation.routes.front();
    std::string path = base_of(pack_);
    if (path.find('{') != std::string::npos) return false;
    for (const pack::RouteSegment& segment : route.segments) {
        path += '/' + segment.before;
        if (segment.parameter.empty()) continue;
        // The object's own id, or that of what it lives under.
        const pack::Index resource = operation.resource;
        const Object* of = object;
        bool is_own = true;
        if (resource != pack::kNone && object != nullptr) {
            const pack::Resource& own = pack_.resources[resource];
            is_own = std::any_of(own.find.begin(), own.find.end(), [&](const pack::Find& find) {
                return find.parameter == segment.parameter;
            });
            is_own = is_own || own.find.empty();
            if (!is_own && own.parent_field != pack::kNone) {
                const auto parent = object->refs.find(own.parent_field);
                of = parent == object->refs.end() ? nullptr : parent->second;
            }
        }
        if (is_own && !form.id.empty()) {
            path += form.id;
        } else if (of == nullptr) {
            return false;
        } else {
            path += hole(of->name);
        }
        path += segment.after;
    }
    if (path.empty()) path = "/";
    Leg leg;
    leg.operation = operation.name;
    leg.step.id = next_id(operation.verb);
    leg.step.effect = effect_of(pack_, operation);
    plan::Request& request = leg.step.request;
    request.method = route.method;
    request.path = std::move(path);
    request.headers = std::move(form.headers);
    request.auth = form.auth;
    if (has_body(operation)) {
        const bool takes_json = std::find(pack_.serve.input.begin(), pack_.serve.input.end(),
                                          "json") != pack_.serve.input.end();
        const bool is_form = form.form || !takes_json;
        if (form.input.size() != 0 || operation.does == pack::Does::Create) {
            request.body_kind = is_form ? plan::Request::Body::Form : plan::Request::Body::Json;
            request.body = std::move(form.input);
        }
    } else {
        request.query = std::move(form.input);
    }
    for (auto& [name, pointer] : form.captures) {
        leg.step.captures.push_back(capture_at(name, pointer));
    }
    walk_.legs.push_back(std::move(leg));
    return true;
}

void Draft::raw(plan::Request request, plan::Effect effect, std::string operation) {
    Leg leg;
    leg.operation = std::move(operation);
    leg.step.id = next_id("call");
    leg.step.effect = effect;
    if (!request.path.starts_with(base_of(pack_) + '/')) {
        request.path = base_of(pack_) + request.path;
    }
    leg.step.request = std::move(request);
    walk_.legs.push_back(std::move(leg));
}

void Draft::read(const Object& object) {
    const pack::Index get = operation_of(pack_, object.resource, pack::Does::Get);
    if (get != pack::kNone) call(get, &object, {});
}

void Draft::list(pack::Index resource) {
    const pack::Index index = operation_of(pack_, resource, pack::Does::List);
    if (index != pack::kNone) call(index, nullptr, {});
}

void Draft::observe() {
    for (const Object& object : objects_) read(object);
    if (pack_.events && pack_.events->stored_as != pack::kNone) list(pack_.events->stored_as);
}

}  // namespace understudy::verify
