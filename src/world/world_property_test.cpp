// What must hold of every pack and every sequence of commands, tried on random ones: replay of the
// journal, lawful moves only, aggregates equal to the sum over children, one lawful trace entry for
// every field, and the same bytes whatever happens in other worlds.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/sanitized_testing.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/load.hpp"
#include "world/random_pack_testing.hpp"
#include "world/world.hpp"

namespace understudy::world {

namespace {

constexpr int kPacks = 4;
constexpr int kSequences = base::kIsSanitized ? 200 : 1000;
constexpr int kCommands = 8;

std::shared_ptr<const pack::Pack> load_text(const std::string& text) {
    pack::Loaded loaded = pack::load({"random", {{"pack.yaml", text}}});
    EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error()) << text;
    return loaded.pack;
}

World make_world(const std::shared_ptr<const pack::Pack>& pack, std::uint64_t seed = 7) {
    base::Result<World> made = World::create(pack, {.id = "w_1", .seed = seed});
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
}

Call call_of(std::string method, std::string target, const json::Value& body,
             const std::string& key = {}) {
    Call call;
    call.request.head.method = std::move(method);
    call.request.head.target = std::move(target);
    if (!body.is_null()) {
        call.request.head.headers.add("Content-Type", "application/json");
        call.request.body = json::write(body);
    }
    if (!key.empty()) call.request.head.headers.add("Idempotency-Key", key);
    call.origin = "http://127.0.0.1";
    call.credential = "usw_property";
    return call;
}

// Draws commands, knowing the ids that earlier answers gave.
class Player {
public:
    Player(const RandomPack& pack, std::uint64_t seed, std::uint64_t sequence)
        : pack_(pack), draw_(seed, {"commands"}, sequence) {}

    Command next() {
        if (chance(draw_, 15)) {
            Advance advance;
            advance.by = base::Duration{static_cast<std::int64_t>(draw_.below(5)), 0};
            return advance;
        }
        const std::size_t at = draw_.below(pack_.resources.size());
        const RandomResource& resource = pack_.resources[at];
        const std::string path = "/" + resource.name;
        const std::string key = chance(draw_, 20) ? "key" + std::to_string(draw_.below(3)) : "";
        const auto what = draw_.below(100);
        if (ids_[at].empty() || what < 35) return call_of("POST", path, body(resource, true), key);
        const std::string one = path + "/" + ids_[at][draw_.below(ids_[at].size())];
        if (what < 50) return call_of("GET", one, {});
        if (what < 60) return call_of("GET", path + "?limit=3&amount[gte]=10", {});
        if (what < 72) return call_of("POST", one, body(resource, false), key);
        if (what < 76) return call_of("DELETE", one, {});
        if (resource.moves.empty()) return call_of("GET", "/nowhere", {});
        const std::string& move = resource.moves[draw_.below(resource.moves.size())];
        return call_of("POST", one + "/" + move, {}, key);
    }

    void learn(const Command& command, const Answer& answer) {
        const auto* call = std::get_if<Call>(&command);
        if (call == nullptr || answer.status != 200 || call->request.head.method != "POST") return;
        const auto parsed = json::parse(*answer.body);
        const json::Value* id = parsed ? parsed->find("id") : nullptr;
        if (id == nullptr || !id->is_string()) return;
        for (std::size_t i = 0; i < pack_.resources.size(); ++i) {
            const std::string path = "/" + pack_.resources[i].name;
            if (call->request.head.target == path) ids_[i].emplace_back(id->as_string());
        }
    }

    // Reads every object that was ever made, deleted ones too.
    std::vector<Command> reads() const {
        std::vector<Command> all;
        for (const auto& [at, ids] : ids_) {
            for (const std::string& id : ids) {
                all.push_back(call_of("GET", "/" + pack_.resources[at].name + "/" + id, {}));
            }
        }
        return all;
    }

private:
    json::Value body(const RandomResource& resource, bool whole) {
        json::Value body = json::Value::object();
        if (whole ? !chance(draw_, 5) : chance(draw_, 60)) {
            body.set("amount", chance(draw_, 5) ? json::Value("many")
                                                : json::Value(static_cast<int>(draw_.below(110))));
        }
        if (chance(draw_, 30)) body.set("note", "n" + std::to_string(draw_.below(9)));
        if (resource.has_keys && chance(draw_, 40)) {
            json::Value keys = json::Value::object();
            keys.set("k" + std::to_string(draw_.below(3)), chance(draw_, 30) ? "" : "v");
            body.set("metadata", keys);
        }
        if (!resource.parent.empty() && chance(draw_, 70)) {
            for (std::size_t i = 0; i < pack_.resources.size(); ++i) {
                if (pack_.resources[i].name != resource.parent) continue;
                const auto& owners = ids_[i];
                body.set("owner", owners.empty() || chance(draw_, 5)
                                      ? json::Value("o9_nobody")
                                      : json::Value(owners[draw_.below(owners.size())]));
            }
        }
        return body;
    }

    const RandomPack& pack_;
    base::Stream draw_;
    std::map<std::size_t, std::vector<std::string>> ids_;
};

std::string text_of(const std::variant<Outcome, Refused>& done) {
    if (const auto* refused = std::get_if<Refused>(&done)) return "refused " + refused->code;
    const Outcome& outcome = std::get<Outcome>(done);
    std::string text = std::to_string(outcome.answer.status);
    for (const http::Field field : outcome.answer.headers) {
        text += "\n" + std::string(field.name) + ": " + std::string(field.value);
    }
    return text + "\n\n" + (outcome.answer.body ? *outcome.answer.body : "") +
           json::write(outcome.result);
}

void expect_lawful(const RandomPack& pack, const Outcome& outcome) {
    for (const Transition& transition : outcome.transitions) {
        if (transition.from == "nothing" || transition.to == "nothing") continue;
        for (const RandomResource& resource : pack.resources) {
            if (resource.name != transition.resource) continue;
            const std::pair<std::string, std::string> step{transition.from, transition.to};
            EXPECT_NE(std::find(resource.lawful.begin(), resource.lawful.end(), step),
                      resource.lawful.end())
                << transition.resource << ": " << step.first << " -> " << step.second;
        }
    }
}

std::int64_t number(const json::Value& object, std::string_view field) {
    const json::Value* found = object.find(field);
    return found != nullptr && found->is_number() ? found->to_int64().value_or(-1) : -1;
}

void expect_aggregates(const RandomPack& random, const World& world) {
    std::map<std::string, std::vector<json::Value>> objects;
    for (const RandomResource& resource : random.resources) {
        objects[resource.name] = world.objects(world.pack().find_resource(resource.name));
    }
    for (const RandomResource& child : random.resources) {
        if (child.parent.empty()) continue;
        for (const json::Value& owner : objects[child.parent]) {
            std::int64_t sum = 0, open = 0, most = -1;
            for (const json::Value& each : objects[child.name]) {
                const json::Value* named = each.find("owner");
                if (named == nullptr || !(*named == *owner.find("id"))) continue;
                sum += number(each, "amount");
                open += each.find("status")->as_string() == "s0" ? 1 : 0;
                most = std::max(most, number(each, "amount"));
            }
            EXPECT_EQ(number(owner, "sum_" + child.name), sum);
            EXPECT_EQ(number(owner, "open_" + child.name), open);
            EXPECT_EQ(number(owner, "most_" + child.name), most) << json::write(owner);
        }
    }
}

// Paths of the leaves of a body; what one field holds is one leaf, whatever is inside.
void leaves(const json::Value& value, const std::string& path, std::set<std::string>& into) {
    if (value.is_object() && value.size() > 0) {
        for (const json::Member& member : value.members()) {
            leaves(
                member.value,
                path.empty() ? std::string(member.key()) : path + "." + std::string(member.key()),
                into);
        }
        return;
    }
    if (value.is_array() && value.size() > 0) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            leaves(value[i], path + (path.empty() ? "" : ".") + std::to_string(i), into);
        }
        return;
    }
    into.insert(path);
}

void expect_traced(const World& world, const Outcome& outcome) {
    static const std::set<std::string> kLawful = {"input", "derived",   "clock",    "id",
                                                  "state", "aggregate", "constant", "pinned",
                                                  "tape",  "synth"};
    const auto record = world.trace("trc_" + std::to_string(outcome.trace), {});
    ASSERT_TRUE(record.has_value()) << outcome.trace;
    const auto body = json::parse(*outcome.answer.body);
    ASSERT_TRUE(body.has_value()) << *outcome.answer.body;
    std::set<std::string> open;
    leaves(*body, "", open);
    std::set<std::string> entries;
    for (const json::Value& field : record->find("fields")->items()) {
        const std::string path(field.find("path")->as_string());
        EXPECT_TRUE(entries.insert(path).second) << "twice: " << path;
        EXPECT_TRUE(kLawful.contains(std::string(field.find("source")->as_string()))) << path;
    }
    for (const std::string& leaf : open) {
        std::size_t owners = 0;
        for (std::string_view path = leaf; !path.empty();) {
            owners += entries.contains(std::string(path)) ? 1 : 0;
            const std::size_t dot = path.rfind('.');
            path = dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
        }
        EXPECT_EQ(owners, 1U) << leaf << " in " << *outcome.answer.body << "\n"
                              << json::write(*record);
    }
}

}  // namespace

TEST(Property, JournalReplayGivesTheSameStateAndNoMoveIsUnlawful) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        for (std::uint64_t sequence = 0; sequence < kSequences; ++sequence) {
            SCOPED_TRACE("pack " + std::to_string(number) + ", sequence " +
                         std::to_string(sequence));
            World world = make_world(pack);
            World copy = make_world(pack);
            world.record_changes(true);
            Player player(random, number, sequence);
            for (int step = 0; step < kCommands; ++step) {
                const Command command = player.next();
                const auto done = world.apply(command);
                if (const auto* outcome = std::get_if<Outcome>(&done)) {
                    expect_lawful(random, *outcome);
                    if (outcome->answer.body) player.learn(command, outcome->answer);
                }
                ASSERT_TRUE(copy.replay(world.take_changes()).has_value());
            }
            ASSERT_EQ(copy.digest(), world.digest());
            if (sequence % 10 == 0) expect_aggregates(random, world);
            if (::testing::Test::HasFailure()) return;
        }
    }
}

TEST(Property, EveryFieldOfEveryAnswerHasExactlyOneLawfulSource) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        for (std::uint64_t sequence = 0; sequence < kSequences / 10; ++sequence) {
            World world = make_world(pack);
            Player player(random, number, sequence);
            for (int step = 0; step < kCommands; ++step) {
                const Command command = player.next();
                const auto done = world.apply(command);
                const auto* outcome = std::get_if<Outcome>(&done);
                if (outcome == nullptr || !std::holds_alternative<Call>(command)) continue;
                player.learn(command, outcome->answer);
                if (outcome->answer.body && !outcome->answer.body->empty())
                    expect_traced(world, *outcome);
                if (::testing::Test::HasFailure()) return;
            }
        }
    }
}

TEST(Property, SameCommandsGiveTheSameBytesWhateverOtherWorldsDo) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        for (std::uint64_t sequence = 0; sequence < kSequences / 10; ++sequence) {
            SCOPED_TRACE("pack " + std::to_string(number) + ", sequence " +
                         std::to_string(sequence));
            World alone = make_world(pack), first = make_world(pack), second = make_world(pack, 8);
            Player player(random, number, sequence), other(random, number, sequence + 1);
            for (int step = 0; step < kCommands; ++step) {
                const Command command = player.next();
                const auto expected = alone.apply(command);
                const Command foreign = other.next();
                const auto meanwhile = second.apply(foreign);
                if (const auto* outcome = std::get_if<Outcome>(&meanwhile);
                    outcome && outcome->answer.body) {
                    other.learn(foreign, outcome->answer);
                }
                ASSERT_EQ(text_of(first.apply(command)), text_of(expected));
                if (const auto* outcome = std::get_if<Outcome>(&expected);
                    outcome && outcome->answer.body) {
                    player.learn(command, outcome->answer);
                }
            }
        }
    }
}

TEST(Property, AForkGoesOnLikeItsParentAndNeitherSeesTheOther) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        for (std::uint64_t sequence = 0; sequence < kSequences / 10; ++sequence) {
            World world = make_world(pack);
            Player player(random, number, sequence);
            for (int step = 0; step < kCommands; ++step) {
                const Command command = player.next();
                const auto done = world.apply(command);
                if (const auto* outcome = std::get_if<Outcome>(&done);
                    outcome && outcome->answer.body) {
                    player.learn(command, outcome->answer);
                }
            }
            World fork = world.fork("w_2");
            const std::string before = world.digest();
            ASSERT_EQ(fork.digest(), before);
            const Command more = player.next();
            const auto in_fork = fork.apply(more);
            ASSERT_EQ(world.digest(), before);
            ASSERT_EQ(text_of(world.apply(more)), text_of(in_fork));
            ASSERT_EQ(world.digest(), fork.digest());
        }
    }
}

// A fork has shown nothing yet, so it makes every body anew.
TEST(Property, WhatWasShownBeforeIsShownAgainOnlyWhileItIsTrue) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        for (std::uint64_t sequence = 0; sequence < kSequences / 10; ++sequence) {
            SCOPED_TRACE("pack " + std::to_string(number) + ", sequence " +
                         std::to_string(sequence));
            World world = make_world(pack);
            Player player(random, number, sequence);
            for (int step = 0; step < 2 * kCommands; ++step) {
                const Command command = player.next();
                const auto done = world.apply(command);
                if (const auto* outcome = std::get_if<Outcome>(&done);
                    outcome && outcome->answer.body) {
                    player.learn(command, outcome->answer);
                }
                for (const Command& read : player.reads()) {
                    World fork = world.fork("w_2");
                    const auto expected = fork.apply(read);
                    const auto shown = world.apply(read);
                    ASSERT_EQ(text_of(shown), text_of(expected));
                    const std::string trace =
                        "trc_" + std::to_string(std::get<Outcome>(shown).trace);
                    ASSERT_EQ(*world.trace(trace, {})->find("fields"),
                              *fork.trace(trace, {})->find("fields"));
                }
            }
        }
    }
}

TEST(Property, ResetBringsTheSameAnswersAgain) {
    for (std::uint64_t number = 0; number < kPacks; ++number) {
        const RandomPack random = random_pack(number);
        const auto pack = load_text(random.text);
        ASSERT_TRUE(pack);
        World world = make_world(pack);
        const std::string empty = world.digest();
        std::vector<Command> commands;
        std::vector<std::string> answers;
        Player player(random, number, 1);
        for (int step = 0; step < 200; ++step) {
            commands.push_back(player.next());
            const auto done = world.apply(commands.back());
            if (const auto* outcome = std::get_if<Outcome>(&done);
                outcome && outcome->answer.body) {
                player.learn(commands.back(), outcome->answer);
            }
            answers.push_back(text_of(done));
        }
        world.apply(Reset{});
        ASSERT_EQ(world.digest(), empty);
        for (std::size_t i = 0; i < commands.size(); ++i) {
            ASSERT_EQ(text_of(world.apply(commands[i])), answers[i]);
        }
    }
}

}  // namespace understudy::world
