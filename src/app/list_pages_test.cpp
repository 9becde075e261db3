#include "app/list_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/pack_files.hpp"
#include "base/error.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Answers each call with the next of its answers, and writes down what was asked.
class Scripted final : public plan::Target {
public:
    explicit Scripted(std::vector<std::pair<int, std::string>> answers)
        : answers_(std::move(answers)) {}

    base::Result<http::Response> call(const plan::Call& call) override {
        asked.push_back(call.request.head.target);
        if (asked.size() > answers_.size()) return base::fail(plan::code::NoControl);
        http::Response response;
        response.head.status = answers_[asked.size() - 1].first;
        http::Piece piece;
        piece.bytes = answers_[asked.size() - 1].second;
        response.pieces.push_back(std::move(piece));
        return response;
    }
    base::Result<http::Response> control(const plan::Call&) override {
        return base::fail(plan::code::NoControl);
    }

    std::vector<std::string> asked;

private:
    std::vector<std::pair<int, std::string>> answers_;
};

class ListPages : public testing::Test {
protected:
    void SetUp() override {
        const auto files = find_pack_files("parcel", "");
        ASSERT_TRUE(files);
        loaded_ = pack::load(files->folder);
        ASSERT_TRUE(loaded_.pack);
        for (const pack::Operation& each : loaded_.pack->operations) {
            if (each.name != "listCharges") continue;
            walks_.push_back(*verify::PageWalk::of(*loaded_.pack, each));
        }
        ASSERT_EQ(walks_.size(), 1U);
    }

    static KeptAnswers made(const std::string& path) {
        KeptAnswers answers;
        answers["make"] = {"POST", path, 201, std::nullopt};
        return answers;
    }

    pack::Loaded loaded_;
    std::vector<verify::PageWalk> walks_;
};

constexpr auto kFirst = R"({"data":[{"id":"ch_2"}],"has_more":true})";
constexpr auto kSecond = R"({"data":[{"id":"ch_1"}],"has_more":false})";
constexpr auto kNone = R"({"data":[],"has_more":false})";

TEST_F(ListPages, OnePageAfterAnotherToTheEnd) {
    Scripted target({{200, kFirst}, {200, kSecond}, {200, kNone}});
    const auto lists = read_lists(target, walks_, made("/v1/charges"), 10);
    ASSERT_TRUE(lists.contains("listCharges"));
    EXPECT_EQ(lists.at("listCharges").pages.size(), 3U);
    EXPECT_EQ(lists.at("listCharges").why, "");
    EXPECT_THAT(target.asked,
                ElementsAre("/v1/charges?limit=1", "/v1/charges?limit=1&starting_after=ch_2",
                            "/v1/charges?limit=1&starting_after=ch_1"));
}

TEST_F(ListPages, NoMoreThanWereAskedFor) {
    Scripted target({{200, kFirst}, {200, kFirst}, {200, kFirst}});
    EXPECT_EQ(read_lists(target, walks_, made("/v1/charges"), 2).at("listCharges").pages.size(),
              2U);
}

TEST_F(ListPages, AListThatTheProbeDidNotTouchIsLeftAlone) {
    Scripted target({{200, kFirst}});
    EXPECT_THAT(read_lists(target, walks_, made("/v1/customers"), 2), IsEmpty());
    EXPECT_THAT(target.asked, IsEmpty());
}

TEST_F(ListPages, ABusyServiceHasNoPage) {
    for (const int status : {429, 502, 503, 504}) {
        Scripted target({{200, kFirst}, {status, "{}"}});
        const auto lists = read_lists(target, walks_, made("/v1/charges"), 3);
        EXPECT_EQ(lists.at("listCharges").pages.size(), 1U);
        EXPECT_EQ(lists.at("listCharges").why, "it answered a page with " + std::to_string(status));
    }
}

TEST_F(ListPages, NoAnswerIsToldInItsWords) {
    Scripted target({{200, kFirst}});
    const auto lists = read_lists(target, walks_, made("/v1/charges"), 3);
    EXPECT_EQ(lists.at("listCharges").pages.size(), 1U);
    EXPECT_NE(lists.at("listCharges").why, "");
}

TEST_F(ListPages, ARefusalIsAPageAndTheLastOne) {
    Scripted target({{400, R"({"error":{}})"}});
    const auto lists = read_lists(target, walks_, made("/v1/charges"), 3);
    ASSERT_EQ(lists.at("listCharges").pages.size(), 1U);
    EXPECT_EQ(lists.at("listCharges").pages[0].status, 400);
    EXPECT_EQ(lists.at("listCharges").why, "");
}

}  // namespace

}  // namespace understudy::app
