// Errors of a pack that only show when it runs: a 500 whose message names them, and nothing
// changed.
#include "world/code.hpp"
#include "world/world_testing.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kThings = R"(format: 1
pack: things
version: 0.1.0
serve: { hosts: [ { host: "*", base: / } ], input: json }
errors:
  envelope: { error: error }
  on: { no_route: missing, required: missing, type: missing, missing: missing }
  codes: { missing: { status: 404, message: missing } }
resources:
  things:
    id: "th_{seq}"
    fields:
      view:   { from: input, nullable: true, schema: { type: [ string, "null" ] } }
      other:  { from: input, nullable: true }
      owner:  { from: input, ref: things, nullable: true }
      depth:  { from: derived, is: 'self.owner == null ? 0 : self.owner.depth + 1' }
    operations:
      create: POST /things
      get: "GET /things/{id}"
      shown: { route: "POST /things/{id}/shown", does: update, writes: [ view ], answers: { body: 'view(self, self.view)' } }
      odd: { route: "POST /things/{id}/odd", does: update, writes: [ other ], answers: { body: view(self.other) } }
      update: { route: "POST /things/{id}", writes: [ owner ] }
)";

class Failure : public testing::Test {
protected:
    Service service{kThings};

    // What an update that cannot be worked out says; the object stays as it was.
    std::string said(const std::string& where, const std::string& body) {
        const Reply made = service.post_json("/things", "{}");
        EXPECT_EQ(made.status, 200) << made.text;
        const std::string place = "/things/" + made.text_at("id");
        const Reply reply = service.post_json(place + where, body);
        EXPECT_EQ(reply.status, 500) << reply.text;
        EXPECT_EQ(service.get(place).text, made.text);
        return reply.text_at("error/message");
    }
};

}  // namespace

TEST_F(Failure, AnUnknownViewIsNamed) {
    EXPECT_EQ(said("/shown", R"({"view": "wide"})"),
              "things has no view wide");  // world.unknown_view
}

TEST_F(Failure, AViewOfDataIsNamed) {
    EXPECT_EQ(said("/odd", R"({"other": {"a": 1}})"),
              "`view` needs an object of the pack, not object");  // world.not_an_object
}

TEST_F(Failure, AFieldThatNeedsItselfIsNamed) {
    EXPECT_EQ(said("", R"({"owner": "th_1"})"),
              "things.depth is worked out through more than 32 other fields");  // world.too_deep
}

}  // namespace understudy::world
