// The worlds of a process: made, forked, ended, and found by nobody who may not.
#include "serve/hub.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "serve/code.hpp"
#include "serve/impl/hub_testing.hpp"
#include "serve/vendor.hpp"
#include "world/code.hpp"

namespace understudy::serve {

namespace {

base::Code refused(Process& process, const WorldOrder& order) {
    const auto world = process.hub.create(order);
    EXPECT_FALSE(world.has_value());
    return world ? base::Code{} : world.error().code;
}

http::RequestHead with_key(const std::string& key) {
    http::RequestHead head;
    if (!key.empty()) head.headers.add("Authorization", "Bearer " + key);
    return head;
}

}  // namespace

TEST(Hub, WorldsHaveIdsAndKeysOfTheirOwn) {
    Process process;
    const auto first = process.create({.pack = "notes"});
    const auto second = process.create({.pack = "notes"});
    EXPECT_EQ(first->identity.id, "w_1");
    EXPECT_EQ(second->identity.id, "w_2");
    EXPECT_NE(first->identity.key, second->identity.key);
    EXPECT_EQ(process.hub.with_key(first->identity.key), first);
    EXPECT_EQ(process.hub.with_key(second->identity.key), second);
    EXPECT_EQ(process.hub.find("w_2"), second);
    EXPECT_EQ(process.hub.with_key("usw_nobody0123456789"), nullptr);
    EXPECT_EQ(process.hub.with_key(""), nullptr);
    EXPECT_EQ(process.hub.with_key(process.admin()), nullptr);
    EXPECT_TRUE(process.hub.is_operator_key(process.admin()));
    EXPECT_FALSE(process.hub.is_operator_key(first->identity.key));
    EXPECT_FALSE(process.hub.is_operator_key(""));
}

TEST(Hub, EveryFormOfAKeySelectsTheSameWorld) {
    Process process;
    const auto world = process.create({.pack = "notes", .key = "usw_0123456789abcdef"});
    ASSERT_EQ(world->identity.key_forms.size(), 2U);
    EXPECT_EQ(world->identity.key_forms[0], "notes_0123456789abcdef");
    EXPECT_EQ(world->identity.key_forms[1], "6c3320619e76074e58cb5cf61b61088f");
    for (const std::string& form : world->identity.key_forms) {
        EXPECT_EQ(process.hub.with_key(form), world);
    }
    process.hub.remove(world->identity.serial);
    for (const std::string& form : world->identity.key_forms) {
        EXPECT_EQ(process.hub.with_key(form), nullptr);
    }
}

TEST(Hub, RefusesWhatCannotBe) {
    Process process;
    process.create(
        {.pack = "notes", .id = "shop", .key = "key-of-the-shop-1", .host = "shop.test"});
    EXPECT_EQ(refused(process, {.pack = "note"}), code::UnknownPack);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = "shop"}), code::WorldExists);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = "Shop"}), code::BadWorldId);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = "_shop"}), code::BadWorldId);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = "a.b"}), code::BadWorldId);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = std::string(61, 'a')}), code::BadWorldId);
    EXPECT_EQ(refused(process, {.pack = "notes", .id = "notes"}), code::BadWorldId);
    EXPECT_EQ(refused(process, {.pack = "notes", .key = "short"}), code::BadKey);
    EXPECT_EQ(refused(process, {.pack = "memos", .key = "key-of-the-shop-1"}), code::KeyTaken);
    EXPECT_EQ(refused(process, {.pack = "notes", .key = "usw_key-of-the-shop-1"}), code::KeyTaken);
    EXPECT_EQ(refused(process, {.pack = "notes", .host = "shop.test"}), code::BadHost);
    EXPECT_EQ(refused(process, {.pack = "notes", .host = "api.memos.test"}), code::BadHost);
    EXPECT_EQ(refused(process, {.pack = "notes", .host = "x.test:80"}), code::BadHost);
    EXPECT_EQ(refused(process, {.pack = "notes", .from_now = true}), code::NowNeedsTicking);
    EXPECT_EQ(
        refused(process, {.pack = "notes", .config = json::Value::object({{"color", "red"}})}),
        world::code::UnknownConfig);
    EXPECT_EQ(process.hub.mount(notes_pack("notes")).error().code, code::PackTwice);
    EXPECT_EQ(process.hub.count(), 1U);
    EXPECT_EQ(base::message(process.hub.create({.pack = "note"}).error()),
              "the pack \"note\" is not served here");
    EXPECT_EQ(base::hint(process.hub.create({.pack = "note"}).error()),
              "did you mean \"notes\"? there is notes, memos");
}

TEST(Hub, AnIdIsFreeAgainWhenItsWorldIsGone) {
    Process process;
    const auto world = process.create({.pack = "notes", .id = "shop", .host = "shop.test"});
    EXPECT_TRUE(process.hub.remove(world->identity.serial));
    EXPECT_FALSE(process.hub.remove(world->identity.serial));
    EXPECT_EQ(process.hub.find("shop"), nullptr);
    const auto again = process.create({.pack = "notes", .id = "shop", .host = "shop.test"});
    EXPECT_NE(again->identity.serial, world->identity.serial);
}

TEST(Hub, AWorldNobodyCallsIsDroppedAfterItsTtl) {
    Process process;
    const auto world = process.create({.pack = "notes", .ttl = std::chrono::milliseconds(30)});
    EXPECT_NE(process.hub.with_key(world->identity.key), nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_EQ(process.hub.with_key(world->identity.key), nullptr);
    EXPECT_EQ(process.hub.find(world->identity.id), nullptr);
    EXPECT_TRUE(process.hub.worlds().empty());
}

TEST(Hub, TenThousandWorldsAnswerUnderTheirOwnKeys) {
    Process process;
    constexpr int kWorlds = 10'000;
    std::vector<std::shared_ptr<RunningWorld>> worlds;
    for (int i = 0; i < kWorlds; ++i) worlds.push_back(process.create({.pack = "notes"}));
    for (const auto& world : worlds) {
        ASSERT_EQ(process.hub.with_key(world->identity.key), world);
    }
    for (const std::size_t i : {0U, 1U, 4'999U, 9'999U}) {
        const std::string text = "{\"text\":\"" + worlds[i]->identity.id + "\"}";
        process.ask(door_of_pack(0),
                    {.method = "POST", .key = worlds[i]->identity.key, .body = text});
        const std::string list =
            process.ask(door_of_pack(0), {.key = worlds[i]->identity.key}).body();
        EXPECT_NE(list.find('"' + worlds[i]->identity.id + '"'), std::string::npos) << list;
    }
    EXPECT_EQ(process.hub.count(), static_cast<std::size_t>(kWorlds));
}

TEST(Select, ListenerThenHostThenKey) {
    Process process;
    const auto one = process.create({.pack = "notes", .host = "one.test"});
    const auto two = process.create({.pack = "notes"});
    const auto memo = process.create({.pack = "memos"});
    using Key = world::Call::Key;
    struct Case {
        std::string_view says;
        Door door;
        std::string host;
        std::string key;
        std::shared_ptr<RunningWorld> world;  // null: refused by the lobby
        Key state;
    };
    const std::string& key_one = one->identity.key;
    const std::string& key_two = two->identity.key;
    const std::string& key_memo = memo->identity.key;
    const Case cases[] = {
        {"key on a pack's listener", door_of_pack(0), "127.0.0.1", key_two, two, Key::Accepted},
        {"no key", door_of_pack(0), "127.0.0.1", "", nullptr, Key::Missing},
        {"nobody's key", door_of_pack(0), "127.0.0.1", "nobody", nullptr, Key::Wrong},
        {"key of another pack", door_of_pack(0), "127.0.0.1", key_memo, nullptr, Key::Wrong},
        {"operator's key", door_of_pack(0), "127.0.0.1", process.admin(), nullptr, Key::Wrong},
        {"world's listener", door_of_world(*one), "127.0.0.1", key_one, one, Key::Accepted},
        {"world's listener, key of another", door_of_world(*one), "x", key_two, one, Key::Wrong},
        {"listener before host", door_of_world(*two), "one.test", key_two, two, Key::Accepted},
        {"given host", door_of_pack(0), "one.test", key_one, one, Key::Accepted},
        {"given host, key of another", door_of_pack(0), "one.test", key_two, one, Key::Wrong},
        {"id as host", door_of_pack(0), "w-2.localhost", key_two, two, Key::Accepted},
        {"id as host, as written", door_of_pack(0), "w_2.localhost", key_two, two, Key::Accepted},
        {"id as host, key of another", door_of_pack(0), "w-2.localhost", key_one, two, Key::Wrong},
        {"host of another pack's world", door_of_pack(1), "w-2.localhost", key_two, nullptr,
         Key::Wrong},
        {"shared listener, pack's host", {}, "memos.localhost", key_memo, memo, Key::Accepted},
        {"shared listener, declared host", {}, "api.notes.test", key_one, one, Key::Accepted},
        {"shared listener, other pack's key", {}, "memos.localhost", key_one, nullptr, Key::Wrong},
        {"shared listener, key alone", {}, "", key_memo, memo, Key::Accepted},
    };
    for (const Case& one_case : cases) {
        const Scope scope = process.hub.scope_of(one_case.door, one_case.host, false);
        const Choice choice = choose_world(process.hub, scope, with_key(one_case.key));
        EXPECT_EQ(choice.is_lobby, one_case.world == nullptr) << one_case.says;
        if (one_case.world) {
            EXPECT_EQ(choice.world, one_case.world) << one_case.says;
        }
        EXPECT_EQ(static_cast<int>(choice.key), static_cast<int>(one_case.state)) << one_case.says;
    }
}

TEST(Select, ForksLiveUnderWhatIsBoundToTheirParent) {
    Process process;
    const auto parent = process.create({.pack = "notes"});
    const auto other = process.create({.pack = "notes"});
    const auto fork = process.hub.fork(*parent, {}).value();
    const auto grandchild = process.hub.fork(*fork, {}).value();
    const Scope scope = process.hub.scope_of(door_of_world(*parent), "", false);
    for (const auto& world : {parent, fork, grandchild}) {
        EXPECT_EQ(choose_world(process.hub, scope, with_key(world->identity.key)).world, world);
    }
    EXPECT_EQ(static_cast<int>(choose_world(process.hub, scope, with_key(other->identity.key)).key),
              static_cast<int>(world::Call::Key::Wrong));
    // The parent is not a fork of its child.
    const Scope below = process.hub.scope_of(door_of_world(*fork), "", false);
    EXPECT_EQ(
        static_cast<int>(choose_world(process.hub, below, with_key(parent->identity.key)).key),
        static_cast<int>(world::Call::Key::Wrong));
}

TEST(Select, AnyKeyIsTakenOnlyWhereListenerOrHostSelect) {
    Process process;
    const auto open = process.create({.pack = "notes", .host = "open.test", .accept_any = true});
    const auto other = process.create({.pack = "notes"});
    using Key = world::Call::Key;
    const auto choose = [&](const Door& door, const std::string& host, const std::string& key) {
        return choose_world(process.hub, process.hub.scope_of(door, host, false), with_key(key));
    };
    EXPECT_EQ(choose(door_of_world(*open), "", "whatever").world, open);
    EXPECT_EQ(choose(door_of_world(*open), "", "whatever").key, Key::Accepted);
    EXPECT_EQ(choose(door_of_pack(0), "open.test", "whatever").key, Key::Accepted);
    EXPECT_EQ(choose(door_of_world(*open), "", "").key, Key::Missing);
    EXPECT_EQ(choose(door_of_world(*open), "", other->identity.key).key, Key::Wrong);
    EXPECT_TRUE(choose(door_of_pack(0), "", "whatever").is_lobby);
}

TEST(Select, AServiceWithoutKeysIsAnsweredByItsFirstWorld) {
    store::MemoryStore journal;
    Hub hub(journal);
    ASSERT_TRUE(hub.mount(notes_pack("open", "[]")).has_value());
    const auto first = hub.create({.pack = "open"}).value();
    ASSERT_TRUE(hub.create({.pack = "open"}).has_value());
    EXPECT_EQ(choose_world(hub, hub.scope_of(door_of_pack(0), "", false), {}).world, first);
}

TEST(Proxy, IsOneForDeclaredHostsOnly) {
    Process process;
    const auto world = process.create({.pack = "notes"});
    const auto scope = [&](const Door& door, const std::string& host) {
        return process.hub.scope_of(door, host, true);
    };
    EXPECT_FALSE(scope(door_of_pack(0), "api.notes.test").is_foreign);
    EXPECT_FALSE(scope(door_of_pack(0), "api.notes.test").at_own_prefix);
    // One proxy is enough for a client of several services.
    EXPECT_EQ(scope(door_of_pack(0), "api.memos.test").pack, 1U);
    EXPECT_FALSE(scope(door_of_pack(0), "w-1.localhost").is_foreign);
    EXPECT_TRUE(scope(door_of_pack(0), "example.test").is_foreign);
    EXPECT_TRUE(scope(door_of_pack(0), "127.0.0.1").is_foreign);
    EXPECT_TRUE(scope(door_of_pack(0), "localhost").is_foreign);
    EXPECT_TRUE(scope(door_of_pack(0), "").is_foreign);
    // A listener that stands for one world leads to no other pack.
    EXPECT_TRUE(scope(door_of_world(*world), "api.memos.test").is_foreign);
    EXPECT_EQ(scope(door_of_world(*world), "api.notes.test").world, world->identity.serial);
}

}  // namespace understudy::serve
