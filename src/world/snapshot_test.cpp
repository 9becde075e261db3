// Snapshots: for good, restored exactly, written to files and read from files that lie.
#include <gtest/gtest.h>

#include <thread>

#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

constexpr const char* kCharge = R"({"amount":2000,"source":"tok_visa"})";

struct Shop : Tester {
    Shop() : Tester("packs/parcel") {}
    Reply charge() { return post_json("/v1/charges", kCharge); }
    // What a client sees of a few calls, headers included.
    std::string play() {
        std::string all;
        for (int i = 0; i < 3; ++i) {
            const Reply made = charge();
            all += made.text + std::string(made.headers.get("X-Mock-Resolution-Trace")) +
                   std::string(made.headers.get("Request-Id"));
            advance("1s");
            all += get("/v1/charges/" + made.text_at("id")).text;
        }
        return all + get("/v1/charges").text;
    }
};

std::variant<Snapshot, Refused> read(const json::Value& file) {
    return from_file(file, pack_folder("packs/parcel"));
}

}  // namespace

TEST(Snapshot, StaysWhatItWas) {
    Shop shop;
    shop.charge();
    const Snapshot snapshot = shop.world().snapshot();
    const std::string digest = snapshot.digest();
    EXPECT_EQ(digest, shop.world().digest());
    EXPECT_EQ(snapshot.objects(), 2U);  // the charge and its event
    shop.charge();
    shop.advance("1h");
    EXPECT_EQ(snapshot.digest(), digest);
    EXPECT_EQ(base::to_rfc3339(snapshot.at()), "2025-01-01T00:00:00Z");
    EXPECT_NE(shop.world().digest(), digest);
}

TEST(Acceptance, S31_RestoreAndTheSameCallsGiveTheSameAnswers) {
    Shop shop;
    shop.charge();
    shop.set_durations(R"({"settle":"1s"})");
    shop.advance("1s");
    const Snapshot snapshot = shop.world().snapshot();
    const std::string first = shop.play();
    EXPECT_EQ(shop.restore(snapshot), R"({"now":"2025-01-01T00:00:01Z"})");
    EXPECT_EQ(shop.world().digest(), snapshot.digest());
    EXPECT_EQ(shop.play(), first);

    // Elsewhere, through a file.
    const auto text = json::write(to_file(snapshot));
    const auto read_back = read(*json::parse(text));
    ASSERT_TRUE(std::holds_alternative<Snapshot>(read_back))
        << text_of(std::get<Refused>(read_back));
    EXPECT_EQ(std::get<Snapshot>(read_back).digest(), snapshot.digest());
    Shop other;
    other.charge();
    other.charge();
    other.restore(std::get<Snapshot>(read_back));
    EXPECT_EQ(other.play(), first);
    EXPECT_EQ(other.world().digest(), shop.world().digest());
    EXPECT_EQ(other.world().definition().id, "w_1");
}

TEST(Acceptance, S31_RestoreAndTheSameFaultStrikesAgain) {
    Shop shop;
    const std::string armed = shop.does(ArmFault{Tester::parsed(
        R"({"operation":"createCharge","code":"card_declined","count":1,"skip":1})")});
    ASSERT_TRUE(armed.starts_with("{")) << armed;
    const Snapshot snapshot = shop.world().snapshot();
    const auto statuses = [&] {
        std::string all;
        for (int i = 0; i < 3; ++i) all += std::to_string(shop.charge().status) + ' ';
        return all;
    };
    EXPECT_EQ(statuses(), "201 402 201 ");
    EXPECT_EQ(statuses(), "201 201 201 ") << "it is used up";
    shop.restore(snapshot);
    EXPECT_EQ(statuses(), "201 402 201 ");
}

TEST(Snapshot, IsLookedAtByWorldsOnSeveralThreads) {
    Shop shop;
    for (int i = 0; i < 20; ++i) shop.charge();
    const auto shared = std::make_shared<const Snapshot>(shop.world().snapshot());
    const std::string digest = shared->digest();
    std::vector<std::string> seen(3);
    std::vector<World> forks;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        forks.push_back(shop.world().fork("w_" + std::to_string(i + 2)));
    }
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        threads.emplace_back([&, i] {
            Advance advance;
            advance.by = base::parse_duration("2s");
            for (int round = 0; round < 3; ++round) {
                forks[i].apply(advance);
                diff(*shared, forks[i].snapshot());
                forks[i].apply(Restore{shared});
                seen[i] += std::to_string(to_file(*shared).size()) + ' ' + shared->digest() + ' ';
            }
        });
    }
    shop.charge();
    for (std::thread& thread : threads) thread.join();
    const std::string once = std::to_string(to_file(*shared).size()) + ' ' + digest + ' ';
    for (const std::string& one : seen) EXPECT_EQ(one, once + once + once);
}

TEST(Snapshot, RestoredDropsNewerRequestsAndTraces) {
    Shop shop;
    shop.charge();
    const Snapshot snapshot = shop.world().snapshot();
    shop.charge();
    shop.charge();
    EXPECT_EQ(shop.world().requests({}, 0, 10).data.size(), 3U);
    shop.restore(snapshot);
    EXPECT_EQ(shop.world().requests({}, 0, 10).data.size(), 1U);
    EXPECT_EQ(shop.world().find_trace("trc_2"), World::Kept::Unknown);
    // After a reset the journal of then comes back with the state of then.
    shop.does(Reset{});
    EXPECT_TRUE(shop.world().requests({}, 0, 10).data.empty());
    shop.restore(snapshot);
    EXPECT_EQ(shop.world().find_trace("trc_1"), World::Kept::Yes);
    // And nothing that happens now reaches into the snapshot.
    shop.charge();
    shop.restore(snapshot);
    EXPECT_EQ(shop.world().requests({}, 0, 10).data.size(), 1U);
}

TEST(Snapshot, RestoredIsToldToTheStore) {
    Shop shop;
    shop.world().record_changes(true);
    shop.charge();
    Shop copy;
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    const Snapshot snapshot = shop.world().snapshot();
    shop.charge();
    shop.advance("5s");
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    shop.restore(snapshot);
    shop.set_durations(R"({"settle":"9s"})");
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    EXPECT_EQ(copy.world().digest(), shop.world().digest());
    shop.charge();
    ASSERT_TRUE(copy.world().replay(shop.world().take_changes()).has_value());
    EXPECT_EQ(copy.world().digest(), shop.world().digest());
}

TEST(Snapshot, OfAnotherPackIsRefused) {
    Shop shop;
    Tester deck(pack_in("tests/packs/deck_fragment"));
    EXPECT_EQ(
        deck.restore(shop.world().snapshot()),
        "409 snapshot_pack_mismatch /snapshot: the snapshot is of parcel@0.1.0, and the world "
        "runs deck@0.1.0");
    const auto read_back =
        from_file(to_file(shop.world().snapshot()), pack_in("tests/packs/deck_fragment"));
    EXPECT_EQ(text_of(std::get<Refused>(read_back)),
              "409 snapshot_pack_mismatch /pack: the snapshot is of parcel@0.1.0, and the world "
              "runs deck@0.1.0");
}

TEST(Snapshot, OfAnotherVersionIsReadIfItCanBe) {
    Shop shop;
    shop.charge();
    json::Value file = to_file(shop.world().snapshot());
    file.find_mutable("pack")->set("version", "0.0.9");
    EXPECT_TRUE(std::holds_alternative<Snapshot>(read(file)));
    json::Value& entries = *file.find_mutable("entries");
    entries.push_back(json::Value::array({"object", "orders/or_1", json::Value::object()}));
    EXPECT_EQ(text_of(std::get<Refused>(read(file))),
              "409 snapshot_pack_mismatch /pack: the snapshot is of parcel@0.0.9, and the world "
              "runs parcel@0.1.0 | /entries/" +
                  std::to_string(entries.size() - 1) + ": no resource has an object orders/or_1");
}

TEST(Acceptance, S42_AMalformedSnapshotIsRefusedWithItsPlace) {
    Shop shop;
    shop.charge();
    const json::Value good = to_file(shop.world().snapshot());
    ASSERT_TRUE(std::holds_alternative<Snapshot>(read(good)));
    const auto changed = [&](std::string_view name, json::Value value) {
        json::Value file = good;
        file.set(name, std::move(value));
        return file;
    };
    // Replaces the entry of this part by another.
    const auto with_entry = [&](std::string_view part, const std::string& entry) {
        json::Value file = good;
        std::span<json::Value> entries = file.find_mutable("entries")->mutable_items();
        for (json::Value& one : entries) {
            if (one[0].as_string() == part) one = Tester::parsed(entry);
        }
        return file;
    };
    struct Case {
        json::Value file;
        std::string said;
    };
    const Case cases[] = {
        {json::Value::array(), "422 invalid_snapshot: a snapshot is an object"},
        {json::Value::object(),
         "422 invalid_snapshot: this is no snapshot: it has no 'understudy_snapshot'"},
        {changed("understudy_snapshot", 2),
         "422 invalid_snapshot /understudy_snapshot: snapshots of this format cannot be read | the "
         "format is 1"},
        {changed("entris", 2),
         "422 invalid_snapshot /entris: a snapshot has no 'entris' | did you mean 'entries'?"},
        {changed("pack", "parcel"),
         "422 invalid_snapshot /pack: a snapshot names its pack and the pack's version"},
        {changed("digest", 7), "422 invalid_snapshot /digest: a snapshot has a digest"},
        {changed("entries", 7), "422 invalid_snapshot /entries: a snapshot has a list of entries"},
        {changed("entries", json::Value::array()),
         "422 invalid_snapshot /entries: a snapshot has an entry of the clock"},
        {changed("digest", "00"),
         "422 invalid_snapshot /digest: the entries give another digest: " + shop.world().digest() +
             " | the file was changed after it was written"},
        {with_entry("clock", "7"),
         "422 invalid_snapshot /entries/0: an entry is [part, key, value]"},
        {with_entry("clock", R"(["clock","",null])"),
         "422 invalid_snapshot /entries/0: an entry is [part, key, value]"},
        {with_entry("clock", R"(["clock","","noon"])"),
         "422 invalid_snapshot /entries/0: the clock is not an instant"},
        {with_entry("clock", R"(["clock",7,"noon"])"),
         "422 invalid_snapshot /entries/0/1: the key is not a text"},
        {with_entry("clock", R"(["clock","zone","2025-01-01T00:00:00Z"])"),
         "422 invalid_snapshot /entries/0: the clock has no zone"},
        {with_entry("clock", R"(["cloak","","2025-01-01T00:00:00Z"])"),
         "422 invalid_snapshot /entries/0: there is no part cloak"},
        {with_entry("timer", R"(["timer","1",{"number":1}])"),
         "422 invalid_snapshot /entries/10/2: a timer has a resource and a move"},
        {with_entry("sequence", R"(["sequence","charges",18014398509481984])"),
         "422 invalid_snapshot /entries: the sequence 'charges' is too large"},
        {with_entry("sequence", R"(["sequence","charges",1])"),
         "422 invalid_snapshot /entries: the sequence 'events' is behind numbers in use"},
    };
    for (const Case& one : cases) {
        const auto said = read(one.file);
        ASSERT_TRUE(std::holds_alternative<Refused>(said)) << one.said;
        EXPECT_EQ(text_of(std::get<Refused>(said)), one.said);
    }
}

TEST(Snapshot, ObjectsWhoseStartIsNoStartAreRefused) {
    Shop shop;
    shop.charge();
    const json::Value good = to_file(shop.world().snapshot());
    for (const char* started :
         {"7", R"({"operation":7})", R"({"named":[]})", R"({"by":null})", R"({"input":"x"})",
          R"({"arms":[]})", R"({"arms":{"a":1}})", R"({"exogenous":{"a":1}})"}) {
        json::Value file = good;
        std::size_t at = 0;
        std::span<json::Value> entries = file.find_mutable("entries")->mutable_items();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (!entries[i][2].has("started_by")) continue;
            entries[i].mutable_items()[2].set("started_by", Tester::parsed(started));
            at = i;
        }
        const auto said = read(file);
        ASSERT_TRUE(std::holds_alternative<Refused>(said)) << started;
        EXPECT_EQ(text_of(std::get<Refused>(said)),
                  "422 invalid_snapshot /entries/" + std::to_string(at) + ": started_by");
    }
}

TEST(Acceptance, S30_AForkThatChangesLeavesItsParentAlone) {
    Shop shop;
    const std::string id = shop.charge().text_at("id");
    const std::string before = shop.world().digest();
    World fork = shop.world().fork("w_2");
    Advance advance;
    advance.by = base::parse_duration("2s");
    ASSERT_TRUE(std::holds_alternative<Outcome>(fork.apply(advance)));
    EXPECT_EQ(shop.world().digest(), before);
    const json::Value found = diff(shop.world().snapshot(), fork.snapshot());
    EXPECT_EQ(json::write(*found.find("added")), "[]");
    EXPECT_EQ(json::write(*found.find("removed")), "[]");
    EXPECT_EQ(json::write(*found.find("changed")),
              R"([{"resource":"charges","id":")" + id +
                  R"(","fields":{"status":{"before":"pending","after":"succeeded"},"settled_at":)"
                  R"({"before":null,"after":"2025-01-01T00:00:02Z"}}}])");
    EXPECT_EQ(json::write(*found.find("clock")),
              R"({"before":"2025-01-01T00:00:00Z","after":"2025-01-01T00:00:02Z"})");
    EXPECT_EQ(json::write(*found.find("timers")),
              R"({"added":[],"removed":[{"id":"tmr_1","due_at":"2025-01-01T00:00:02Z",)"
              R"("resource":"charges","object":")" +
                  id + R"(","move":"settle"}],"changed":[]})");
    EXPECT_EQ(found.find("events")->find("added")->size(), 1U);
    EXPECT_EQ(json::write(*found.find("durations")), "{}");
    for (const char* name : {"faults", "stubs", "pins", "tapes"}) {
        EXPECT_EQ(json::write(*found.find(name)), R"({"added":[],"removed":[],"changed":[]})");
    }
}

TEST(Diff, ShowsWhatWasAddedRemovedAndSet) {
    Shop shop;
    shop.seed("customers", R"([{"id":"cus_1","name":"a"},{"id":"cus_2"}])");
    const std::string held =
        shop.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa","capture":false})")
            .text_at("id");
    const Snapshot before = shop.world().snapshot();
    EXPECT_EQ(diff(before, before), diff(shop.world().snapshot(), before));
    shop.remove("/v1/customers/cus_2");
    shop.post_json("/v1/customers/cus_1", R"({"name":"b"})");
    shop.seed("customers", R"([{"id":"cus_3"}])");
    shop.set_durations(R"({"authorization":"1d"})");
    const json::Value found = diff(before, shop.world().snapshot());
    EXPECT_EQ(
        json::write(*found.find("changed")),
        R"([{"resource":"customers","id":"cus_1","fields":{"name":{"before":"a","after":"b"}}}])");
    EXPECT_EQ(
        json::write(*found.find("removed")),
        R"([{"resource":"customers","id":"cus_2","fields":{"id":"cus_2","created":)"
        R"("2025-01-01T00:00:00Z","name":null,"email":null,"metadata":{},"standing":"active"}}])");
    EXPECT_EQ(found.find("added")->size(), 1U);
    EXPECT_EQ(json::write(*found.find("durations")),
              R"({"authorization":{"before":"1w","after":"1d"}})");
    EXPECT_EQ(json::write(*found.find("timers")->find("changed")),
              R"([{"id":"tmr_1","before":{"id":"tmr_1","due_at":"2025-01-08T00:00:00Z","resource":)"
              R"("charges","object":")" +
                  held +
                  R"(","move":"expire"},"after":{"id":"tmr_1","due_at":"2025-01-02T00:00:00Z",)"
                  R"("resource":"charges","object":")" +
                  held + R"(","move":"expire"}}])");
    EXPECT_EQ(found.find("clock")->is_null(), true);
}

TEST(Acceptance, S26_ResetAndTheSameThousandCallsAreTheSameBytes) {
    Shop shop;
    const auto run = [&] {
        std::string all;
        for (int i = 0; i < 143; ++i) all += shop.play();  // seven calls each
        return all + shop.world().digest();
    };
    const std::string first = run();
    EXPECT_GT(first.size(), 100'000U);
    shop.does(Reset{});
    EXPECT_TRUE(run() == first);
    // Another world of the same definition, as another process would have it.
    Shop other;
    shop.does(Reset{});
    EXPECT_EQ(other.play(), shop.play());
}

TEST(Acceptance, S28_ResetWithEverythingSetLeavesNothing) {
    Shop shop;
    const std::string fresh = shop.world().digest();
    shop.seed("customers", R"([{"id":"cus_1"}])");
    shop.set_durations(R"({"settle":"9s"})");
    shop.does(SetClock{ClockMode::Ticking});
    shop.headers.add("Idempotency-Key", "k");
    shop.charge();
    shop.does(Reset{});
    EXPECT_EQ(shop.world().digest(), fresh);
    EXPECT_EQ(shop.world().clock_mode(), ClockMode::Frozen);
    EXPECT_EQ(shop.world().pending().size(), 0U);
    EXPECT_EQ(shop.world().idempotency().size(), 0U);
    EXPECT_TRUE(shop.world().requests({}, 0, 10).data.empty());
    EXPECT_TRUE(shop.world().traces({}, 0, 10).data.empty());
    EXPECT_EQ(json::write(shop.world().counts()),
              R"({"events":0,"webhook_endpoints":0,"charges":0,"customers":0,"refunds":0})");
    EXPECT_EQ(shop.world().definition().id, "w_1");
}

TEST(Acceptance, S29_ResetToAnotherStartAndBack) {
    Shop shop;
    const std::string fresh = shop.world().digest();
    EXPECT_EQ(shop.does(Reset{base::parse_rfc3339("2030-06-01T00:00:00Z")}),
              R"({"now":"2030-06-01T00:00:00Z"})");
    EXPECT_EQ(base::to_rfc3339(shop.world().t0()), "2030-06-01T00:00:00Z");
    EXPECT_EQ(shop.does(Reset{}), R"({"now":"2025-01-01T00:00:00Z"})");
    EXPECT_EQ(base::to_rfc3339(shop.world().t0()), "2025-01-01T00:00:00Z");
    EXPECT_EQ(shop.world().digest(), fresh);
}

}  // namespace understudy::world
