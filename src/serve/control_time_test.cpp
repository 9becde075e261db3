// Time, seeds, snapshots and restores as tests meet them: over the control plane.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "serve/impl/parcel_testing.hpp"

namespace understudy::serve {

namespace {

constexpr const char* kCharge = R"({"amount":2000,"source":"tok_visa"})";
constexpr const char* kSeed =
    R"({"resource":"charges","objects":[{"id":"ch_1","amount":2000,"source":"tok_visa","status":"succeeded"}]})";

}  // namespace

TEST(ControlClock, ShowsSetsAndSwitches) {
    Parcel parcel;
    EXPECT_EQ(
        parcel.control("GET /clock").text,
        R"({"now":"2025-01-01T00:00:00Z","mode":"frozen","t0":"2025-01-01T00:00:00Z","pending":[],)"
        R"("durations":{"settle":"2s","refund_settle":"1s","authorization":"1w","idempotency_keys":"1d","webhook_delay":"0s"}})"
        "\n");
    EXPECT_EQ(
        parcel.control("POST /clock/durations", R"({"settle":"PT0S"})").text,
        R"({"settle":"0s","refund_settle":"1s","authorization":"1w","idempotency_keys":"1d","webhook_delay":"0s"})"
        "\n");
    parcel.vendor("POST /v1/charges", kCharge);
    EXPECT_EQ(parcel.control("GET /clock").value.find("pending")->size(), 0U);
    EXPECT_EQ(parcel.control("POST /clock/mode", R"({"mode":"ticking"})").at("mode"), "ticking");
    EXPECT_EQ(parcel.control("GET /world").at("clock"), "ticking");
    EXPECT_EQ(parcel.control("POST /reset").status, 200);
    EXPECT_EQ(parcel.control("GET /world").at("clock"), "frozen");
    EXPECT_EQ(
        parcel.control("GET /clock").at("durations"),
        R"({"settle":"2s","refund_settle":"1s","authorization":"1w","idempotency_keys":"1d","webhook_delay":"0s"})");
}

TEST(ControlClock, TimeBeginsToPassWhenItIsToldTo) {
    Parcel parcel;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto before = std::chrono::steady_clock::now();
    const std::string now = parcel.control("POST /clock/mode", R"({"mode":"ticking"})").at("now");
    const auto real = std::chrono::steady_clock::now() - before;
    // By no more than the call took: what went by while it was frozen does not count.
    const base::Duration passed = *base::between(world::kUsualStart, *base::parse_rfc3339(now));
    EXPECT_LE(std::chrono::seconds(passed.seconds) + std::chrono::nanoseconds(passed.nanoseconds),
              real);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_GT(parcel.control("GET /clock").at("now"), now);
    const std::string stopped =
        parcel.control("POST /clock/mode", R"({"mode":"frozen"})").at("now");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(parcel.control("GET /clock").at("now"), stopped);
}

TEST(ControlClock, RefusesWhatIsNoTime) {
    Parcel parcel;
    struct Case {
        std::string line, body, said;
    };
    const Case cases[] = {
        {"POST /clock/durations", R"({"setle":"1s"})",
         "422 unknown_duration /setle: no duration 'setle' in pack parcel@0.1.0 | did you mean "
         "'settle'?"},
        {"POST /clock/durations", R"({"settle":5})",
         "422 invalid_request /settle: /settle: expected string, found number 5"},
        {"POST /clock/mode", R"({"mode":"stopped"})",
         R"(422 invalid_request /mode: /mode: "stopped" is not one of "frozen", "ticking")"},
        {"POST /clock/advance", R"({"by":"-1s"})",
         R"(422 clock_backwards /by: time does not run backwards: "-1s")"},
        {"POST /clock/advance", R"({"by":"P1M"})",
         R"(422 invalid_duration /by: "P1M" is no duration | write 500ms, 5s, 1h30m or 7d)"},
        {"POST /clock/advance", "{}",
         R"(422 invalid_request: an advance has one of by, to and step | as in {"by": "5s"}, )"
         R"({"to": "2025-02-01T00:00:00Z"} or {"step": true})"},
    };
    for (const Case& one : cases) {
        EXPECT_EQ(parcel.control(one.line, one.body).refusal(), one.said);
    }
}

TEST(ControlSeed, SeedsAndTellsAPast) {
    Parcel parcel;
    EXPECT_EQ(parcel.control("POST /seed", kSeed).text,
              "{\"inserted\":[\"ch_1\"],\"warnings\":[]}\n");
    EXPECT_EQ(parcel.vendor("GET /v1/charges/ch_1").at("amount"), "2000");
    EXPECT_EQ(parcel.control("POST /seed", kSeed).refusal(),
              "409 duplicate_seed_id /objects/0/id: charges \"ch_1\" exists already | nothing was "
              "inserted");
    EXPECT_EQ(parcel.control("POST /seed", R"({"resource":"charges"})").refusal(),
              "422 invalid_request: the value: the property \"objects\" is missing");
    const auto past = parcel.control(
        "POST /seed/history",
        R"({"steps":[{"at":"2024-11-03T10:00:00Z","call":{"operation":"createCustomer","as":"c"}}]})");
    EXPECT_EQ(past.status, 200) << past.text;
    EXPECT_EQ(past.at("events"), "1");
    EXPECT_EQ(parcel.vendor("GET /v1/customers")
                  .value.find("data")
                  ->items()[0]
                  .find("created")
                  ->number_text(),
              "1730628000");
    EXPECT_EQ(parcel
                  .control("POST /seed/history",
                           R"({"steps":[{"at":"2024-11-03T10:00:00Z","cal":{"operation":"x"}}]})")
                  .refusal(),
              "422 invalid_request /steps/0/cal: /steps/0/cal: the property \"cal\" is not allowed "
              "here | "
              "did you mean \"call\"?");
}

TEST(Snapshots, AreTakenListedShownAndDropped) {
    Parcel parcel;
    parcel.control("POST /seed", kSeed);
    const auto first = parcel.control("POST /snapshots", R"({"name":"base"})");
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(first.text,
              R"({"id":"snp_1","name":"base","at":"2025-01-01T00:00:00Z","packs":[{"name":)"
              R"("parcel","version":"0.1.0"}],"objects":1})"
              "\n");
    EXPECT_EQ(parcel.control("POST /snapshots").at("id"), "snp_2");
    const auto shown = parcel.control("GET /snapshots/base");
    EXPECT_EQ(shown.at("id"), "snp_1");
    EXPECT_EQ(shown.at("digest"),
              parcel.world->look([](const world::World& world) { return world.digest(); }));
    EXPECT_EQ(parcel.control("GET /snapshots").value.find("data")->size(), 2U);
    EXPECT_EQ(parcel.control("GET /snapshots?limit=1").at("next"), "1");
    EXPECT_EQ(parcel.control("DELETE /snapshots/snp_1").text, "{\"cleared\":1}\n");
    EXPECT_EQ(parcel.control("GET /snapshots/base").refusal(),
              "404 unknown_snapshot: there is no snapshot \"base\" | there is snp_2");
    // Of several with one name the newest is meant; a number is never used again.
    parcel.control("POST /snapshots", R"({"name":"base"})");
    parcel.control("POST /snapshots", R"({"name":"base"})");
    EXPECT_EQ(parcel.control("GET /snapshots/base").at("id"), "snp_4");
    EXPECT_EQ(parcel.control("DELETE /snapshots").text, "{\"cleared\":3}\n");
    EXPECT_EQ(parcel.control("POST /snapshots", R"({"name":"snp_9"})").refusal(),
              "422 invalid_request /name: \"snp_9\" looks like an id | names do not begin with "
              "snp_");
    for (std::size_t i = 0; i < kMostSnapshots; ++i) parcel.control("POST /snapshots");
    EXPECT_EQ(parcel.control("POST /snapshots").refusal(),
              "422 invalid_request: a world has at most 1,000 snapshots | DELETE "
              "/__admin__/snapshots/{id} makes room");
}

TEST(Snapshots, OutliveAResetAndComeAlongWithAFork) {
    Parcel parcel;
    parcel.control("POST /seed", kSeed);
    parcel.control("POST /snapshots", R"({"name":"base"})");
    parcel.control("POST /reset");
    EXPECT_EQ(parcel.vendor("GET /v1/charges/ch_1").status, 404);
    const auto fork =
        parcel.control("POST /fork", R"({"key":"key-of-the-fork-1","endpoints":"drop"})");
    ASSERT_EQ(fork.status, 201) << fork.text;
    const std::string key = "key-of-the-fork-1";
    const auto restored = parcel.control("POST /restore", R"({"snapshot":"base"})", key);
    EXPECT_EQ(restored.at("id"), fork.at("id"));
    EXPECT_EQ(parcel.vendor("GET /v1/charges/ch_1", "", key).status, 200);
    EXPECT_EQ(parcel.vendor("GET /v1/charges/ch_1").status, 404);
    // From here on each has its own.
    parcel.control("DELETE /snapshots", "", key);
    EXPECT_EQ(parcel.control("GET /snapshots/base").status, 200);
    EXPECT_EQ(
        parcel.control("POST /restore", R"({"snapshot":"bas"})").refusal(),
        "404 unknown_snapshot /snapshot: there is no snapshot \"bas\" | did you mean 'base'?");
}

TEST(Acceptance, S31_ASnapshotGoesThroughAFileToAnotherWorld) {
    Parcel parcel;
    parcel.vendor("POST /v1/charges", kCharge);
    parcel.control("POST /snapshots", R"({"name":"base"})");
    const std::string digest = parcel.control("GET /snapshots/base").at("digest");
    const auto file = parcel.control("GET /snapshots/base/export");
    ASSERT_EQ(file.status, 200);
    const std::string next = parcel.vendor("POST /v1/charges", kCharge).text;

    Parcel other;
    other.vendor("POST /v1/customers", "{}");
    const auto imported = other.control("POST /snapshots/import", file.text);
    EXPECT_EQ(imported.status, 201) << imported.text;
    EXPECT_EQ(imported.at("name"), "base");
    EXPECT_EQ(other.control("GET /snapshots/base").at("digest"), digest);
    EXPECT_EQ(other.control("POST /restore", R"({"snapshot":"base"})").at("counts"),
              R"({"events":1,"webhook_endpoints":0,"charges":1,"customers":0,"refunds":0})");
    EXPECT_EQ(other.vendor("POST /v1/charges", kCharge).text, next);

    json::Value changed = file.value;
    changed.set("digest", "00");
    EXPECT_EQ(other.control("POST /snapshots/import", json::write(changed)).refusal(),
              "422 invalid_snapshot /digest: the entries give another digest: " + digest +
                  " | the file was changed after it was written");
    EXPECT_EQ(other.control("POST /snapshots/import", "{}").refusal(),
              "422 invalid_snapshot: this is no snapshot: it has no 'understudy_snapshot'");
}

TEST(Acceptance, S30_DiffBetweenAWorldAndItsForkShowsTheChange) {
    Parcel parcel;
    parcel.control("POST /seed", kSeed);
    parcel.control("POST /snapshots", R"({"name":"base"})");
    const std::string fork =
        parcel.control("POST /fork", R"({"key":"key-of-the-fork-1"})").at("id");
    parcel.vendor("POST /v1/charges/ch_1", R"({"description":"mine"})", "key-of-the-fork-1");
    const std::string change =
        R"([{"resource":"charges","id":"ch_1","fields":{"description":{"before":null,"after":"mine"}}}])";
    const auto found =
        parcel.control("GET /diff?from=" + parcel.world->identity.id + "&to=" + fork);
    EXPECT_EQ(found.at("changed"), change) << found.text;
    EXPECT_EQ(found.at("added"), "[]");
    EXPECT_EQ(found.at("clock"), "null");
    EXPECT_EQ(parcel.control("GET /diff?from=base&to=" + fork).at("changed"), change);
    EXPECT_EQ(parcel.control("GET /diff?from=base").at("changed"), "[]");
    EXPECT_EQ(parcel.control("GET /diff?from=base&to=bases").refusal(),
              "404 unknown_snapshot: there is no snapshot and no world \"bases\" | did you mean "
              "'base'?");
    // The key of a fork is not good for its parent.
    EXPECT_EQ(parcel.control("GET /diff?from=" + parcel.world->identity.id, "", "key-of-the-fork-1")
                  .at("code"),
              "unknown_snapshot");
    EXPECT_EQ(parcel.control("GET /diff").refusal(),
              "422 invalid_request: a diff needs to know from what | ?from= names a world or a "
              "snapshot; ?to= too, else it is this world");
}

TEST(SeedMember, FillsAWorldWhenItIsMade) {
    Parcel parcel;
    const auto made =
        parcel.as_operator("POST /worlds", R"({"pack":"parcel","key":"key-of-a-world-2",
        "rng_seed":7,"seed":{"understudy_seed":1,"pack":"parcel","t0":"2025-06-01T00:00:00Z","rng_seed":1,
        "history":[{"at":"2025-05-01T00:00:00Z","call":{"operation":"createCharge","input":
            {"amount":60,"source":"tok_visa","customer":"cus_1"}}}],
        "seed":{"customers":[{"id":"cus_1","name":"a"}]},
        "durations":[{"settle":"1m"},{"refund_settle":"2m"}]}})");
    ASSERT_EQ(made.status, 201) << made.text;
    EXPECT_EQ(made.at("t0"), "2025-06-01T00:00:00Z");
    EXPECT_EQ(made.at("rng_seed"), "7");  // the order's own wins
    EXPECT_EQ(made.at("counts"),
              R"({"events":2,"webhook_endpoints":0,"charges":1,"customers":1,"refunds":0})");
    const std::string key = "key-of-a-world-2";
    EXPECT_EQ(
        parcel.control("GET /clock", "", key).at("durations"),
        R"({"settle":"1m","refund_settle":"2m","authorization":"1w","idempotency_keys":"1d","webhook_delay":"0s"})");
    // A reset does not apply it again; the snapshot does.
    parcel.control("POST /reset", "", key);
    EXPECT_EQ(parcel.control("GET /world", "", key).at("counts"),
              R"({"events":0,"webhook_endpoints":0,"charges":0,"customers":0,"refunds":0})");
    EXPECT_EQ(parcel.control("POST /restore", R"({"snapshot":"boot"})", key).at("counts"),
              R"({"events":2,"webhook_endpoints":0,"charges":1,"customers":1,"refunds":0})");
}

TEST(Acceptance, S42_AMalformedSeedIsRefusedWithItsPlaceAndLeavesNoWorld) {
    Parcel parcel;
    struct Case {
        std::string seed, said;
    };
    const Case cases[] = {
        {R"({})",
         "422 invalid_request /seed/understudy_seed: a seed says which format it has | "
         "understudy_seed: 1"},
        {R"({"understudy_seed":2})",
         "422 invalid_request /seed/understudy_seed: seeds of this format cannot be read | "
         "understudy_seed: 1"},
        {R"({"understudy_seed":1,"sed":{}})",
         "422 invalid_request /seed/sed: a seed has no 'sed' | did you mean 'seed'?"},
        {R"({"understudy_seed":1,"pack":"stripe"})",
         "422 invalid_request /seed/pack: the seed is for another pack than 'parcel'"},
        {R"({"understudy_seed":1,"config":[]})",
         "422 invalid_request /seed/config: config is a map"},
        {R"({"understudy_seed":1,"clock":"stopped"})",
         "422 invalid_request /seed/clock: clock is frozen or ticking"},
        {R"({"understudy_seed":1,"t0":"soon"})",
         R"(422 invalid_instant /seed/t0: "soon" is no instant | write it as 2025-01-01T00:00:00Z)"},
        {R"({"understudy_seed":1,"rng_seed":"x"})",
         "422 invalid_request /seed/rng_seed: rng_seed is a whole number from 0 on"},
        {R"({"understudy_seed":1,"seed":[]})",
         "422 invalid_request /seed/seed: seed is a map from resources to objects"},
        {R"({"understudy_seed":1,"seed":{"charge":[]}})",
         "404 unknown_resource /seed/seed/charge: no resource 'charge' in pack parcel@0.1.0 | did "
         "you mean 'charges'?"},
        {R"({"understudy_seed":1,"seed":{"charges":{}}})",
         "422 invalid_request /seed/seed/charges: /objects: expected array, found an object with 0 "
         "properties"},
        {R"({"understudy_seed":1,"seed":{"customers":[{"id":"cus_1"},{"id":"x"}]}})",
         "422 invalid_seed_id /seed/seed/customers/1/id: the id \"x\" does not fit customers: "
         "^cus_[a-zA-Z0-9]+$"},
        {R"({"understudy_seed":1,"history":[{"at":"2024-01-01T00:00:00Z","call":{"operation":"getCharge","input":{"id":"ch_1"}}}]})",
         "422 replay_refused /seed/history/0: step 0, getCharge at 2024-01-01T00:00:00Z, was "
         "refused: 404 {\"error\":{\"code\":\"resource_missing\",\"type\":\"invalid_request\","
         "\"message\":\"No such charge: ch_1\",\"param\":\"id\"}} | nothing of the history has "
         "happened"},
        {R"({"understudy_seed":1,"history":[{"at":1}]})",
         "422 invalid_request /seed/history/0/at: /steps/0/at: expected string, found number 1"},
        {R"({"understudy_seed":1,"durations":[{"settle":"1s"},{"setle":"1s"}]})",
         "422 unknown_duration /seed/durations/1/setle: no duration 'setle' in pack parcel@0.1.0 | "
         "did you mean 'settle'?"},
        {R"({"understudy_seed":1,"durations":{"setle":"1s"}})",
         "422 unknown_duration /seed/durations/setle: no duration 'setle' in pack parcel@0.1.0 | "
         "did you mean 'settle'?"},
        {R"({"understudy_seed":1,"durations":7})",
         "422 invalid_request /seed/durations: the value: expected object, found number 7"},
    };
    const std::size_t before = parcel.hub.count();
    for (const Case& one : cases) {
        EXPECT_EQ(parcel.as_operator("POST /worlds", R"({"pack":"parcel","seed":)" + one.seed + "}")
                      .refusal(),
                  one.said);
    }
    EXPECT_EQ(parcel.hub.count(), before);
}

TEST(Acceptance, S27_TheSameCallsInTwoProcessesAreTheSameBytes) {
    const auto transcript = [](Parcel& parcel) {
        std::string all = parcel.control("POST /seed", kSeed).text;
        for (int i = 0; i < 20; ++i) {
            all += parcel.vendor("POST /v1/charges", kCharge).text;
            all += parcel.control("POST /clock/advance", R"({"by":"1s"})").text;
            all += parcel.control("GET /traces?limit=1000").text;
        }
        all += parcel.control("POST /snapshots").text + parcel.control("GET /snapshots/snp_1").text;
        return all + parcel.vendor("GET /v1/charges").text + parcel.control("GET /state").text;
    };
    Parcel one;
    Parcel two;
    EXPECT_EQ(transcript(one), transcript(two));
}

TEST(Acceptance, S28_ResetKeepsIdAndKey) {
    Parcel parcel;
    const std::string before = parcel.control("GET /world").text;
    parcel.control("POST /seed", kSeed);
    parcel.vendor("POST /v1/charges", kCharge);
    parcel.control("POST /clock/durations", R"({"settle":"9s"})");
    parcel.control("POST /reset");
    EXPECT_EQ(parcel.control("GET /world").text, before);
    for (const char* list : {"requests", "traces", "idempotency", "state?resource=charges"}) {
        EXPECT_EQ(parcel.control("GET /" + std::string(list)).value.find("data")->size(), 0U)
            << list;
    }
}

TEST(Acceptance, S29_ResetToAnotherStartAndBackToItsOwn) {
    Parcel parcel;
    EXPECT_EQ(parcel.control("POST /reset", R"({"t0":"2030-01-01T00:00:00Z"})").at("now"),
              "2030-01-01T00:00:00Z");
    EXPECT_EQ(parcel.control("GET /clock").at("t0"), "2030-01-01T00:00:00Z");
    EXPECT_EQ(parcel.control("POST /reset").at("now"), "2025-01-01T00:00:00Z");
    EXPECT_EQ(parcel.control("GET /world").at("t0"), "2025-01-01T00:00:00Z");
}

TEST(Acceptance, S32_TenThousandWorldsEachAnswerUnderTheirOwnKey) {
    Parcel parcel;
    constexpr int kWorlds = 10'000;
    const auto key = [](int i) { return "key-of-world-number-" + std::to_string(i); };
    for (int i = 0; i < kWorlds; ++i) {
        ASSERT_TRUE(parcel.hub.create({.pack = "parcel", .key = key(i)}).has_value());
    }
    for (int i = 0; i < kWorlds; i += 97) {
        const std::string body =
            R"({"amount":)" + std::to_string(1000 + i) + R"(,"source":"tok_visa"})";
        ASSERT_EQ(parcel.vendor("POST /v1/charges", body, key(i)).status, 201);
    }
    for (int i = 0; i < kWorlds; ++i) {
        const auto list = parcel.vendor("GET /v1/charges", "", key(i));
        const std::size_t wanted = i % 97 == 0 ? 1 : 0;
        ASSERT_EQ(list.value.find("data")->size(), wanted) << i << list.text;
        if (wanted == 0) continue;
        EXPECT_EQ(list.value.find("data")->items()[0].find("amount")->number_text(),
                  std::to_string(1000 + i));
    }
}

TEST(WorldRecord, ShowsWhatWasAskedFor) {
    Parcel parcel;
    EXPECT_EQ(
        parcel.as_operator("POST /worlds", R"({"pack":"parcel","pacing":"virtual"})").at("pacing"),
        "virtual");
    EXPECT_EQ(parcel.control("GET /world").at("pacing"), "real");
    EXPECT_EQ(parcel.control("POST /fork", R"({"endpoints":"some"})").at("field"), "/endpoints");
}

}  // namespace understudy::serve
