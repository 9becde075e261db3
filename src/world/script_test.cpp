// What statements of coherence see of a script.
#include "world/impl/script.hpp"

#include "world/world_testing.hpp"

namespace understudy::world {

namespace {

Lever lever(Lever::Kind kind, const char* match, const char* field, const char* body,
            const pack::Pack& pack) {
    Lever made;
    made.kind = kind;
    made.match = std::get<Match>(
        read_match(*json::parse(match), "", {.resource = true, .operation = true}, pack));
    made.field = field;
    made.body = *json::parse(body);
    return made;
}

TEST(Script, ShowsEachKindUnderItsName) {
    const auto pack = pack_in("tests/packs/duo");
    State state(pack, kUsualStart);
    using Kind = Lever::Kind;
    state.put_lever(lever(Kind::Fault, R"({"resource":"runs","operation":"create"})", "",
                          R"({"resource":"runs","operation":"create","status":500})", *pack));
    state.put_lever(
        lever(Kind::Pin, R"({"operation":"pay_rent"})", "output.balance", R"({"value":5})", *pack));
    state.put_lever(lever(Kind::Pin, R"({"operation":"runs.settle"})", "branch",
                          R"({"value":"failed"})", *pack));
    state.put_lever(lever(Kind::Tape, R"({"operation":["runTask","fetchBalance"]})", "ticket",
                          R"({"values":[{"value":"a"},{"value":"b"}]})", *pack));
    std::string text;
    for (const ScriptPart& part : script_of(*pack, state, true)) {
        text += part.kind + " " + part.id + " " + json::write(part.seen) + "\n";
    }
    EXPECT_EQ(
        text,
        R"(fault flt_1 {"resource":"runs","operation":"runTask","status":500,"id":"flt_1",)"
        R"("match":{"operation":"create","resource":"runs"},"operations":["runTask"]})"
        "\n"
        R"(pin pin_1 {"field":"output.balance","value":5,"values":[5],"id":"pin_1",)"
        R"("match":{"operation":"pay_rent"},"operation":"pay_rent","operations":["pay_rent"]})"
        "\n"
        R"(branch pin_2 {"field":"branch","arm":"failed","arms":["failed"],"id":"pin_2",)"
        R"("match":{"operation":"runs.settle"},"operation":"runs.settle",)"
        R"("operations":["runs.settle"]})"
        "\n"
        R"(tape tap_1 {"field":"ticket","value":"a","values":["a","b"],"id":"tap_1",)"
        R"("match":{"operation":["runTask","fetchBalance"]},"operation":null,)"
        R"("operations":["runTask","fetchBalance"]})"
        "\n");
}

TEST(Script, SeedsAreObjectsThatWerePutThere) {
    const auto pack = pack_in("tests/packs/duo");
    State state(pack, kUsualStart);
    Object object;
    object.resource = pack->find_resource("accounts");
    object.id = json::Value("acct_7");
    object.sequence = 1;
    const std::size_t fields = pack->resources[object.resource].fields.size();
    object.values.resize(fields);
    object.origins.resize(fields, Origin::Seed);
    state.put(std::make_shared<const Object>(std::move(object)));
    EXPECT_TRUE(script_of(*pack, state, false).empty());
    const auto parts = script_of(*pack, state, true);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].id, "acct_7");
    EXPECT_EQ(json::write(parts[0].seen), R"({"id":"acct_7","resource":"accounts"})");
}

}  // namespace

}  // namespace understudy::world
