#include "grammar/records.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace understudy::grammar {
namespace {

TEST(Records, TellsTheThreeContainersApart) {
    struct Case {
        std::string_view text;
        std::size_t count;
        std::size_t record;
        std::uint32_t line;
    };
    const std::vector<Case> cases = {
        {R"({"type": "a"})", 1, 1, 1},
        {"{\"type\": \"a\"}\n{\"type\": \"b\"}\n", 2, 2, 2},
        {"{\"a\": 1}\r\n\r\n\"[DONE]\"", 2, 2, 3},
        {"[\n {\"a\": [1, 2]},\n {\"b\": 1}\n]", 2, 2, 3},
        {"{\n \"a\": 1\n}", 1, 1, 1},
        {"[]", 0, 0, 0},
    };
    for (const Case& each : cases) {
        auto records = read_records({"file", std::string(each.text)});
        ASSERT_TRUE(records) << base::render(records.error());
        EXPECT_EQ(records->records.size(), each.count) << each.text;
        EXPECT_EQ(records->mark_of(each.record).line, each.line) << each.text;
    }
    EXPECT_FALSE(Records{}.mark_of(1).is_known());
}

TEST(Records, EveryBadLineIsReported) {
    auto records = read_records({"s.jsonl", "{\"a\":1}\n{\"a\":\nnope\n{}\n"});
    ASSERT_FALSE(records);
    EXPECT_EQ(records.error().code, base::Code::GrammarRecords);
    ASSERT_EQ(records.error().because.size(), 2u);
    EXPECT_EQ(records.error().because[0].where.line, 2u);
    EXPECT_EQ(records.error().because[1].where.line, 3u);
    EXPECT_EQ(base::message(records.error()),
              "\"s.jsonl\" cannot be read as records: 2 lines are not JSON");
}

}  // namespace
}  // namespace understudy::grammar
