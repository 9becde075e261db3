// Worlds that come back: a process ends, and another one goes on with its file.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "serve/impl/kept.hpp"
#include "serve/impl/parcel_testing.hpp"
#include "store/code.hpp"
#include "store/sqlite.hpp"
#include "store/worlds_testing.hpp"

namespace understudy::serve {
namespace {

std::shared_ptr<const pack::Pack> parcel_pack() {
    static const auto pack = pack::load(pack::read_folder("packs/parcel")).pack;
    return pack;
}

// A process with a file: hub and station, no sockets.
struct Lasting {
    explicit Lasting(const std::string& path, store::SqliteOptions options = {},
                     std::shared_ptr<const pack::Pack> pack = parcel_pack())
        : journal(open(path, std::move(options))),
          hub(*journal),
          station(hub, {.version = "0.0.1"}) {
        EXPECT_TRUE(hub.mount(std::move(pack)).has_value());
        recovered = hub.recover();
    }
    static std::unique_ptr<store::SqliteStore> open(const std::string& path,
                                                    store::SqliteOptions options) {
        auto opened = store::SqliteStore::open(path, std::move(options));
        EXPECT_TRUE(opened) << base::render(opened.error());
        return std::move(*opened);
    }
    http::Response ask(const std::string& key, const std::string& method, const std::string& target,
                       const std::string& body = {}, const std::string& idempotency = {}) {
        http::Request request;
        request.head.method = method;
        request.head.target = target;
        request.head.authority = "127.0.0.1:8801";
        request.head.headers.add("Authorization", "Bearer " + key);
        if (!body.empty()) request.head.headers.add("Content-Type", "application/json");
        if (!idempotency.empty()) request.head.headers.add("Idempotency-Key", idempotency);
        request.body = body;
        return station.answer({Door::Kind::Pack, 0, 0}, std::move(request));
    }
    std::string charge(const std::string& key, const std::string& idempotency = {}) {
        return ask(key, "POST", "/v1/charges", R"({"amount":2000,"source":"tok_visa"})",
                   idempotency)
            .body();
    }
    // Everything that a world is: digest, clock and timers, name, keys.
    std::string portrait(const std::string& id) {
        const auto world = hub.find(id);
        if (!world) return "there is no " + id;
        std::string text = world->look([](const world::World& one) {
            return one.digest() + json::write(one.clock_record()) + json::write(one.idempotency()) +
                   json::write(one.config());
        });
        const Identity& own = world->identity;
        text += own.id + own.key + base::join(own.key_forms, ",") + own.parent + own.host;
        for (const std::uint64_t ancestor : own.ancestors) text += std::to_string(ancestor);
        return text + std::to_string(own.serial) + std::to_string(own.ttl.count()) +
               std::to_string(static_cast<int>(own.accept_any));
    }

    std::unique_ptr<store::SqliteStore> journal;
    Hub hub;
    Station station;
    base::Result<void> recovered;
};

constexpr const char* kKey = "key-of-the-test-1";

class Recover : public testing::Test {
protected:
    store::TestFolder folder_;
    std::string path_ = folder_.path();
};

TEST_F(Recover, AWorldComesBackAsItWas) {
    std::string before, answer;
    {
        Lasting process(path_);
        ASSERT_TRUE(process.hub.create({.pack = "parcel", .key = kKey, .seed = 7}));
        answer = process.charge(kKey, "idem-1");
        process.charge(kKey);
        process.ask(kKey, "POST", "/__admin__/clock/advance", R"({"by":"1s"})");
        process.ask(
            kKey, "POST", "/__admin__/faults",
            R"({"resource":"charges","operation":"create","status":402,"code":"card_declined","count":1})");
        before = process.portrait("w_1");
    }
    Lasting process(path_);
    ASSERT_TRUE(process.recovered) << base::render(process.recovered.error());
    EXPECT_EQ(process.portrait("w_1"), before);
    EXPECT_NE(process.charge(kKey).find("card_declined"), std::string::npos) << "faults, too";
    EXPECT_EQ(process.charge(kKey, "idem-1"), answer) << "the same bytes";
}

TEST_F(Recover, ItGoesOnAsIfNothingHadHappened) {
    const auto play = [](Lasting& process) {
        return process.charge(kKey) + process.ask(kKey, "GET", "/v1/charges").body() +
               process.ask(kKey, "POST", "/__admin__/clock/advance", R"({"by":"1h"})").body() +
               process.ask(kKey, "GET", "/v1/charges").body();
    };
    const auto begin = [](Lasting& process) {
        EXPECT_TRUE(process.hub.create({.pack = "parcel", .key = kKey}));
        process.charge(kKey);
    };
    std::string whole;
    {
        Lasting process(folder_.path("whole.db"));
        begin(process);
        whole = play(process);
    }
    {
        Lasting process(path_);
        begin(process);
    }
    Lasting process(path_);
    EXPECT_EQ(play(process), whole);
}

TEST_F(Recover, ForksAndSnapshotsComeBack) {
    std::string parent, child, lone;
    {
        Lasting process(path_, {.rows_between_snapshots = 5});
        const auto first = process.hub.create({.pack = "parcel", .key = kKey});
        ASSERT_TRUE(first);
        for (int i = 0; i < 7; ++i) process.charge(kKey);
        const auto fork = process.hub.fork(**first, {.key = "key-of-the-fork-1"});
        ASSERT_TRUE(fork);
        for (int i = 0; i < 12; ++i) process.charge(kKey);
        process.charge("key-of-the-fork-1");
        parent = process.portrait("w_1");
        child = process.portrait("w_2");
        const auto other =
            process.hub.create({.pack = "parcel", .id = "alone", .host = "alone.test"});
        ASSERT_TRUE(other);
        lone = process.portrait("alone");
    }
    {
        Lasting process(path_, {.rows_between_snapshots = 5});
        ASSERT_TRUE(process.recovered) << base::render(process.recovered.error());
        EXPECT_EQ(process.portrait("w_1"), parent);
        EXPECT_EQ(process.portrait("w_2"), child);
        EXPECT_EQ(process.portrait("alone"), lone);
        // A serial is never given again, or another's key would be good for the fork.
        process.hub.remove(process.hub.find("w_1")->identity.serial);
        for (int i = 0; i < 6; ++i) process.charge("key-of-the-fork-1");
        child = process.portrait("w_2");
    }
    Lasting process(path_);
    EXPECT_EQ(process.hub.count(), 2U);
    EXPECT_EQ(process.portrait("w_2"), child);
    const auto young = process.hub.create({.pack = "parcel"});
    ASSERT_TRUE(young);
    EXPECT_FALSE(process.hub.find("w_2")->identity.is_in_family_of((*young)->identity.serial));
}

// Otherwise one that is restarted often would never get there.
TEST_F(Recover, RowsOfEarlierProcessesCountForTheNextSnapshot) {
    for (int process_number = 0; process_number < 6; ++process_number) {
        Lasting process(path_, {.rows_between_snapshots = 8});
        if (process_number == 0) {
            ASSERT_TRUE(process.hub.create({.pack = "parcel", .key = kKey}));
        }
        for (int i = 0; i < 3; ++i) process.charge(kKey);
    }
    const Lasting process(path_);
    std::size_t batches = 0;
    ASSERT_TRUE(process.journal->recover("w_1", [&](const std::vector<world::Change>&) {
        ++batches;
        return base::Result<void>();
    }));
    EXPECT_LT(batches, 12U) << "18 rows, and never a snapshot";
}

TEST_F(Recover, ATickingWorldGoesOnFromTheInstantItHadReached) {
    std::string now;
    {
        Lasting process(path_);
        ASSERT_TRUE(process.hub.create(
            {.pack = "parcel", .key = kKey, .clock = world::ClockMode::Ticking}));
        process.ask(kKey, "POST", "/__admin__/clock/advance", R"({"by":"48h"})");
        process.ask(kKey, "PUT", "/__admin__/clock", R"({"mode":"frozen"})");
        now = process.hub.find("w_1")->look(
            [](const world::World& world) { return base::to_rfc3339(world.now()); });
    }
    Lasting process(path_);
    EXPECT_GE(process.hub.find("w_1")->look(
                  [](const world::World& world) { return base::to_rfc3339(world.now()); }),
              now);
}

TEST_F(Recover, AnAnswerThatWasHeldBackIsHeldByNobody) {
    {
        Lasting process(path_);
        ASSERT_TRUE(process.hub.create({.pack = "parcel", .key = kKey}));
        process.ask(
            kKey, "POST", "/__admin__/faults",
            R"({"resource":"charges","operation":"create","count":1,"transport":{"kind":"latency","delay":"1h"}})");
        process.charge(kKey, "held");
        EXPECT_NE(process.portrait("w_1").find(R"("running":true)"), std::string::npos);
    }
    Lasting process(path_);
    ASSERT_TRUE(process.recovered) << base::render(process.recovered.error());
    EXPECT_EQ(process.portrait("w_1").find(R"("running":true)"), std::string::npos);
    EXPECT_NE(process.charge(kKey, "held").find("\"ch_"), std::string::npos);
}

TEST_F(Recover, APackThatIsNotServedIsRefused) {
    {
        Lasting process(path_);
        ASSERT_TRUE(process.hub.create({.pack = "parcel"}));
    }
    const Lasting other(path_, {}, notes_pack());
    ASSERT_FALSE(other.recovered);
    EXPECT_EQ(other.recovered.error().code, store::code::OtherPack);
    EXPECT_EQ(base::message(other.recovered.error()),
              "the world \"w_1\" is of the pack parcel, which is not served");
    EXPECT_EQ(base::hint(other.recovered.error()), "serve parcel as well, or name another file");
}

TEST_F(Recover, AnotherVersionIsRefused) {
    {
        Lasting process(path_);
        ASSERT_TRUE(process.hub.create({.pack = "parcel"}));
    }
    auto later = std::make_shared<pack::Pack>(*parcel_pack());
    later->version = "9.0.0";
    const Lasting other(path_, {}, later);
    ASSERT_FALSE(other.recovered);
    EXPECT_EQ(other.recovered.error().code, store::code::OtherVersion);
    EXPECT_EQ(base::message(other.recovered.error()),
              "the world \"w_1\" was made with parcel@0.1.0, and parcel@9.0.0 is served");
    EXPECT_EQ(base::hint(other.recovered.error()), "serve that version, or name another file");
}

TEST_F(Recover, AFullDiskIsToldToBothPlanes) {
    Lasting process(path_, {.most_pages = 20});
    ASSERT_TRUE(process.hub.create({.pack = "parcel", .key = kKey}));
    http::Response said;
    for (int i = 0; i < 200 && said.head.status != 500; ++i) {
        said = process.ask(kKey, "POST", "/v1/charges", R"({"amount":2000,"source":"tok_visa"})");
    }
    EXPECT_EQ(said.head.status, 500);
    EXPECT_EQ(folder_.shown(said.body()),
              "understudy: cannot write to \"worlds.db\": database or disk is full; every call is "
              "refused from here on\n");
    const http::Response control = process.ask(kKey, "GET", "/__admin__/world");
    EXPECT_EQ(control.head.status, 500);
    EXPECT_EQ(folder_.shown(control.body()).substr(0, 32), R"({"error":{"code":"store_failed",)");
}

TEST(Kept, DefinitionsOfOthersAreNotBelieved) {
    Identity identity;
    identity.serial = 3;
    identity.ancestors = {1};
    identity.id = "w_2";
    identity.key = kKey;
    identity.parent = "w_1";
    const json::Value good = to_kept({}, identity, *parcel_pack());
    ASSERT_TRUE(from_kept(good));
    for (const json::Member& member : good.members()) {
        const std::string name(member.key());
        json::Value bad = good;
        bad.set(name, json::Value::array({-1}));
        const auto read = from_kept(bad);
        ASSERT_FALSE(read) << name;
        EXPECT_EQ(base::message(read.error()),
                  "the journal cannot be applied: the member \"" + name +
                      "\" of a world's definition is not as it was written");
    }
    json::Value circle = good;
    circle.set("ancestors", json::Value::array({3}));
    EXPECT_FALSE(from_kept(circle));
}

}  // namespace
}  // namespace understudy::serve
