// Snapshots that somebody has tampered with, one part at a time: each is refused, or gives a world
// that can be looked at and used. The fuzz target does the same at length.
#include <gtest/gtest.h>

#include "base/seed.hpp"
#include "world/tester_testing.hpp"

namespace understudy::world {

namespace {

// The place of every part, so that one can be drawn.
void collect(const json::Value& value, const json::Pointer& at, std::vector<json::Pointer>& all) {
    all.push_back(at);
    if (value.is_object()) {
        for (const json::Member& member : value.members()) {
            collect(member.value, at / member.key(), all);
        }
    }
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        collect(value[i], at / i, all);
    }
}

json::Value replaced(const json::Value& value, const json::Pointer& at, std::size_t depth,
                     const json::Value& with) {
    if (depth == at.tokens().size()) return with;
    const std::string& token = at.tokens()[depth];
    json::Value copy = value;
    if (value.is_array()) {
        const std::size_t index = *json::to_index(token);
        copy.mutable_items()[index] = replaced(value[index], at, depth + 1, with);
    } else {
        copy.set(token, replaced(*value.find(token), at, depth + 1, with));
    }
    return copy;
}

std::variant<Snapshot, Refused> read(json::Value file,
                                     const std::shared_ptr<const pack::Pack>& pack) {
    auto said = from_file(file, pack);
    const auto* refused = std::get_if<Refused>(&said);
    constexpr std::string_view kOther = "the entries give another digest: ";
    if (refused == nullptr || !refused->message.starts_with(kOther)) return said;
    file.set("digest", refused->message.substr(kOther.size()));
    return from_file(file, pack);
}

// Everything that is easily done to a world.
void use(Tester& tester) {
    tester.world().state_record();
    tester.world().clock_record();
    tester.world().idempotency();
    tester.get("/v1/charges");
    tester.get("/v1/customers?limit=3");
    tester.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})");
    tester.post_json("/v1/refunds", R"({"charge":"ch_1"})");
    tester.seed("charges", R"([{"id":"ch_new","amount":70,"source":"tok_visa"}])");
    tester.set_durations(R"({"settle":"1s"})");
    Advance step;
    step.step = true;
    for (int i = 0; i < 3; ++i) tester.does(step);
    tester.does(Reset{});
}

}  // namespace

TEST(Acceptance, S42_TamperedSnapshotsNeverBreakAWorld) {
    const auto pack = pack_folder("packs/parcel");
    Tester shop(pack);
    shop.seed("charges",
              R"([{"id":"ch_1","amount":2000,"source":"tok_visa","status":"succeeded"}])");
    shop.headers.add("Idempotency-Key", "k1");
    shop.post_json("/v1/charges", R"({"amount":2000,"source":"tok_visa"})");
    shop.set_durations(R"({"settle":"9s"})");
    const json::Value good = to_file(shop.world().snapshot());
    std::vector<json::Pointer> places;
    collect(good, {}, places);
    base::Stream stream(1, {"tamper"}, 0);
    const std::vector<json::Value> others = {nullptr,
                                             0,
                                             -1,
                                             1,
                                             json::Value(std::int64_t{1} << 60U),
                                             json::Value::number("1e400"),
                                             true,
                                             "",
                                             "x",
                                             "2025-01-01T00:00:00Z",
                                             "9999-12-31T23:59:59Z",
                                             json::Value::array(),
                                             json::Value::object(),
                                             json::Value::array({1, "x"})};
    std::size_t taken = 0;
    constexpr int kRounds = 600;
    for (int round = 0; round < kRounds; ++round) {
        const json::Pointer& at = places[stream.below(places.size())];
        json::Value with = others[stream.below(others.size())];
        if (stream.below(3) == 0) with = *places[stream.below(places.size())].resolve(good);
        SCOPED_TRACE(at.to_text() + " := " + json::write(with));
        const auto said = read(replaced(good, at, 0, with), pack);
        const auto* snapshot = std::get_if<Snapshot>(&said);
        if (snapshot == nullptr) {
            const Refused& refused = std::get<Refused>(said);
            EXPECT_TRUE(refused.code == "invalid_snapshot" ||
                        refused.code == "snapshot_pack_mismatch")
                << refused.code;
            continue;
        }
        ++taken;
        Tester world(pack);
        world.restore(*snapshot);
        EXPECT_EQ(world.world().digest(), snapshot->digest());
        diff(shop.world().snapshot(), *snapshot);
        use(world);
    }
    EXPECT_GT(taken, 20U);
}

}  // namespace understudy::world
