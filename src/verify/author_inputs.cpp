// Walks about what calls take: each parameter with good values and bad ones, missing, null,
// unknown.
#include <algorithm>

#include "verify/impl/authoring.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr std::size_t kMostGood = 14;
constexpr std::size_t kMostBad = 16;

class Inputs {
public:
    explicit Inputs(Authoring& author) : author_(author), pack_(author.pack) {}

    void run() {
        for (Index i = 0; i < pack_.operations.size(); ++i) {
            const pack::Operation& operation = pack_.operations[i];
            if (operation.resource == kNone || operation.does == pack::Does::Shape) continue;
            const bool takes = operation.does == pack::Does::Create ||
                               operation.does == pack::Does::Update ||
                               operation.does == pack::Does::Move;
            if (takes && has_body(operation)) of_operation(i);
            unknown_ids(i);
        }
    }

private:
    // A recipe whose object takes the call: in what state it may be is the pack's to say.
    const Recipe* ground(Index index) const {
        const pack::Operation& operation = pack_.operations[index];
        if (operation.does == pack::Does::Create) {
            for (const Recipe& recipe : author_.reach.recipes) {
                if (recipe.operation == index && recipe.through == kNone) return &recipe;
            }
            return nullptr;
        }
        const auto states = author_.states_of(operation.resource);
        if (operation.move != kNone) {
            const auto& lifecycle = *author_.resource(operation.resource).lifecycle;
            for (const Recipe* each : states) {
                const Index at = lifecycle.find_state(each->state);
                if (at != kNone && lifecycle.moves[operation.move].from[at]) return each;
            }
        }
        return states.empty() ? nullptr : states.front();
    }

    // One call with this input. Creations make a new object each, others use the one there is.
    void call(Draft& draft, Index index, const Object* object,
              const std::map<Index, const Object*>& refs, const Value& input, bool read) {
        const pack::Operation& operation = pack_.operations[index];
        CallForm form;
        form.input = input;
        if (operation.does != pack::Does::Create) {
            draft.call(index, object, std::move(form));
            return;
        }
        const pack::Resource& resource = author_.resource(operation.resource);
        std::string name;
        if (read && resource.id_field != kNone) {
            name = "made" + std::to_string(++made_);
            form.captures.emplace_back(name, "/" + resource.fields[resource.id_field].path);
        }
        Object own;
        own.resource = operation.resource;
        own.refs = refs;
        draft.call(index, &own, std::move(form));
        const Index get = operation_of(pack_, operation.resource, pack::Does::Get);
        if (name.empty() || get == kNone) return;
        CallForm reading;
        reading.id = "${" + name + "}";
        draft.call(get, &own, std::move(reading));
    }

    void of_operation(Index index) {
        const Recipe* recipe = ground(index);
        if (recipe == nullptr) return;
        const pack::Operation& operation = pack_.operations[index];
        const auto takings = takings_of(pack_, operation);
        for (const Taking& taking : takings) {
            Draft draft = author_.draft(operation.name + " with other values of " + taking.name);
            Ground at = begin(draft, index, *recipe);
            if (taking.ref != kNone) {
                references(draft, index, at, taking);
            } else {
                values(draft, index, at, taking);
            }
            draft.walk().is_loose = true;
            if (at.object != nullptr) draft.read(*at.object);
            if (pack_.events && pack_.events->stored_as != kNone) {
                draft.list(pack_.events->stored_as);
            }
            if (operation.does == pack::Does::Create) later(draft, operation.resource);
            author_.add(draft);
        }
        Draft draft = author_.draft(operation.name + " with something left out or put in");
        Ground at = begin(draft, index, *recipe);
        left_out(draft, index, at, takings);
        draft.walk().is_loose = true;
        author_.add(draft);
    }

    struct Ground {
        const Object* object = nullptr;
        std::map<Index, const Object*> refs = {};
        Value input = Value::object();  // that works
    };

    Ground begin(Draft& draft, Index index, const Recipe& recipe) {
        Ground at;
        const pack::Operation& operation = pack_.operations[index];
        if (operation.does == pack::Does::Create) {
            for (const auto& [field, number] : recipe.refs) {
                at.refs[field] = &draft.make(author_.reach.recipes[number]);
            }
            at.input = draft.input_for(index, at.refs, recipe.input);
        } else {
            at.object = &draft.make(recipe);
            at.input = draft.input_for(index, {}, Value::object());
        }
        return at;
    }

    void values(Draft& draft, Index index, Ground& at, const Taking& taking) {
        const Candidates tried =
            candidates(*taking.schema, mentioned_values(pack_, taking.name, *taking.schema));
        const auto with = [&](Value value) {
            Value input = at.input;
            put_input(input, taking.name, std::move(value));
            return input;
        };
        for (std::size_t i = 0; i < std::min(tried.good.size(), kMostGood); ++i) {
            call(draft, index, at.object, at.refs, unique(index, with(tried.good[i])), true);
        }
        for (std::size_t i = 0; i < std::min(tried.bad.size(), kMostBad); ++i) {
            call(draft, index, at.object, at.refs, with(tried.bad[i]), false);
        }
        call(draft, index, at.object, at.refs, unique(index, with(Value())), true);
        if (taking.field != nullptr && taking.field->unset) {
            call(draft, index, at.object, at.refs, unique(index, with(*taking.field->unset)), true);
        }
    }

    // Two objects that may not be called the same get a name each.
    Value unique(Index index, Value input) {
        const pack::Operation& operation = pack_.operations[index];
        if (operation.does != pack::Does::Create) return input;
        for (const pack::Unique& unique : author_.resource(operation.resource).unique) {
            for (const Index each : unique.fields) {
                const std::string name = spelled(author_.resource(operation.resource).fields[each]);
                const Value* value = input.find(name);
                if (value == nullptr || !value->is_string() ||
                    value->as_string().find("${run}") == std::string_view::npos) {
                    continue;
                }
                input.set(name, Value(std::string(value->as_string()) + '-' +
                                      std::to_string(++numbers_)));
            }
        }
        return input;
    }

    void references(Draft& draft, Index index, Ground& at, const Taking& taking) {
        const auto with = [&](Value value) {
            Value input = at.input;
            put_input(input, taking.name, std::move(value));
            return unique(index, input);
        };
        const pack::Resource& target = author_.resource(taking.ref);
        const std::string prefix = target.id ? target.id->prefix() : "";
        if (const Recipe* other = author_.plainest(taking.ref)) {
            const Object& object = draft.make(*other);
            call(draft, index, at.object, at.refs, with(Value("${" + object.name + "}")), true);
            // By another name it goes by.
            if (taking.field != nullptr) {
                for (const Index each : taking.field->found_by) {
                    const Value* name = object.input.find(spelled(target.fields[each]));
                    if (name != nullptr) call(draft, index, at.object, at.refs, with(*name), true);
                }
            }
        }
        // Something of another kind.
        for (Index i = 0; i < pack_.resources.size(); ++i) {
            const Recipe* other = i == taking.ref ? nullptr : author_.plainest(i);
            if (other == nullptr || !other->refs.empty()) continue;
            const Object& object = draft.make(*other);
            call(draft, index, at.object, at.refs, with(Value("${" + object.name + "}")), false);
            break;
        }
        for (const pack::Minted& minted : target.minted_by) {
            call(draft, index, at.object, at.refs, with(Value(minted.token)), true);
        }
        for (Value value : {Value(prefix + "nobody"), Value("nobody"), Value(7), Value(""), Value(),
                            Value::object(), Value::array(), Value(true)}) {
            call(draft, index, at.object, at.refs, with(std::move(value)), false);
        }
        if (taking.field != nullptr && !taking.required) {
            Value input = at.input;
            input.erase(taking.name);
            call(draft, index, at.object, at.refs, unique(index, input), true);
        }
    }

    void left_out(Draft& draft, Index index, Ground& at, const std::vector<Taking>& takings) {
        call(draft, index, at.object, at.refs, Value::object(), true);
        for (const Taking& taking : takings) {
            if (!at.input.has(taking.name)) continue;
            Value input = at.input;
            input.erase(taking.name);
            call(draft, index, at.object, at.refs, unique(index, input), true);
        }
        Value more = unique(index, at.input);
        more.set("no_such_parameter", Value("x"));
        call(draft, index, at.object, at.refs, more, true);
        // Fields that only the service sets, and those that other calls set.
        const pack::Operation& operation = pack_.operations[index];
        for (const pack::Field& field : author_.resource(operation.resource).fields) {
            const bool is_taken =
                std::any_of(takings.begin(), takings.end(),
                            [&](const Taking& each) { return each.field == &field; });
            if (is_taken || field.path.find('.') != std::string::npos) continue;
            Value input = unique(index, at.input);
            input.set(field.path, Value("x"));
            call(draft, index, at.object, at.refs, input, false);
        }
        // All that is optional at once.
        Value all = unique(index, at.input);
        for (const Taking& taking : takings) {
            if (taking.ref != kNone || all.has(taking.name)) continue;
            const Candidates tried =
                candidates(*taking.schema, mentioned_values(pack_, taking.name, *taking.schema));
            if (!tried.good.empty()) put_input(all, taking.name, tried.good.front());
        }
        call(draft, index, at.object, at.refs, all, true);
        // Twice the same: what has to be unique is.
        if (operation.does == pack::Does::Create &&
            !author_.resource(operation.resource).unique.empty()) {
            call(draft, index, at.object, at.refs, at.input, true);
            call(draft, index, at.object, at.refs, at.input, true);
        }
    }

    // What becomes of all of them.
    void later(Draft& draft, Index resource) {
        const auto& lifecycle = author_.resource(resource).lifecycle;
        const Index get = operation_of(pack_, resource, pack::Does::Get);
        if (!lifecycle || get == kNone) return;
        std::vector<std::string> names;
        for (const Leg& leg : draft.walk().legs) {
            for (const plan::Capture& capture : leg.step.captures) {
                if (capture.name.starts_with("made")) names.push_back(capture.name);
            }
        }
        for (const pack::Move& move : lifecycle->moves) {
            if (move.after == kNone || pack_.durations[move.after].value > base::Duration{60, 0} ||
                pack_.durations[move.after].value > author_.options.longest) {
                continue;
            }
            draft.advance(pack_.durations[move.after].value);
            for (const std::string& name : names) {
                CallForm form;
                form.id = "${" + name + "}";
                Object own;
                own.resource = resource;
                draft.call(get, &own, std::move(form));
            }
        }
    }

    void unknown_ids(Index index) {
        const pack::Operation& operation = pack_.operations[index];
        const pack::Resource& resource = author_.resource(operation.resource);
        const auto& segments = operation.routes.front().segments;
        const bool has_id = std::any_of(segments.begin(), segments.end(),
                                        [](const auto& each) { return !each.parameter.empty(); });
        if (!has_id || operation.does == pack::Does::Create) return;
        Draft draft = author_.draft(operation.name + " of what is not there");
        Object nobody;
        nobody.resource = operation.resource;
        for (const std::string& id :
             {(resource.id ? resource.id->prefix() : std::string()) + "nobody", std::string("x")}) {
            CallForm form;
            form.id = id;
            if (has_body(operation)) form.input = draft.input_for(index, {}, Value::object());
            draft.call(index, &nobody, std::move(form));
        }
        draft.walk().is_loose = true;
        author_.add(draft);
    }

    Authoring& author_;
    const pack::Pack& pack_;
    int made_ = 0, numbers_ = 0;
};

}  // namespace

void write_inputs(Authoring& author) {
    Inputs(author).run();
}

}  // namespace understudy::verify
