// Walks about what objects live through: every state, everything that can be done in it, and time.
#include <algorithm>
#include <set>
#include <utility>

#include "verify/impl/authoring.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

constexpr base::Duration kSecond{1, 0};

class Lives {
public:
    explicit Lives(Authoring& author) : author_(author), pack_(author.pack) {}

    void run() {
        for (Index i = 0; i < pack_.resources.size(); ++i) made(i);
        for (Index i = 0; i < pack_.resources.size(); ++i) results(i);
        for (Index i = 0; i < pack_.resources.size(); ++i) {
            for (const Recipe* recipe : author_.states_of(i)) in_state(i, *recipe);
        }
        for (Index i = 0; i < pack_.resources.size(); ++i) children(i);
        for (Index i = 0; i < pack_.resources.size(); ++i) counted(i);
    }

private:
    std::string words(Index resource, const Recipe& recipe) const {
        const std::string& name = author_.resource(resource).singular;
        return recipe.state.empty() ? name : name + " (" + recipe.state + ')';
    }

    // Every way to make one, and what becomes of it if nothing is done.
    void made(Index index) {
        std::vector<const Recipe*> ways;
        for (const Recipe& recipe : author_.reach.recipes) {
            if (recipe.resource == index && recipe.actions.empty()) ways.push_back(&recipe);
        }
        for (const Recipe* way : ways) {
            Draft draft = author_.draft(words(index, *way) + " is made and left alone");
            draft.make(*way);
            draft.observe();
            draft.list(index);
            for (const base::Duration each : durations_of(index)) {
                draft.advance(each);
                draft.observe();
            }
            author_.add(draft);
        }
    }

    std::vector<base::Duration> durations_of(Index index) const {
        std::vector<base::Duration> found;
        const auto& lifecycle = author_.resource(index).lifecycle;
        if (!lifecycle) return found;
        for (const pack::Move& move : lifecycle->moves) {
            if (move.after == kNone) continue;
            const base::Duration value = pack_.durations[move.after].value;
            if (value > author_.options.longest) continue;
            if (std::find(found.begin(), found.end(), value) == found.end()) found.push_back(value);
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    // Operations that give values and keep nothing.
    void results(Index index) {
        for (const Index each : author_.resource(index).operations) {
            if (author_.operation(each).does != pack::Does::Result) continue;
            Draft draft = author_.draft(author_.operation(each).name);
            CallForm form;
            form.input = draft.input_for(each, {}, Value::object());
            draft.call(each, nullptr, std::move(form));
            author_.add(draft);
        }
    }

    void in_state(Index index, const Recipe& recipe) {
        const auto actions = actions_in(pack_, index, recipe.state,
                                        {author_.options.control, author_.options.longest, 0});
        for (const Action& action : actions) {
            if (action.kind == Action::Kind::Advance) {
                timer(index, recipe, action.by);
                continue;
            }
            Draft draft = author_.draft(words(index, recipe) + ": " + words(action));
            const Object& object = draft.make(recipe);
            draft.act(action, object);
            if (action.kind == Action::Kind::Choose) set_off(draft, action, object);
            draft.observe();
            // What it leads to in time.
            if (recipe.state.empty()) {
                author_.add(draft);
                continue;
            }
            for (const base::Duration by : durations_of(index)) {
                draft.advance(by);
                draft.read(object);
            }
            draft.observe();
            author_.add(draft);
        }
        // Seen from where others refer to it.
        if (recipe.through != kNone || !recipe.actions.empty()) {
            Draft draft = author_.draft(words(index, recipe) + " is read");
            draft.make(recipe);
            draft.observe();
            draft.list(index);
            author_.add(draft);
        }
    }

    std::string words(const Action& action) const {
        if (action.kind == Action::Kind::Call) return author_.operation(action.operation).name;
        const pack::Move& move = author_.resource(action.resource).lifecycle->moves[action.move];
        return action.kind == Action::Kind::Event ? move.cause->event
                                                  : move.name + " goes " + action.arm;
    }

    void set_off(Draft& draft, const Action& action, const Object& object) {
        const pack::Resource& resource = author_.resource(action.resource);
        const pack::Move& move = resource.lifecycle->moves[action.move];
        if (move.after != kNone) return draft.advance(pack_.durations[move.after].value);
        for (const Index each : resource.operations) {
            if (author_.operation(each).move != action.move) continue;
            Action call;
            call.operation = each;
            return draft.act(call, object);
        }
    }

    // Just before it is due nothing may have happened.
    void timer(Index index, const Recipe& recipe, base::Duration by) {
        Draft draft = author_.draft(words(index, recipe) + " after " + base::to_text(by));
        const Object& object = draft.make(recipe);
        base::Duration rest = by;
        if (by > kSecond) {
            draft.advance({by.seconds - 1, by.nanoseconds});
            draft.read(object);
            rest = kSecond;
        }
        draft.advance(rest);
        draft.observe();
        author_.add(draft);
    }

    // What refers to an object, made in every state the object can be in.
    void children(Index index) {
        for (const Index each : author_.resource(index).operations) {
            const pack::Operation& operation = author_.operation(each);
            if (operation.does != pack::Does::Create) continue;
            for (const Index field : operation.writes) {
                const Index ref = author_.resource(index).fields[field].ref;
                if (ref == kNone) continue;
                for (const Recipe* parent : author_.states_of(ref))
                    child(index, each, field, *parent);
            }
        }
    }

    // Made by hand, because the recipe of the child knows its parent in one state only.
    void child(Index index, Index operation, Index field, const Recipe& parent) {
        const pack::Resource& resource = author_.resource(index);
        const std::string about =
            author_.operation(operation).name + " for " + words(resource.fields[field].ref, parent);
        const auto numbers = amounts(index, operation, field, parent);
        for (const std::vector<Value>& amounts : numbers) {
            Draft draft = author_.draft(about);
            const Object& of = draft.make(parent);
            for (const Value& amount : amounts) {
                if (amount.is_null()) {
                    for (const base::Duration by : durations_of(index)) draft.advance(by);
                    continue;
                }
                std::map<Index, const Object*> refs = {{field, &of}};
                Value more = Value::object();
                for (const json::Member& member : amount.members())
                    more.set(member.key(), member.value);
                // What else it needs is made with it.
                const Recipe* plain = author_.plainest(index);
                if (plain != nullptr && plain->operation == operation) {
                    for (const auto& [other, number] : plain->refs) {
                        if (other == field) continue;
                        refs[other] = &draft.make(author_.reach.recipes[number]);
                    }
                }
                CallForm form;
                form.input = draft.input_for(operation, refs, more);
                draft.call(operation, &of, std::move(form));
            }
            draft.observe();
            draft.list(index);
            for (const base::Duration by : durations_of(index)) {
                draft.advance(by);
                draft.observe();
                draft.list(index);
            }
            author_.add(draft);
        }
    }

    // What counts its children may do less, or something else, while it has one: whatever is
    // guarded is asked of it, and its timers run.
    void counted(Index index) {
        std::set<std::pair<Index, Index>> seen;  // resource of the children, field that refers here
        for (const pack::Field& field : author_.resource(index).fields) {
            if (!field.aggregate) continue;
            const auto [of, by] = std::pair(field.aggregate->over, field.aggregate->by);
            if (by == kNone || !seen.emplace(of, by).second) continue;
            for (const Recipe* parent : author_.states_of(index)) {
                guarded(index, *parent, of, by);
                timed(index, *parent, of, by);
            }
        }
    }

    bool is_written(const Recipe& child, Index by) const {
        const auto& writes = author_.operation(child.operation).writes;
        return child.through == kNone &&
               std::find(writes.begin(), writes.end(), by) != writes.end();
    }

    void guarded(Index index, const Recipe& parent, Index of, Index by) {
        const Recipe* child = author_.plainest(of);
        if (child == nullptr || !is_written(*child, by)) return;
        for (const Action& action :
             actions_in(pack_, index, parent.state,
                        {author_.options.control, author_.options.longest, 0})) {
            if (action.kind != Action::Kind::Call) continue;
            const pack::Operation& operation = author_.operation(action.operation);
            const bool is_guarded =
                !operation.guards.empty() ||
                (operation.move != kNone &&
                 !author_.resource(index).lifecycle->moves[operation.move].guards.empty());
            if (!is_guarded) continue;
            Draft draft = author_.draft(words(index, parent) + " with " + words(of, *child) + ": " +
                                        operation.name);
            const Object& object = draft.make(parent);
            draft.make_below(*child, {{by, &object}});
            draft.act(action, object);
            draft.observe();
            author_.add(draft);
        }
    }

    void timed(Index index, const Recipe& parent, Index of, Index by) {
        const std::vector<base::Duration> durations = durations_of(index);
        if (durations.empty()) return;
        for (const Recipe* child : author_.states_of(of)) {
            if (!is_written(*child, by)) continue;
            Draft draft =
                author_.draft(words(index, parent) + " with " + words(of, *child) + " in time");
            const Object& object = draft.make(parent);
            draft.make_below(*child, {{by, &object}});
            draft.read(object);
            for (const base::Duration each : durations) {
                draft.advance(each);
                draft.read(object);
            }
            author_.add(draft);
        }
    }

    // Sums may not exceed what the parent has: at, just above and just below it, in one and in two.
    // A null lets time pass.
    std::vector<std::vector<Value>> amounts(Index index, Index operation, Index field,
                                            const Recipe& parent) const {
        std::vector<std::vector<Value>> all = {{Value::object()},
                                               {Value::object(), Value::object()}};
        const pack::Resource& resource = author_.resource(index);
        const Value example =
            Draft(pack_, author_.reach.recipes, "").input_for(parent.operation, {}, parent.input);
        for (const Index each : author_.operation(operation).writes) {
            const pack::Field& own = resource.fields[each];
            // How the first one ends may count for the next.
            if (const Value* words = own.schema.written.find("enum"); words != nullptr) {
                for (const Value& word : words->items()) {
                    all.push_back(
                        {Value::object({{spelled(own), word}}), Value(), Value::object()});
                }
            }
            const Value* of_parent = example.find(spelled(own));
            if (each == field || of_parent == nullptr || !of_parent->is_number()) continue;
            const std::int64_t whole = of_parent->to_int64().value_or(0);
            const auto one = [&](std::int64_t number) {
                return Value::object({{spelled(own), Value(number)}});
            };
            all.push_back({one(whole)});
            all.push_back({one(whole + 1)});
            all.push_back({one(whole - 1), one(1), one(1)});
            all.push_back({one(whole / 2), one(whole / 2 + 1), one(whole / 2)});
            all.push_back({one(whole / 4), Value::object()});
        }
        return all;
    }

    Authoring& author_;
    const pack::Pack& pack_;
};

}  // namespace

void write_lives(Authoring& author) {
    Lives(author).run();
}

}  // namespace understudy::verify
