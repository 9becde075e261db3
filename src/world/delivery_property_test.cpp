// Whatever happens in whatever order: a webhook, the object itself and the list of its kind say the
// same of every value that came from outside, and nothing that happened is left untold.
#include <gtest/gtest.h>

#include <map>

#include "base/sanitized_testing.hpp"
#include "base/seed.hpp"
#include "json/write.hpp"
#include "world/receiver_testing.hpp"

namespace understudy::world {
namespace {

using json::Value;

constexpr int kRounds = base::kIsSanitized ? 40 : 400;

// A run of a task whose output comes from outside, made, cancelled, pinned and faulted at random.
class Play {
public:
    explicit Play(std::uint64_t seed)
        : draw_{seed, {"delivery", "property", "play"}, 0},
          deck_(pack_folder("packs/deck"), definition(seed)),
          receiver_(deck_.world()) {
        deck_.does(AddEndpoint{Tester::parsed(R"({"url":"http://127.0.0.1:1/"})")});
        deck_.does(AddEndpoint{Tester::parsed(
            R"({"url":"http://127.0.0.1:2/","subscribe":["task_run.completed","task_run.failed"]})")});
        deck_.post_json("/v2/tasks", R"({"name":"look","output_schema":{"type":"object",
            "required":["balance"],"properties":{"balance":{"type":"number"}}}})");
    }

    void run() {
        for (int i = 0; i < 25; ++i) step();
        receiver_.answers.clear();
        deck_.does(Clear{Clear::What::Faults, {}});
        for (const std::string& held : held_ones()) deck_.does(LetGo{held});
        receiver_.advance("2h");
    }

    void check(int round) {
        // What each event says that reached a receiver.
        std::map<std::string, Value> told;
        for (const Receiver::Got& got : receiver_.got) {
            const Value body = got.body();
            if (!got.type().starts_with("task_run.")) continue;
            const Value& data = *body.find("data");
            const std::string id(data.find("id")->as_string());
            if (got.type() == "task_run.completed") {
                const auto [at, first] = told.emplace(id, *data.find("output"));
                EXPECT_EQ(json::write(at->second), json::write(*data.find("output"))) << round;
            }
        }
        std::map<std::string, Value> listed;
        const Value list = deck_.get("/v2/task-runs?limit=100").body;
        for (const Value& one : list.find("data")->items()) {
            listed.emplace(std::string(one.find("id")->as_string()), one);
        }
        std::size_t completed = 0;
        for (const std::string& id : runs_) {
            const Value shown = deck_.get("/v2/task-runs/" + id).body;
            ASSERT_TRUE(listed.contains(id)) << round;
            EXPECT_EQ(json::write(*listed.at(id).find("output")),
                      json::write(*shown.find("output")))
                << round;
            if (shown.find("status")->as_string() != "completed") continue;
            ++completed;
            ASSERT_TRUE(told.contains(id)) << round << ": nobody was told of " << id;
            EXPECT_EQ(json::write(told.at(id)), json::write(*shown.find("output"))) << round;
        }
        EXPECT_EQ(told.size(), completed) << round << ": a completion that did not happen was told";
        // Nothing waits any more, and the log agrees with the receiver.
        std::map<std::string, std::size_t> made;
        for (const Receiver::Got& got : receiver_.got) ++made[got.delivery];
        const World::Page page = deck_.world().deliveries({}, 0, 10'000);
        for (const Value& one : page.data) {
            const std::string state(one.find("state")->as_string());
            EXPECT_TRUE(state == "delivered" || state == "failed" || state == "cancelled") << state;
            EXPECT_EQ(one.find("attempts")->size(), made[std::string(one.find("id")->as_string())])
                << round;
        }
    }

private:
    static Definition definition(std::uint64_t seed) {
        Definition made;
        made.id = "w_1";
        made.key = "usw_property";
        made.seed = seed;
        return made;
    }

    std::vector<std::string> held_ones() {
        std::vector<std::string> ids;
        const World::Page page = deck_.world().deliveries({{}, {}, "held", false}, 0, 10'000);
        for (const Value& one : page.data) {
            ids.emplace_back(one.find("id")->as_string());
        }
        return ids;
    }

    void step() {
        switch (draw_.below(9)) {
            case 0:
            case 1: {
                const bool pins = draw_.below(2) == 0;
                const Value balance(static_cast<std::int64_t>(draw_.below(1000)));
                if (pins) {
                    deck_.does(
                        SetPin{Value::object({{"match", Value::object({{"operation", "look"}})},
                                              {"field", "output.balance"},
                                              {"value", balance}})});
                }
                const auto made = deck_.post_json("/v2/task-runs", R"({"task":"look"})");
                ASSERT_EQ(made.status, 201) << *made.outcome.answer.body;
                runs_.push_back(made.text_at("id"));
                break;
            }
            case 2:
                if (!runs_.empty()) {
                    deck_.post_json("/v2/task-runs/" + runs_[draw_.below(runs_.size())] + "/cancel",
                                    "{}");
                }
                break;
            case 3: {
                constexpr std::string_view kKinds[] = {
                    R"({"kind":"duplicate","copies":2,"gap":"3s"})",
                    R"({"kind":"reorder","window":2})", R"({"kind":"delay","by":"7s"})",
                    R"({"kind":"hold"})"};
                deck_.does(ArmFault{Tester::parsed(
                    R"({"resource":"$deliveries","operation":"send","count":2,"delivery":)" +
                    std::string(kKinds[draw_.below(std::size(kKinds))]) + "}")});
                break;
            }
            // One failure in a row at most: the destination must stay active.
            case 4: receiver_.answers = {500}; break;
            case 5: receiver_.take(); break;
            case 6: deck_.does(Clear{Clear::What::Pins, {}}); break;
            default: receiver_.advance(std::to_string(draw_.below(6)) + "s"); break;
        }
    }

    base::Stream draw_;
    Tester deck_;
    Receiver receiver_;
    std::vector<std::string> runs_;
};

TEST(DeliveryProperty, WebhookObjectAndListAgreeInEveryOrder) {
    for (int round = 0; round < kRounds; ++round) {
        Play play(static_cast<std::uint64_t>(round));
        play.run();
        play.check(round);
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace understudy::world
