#include "cassette/trial.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cassette/cassette_testing.hpp"
#include "cassette/compare_testing.hpp"

namespace understudy::cassette {

namespace {

using testing::IsEmpty;
using testing::SizeIs;
using testing_compare::rules_from;

Played agreed_with(const Cassette& cassette) {
    Played played;
    played.expected = cassette.exchanges;
    played.actual = cassette.exchanges;
    return played;
}

TEST(SelfTest, EveryMutantOfAPlainCassetteIsNoticed) {
    const Cassette cassette = cassette_for_tests();
    const Trial trial = try_mutants(cassette, agreed_with(cassette), rules_from("[]"), {});
    EXPECT_GT(trial.noticed, 3U);
    EXPECT_THAT(trial.survivors, IsEmpty());
}

// A service whose order says nothing cannot notice that two lines were swapped: it is listed.
TEST(SelfTest, WhatIsNotNoticedIsListed) {
    Cassette cassette = cassette_for_tests();
    cassette.exchanges = {command_for_tests("list", {"list"},
                                            R"([{"id":"a"},{"id":"b"}])"
                                            "\n")};
    CompareOptions options;
    options.unordered = {"$"};
    const Trial strict = try_mutants(cassette, agreed_with(cassette), rules_from("[]"), {});
    const Trial loose = try_mutants(cassette, agreed_with(cassette), rules_from("[]"), options);
    EXPECT_THAT(strict.survivors, IsEmpty());
    // Either the swap is not tried because order is declared not to count, or it survives.
    EXPECT_LT(loose.noticed, strict.noticed);
}

// P71: what must fail fails.
TEST(SelfTest, P71ThePlantedCassetteCannotAgree) {
    const Cassette cassette = cassette_for_tests();
    const Cassette bad = planted(cassette);
    EXPECT_EQ(bad.name, kPlantedName);
    EXPECT_EQ(bad.origin, Origin::Authored);
    const Comparison result = compare(bad.exchanges, cassette.exchanges, rules_from("[]"), {});
    EXPECT_EQ(result.verdict, report::Verdict::Differed);
    const auto loaded = read_written(written_for_tests(bad));
    ASSERT_TRUE(loaded) << base::render(loaded.error());
    EXPECT_EQ(loaded->cassette.exchanges.front().output.ended->number, 111);
}

// P73: what is written is what was recorded.
TEST(SelfTest, P73ARecordingSurvivesBeingWrittenAndRead) {
    Cassette cassette = cassette_for_tests();
    cassette.exchanges[0].output.pieces.push_back({0, From::Stderr, std::string("\0\xff\r\n", 4)});
    const Cassette recording = recording_of(cassette, cassette.exchanges);
    EXPECT_EQ(recording.origin, Origin::Authored);
    EXPECT_FALSE(recording.provenance);
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const auto loaded = read_written(written_for_tests(recording, form));
        ASSERT_TRUE(loaded) << base::render(loaded.error());
        EXPECT_EQ(first_inequality(recording.exchanges, loaded->cassette.exchanges), "");
    }
}

TEST(SelfTest, InequalityIsNamed) {
    const std::vector<Exchange> before = cassette_for_tests().exchanges;
    std::vector<Exchange> after = before;
    after[0].output.pieces[0].bytes += ' ';
    EXPECT_EQ(first_inequality(before, after), "the output of status");
    after = before;
    after[0].output.ended->number = 1;
    EXPECT_EQ(first_inequality(before, after), "the end of status");
    after = before;
    std::get<CommandInput>(after[0].input).args.pop_back();
    EXPECT_EQ(first_inequality(before, after), "the input of status");
    after = before;
    after[0].id = "other";
    EXPECT_EQ(first_inequality(before, after), "the order of the exchanges");
    EXPECT_EQ(first_inequality(before, {}), "the number of exchanges");
    EXPECT_THAT(before, SizeIs(1));
}

}  // namespace

}  // namespace understudy::cassette
