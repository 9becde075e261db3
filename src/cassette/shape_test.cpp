// What is learnt of a call: schema, value sets, ends; per argv, never across.
#include "cassette/shape.hpp"

#include <gtest/gtest.h>

#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

Cassette listing(const std::string& output, const std::string& fields = "number,state",
                 int exit_code = 0) {
    Exchange exchange = testing_compare::command({output, "", exit_code});
    std::get<CommandInput>(exchange.input).args = {"pr", "list", "--json", fields};
    Cassette cassette;
    cassette.exchanges = {exchange};
    return cassette;
}

TEST(CassetteShape, SchemaValueSetsAndEndsOfOneCall) {
    ShapeLearner learner;
    EXPECT_TRUE(
        learner.add(listing(R"([{"number":1,"state":"OPEN"},{"number":2,"state":"CLOSED"}])")));
    EXPECT_TRUE(learner.add(listing(R"([{"number":3,"state":"OPEN","draft":true}])")));
    EXPECT_TRUE(learner.add(listing("", "number,state", 1)));
    ASSERT_EQ(learner.answers().size(), 1U);
    const json::Value shape = to_json(learner.answers()[0]);
    EXPECT_EQ(json::write(*shape.find("call")),
              R"({"program":"gh","args":["pr","list","--json","number,state"]})");
    EXPECT_EQ(json::write(*shape.find("recordings")), "3");
    EXPECT_EQ(json::write(*shape.find("ends")), R"([{"exit_code":0},{"exit_code":1}])");
    const json::Value& out = *shape.find("parts")->find("stdout");
    EXPECT_EQ(json::write(*out.find("forms")), R"(["json"])");
    EXPECT_EQ(json::write(*out.find("values")), R"({"/*/state":["OPEN","CLOSED"]})");
    const json::Value& item = *out.find("schema")->find("items");
    EXPECT_EQ(json::write(*item.find("required")), R"(["number","state"])");
    EXPECT_EQ(json::write(*item.find("properties")->find("number")->find("type")), R"("integer")");
}

// P34: another list of fields is another call.
TEST(CassetteShape, P34ANarrowProjectionIsACallOfItsOwn) {
    ShapeLearner learner;
    learner.add(listing(R"([{"number":1,"state":"OPEN"}])"));
    learner.add(listing(R"([{"number":1}])", "number"));
    ASSERT_EQ(learner.answers().size(), 2U);
    const json::Value narrow = to_json(learner.answers()[1]);
    EXPECT_EQ(narrow.find("parts")
                  ->find("stdout")
                  ->find("schema")
                  ->find("items")
                  ->find("properties")
                  ->size(),
              1U);
}

// P35: what was learnt is what a comparison takes for known.
TEST(CassetteShape, P35LearntSetsFeedTheComparison) {
    ShapeLearner learner;
    learner.add(listing(R"([{"state":"OPEN"},{"state":"MERGED"}])"));
    CompareOptions options;
    options.seen = learner.seen();
    const Exchange before = listing(R"([{"state":"OPEN"}])").exchanges[0];
    const Exchange after = listing(R"([{"state":"QUEUED"}])").exchanges[0];
    EXPECT_EQ(testing_compare::told(before, after, options),
              "enum_grown stdout /0/state: \"OPEN\" -> \"QUEUED\"\n");
}

TEST(CassetteShape, SentencesAndManyValuesAreNoSet) {
    std::string output = "[";
    for (int i = 0; i < 30; ++i) {
        output += (i == 0 ? "" : ",") + std::string(R"({"title":"A title","word":")") +
                  std::string(static_cast<std::size_t>(i) + 1, 'x') + R"("})";
    }
    ShapeLearner learner;
    learner.add(listing(output + "]"));
    EXPECT_TRUE(learner.seen().empty());
}

TEST(CassetteShape, EventsAndRows) {
    ShapeLearner learner;
    learner.add(listing("{\"type\":\"a\"}\n{\"type\":\"b\",\"n\":1}\n"));
    learner.add(listing("NAME   STATUS\nweb    Up\n", "table"));
    EXPECT_EQ(
        json::write(*to_json(learner.answers()[0]).find("parts")->find("stdout")->find("values")),
        R"({"/*/type":["a","b"]})");
    const json::Value table = to_json(learner.answers()[1]);
    EXPECT_TRUE(
        table.find("parts")->find("stdout")->find("schema")->find("properties")->has("STATUS"));
}

}  // namespace
}  // namespace understudy::cassette
