// Warnings about what no plan under plans/tests reaches: operations, moves, arms, error codes.
//
// Plans are read as data, not run: a step names an operation by method and path; a move is reached
// through its operation, through what sets it off, by its event, or by a plan that lets time pass;
// an arm or an error code by a word that tells it (its name, its event, its state, its error).
// Running the plans (`pack test`) knows better; this is the cheap look.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/lint_warnings.hpp"
#include "pack/impl/walk.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kMethods[] = {"get",    "post", "put",    "patch",
                                         "delete", "head", "options"};
constexpr std::size_t kMostDepth = 64;

using MoveId = std::pair<Index, Index>;  // resource, move

class Plans {
public:
    Plans(const Pack& pack, const Folder& folder) : pack_(pack) {
        routes_.build(pack);
        for (const base::Source& file : folder.files) {
            if (!file.name.starts_with("plans/tests/")) continue;
            const auto read = yaml::read(file);
            if (!read) continue;
            texts_.push_back(&file.text);
            visit(read->root, 0);
        }
        spread();
    }

    bool reaches(Index operation) const { return operations_.contains(operation); }
    bool reaches(const MoveId& move) const { return moves_.contains(move); }
    bool mentions(std::string_view word) const {
        return !word.empty() && std::any_of(texts_.begin(), texts_.end(), [&](const auto* text) {
            return has_word(*text, word);
        });
    }
    bool mentions_text(std::string_view piece) const {
        return std::any_of(texts_.begin(), texts_.end(), [&](const auto* text) {
            return text->find(piece) != std::string::npos;
        });
    }

private:
    void visit(const json::Value& value, std::size_t depth) {
        if (depth > kMostDepth) return;
        if (value.is_array()) {
            for (const json::Value& item : value.items()) visit(item, depth + 1);
        }
        if (!value.is_object()) return;
        for (const json::Member& member : value.members()) {
            const auto method = std::find(std::begin(kMethods), std::end(kMethods), member.key());
            if (method != std::end(kMethods) && member.value.is_string()) {
                call(*method, member.value.as_string());
            }
            if (member.key() == "control") advances_ = true;
            visit(member.value, depth + 1);
        }
    }

    void call(std::string_view method, std::string_view path) {
        std::string upper;
        for (const char c : method) upper += static_cast<char>(c - 32);
        path = path.substr(0, path.find('?'));
        const Routes::Answer answer = routes_.find(upper, path, "", true);
        if (answer.match.operation == kNone) return;
        operations_.insert(answer.match.operation);
    }

    void reach_operation(Index index) {
        if (index == kNone) return;
        operations_.insert(index);
        const Operation& operation = pack_.operations[index];
        if (operation.does == Does::Move && operation.move != kNone) {
            moves_.insert({operation.resource, operation.move});
        }
        for (const ThenStep& then : operation.then) moves_.insert({operation.resource, then.move});
    }

    void reach_steps(Index resource, const Steps& steps) {
        for (const CallStep& call : steps.call) reach_operation(call.operation);
        for (const MoveStep& move : steps.move) moves_.insert({move.resource, move.move});
        for (const EachStep& each : steps.each) {
            for (const CallStep& call : each.call) reach_operation(call.operation);
            for (const MoveStep& move : each.move) moves_.insert({move.resource, move.move});
        }
        for (const ThenStep& then : steps.then) moves_.insert({resource, then.move});
    }

    // What the reached ones set off, until nothing new is reached.
    void spread() {
        const std::set<Index> called = operations_;
        for (const Index operation : called) reach_operation(operation);
        for (std::size_t before = moves_.size() + 1; before != moves_.size();) {
            before = moves_.size();
            const std::set<MoveId> reached = moves_;
            for (const auto& [resource, move] : reached) {
                const Move& each = pack_.resources[resource].lifecycle->moves[move];
                reach_steps(resource, each.steps);
                for (const Arm& arm : each.arms) reach_steps(resource, arm.steps);
            }
            for (std::size_t r = 0; r < pack_.resources.size(); ++r)
                spread_to(static_cast<Index>(r));
        }
    }

    void spread_to(Index resource) {
        if (!pack_.resources[resource].lifecycle) return;
        const auto& moves = pack_.resources[resource].lifecycle->moves;
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const Move& move = moves[m];
            const bool caused = move.cause && mentions(move.cause->event);
            const bool reacts = std::any_of(
                move.cause_of.begin(), move.cause_of.end(), [&](const Reaction& reaction) {
                    return moves_.contains({reaction.resource, reaction.move});
                });
            // Time passes by a control call; which timers it meets only running can tell.
            const bool timed = move.is_timed() && advances_;
            if (caused || reacts || timed) moves_.insert({resource, static_cast<Index>(m)});
        }
    }

    const Pack& pack_;
    Routes routes_;
    std::vector<const std::string*> texts_;
    std::set<Index> operations_;
    std::set<MoveId> moves_;
    bool advances_ = false;
};

void untested(std::vector<Problem>& problems, std::string_view what, std::string_view name,
              const base::Mark& mark) {
    add_warning(problems, code::Untested,
                {{"what", std::string(what)}, {"name", base::quoted(name)}}, mark);
}

bool tells(const Pack& pack, const Plans& plans, const Resource& resource, const Move& move,
           const Arm& arm) {
    if (arm.is_default || plans.mentions(arm.name)) return true;
    if (arm.steps.answer && arm.steps.answer->error.code != kNone &&
        plans.mentions(pack.errors.codes[arm.steps.answer->error.code].name)) {
        return true;
    }
    for (const Choice<State>& to : arm.steps.to) {
        if (plans.mentions(resource.lifecycle->states[to.what])) return true;
    }
    return std::any_of(arm.steps.emits.begin(), arm.steps.emits.end(), [&](const Emit& emit) {
        const auto names = names_of(emit, &move);
        return names.size() == 1 && plans.mentions(names[0]);
    });
}

bool tells(const Plans& plans, const ErrorCode& error) {
    if (plans.mentions(error.name)) return true;
    for (const ErrorMember& member : error.members) {
        const bool is_common = member.name == "type";
        if (is_common) continue;
        if (member.text && member.text->is_literal() && member.text->text.size() > 3 &&
            plans.mentions_text(member.text->text)) {
            return true;
        }
        if (member.data.is_number() && plans.mentions(member.data.number_text())) return true;
    }
    return plans.mentions_text("status: " + std::to_string(error.status));
}

}  // namespace

void warn_untested(const Pack& pack, const Folder& folder, std::vector<Problem>& problems) {
    const Plans plans(pack, folder);
    for (const Assumption& each : pack.assumptions) {
        if (!each.probe.empty() || !each.by_hand.empty()) continue;
        add_warning(problems, code::Unwatched, {{"id", base::quoted(each.id)}}, each.mark);
    }
    for (std::size_t i = 0; i < pack.operations.size(); ++i) {
        const Operation& operation = pack.operations[i];
        if (operation.does == Does::Shape || plans.reaches(static_cast<Index>(i))) continue;
        untested(problems, "operation", operation.name, operation.mark);
    }
    for (std::size_t r = 0; r < pack.resources.size(); ++r) {
        const Resource& resource = pack.resources[r];
        if (!resource.lifecycle) continue;
        for (std::size_t m = 0; m < resource.lifecycle->moves.size(); ++m) {
            const Move& move = resource.lifecycle->moves[m];
            const std::string name = resource.name + "." + move.name;
            if (!plans.reaches(MoveId{static_cast<Index>(r), static_cast<Index>(m)})) {
                untested(problems, "move", name, move.mark);
                continue;
            }
            for (const Arm& arm : move.arms) {
                if (tells(pack, plans, resource, move, arm)) continue;
                untested(problems, "arm", name + "." + arm.name, arm.mark);
            }
        }
    }
    for (const ErrorCode& error : pack.errors.codes) {
        if (!tells(plans, error)) untested(problems, "error code", error.name, error.mark);
    }
}

}  // namespace understudy::pack
