#include "verify/draft.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/write.hpp"
#include "verify/shop_testing.hpp"

namespace understudy::verify {

namespace {

using ::testing::ElementsAre;

class DraftTest : public ::testing::Test {
protected:
    DraftTest() : pack_(*testing::shop()) {
        recipe_.resource = pack_.find_resource("boxes");
        recipe_.operation = operation("createBox");
    }

    pack::Index operation(std::string_view name) const { return pack_.find_operation(name); }

    // "POST /boxes {...}", a line a leg.
    static std::vector<std::string> lines(const Walk& walk) {
        std::vector<std::string> all;
        for (const Leg& leg : walk.legs) {
            const plan::Request& request = leg.step.request;
            std::string line = request.method + " " + request.path;
            if (request.body_kind != plan::Request::Body::None) {
                line += " " + json::write(request.body);
            }
            if (request.query.size() != 0) line += " ?" + json::write(request.query);
            all.push_back(std::move(line));
        }
        return all;
    }

    const pack::Pack& pack_;
    std::vector<Recipe> recipes_;
    Recipe recipe_;
};

TEST_F(DraftTest, ObjectsGetNamesThatLaterCallsUse) {
    recipe_.input = json::Value::object({{"size", 3}});
    Action send;
    send.operation = operation("sendBox");
    recipe_.actions.push_back(send);
    Draft draft(pack_, recipes_, "two boxes");
    draft.make(recipe_);
    const Object& second = draft.make(recipe_, json::Value::object({{"size", 4}}));
    EXPECT_EQ(second.name, "box2");
    draft.observe();
    draft.list(recipe_.resource);
    const Walk walk = draft.done();
    EXPECT_EQ(walk.about, "two boxes");
    EXPECT_THAT(lines(walk), ElementsAre("POST /boxes {\"size\":3}", "POST /boxes/${box1}/send",
                                         "POST /boxes {\"size\":4}", "POST /boxes/${box2}/send",
                                         "GET /boxes/${box1}", "GET /boxes/${box2}", "GET /boxes"));
    EXPECT_EQ(walk.legs[0].step.captures.front().name, "box1");
    EXPECT_EQ(walk.legs[0].step.captures.front().place->text, "/id");
    EXPECT_EQ(walk.effect(), plan::Effect::Write);
    EXPECT_FALSE(walk.needs_control());
}

TEST_F(DraftTest, TimeAndChoicesAreToldToAWorld) {
    Draft draft(pack_, recipes_, "");
    const Object& box = draft.make(recipe_);
    draft.advance({90, 0});
    Action choose;
    choose.kind = Action::Kind::Choose;
    choose.resource = recipe_.resource;
    choose.move = 1;
    choose.arm = "late";
    draft.act(choose, box);
    const Walk walk = draft.done();
    EXPECT_EQ(lines(walk)[1], R"(POST /__admin__/clock/advance {"by":"1m30s"})");
    EXPECT_EQ(
        lines(walk)[2],
        R"(POST /__admin__/exogenous/pins {"on":"boxes.arrive","field":"branch","value":"late"})");
    EXPECT_TRUE(walk.needs_control());
    EXPECT_EQ(walk.waits(), (base::Duration{90, 0}));
    EXPECT_EQ(walk.calls(), 1U);
}

TEST_F(DraftTest, ACallWithoutItsObjectIsNotMade) {
    Draft draft(pack_, recipes_, "");
    EXPECT_FALSE(draft.call(operation("getBox"), nullptr, {}));
    CallForm form;
    form.id = "nobody";
    EXPECT_TRUE(draft.call(operation("getBox"), nullptr, form));
    EXPECT_THAT(lines(draft.done()), ElementsAre("GET /boxes/nobody"));
}

TEST(PutInput, DottedPathsAreNested) {
    json::Value input = json::Value::object({{"card", 1}});
    put_input(input, "card.brand", json::Value("visa"));
    put_input(input, "card.last4", json::Value("4242"));
    put_input(input, "size", json::Value(3));
    EXPECT_EQ(json::write(input), R"({"card":{"brand":"visa","last4":"4242"},"size":3})");
}

// Runs that refer to a task and, if they like, to a room.
std::shared_ptr<const pack::Pack> runs() {
    const pack::Loaded loaded = pack::load(pack::Folder{"runs", {{"pack.yaml", R"(format: 1
pack: runs
version: 0.1.0
models: { vendor: Runs, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: bad }, input: json, unknown: bad }
errors: { envelope: { error: error }, on: { auth: bad, no_route: bad, unknown: bad, required: bad, type: bad, cursor: bad, missing: bad, state: bad }, codes: { bad: { status: 400 } } }
resources:
  rooms: { singular: room, id: "room_{base62:8}", fields: {}, operations: { create: POST /rooms } }
  tasks: { singular: task, id: "task_{base62:8}", fields: {}, operations: { create: POST /tasks } }
  runs:
    singular: run
    id: "run_{base62:8}"
    fields:
      task: { from: input, ref: tasks, required: true, missing: { body: bad } }
      room: { from: input, ref: rooms, nullable: true, missing: { body: bad } }
    operations: { create: POST /runs }
)"}}});
    EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
    return loaded.pack;
}

TEST(MakeBelow, GivenObjectsAreReferredToAndTheRestIsMade) {
    const auto pack = runs();
    const auto recipe_of = [&](const char* resource, const char* operation) {
        Recipe recipe;
        recipe.resource = pack->find_resource(resource);
        recipe.operation = pack->find_operation(operation);
        return recipe;
    };
    std::vector<Recipe> recipes = {recipe_of("rooms", "createRoom"),
                                   recipe_of("tasks", "createTask"),
                                   recipe_of("runs", "createRun")};
    const pack::Resource& run = pack->resources[recipes[2].resource];
    pack::Index task = 0, room = 0;
    for (pack::Index i = 0; i < run.fields.size(); ++i) {
        if (run.fields[i].path == "task") task = i;
        if (run.fields[i].path == "room") room = i;
    }
    recipes[2].refs[task] = 1;
    Draft draft(*pack, recipes, "");
    const Object& of = draft.make(recipes[0]);
    draft.make_below(recipes[2], {{room, &of}});
    const Walk walk = draft.done();
    ASSERT_EQ(walk.legs.size(), 3U);
    EXPECT_EQ(walk.legs[1].step.request.path, "/tasks");
    const json::Value& body = walk.legs[2].step.request.body;
    EXPECT_EQ(json::write(*body.find("task")), R"("${task1}")");
    EXPECT_EQ(json::write(*body.find("room")), R"("${room1}")");
}

}  // namespace

}  // namespace understudy::verify
