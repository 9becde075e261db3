#include "world/impl/course.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"

namespace understudy::world {

namespace {

using pack::Index;
using pack::kNone;

template <class Item>
void add_once(std::vector<Item>& items, Item item) {
    if (std::find(items.begin(), items.end(), item) == items.end()) items.push_back(item);
}

void add_events(std::vector<std::string>& names, const std::vector<pack::Emit>& emits,
                const pack::Move* move) {
    for (const pack::Emit& emit : emits) {
        const std::string& text = emit.name.text;
        if (move == nullptr || move->arms.empty() || text.find("{arm}") == std::string::npos) {
            add_once(names, text);
            continue;
        }
        for (const pack::Arm& arm : move->arms) {
            add_once(names, base::replace_all(text, "{arm}", arm.name));
        }
    }
}

template <class Visit>
void each_steps(const pack::Move& move, const Visit& visit) {
    visit(move.steps);
    for (const pack::Arm& arm : move.arms) visit(arm.steps);
}

// Follows moves, creations, reactions and timers, each once.
class Walk {
public:
    explicit Walk(const pack::Pack& pack) : pack_(pack) {}

    // `inward`: calls of other operations are followed too.
    bool inward = false;
    std::vector<Index> made = {};
    Course course = {};

    void call(Index operation) {
        const pack::Operation& one = pack_.operations[operation];
        if (one.does == pack::Does::Create) create(one.resource);
        if (one.does == pack::Does::Move) move({one.resource, one.move});
        for (const pack::ThenStep& step : one.then) move({one.resource, step.move});
    }

    void move(MoveAt at) {
        if (!seen_.emplace(at.resource, at.move).second) return;
        const pack::Move& one = move_at(pack_, at);
        if (!one.arms.empty()) course.branches.push_back(at);
        if (one.after != kNone) add_once(course.durations, one.after);
        for (std::string& event : events_of(one)) add_once(course.events, std::move(event));
        const bool brings_forth = !one.from.empty() && one.from[pack::kNothing];
        if (brings_forth) create(at.resource);
        each_steps(one, [&](const pack::Steps& steps) { follow(at, steps); });
        react(at);
        each_steps(one, [&](const pack::Steps& steps) {
            for (const pack::Choice<pack::State>& to : steps.to) enter(at.resource, to.what);
        });
    }

private:
    void follow(MoveAt at, const pack::Steps& steps) {
        const auto each = [&](const auto& holder) {
            if (inward) {
                for (const pack::CallStep& step : holder.call) call(step.operation);
            }
            for (const pack::CreateStep& step : holder.create) create(step.resource);
            for (const pack::MoveStep& step : holder.move) move({step.resource, step.move});
        };
        each(steps);
        for (const pack::EachStep& step : steps.each) each(step);
        for (const pack::ThenStep& step : steps.then) move({at.resource, step.move});
        if (steps.again && steps.again->after != kNone) {
            add_once(course.durations, steps.again->after);
        }
    }

    void create(Index index) {
        if (!created_.insert(index).second) return;
        made.push_back(index);
        const pack::Resource& resource = pack_.resources[index];
        for (const pack::Field& field : resource.fields) {
            if (field.children && field.children->input_creates) create(field.children->of);
        }
        if (!resource.lifecycle) return;
        for (const pack::Choice<pack::Start>& choice : resource.lifecycle->start) {
            add_events(course.events, choice.what.emits, nullptr);
            enter(index, choice.what.state);
        }
    }

    // Timers that begin to run in this state.
    void enter(Index index, pack::State state) {
        const pack::Resource& resource = pack_.resources[index];
        const std::vector<pack::Move>& moves = resource.lifecycle->moves;
        for (Index m = 0; m < moves.size(); ++m) {
            const bool may = state < moves[m].from.size() && moves[m].from[state];
            if (may && moves[m].is_timed()) move({index, m});
        }
    }

    void react(MoveAt cause) {
        for (const MoveAt at : all_moves(pack_)) {
            for (const pack::Reaction& reaction : move_at(pack_, at).cause_of) {
                if (reaction.resource == cause.resource && reaction.move == cause.move) move(at);
            }
        }
    }

    const pack::Pack& pack_;
    std::set<std::pair<Index, Index>> seen_;
    std::set<Index> created_;
};

}  // namespace

const pack::Move& move_at(const pack::Pack& pack, MoveAt at) {
    return pack.resources[at.resource].lifecycle->moves[at.move];
}

std::string name_of(const pack::Pack& pack, MoveAt at) {
    return pack.resources[at.resource].name + "." + move_at(pack, at).name;
}

std::vector<MoveAt> all_moves(const pack::Pack& pack) {
    std::vector<MoveAt> all;
    for (Index r = 0; r < pack.resources.size(); ++r) {
        if (!pack.resources[r].lifecycle) continue;
        for (Index m = 0; m < pack.resources[r].lifecycle->moves.size(); ++m) all.push_back({r, m});
    }
    return all;
}

std::vector<std::string> events_of(const pack::Move& move) {
    std::vector<std::string> names;
    each_steps(move, [&](const pack::Steps& steps) { add_events(names, steps.emits, &move); });
    return names;
}

bool emits(const pack::Move& move, std::string_view event) {
    const std::vector<std::string> names = events_of(move);
    return std::find(names.begin(), names.end(), event) != names.end();
}

std::vector<MoveAt> branches_named(const pack::Pack& pack, std::string_view name) {
    std::vector<MoveAt> found;
    for (const MoveAt at : all_moves(pack)) {
        const pack::Move& move = move_at(pack, at);
        if (move.arms.empty()) continue;
        if (name_of(pack, at) == name || move.workflow == name || emits(move, name)) {
            found.push_back(at);
        }
    }
    return found;
}

std::vector<Index> made_by(const pack::Pack& pack, Index operation) {
    Walk walk(pack);
    walk.call(operation);
    return walk.made;
}

std::vector<Index> made_by(const pack::Pack& pack, MoveAt move) {
    Walk walk(pack);
    walk.move(move);
    return walk.made;
}

Course course_of(const pack::Pack& pack, MoveAt from) {
    Walk walk(pack);
    walk.inward = true;
    walk.move(from);
    return walk.course;
}

}  // namespace understudy::world
