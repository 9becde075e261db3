// Explorations of real worlds: what can be reached, what is asked, and what is found.
#include "app/explore_ground.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/pack_files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "verify/author.hpp"
#include "verify/least_plan.hpp"

namespace understudy::app {

namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

// Boxes with labels: a box that has a label on its way is not thrown away.
constexpr std::string_view kShop = R"(format: 1
pack: shop
version: 0.1.0
models: { vendor: Shop, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: no_key }, input: json, unknown: no_such }
durations: { way: 2s, print: 10s }
lists: { page: { style: cursor, after: after, limit: limit, default: 10, max: 100 }, envelope: { data: page.items, more: page.more } }
errors:
  envelope: { error: error }
  on: { auth: no_key, no_route: no_such, unknown: no_such, required: bad, type: bad, cursor: bad, missing: no_such, state: bad }
  codes: { no_key: { status: 401 }, no_such: { status: 404 }, bad: { status: 400 }, busy: { status: 409 } }
resources:
  boxes:
    singular: box
    id: "box_{base62:8}"
    fields:
      size: { from: input, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }
      status: { from: lifecycle }
      open_labels: { from: aggregate, count: id, over: labels, by: box, where: 'it.status == "asked"', hidden: true }
    operations:
      create: { route: POST /boxes, answers: { status: 201 } }
      get: GET /boxes/{id}
      list: GET /boxes
      send: POST /boxes/{id}/send
      drop: POST /boxes/{id}/drop
    lifecycle:
      start: [ { state: packed } ]
      moves:
        send: { from: packed, to: sent }
        arrive: { from: sent, after: way, to: there }
        drop: { from: packed, guard: { is: self.open_labels == 0, else: busy }, to: dropped }
  labels:
    singular: label
    id: "label_{base62:8}"
    fields:
      box: { from: input, ref: boxes, required: true, missing: { body: bad } }
      status: { from: lifecycle }
    operations:
      create: { route: POST /labels, answers: { status: 201 } }
      get: GET /labels/{id}
    lifecycle:
      start: [ { state: asked } ]
      moves:
        print: { from: asked, after: print, to: printed }
)";

std::shared_ptr<const pack::Pack> load(const std::string& text) {
    const pack::Loaded loaded = pack::load(pack::Folder{"shop", {{"pack.yaml", text}}});
    EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
    return loaded.pack;
}

std::shared_ptr<const pack::Pack> shop() {
    return load(std::string(kShop));
}

std::shared_ptr<const pack::Pack> shop_with(std::string_view before, std::string_view after) {
    const std::string text = base::replace_all(kShop, before, after);
    EXPECT_NE(text, kShop);
    return load(text);
}

verify::Reach reach_of(const std::shared_ptr<const pack::Pack>& pack,
                       const verify::ReachOptions& options = {}) {
    auto ground = make_ground({.pack = pack, .target_pack = pack});
    EXPECT_TRUE(ground);
    auto reach = verify::find_reach(*pack, **ground, options);
    EXPECT_TRUE(reach) << base::render(reach.error());
    return std::move(*reach);
}

verify::Exploration explored(const std::shared_ptr<const pack::Pack>& target,
                             const verify::ExploreOptions& options = {}) {
    const auto pack = shop();
    auto ground = make_ground({.pack = pack, .target_pack = target});
    EXPECT_TRUE(ground);
    auto done = verify::explore(*pack, **ground, options);
    EXPECT_TRUE(done) << base::render(done.error());
    return std::move(*done);
}

std::set<std::string> states_of(const verify::Reach& reach, const pack::Pack& pack) {
    std::set<std::string> states;
    for (const verify::Recipe& each : reach.recipes) {
        states.insert(pack.resources[each.resource].name + "." + each.state);
    }
    return states;
}

std::vector<std::string> about(const std::vector<verify::Walk>& walks) {
    std::vector<std::string> all;
    for (const verify::Walk& each : walks) all.push_back(each.about);
    return all;
}

TEST(Reach, EveryStateThatCallsAndTimeLeadTo) {
    const auto pack = shop();
    EXPECT_THAT(states_of(reach_of(pack), *pack),
                UnorderedElementsAre("boxes.packed", "boxes.sent", "boxes.there", "boxes.dropped",
                                     "labels.asked", "labels.printed"));
    // Where time cannot be moved, what takes longer than anybody waits is not reached.
    EXPECT_THAT(states_of(reach_of(pack, {.control = false, .longest = {5, 0}}), *pack),
                Not(Contains("labels.printed")));
}

TEST(Author, TheSameSeedWritesTheSameWalks) {
    const auto pack = shop();
    const verify::Reach reach = reach_of(pack);
    EXPECT_EQ(about(verify::write_walks(*pack, reach, {})),
              about(verify::write_walks(*pack, reach, {})));
    const auto paths = [&](std::uint64_t seed) {
        std::string text;
        for (std::uint64_t number = 0; number < 5; ++number) {
            for (const verify::Leg& leg :
                 verify::random_walk(*pack, reach, {.seed = seed}, number).legs) {
                text += leg.step.request.method + leg.step.request.path + ' ';
            }
        }
        return text;
    };
    EXPECT_EQ(paths(1), paths(1));
    EXPECT_NE(paths(1), paths(2));
}

TEST(Author, AsksWhatIsGuardedWhileSomethingIsUnderWay) {
    const auto pack = shop();
    const auto names = about(verify::write_walks(*pack, reach_of(pack), {}));
    EXPECT_THAT(names, Contains("box (packed) with label (asked): dropBox"));
    EXPECT_THAT(names, Contains("box (sent) with label (printed) in time"));
    EXPECT_THAT(names, Not(Contains("box (packed) with label (asked): sendBox")));
}

TEST(Author, WithoutControlNothingIsToldToAWorld) {
    const auto pack = shop();
    const verify::Reach reach = reach_of(pack, {.control = false, .longest = {5, 0}});
    for (const verify::Walk& walk :
         verify::write_walks(*pack, reach, {.control = false, .longest = {5, 0}})) {
        for (const verify::Leg& leg : walk.legs) {
            const std::string& path = leg.step.request.path;
            EXPECT_FALSE(path.ends_with("/events") || path.ends_with("/pins")) << walk.about;
        }
    }
}

TEST(Explore, FindsWhatWasChangedByTheShortestWay) {
    const struct {
        std::string_view before, after, operation, expects;
        std::size_t steps;
    } kCases[] = {
        {"way: 2s", "way: 3s", "getBox", "status: there", 4},
        {", guard: { is: self.open_labels == 0, else: busy }", "", "dropBox", "status: 409", 3},
    };
    for (const auto& each : kCases) {
        const verify::Exploration done = explored(shop_with(each.before, each.after), {.most = 1});
        EXPECT_EQ(done.verdict, report::Verdict::Differed) << each.before;
        ASSERT_EQ(done.found.size(), 1U) << each.before;
        EXPECT_EQ(done.found[0].divergence.operation, each.operation) << each.before;
        EXPECT_EQ(done.found[0].least.legs.size(), each.steps) << each.before;
        EXPECT_TRUE(done.found[0].is_minimal);
        EXPECT_THAT(verify::least_plan(*shop(), "shop", done.found[0]),
                    HasSubstr(std::string(each.expects)));
    }
}

TEST(Explore, ABudgetOfCallsEndsIt) {
    const verify::Exploration done = explored(shop(), {.calls = 20});
    EXPECT_NE(done.ended, "");
    EXPECT_LE(done.calls, 40U);
}

}  // namespace

}  // namespace understudy::app
