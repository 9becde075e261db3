#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"

namespace understudy::cassette {
namespace {

Cassette two() {
    Cassette cassette = cassette_for_tests();
    cassette.exchanges = {command_for_tests("one", {"status"}, "1\n"),
                          command_for_tests("two", {"log"}, "2\n")};
    return cassette;
}

TEST(CassetteLines, MarksLeadToTheLineAPartCameFrom) {
    const auto loaded = read_written(written_for_tests(two(), Form::Lines));
    ASSERT_TRUE(loaded) << base::render(loaded.error());
    const auto line = [&](const std::string& place) {
        return loaded->mark(json::Pointer::parse(place).value()).line;
    };
    EXPECT_EQ(line("/service"), 1U);
    EXPECT_EQ(line("/exchanges/0/input/args/0"), 2U);
    EXPECT_EQ(line("/exchanges/1/kind"), 3U);
    EXPECT_EQ(line("/exchanges/0/output/pieces/0/text"), 4U);
    EXPECT_EQ(line("/exchanges/1/output/pieces/0"), 5U);
    EXPECT_EQ(line("/exchanges/0/output/exit_code"), 6U);
    EXPECT_EQ(line("/exchanges/1/output"), 7U);
}

TEST(CassetteLines, WhatDoesNotFitIsRefusedAtItsLine) {
    const std::string good = written_for_tests(two(), Form::Lines).text;
    struct Refused {
        std::string from, to, says;
    };
    const std::vector<Refused> cases = {
        {"{\"piece\":\"two\"", "{\"piece\":\"tow\"", "no exchange with the id \"tow\" has begun"},
        {"{\"start\":\"two\"", "{\"start\":\"one\"", "another exchange has this id"},
        {"{\"end\":\"two\"", "{\"end\":\"one\"", "the exchange \"one\" has ended"},
        {"{\"end\":\"two\"", "{\"ends\":\"two\"", "exactly one of `start`, `piece` and `end`"},
        {"\"exit_code\":0,", "\"exit_code\":0,\"pieces\":[],", "has no key \"pieces\""},
        {"{\"version\":1,", "{\"version\":1,\"exchanges\":[],", "has no key \"exchanges\""},
        {"\"kind\":\"command\"", "\"kind\":\"comand\"", "cannot be \"comand\""},
    };
    for (const Refused& each : cases) {
        ASSERT_NE(good.find(each.from), std::string::npos) << each.from;
        const auto loaded = read({"a.jsonl", base::replace_all(good, each.from, each.to)}, {});
        ASSERT_FALSE(loaded) << each.to;
        const std::string said = base::render(loaded.error());
        EXPECT_NE(said.find(each.says), std::string::npos) << said;
    }
}

// A file that was cut off anywhere is never taken for a whole one.
TEST(CassetteLines, ACutFileIsRefused) {
    const std::string good = written_for_tests(two(), Form::Lines).text;
    for (std::size_t size = 0; size + 1 < good.size(); ++size) {
        EXPECT_FALSE(read({"a.jsonl", good.substr(0, size)}, {})) << size;
    }
    const auto cut = read({"a.jsonl", good.substr(0, good.find("{\"end\":\"two\""))}, {});
    ASSERT_FALSE(cut);
    EXPECT_NE(base::render(cut.error()).find("the exchange \"two\": has no line that ends it"),
              std::string::npos)
        << base::render(cut.error());
}

}  // namespace
}  // namespace understudy::cassette
