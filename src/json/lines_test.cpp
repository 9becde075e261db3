#include "json/lines.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"

namespace understudy::json {
namespace {

TEST(Lines, MarksAreTheFiles) {
    const auto documents = parse_lines({"a.jsonl", "{\"a\":1}\r\n\n{\"b\":[2,\"x\"]}"});
    ASSERT_TRUE(documents);
    ASSERT_EQ(documents->size(), 2U);
    const Document& second = (*documents)[1];
    EXPECT_EQ(write(second.root), R"({"b":[2,"x"]})");
    EXPECT_EQ(base::to_text(second.mark(Pointer::parse("/b/1").value())), "a.jsonl:3:9");
    EXPECT_EQ(base::to_text(second.mark_of_key(Pointer::parse("/b").value())), "a.jsonl:3:2");
}

TEST(Lines, EveryBadLineIsReported) {
    const auto one = parse_lines({"a.jsonl", "1\n[2\n3\n"});
    ASSERT_FALSE(one);
    EXPECT_EQ(base::to_text(one.error().where), "a.jsonl:2:3");
    EXPECT_EQ(one.error().code, base::Code::JsonCut);

    const auto two = parse_lines({"a.jsonl", "x\n[2\n3"});
    ASSERT_FALSE(two);
    EXPECT_EQ(base::message(two.error()), "2 lines are not JSON");
    EXPECT_EQ(base::name_of(two.error().code), "json.bad_lines");
    ASSERT_EQ(two.error().because.size(), 2U);
    EXPECT_EQ(two.error().because[1].where.line, 2U);
}

TEST(Lines, NotesKeepTheirLine) {
    const auto documents = parse_lines({"a", "1\n{\"k\":1,\"k\":2}\n"});
    ASSERT_TRUE(documents);
    EXPECT_EQ((*documents)[1].notes.at(0).where.line, 2U);
    EXPECT_FALSE(parse_lines({"a", "12345"},
                             {.limits = {.bytes = 3}, .refuse_repeated_keys = false, .name = {}}));
}

}  // namespace
}  // namespace understudy::json
