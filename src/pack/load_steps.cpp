// What a move or an arm does: calls, creations, other moves, sets, events, answers. They are read
// in the order in which they run, so that each sees the `as` names of those before it.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

using expr::Type;

Type object_of(Loader& loader, Index resource) {
    return Type::object(*loader.resource_shapes[resource]);
}

// The resource of the object an expression gives, as far as it is written: `self`, an `as` name, a
// path of references.
Index resource_of(const Loader& loader, std::string_view text, const Place& place, Index self) {
    const std::size_t dot = text.find('.');
    const std::string_view head = text.substr(0, dot);
    Index resource = kNone;
    if (head == "self" || head == "old") resource = self;
    if (const Local* local = place.find_local(head)) resource = local->resource;
    if (dot == std::string_view::npos || resource == kNone) return resource;
    std::string_view path = text.substr(dot + 1);
    while (!path.empty()) {
        const std::vector<Field>& fields = loader.pack.resources[resource].fields;
        Index next = kNone;
        std::size_t used = 0;
        for (const Field& field : fields) {
            const bool fits = path.starts_with(field.path) &&
                              (path.size() == field.path.size() || path[field.path.size()] == '.');
            if (!fits || field.ref == kNone) continue;
            next = field.ref;
            used = field.path.size();
        }
        if (next == kNone) return kNone;
        resource = next;
        path.remove_prefix(std::min(path.size(), used + 1));
    }
    return resource;
}

Index view_of(Loader& loader, const Node& node, const std::optional<Expression>& of,
              const Place& place, Index self) {
    const Index resource = of ? resource_of(loader, of->text(), place, self) : self;
    if (resource != kNone) return view_named(loader, node, resource);
    const auto name = loader.reader.text(node, "view");
    if (!name) return kNone;
    constexpr std::string_view kBuiltIn[] = {"rest", "list", "event"};
    for (Index i = 0; i < std::size(kBuiltIn); ++i) {
        if (*name == kBuiltIn[i]) return i;
    }
    loader.reader.unknown_name(node, "view", *name, {},
                               "of this object only rest, list and event are certain");
    return kNone;
}

std::vector<const Param*> params_of(const Loader& loader, const Operation& operation) {
    std::vector<const Param*> params;
    for (const Param& param : operation.params) params.push_back(&param);
    if (operation.move != kNone) {
        const Lifecycle& lifecycle = *loader.pack.resources[operation.resource].lifecycle;
        for (const Param& param : lifecycle.moves[operation.move].params) params.push_back(&param);
    }
    return params;
}

// The `as` of a step: a name for its object from here on.
expr::Slot read_as(Loader& loader, const Node& node, Place& place, Index resource) {
    const auto name = loader.reader.text(node, "as");
    if (!name) return 0;
    const bool reserved = [&] {
        for (std::size_t i = 0; i < kNameCount; ++i) {
            if (text_of(static_cast<Name>(i)) == *name) return true;
        }
        return false;
    }();
    if (!is_name(*name) || reserved) {
        loader.reader.problem(code::BadName,
                              {{"name", base::quoted(*name)},
                               {"what", "an object"},
                               {"why", reserved ? "it means something here already"
                                                : "letters, digits and underscores"}},
                              node);
        return 0;
    }
    const Type type = resource == kNone ? Type::any() : object_of(loader, resource);
    return place.add_local(*name, type, resource);
}

std::vector<CallStep> read_calls(Loader& loader, const Node& node, Place& place) {
    std::vector<CallStep> steps;
    for (const Node& each : loader.reader.list(node)) {
        for (const Entry& entry : loader.reader.entries(each, "call")) {
            CallStep step;
            step.mark = entry.node.key_mark();
            step.operation = operation_named(loader, entry.node, entry.key);
            const Map map(loader.reader, entry.node, "call." + entry.key, {"with", "as"});
            if (step.operation == kNone) continue;
            const Operation& operation = loader.pack.operations[step.operation];
            step.with = read_with(loader, map.get("with"), place, operation.resource,
                                  params_of(loader, operation), true, "call." + entry.key);
            step.as = read_as(loader, map.get("as"), place, operation.resource);
            steps.push_back(std::move(step));
        }
    }
    if (!steps.empty()) place.with(Name::Result, Type::object(*loader.result_shape));
    return steps;
}

std::vector<CreateStep> read_creates(Loader& loader, const Node& node, Place& place) {
    std::vector<CreateStep> steps;
    for (const Node& each : loader.reader.list(node)) {
        for (const Entry& entry : loader.reader.entries(each, "create")) {
            CreateStep step;
            step.mark = entry.node.key_mark();
            step.resource = loader.pack.find_resource(entry.key);
            if (step.resource == kNone) {
                loader.reader.unknown_name(entry.node, "resource", entry.key,
                                           loader.resource_names());
                continue;
            }
            const Map map(loader.reader, entry.node, "create." + entry.key,
                          {"with", "as", "state"});
            step.with = read_with(loader, map.get("with"), place, step.resource, {}, true,
                                  "create." + entry.key);
            if (const Node state = map.get("state")) {
                const Index found = state_named(loader, state, step.resource);
                if (found != kNone) step.state = found;
            }
            step.as = read_as(loader, map.get("as"), place, step.resource);
            steps.push_back(std::move(step));
        }
    }
    return steps;
}

std::vector<MoveStep> read_moves(Loader& loader, const Node& node, const Place& place) {
    std::vector<MoveStep> steps;
    for (const Node& each : loader.reader.list(node)) {
        for (const Entry& entry : loader.reader.entries(each, "move")) {
            if (auto step = read_move_step(loader, entry, place)) steps.push_back(std::move(*step));
        }
    }
    return steps;
}

// A list to go over. Handing it over whole is part of the change's allowance, not of an
// expression's: a thousand children are more than one expression may cost.
std::optional<Expression> read_elements(Loader& loader, const Node& node, const Place& place) {
    if (node.is_text()) {
        expr::Limits limits;
        limits.cost = 1'000'000;
        auto program = expr::compile(node.value->as_string(), place.scope(), limits);
        if (program) return std::move(*program);
    }
    return read_expression(loader, node, place, "each.in");
}

std::vector<EachStep> read_eaches(Loader& loader, const Node& node, Place& place, Index self) {
    std::vector<EachStep> steps;
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, "each", {"in", "as", "create", "move", "call"});
        if (!map.is_map()) continue;
        auto in = read_elements(loader, map.need("in", "a list"), place);
        if (!in) continue;
        // The elements of children are objects of a known resource.
        Index resource = kNone;
        const std::string_view text = in->text();
        if (text.starts_with("self.")) {
            const Resource& owner = loader.pack.resources[self];
            const Index field = owner.find_field(text.substr(5));
            if (field != kNone && owner.fields[field].children) {
                resource = owner.fields[field].children->of;
            }
        }
        EachStep step{std::move(*in), 0, {}, {}, {}};
        Place inside = place;
        step.as = read_as(loader, map.get("as"), inside, resource);
        step.call = read_calls(loader, map.get("call"), inside);
        step.create = read_creates(loader, map.get("create"), inside);
        step.move = read_moves(loader, map.get("move"), inside);
        // Slots stay taken; the names end with the loop.
        for (std::size_t i = place.locals.size(); i < inside.locals.size(); ++i) {
            inside.locals[i].visible = false;
        }
        for (std::size_t i = 0; i < place.locals.size(); ++i) inside.locals[i] = place.locals[i];
        place.locals = std::move(inside.locals);
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<Assignment> read_set(Loader& loader, const Node& node, const Place& place,
                                 Index resource) {
    std::vector<Assignment> set;
    for (const Entry& entry : loader.reader.entries(node, "set")) {
        Assignment assignment;
        assignment.name = entry.key;
        assignment.field = field_named(loader, entry.node, resource, entry.key);
        assignment.value = read_template(loader, entry.node, place, "set." + entry.key);
        if (assignment.field == kNone) continue;
        const Field& field = loader.pack.resources[resource].fields[assignment.field];
        if (field.from != From::Moves && field.from != From::Input) {
            loader.reader.problem_at_key(
                code::NotSettable,
                {{"field", field.path}, {"from", std::string(name_of(field.from))}}, entry.node);
            continue;
        }
        check_type(loader, entry.node, assignment.value, field);
        set.push_back(std::move(assignment));
    }
    return set;
}

std::vector<Choice<State>> read_to(Loader& loader, const Node& node, const Place& place,
                                   Index resource) {
    std::vector<Choice<State>> to;
    const std::vector<Node> entries = loader.reader.list(node);
    bool ended = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Node& each = entries[i];
        Choice<State> choice{};
        Node state = each;
        Node when;
        if (each.is_map()) {
            const Map map(loader.reader, each, "to", {"when", "state"});
            state = map.need("state");
            when = map.get("when");
        }
        if (ended) loader.reader.problem(code::AfterUnguarded, {}, each);
        choice.when = read_condition(loader, when, place, "to.when");
        ended = ended || !when;
        if (when && i + 1 == entries.size()) {
            loader.reader.problem(code::NoLastChoice, {}, when);
        }
        const Index found = state ? state_named(loader, state, resource) : kNone;
        if (found == kNone) continue;
        choice.what = found;
        to.push_back(std::move(choice));
    }
    return to;
}

std::optional<AnswerStep> read_answer(Loader& loader, const Node& node, const Place& place) {
    if (!node) return std::nullopt;
    AnswerStep step;
    step.attach.kind = Template::Kind::Object;
    step.error.with.kind = Template::Kind::Object;
    const Place seen = error_place(loader, place);
    if (!node.is_map()) {
        auto use = read_error_use(loader, node, place, "answer");
        if (!use) return std::nullopt;
        step.error = std::move(*use);
        return step;
    }
    const Map map(loader.reader, node, "answer", {"error", "status", "with", "attach"});
    auto use = read_error_use(loader, map.need("error", "the code of an error"), place, "answer");
    if (const auto status = loader.reader.whole(map.get("status"), "answer.status", 100, 599)) {
        step.error.status = static_cast<int>(*status);
    }
    step.error.with = read_object(loader, map.get("with"), seen, "answer.with");
    step.attach = read_object(loader, map.get("attach"), seen, "answer.attach");
    if (!use) return std::nullopt;
    step.error.code = use->code;
    return step;
}

std::optional<Again> read_again(Loader& loader, const Node& node, const Place& place) {
    if (!node) return std::nullopt;
    Again again;
    const Map map(loader.reader, node, "again", {"at", "after", "when"});
    again.at = read_expression(loader, map.get("at"), place, "again.at");
    if (const Node after = map.get("after"))
        again.after = duration_named(loader, after, "again.after");
    again.when = read_condition(loader, map.get("when"), place, "again.when");
    if (map.is_map() && !map.has("at") && !map.has("after")) map.need("at", "or `after`");
    return again;
}

}  // namespace

std::vector<Assignment> read_with(Loader& loader, const Node& node, const Place& place,
                                  Index resource, const std::vector<const Param*>& params,
                                  bool fields_too, std::string_view what) {
    std::vector<Assignment> with;
    const Resource& owner = loader.pack.resources[resource];
    for (const Entry& entry : loader.reader.entries(node, std::string(what) + ".with")) {
        Assignment assignment;
        assignment.name = entry.key;
        assignment.value = read_template(loader, entry.node, place, what);
        bool is_param = false;
        for (const Param* param : params) is_param = is_param || param->name == entry.key;
        if (fields_too) assignment.field = owner.find_field(entry.key);
        if (assignment.field == kNone && !is_param) {
            std::vector<std::string> known;
            for (const Param* param : params) known.push_back(param->name);
            if (fields_too) {
                for (const Field& field : owner.fields) known.push_back(field.path);
            }
            loader.reader.unknown_name(entry.node,
                                       (fields_too ? "field of " : "parameter of ") + owner.name,
                                       entry.key, known);
            continue;
        }
        if (assignment.field != kNone && !is_param) {
            const Field& field = owner.fields[assignment.field];
            const bool makes_children = field.children && field.children->input_creates;
            const bool is_id = assignment.field == owner.id_field;  // the new object's own name
            if (field.from != From::Moves && field.from != From::Input && !makes_children &&
                !is_id) {
                loader.reader.problem_at_key(
                    code::NotSettable,
                    {{"field", field.path}, {"from", std::string(name_of(field.from))}},
                    entry.node);
                continue;
            }
        }
        if (is_param) assignment.field = kNone;
        with.push_back(std::move(assignment));
    }
    return with;
}

std::optional<MoveStep> read_move_step(Loader& loader, const Entry& entry, const Place& place) {
    const MoveName named = move_named(loader, entry.node, entry.key);
    const bool is_short = entry.node.is_text();  // the object alone
    std::optional<Expression> of;
    std::vector<Assignment> with;
    if (is_short) {
        of = read_expression(loader, entry.node, place, "move." + entry.key);
    } else {
        const Map map(loader.reader, entry.node, "move." + entry.key, {"of", "with"});
        of = read_expression(loader, map.need("of", "the object that is moved"), place, "of");
        if (named.move != kNone) {
            std::vector<const Param*> params;
            for (const Param& param :
                 loader.pack.resources[named.resource].lifecycle->moves[named.move].params) {
                params.push_back(&param);
            }
            with = read_with(loader, map.get("with"), place, named.resource, params, false,
                             "move." + entry.key);
        }
    }
    if (named.move == kNone || !of) return std::nullopt;
    return MoveStep{named.resource, named.move, std::move(*of), std::move(with),
                    entry.node.key_mark()};
}

std::vector<Emit> read_emits(Loader& loader, const Node& node, const Place& place, Index resource) {
    std::vector<Emit> emits;
    const auto name_of_event = [&](const Node& marked, std::string_view text, Emit& emit) {
        auto pattern = pattern_of(loader, marked, text, place, Holes::Evaluate, "emits");
        if (!pattern) return false;
        emit.name = std::move(*pattern);
        return true;
    };
    for (const Node& each : loader.reader.list(node)) {
        if (each.is_text()) {
            Emit emit;
            emit.mark = each.mark();
            if (name_of_event(each, each.value->as_string(), emit))
                emits.push_back(std::move(emit));
            continue;
        }
        for (const Entry& entry : loader.reader.entries(each, "emits")) {
            Emit emit;
            emit.mark = entry.node.key_mark();
            if (!name_of_event(entry.node, entry.key, emit)) continue;
            if (entry.node.is_map()) {
                const Map map(loader.reader, entry.node, "emits." + entry.key,
                              {"of", "when", "view"});
                emit.of = read_expression(loader, map.get("of"), place, "of");
                emit.when = read_condition(loader, map.get("when"), place, "when");
                if (const Node view = map.get("view")) {
                    emit.view = view_of(loader, view, emit.of, place, resource);
                }
            } else {
                emit.of = read_expression(loader, entry.node, place, "emits");
            }
            emits.push_back(std::move(emit));
        }
    }
    return emits;
}

std::vector<ThenStep> read_then(Loader& loader, const Node& node, const Place& place,
                                Index resource) {
    std::vector<ThenStep> steps;
    for (const Node& each : loader.reader.list(node)) {
        ThenStep step;
        if (!each.is_map()) {
            step.move = move_named(loader, each, resource);
        } else {
            const Map map(loader.reader, each, "then", {"move", "when"});
            const Node move = map.need("move");
            if (move) step.move = move_named(loader, move, resource);
            step.when = read_condition(loader, map.get("when"), place, "then.when");
        }
        if (step.move != kNone) steps.push_back(std::move(step));
    }
    return steps;
}

void read_steps(Loader& loader, const Map& map, Place& place, Index resource, Steps& steps) {
    steps.call = read_calls(loader, map.get("call"), place);
    steps.create = read_creates(loader, map.get("create"), place);
    steps.each = read_eaches(loader, map.get("each"), place, resource);
    steps.move = read_moves(loader, map.get("move"), place);
    // The error a move answers with exists before `set`, so that it can be stored.
    if (map.has("answer")) place.with(Name::Error, Type::object(*loader.error_shape));
    steps.set = read_set(loader, map.get("set"), place, resource);
    steps.to = read_to(loader, map.get("to"), place, resource);
    steps.emits = read_emits(loader, map.get("emits"), place, resource);
    steps.clock = read_expression(loader, map.get("clock"), place, "clock");
    steps.answer = read_answer(loader, map.get("answer"), place);
    steps.then = read_then(loader, map.get("then"), place, resource);
    steps.again = read_again(loader, map.get("again"), place);
}

}  // namespace understudy::pack
