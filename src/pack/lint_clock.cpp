// Moves that let the world's time pass (`clock`) must not be set off by time passing, directly or
// through other moves: an advance would ask for the next one, and there would be no end to it.
#include <map>
#include <set>
#include <utility>

#include "pack/code.hpp"
#include "pack/impl/lint.hpp"

namespace understudy::pack {

namespace {

using MoveId = std::pair<Index, Index>;  // resource, move

class Clocks {
public:
    explicit Clocks(const Pack& pack) : pack_(pack) {}

    void check(std::vector<Problem>& problems) {
        each_move([&](const MoveId& id, const Move& move) {
            bool is_timed = move.is_timed() || move.steps.again.has_value();
            for (const Arm& arm : move.arms) is_timed = is_timed || arm.steps.again.has_value();
            if (is_timed) visit(id, "", problems);
        });
        // What is given up after the last try, an advance gives up.
        for (const WebhookKind& kind : pack_.webhooks) {
            if (kind.last) visit({kind.last->resource, kind.last->move}, "", problems);
        }
    }

private:
    template <typename Visit>
    void each_move(const Visit& visit) const {
        for (std::size_t r = 0; r < pack_.resources.size(); ++r) {
            if (!pack_.resources[r].lifecycle) continue;
            const auto& moves = pack_.resources[r].lifecycle->moves;
            for (std::size_t m = 0; m < moves.size(); ++m) {
                visit({static_cast<Index>(r), static_cast<Index>(m)}, moves[m]);
            }
        }
    }

    const Move* find(const MoveId& id) const {
        if (id.first >= pack_.resources.size() || !pack_.resources[id.first].lifecycle) {
            return nullptr;
        }
        const auto& moves = pack_.resources[id.first].lifecycle->moves;
        return id.second < moves.size() ? &moves[id.second] : nullptr;
    }

    void visit(const MoveId& id, const std::string& way, std::vector<Problem>& problems) {
        const Move* move = find(id);
        if (move == nullptr || !seen_.insert(id).second) return;
        const std::string name = pack_.resources[id.first].name + "." + move->name;
        const std::string path = way.empty() ? name : way + " -> " + name;
        look(id, *move, move->steps, name, path, problems);
        for (const Arm& arm : move->arms) look(id, *move, arm.steps, name, path, problems);
        each_move([&](const MoveId& other, const Move& reacting) {
            for (const Reaction& reaction : reacting.cause_of) {
                if (MoveId{reaction.resource, reaction.move} == id) visit(other, path, problems);
            }
        });
    }

    void look(const MoveId& id, const Move& move, const Steps& steps, const std::string& name,
              const std::string& path, std::vector<Problem>& problems) {
        if (steps.clock) {
            problems.push_back(
                {Level::Error,
                 base::Error{code::ClockByTimer, {{"move", name}, {"path", path}}, move.mark, {}}});
        }
        const auto follow_call = [&](const CallStep& call) {
            if (call.operation >= pack_.operations.size()) return;
            const Operation& operation = pack_.operations[call.operation];
            if (operation.does == Does::Move) {
                visit({operation.resource, operation.move}, path, problems);
            }
            for (const ThenStep& then : operation.then) {
                visit({operation.resource, then.move}, path, problems);
            }
        };
        const auto follow_move = [&](const MoveStep& step) {
            visit({step.resource, step.move}, path, problems);
        };
        for (const CallStep& call : steps.call) follow_call(call);
        for (const MoveStep& step : steps.move) follow_move(step);
        for (const EachStep& each : steps.each) {
            for (const CallStep& call : each.call) follow_call(call);
            for (const MoveStep& step : each.move) follow_move(step);
        }
        for (const ThenStep& then : steps.then) visit({id.first, then.move}, path, problems);
    }

    const Pack& pack_;
    std::set<MoveId> seen_;
};

}  // namespace

void check_clocks(const Pack& pack, std::vector<Problem>& problems) {
    Clocks(pack).check(problems);
}

}  // namespace understudy::pack
