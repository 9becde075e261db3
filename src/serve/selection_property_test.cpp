// Whatever mix of listeners, hosts and keys requests come with: nobody reads another world's data,
// and the holder of a key that fits always reads their own.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "json/write.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

namespace {

struct Town {
    Process process;
    std::vector<std::shared_ptr<RunningWorld>> worlds;

    // Roots of both packs, some with hosts, and forks of what is there already. Each world holds
    // one note with its own id as text.
    Town() {
        for (int i = 0; i < 3; ++i) {
            for (const std::string pack : {"notes", "memos"}) {
                WorldOrder order{.pack = pack};
                if (i == 1) order.host = pack + "-own.test";
                add(process.create(order));
            }
        }
        for (const std::size_t parent : {std::size_t{0}, std::size_t{6}, std::size_t{1}}) {
            add(process.hub.fork(*worlds[parent], {}).value());
        }
    }

    void add(std::shared_ptr<RunningWorld> world) {
        process.ask(door_of_pack(world->identity.pack),
                    {.method = "POST",
                     .key = world->identity.key,
                     .body = json::write(json::Value::object({{"text", world->identity.id}}))});
        worlds.push_back(std::move(world));
    }

    // Is this world among those that the listener and the host leave?
    bool may_reach(const RunningWorld& world, const Door& door, const RunningWorld* host) const {
        const Identity& own = world.identity;
        if (door.kind == Door::Kind::World) return own.is_in_family_of(door.world);
        if (door.kind == Door::Kind::Pack && own.pack != door.pack) return false;
        return host == nullptr || own.is_in_family_of(host->identity.serial);
    }
};

}  // namespace

RC_GTEST_PROP(Selection, NoRequestSeesTheDataOfAnotherWorld, ()) {
    Town town;
    const auto pick = [&] {
        return town.worlds[*rc::gen::inRange<std::size_t>(0, town.worlds.size())];
    };
    for (int i = 0; i < 60; ++i) {
        const auto owner = pick();
        const auto named = pick();
        const int how = *rc::gen::inRange(0, 4);
        Door door;
        if (how == 1) door = door_of_pack(*rc::gen::inRange<std::size_t>(0, 2));
        if (how == 2) door = door_of_world(*pick());
        if (how == 3) door = door_of_pack(owner->identity.pack);
        const bool by_host = *rc::gen::arbitrary<bool>();
        const std::string host =
            by_host ? base::replace_all(named->identity.id, "_", "-") + ".localhost"
                    : std::string("127.0.0.1:8801");
        std::vector<std::string> keys = owner->identity.key_forms;
        keys.push_back(owner->identity.key);
        keys.emplace_back("usw_nobody-has-this-key");
        keys.push_back(town.process.admin());
        const std::size_t which = *rc::gen::inRange<std::size_t>(0, keys.size());
        const bool is_owners = which < keys.size() - 2;
        const http::Response answer = town.process.ask(door, {.key = keys[which], .host = host});
        const bool expected =
            is_owners && town.may_reach(*owner, door, by_host ? named.get() : nullptr);
        RC_ASSERT((answer.head.status == 200) == expected);
        for (const auto& world : town.worlds) {
            const bool shown =
                answer.body().find('"' + world->identity.id + '"') != std::string::npos;
            // A fork begins with the notes of those it stems from.
            if (shown)
                RC_ASSERT(expected && owner->identity.is_in_family_of(world->identity.serial));
        }
    }
}

}  // namespace understudy::serve
