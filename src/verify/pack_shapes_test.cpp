#include "verify/pack_shapes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "pack/folder_testing.hpp"
#include "pack/load.hpp"

namespace understudy::verify {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PackShapesTest : public testing::Test {
protected:
    std::vector<std::string> drift(const std::string& call, int then, std::string_view fake,
                                   int now, std::string_view live) {
        const std::size_t space = call.find(' ');
        const auto before = json::parse(fake);
        const auto after = json::parse(live);
        const AnswerSeen expected{call.substr(0, space), call.substr(space + 1), then,
                                  before ? &*before : nullptr};
        const AnswerSeen real{call.substr(0, space), call.substr(space + 1), now,
                              after ? &*after : nullptr};
        std::vector<std::string> lines;
        for (const ShapeChange& each : PackShapes(*loaded_.pack).drift(expected, real)) {
            lines.push_back(std::string(name_of(each.shape_class)) + " " + each.path + ": " +
                            each.what);
        }
        return lines;
    }

    pack::Loaded loaded_ = pack::load(pack::read_folder("packs/parcel"));
};

TEST_F(PackShapesTest, StatesAndEnumsAreClosedLists) {
    ASSERT_TRUE(loaded_.pack);
    EXPECT_THAT(
        drift("GET /v1/charges/ch_1", 200, R"({"status":"pending","currency":"usd"})", 200,
              R"({"status":"reviewing","currency":"chf"})"),
        ElementsAre("additive /currency: the value \"chf\" is new among 3 known values",
                    "additive /status: the value \"reviewing\" is new among 6 known values"));
    EXPECT_THAT(
        drift("GET /v1/charges", 200, R"({"data":[{"status":"pending"}]})", 200,
              R"({"data":[{"status":"reviewing"}]})"),
        ElementsAre(
            "additive /data/*/status: the value \"reviewing\" is new among 6 known values"));
}

TEST_F(PackShapesTest, StatusesErrorsAndBodies) {
    ASSERT_TRUE(loaded_.pack);
    EXPECT_THAT(drift("GET /v1/charges/x", 404, R"({"error":{"code":"a"}})", 410, R"({})"),
                ElementsAre("breaking : the status is 410, and was 404"));
    EXPECT_THAT(
        drift("GET /v1/charges/x", 404, R"({"error":{"code":"a"}})", 404, R"({"code":"a"})"),
        ElementsAre("breaking /error: the key is gone", "additive /code: the key is new"));
    EXPECT_THAT(drift("GET /v1/charges/x", 200, R"({})", 200, "<html>"),
                ElementsAre("breaking : the answer is no JSON, and was"));
    EXPECT_THAT(drift("GET /nowhere", 200, R"({"a":1})", 200, R"({"a":2})"), IsEmpty());
}

}  // namespace

}  // namespace understudy::verify
