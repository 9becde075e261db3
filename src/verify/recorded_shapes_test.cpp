#include "verify/recorded_shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cassette/cassette_testing.hpp"

namespace understudy::verify {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

cassette::Cassette with(cassette::Exchange exchange) {
    cassette::Cassette cassette;
    cassette.exchanges.push_back(std::move(exchange));
    return cassette;
}

std::vector<std::string> lines(const RecordedShapes& shapes, const cassette::Exchange& live) {
    std::vector<std::string> all;
    for (const PartChange& each : shapes.against(live)) {
        all.push_back(each.part + " " + std::string(name_of(each.change.shape_class)) + " " +
                      each.change.path + ": " + each.change.what);
    }
    return all;
}

TEST(RecordedShapes, P34AnotherListOfFieldsIsAnotherCall) {
    RecordedShapes shapes;
    shapes.add(with(cassette::command_for_tests("wide", {"list", "--json", "id,name"},
                                                R"([{"id":1,"name":"a"}])")));
    EXPECT_THAT(lines(shapes, cassette::command_for_tests("narrow", {"list", "--json", "id"},
                                                          R"([{"id":1}])")),
                IsEmpty());
    EXPECT_THAT(lines(shapes, cassette::command_for_tests("wide", {"list", "--json", "id,name"},
                                                          R"([{"id":1}])")),
                ElementsAre("stdout breaking /*/name: the key is gone"));
}

TEST(RecordedShapes, ARefusalIsHeldAgainstRefusals) {
    RecordedShapes shapes;
    shapes.add(with(cassette::command_for_tests("a", {"show"}, R"({"id":1})")));
    cassette::Exchange refused = cassette::command_for_tests("a", {"show"}, R"({"error":"no"})");
    refused.output.ended->number = 4;
    EXPECT_THAT(lines(shapes, refused), IsEmpty());
    shapes.add(with(refused));
    refused.output.pieces[0].bytes = R"({"error":{"code":"no"}})";
    EXPECT_THAT(lines(shapes, refused),
                ElementsAre("stdout breaking /error: the type is an object, and was a text"));
}

TEST(RecordedShapes, ATextThatWasDataBreaks) {
    RecordedShapes shapes;
    shapes.add(with(cassette::command_for_tests("a", {"show"}, R"({"id":1})")));
    EXPECT_THAT(lines(shapes, cassette::command_for_tests("a", {"show"}, "<html>\n")),
                ElementsAre("stdout breaking : it is lines, and was json"));
}

TEST(RecordedShapes, SetsOfValuesGrow) {
    RecordedShapes shapes;
    shapes.add(with(cassette::command_for_tests(
        "a", {"list"}, R"([{"state":"OPEN"},{"state":"CLOSED"},{"state":"OPEN"}])")));
    EXPECT_THAT(
        lines(shapes, cassette::command_for_tests("a", {"list"}, R"([{"state":"MERGED"}])")),
        ElementsAre("stdout additive /*/state: the value \"MERGED\" is new among 2 known values"));
    EXPECT_EQ(shapes.seen().count("stdout /*/state"), 1U);
}

}  // namespace

}  // namespace understudy::verify
