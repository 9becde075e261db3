// Differences in words (P36): every class says which exchange and which field, what was there and
// what is there now, and points into the file.
#include <gtest/gtest.h>

#include "cassette/cassette_testing.hpp"
#include "cassette/compare_testing.hpp"

namespace understudy::cassette {
namespace {

Loaded loaded(std::vector<Exchange> exchanges) {
    Cassette cassette = cassette_for_tests();
    cassette.exchanges = std::move(exchanges);
    auto result = read_written(written_for_tests(std::move(cassette)));
    EXPECT_TRUE(result) << (result ? "" : base::render(result.error()));
    return *std::move(result);
}

report::Finding finding_of(const Difference& difference) {
    Comparison comparison;
    comparison.differences = {difference};
    return findings_of(comparison, loaded({testing_compare::command({"a\n"})})).front();
}

Difference difference(Drift drift, std::string part, std::string path,
                      std::optional<json::Value> before, std::optional<json::Value> after) {
    Difference made;
    made.drift = drift;
    made.exchange = "list";
    made.part = std::move(part);
    made.path = std::move(path);
    made.before = std::move(before);
    made.after = std::move(after);
    return made;
}

TEST(Findings, P36EveryClassNamesExchangeFieldAndValues) {
    Difference renamed = difference(Drift::FieldRenamed, "stdout", "/0/detailsUrl", "x", "x");
    renamed.renamed_to = "/0/link";
    renamed.confidence = 0.95;
    renamed.times = 3;
    struct Row {
        Difference difference;
        const char* code;
        const char* message;
    };
    const Row kRows[] = {
        {difference(Drift::NowRefused, "exit_code", "", 0, 1), "drift.now_refused",
         "list used to succeed and is refused now: exit_code 0 -> 1"},
        {difference(Drift::ExitChanged, "status", "", 404, 422), "drift.exit_changed",
         "list ends otherwise: status 404 -> 422"},
        {difference(Drift::FieldRemoved, "stdout", "/a", 7, std::nullopt), "drift.field_removed",
         "list: stdout /a is gone: 7 -> nothing"},
        {difference(Drift::FieldRetyped, "stdout", "/a", nullptr, "None"), "drift.field_retyped",
         "list: stdout /a has another type: null -> \"None\""},
        {renamed, "drift.field_renamed",
         "list: stdout /0/detailsUrl is now called /0/link, it seems (95 % sure), and in 2 more "
         "items"},
        {difference(Drift::FieldAdded, "stdout", "/b", std::nullopt, true), "drift.field_added",
         "list: stdout /b is new: nothing -> true"},
        {difference(Drift::EnumGrown, "stdout", "/s", "OPEN", "DRAFT"), "drift.enum_grown",
         "list: stdout /s has a value that no recording had there: \"OPEN\" -> \"DRAFT\""},
        {difference(Drift::OrderChanged, "stdout", "/l", "x", "y"), "drift.order_changed",
         "list: stdout /l has the same members in another order"},
        {difference(Drift::GrammarChanged, "stdout", "/2", "result", std::nullopt),
         "drift.grammar_changed",
         "list: stdout /2 is not the event that was expected: \"result\" -> nothing"},
        {difference(Drift::ValueChanged, "stdout", "line 2", "two", "twa"), "drift.value_changed",
         "list: stdout line 2 differs: \"two\" -> \"twa\""},
        {difference(Drift::StderrOnly, "stderr", "line 1", "a", "b"), "drift.stderr_only",
         "list: only standard error differs, stderr line 1: \"a\" -> \"b\""},
        {difference(Drift::LayoutOnly, "stdout", "", std::nullopt, std::nullopt),
         "drift.layout_only",
         "list: stdout says the same in other white space, key order or escapes"},
    };
    for (const Row& row : kRows) {
        const report::Finding finding = finding_of(row.difference);
        EXPECT_EQ(finding.code, row.code);
        EXPECT_EQ(finding.message, row.message);
        EXPECT_EQ(finding.severity, severity_of(row.difference.drift));
        EXPECT_FALSE(finding.hint.empty()) << row.code;
    }
}

TEST(Findings, WhatCameFromOutsideIsMadeSafe) {
    const report::Finding finding =
        finding_of(difference(Drift::ValueChanged, "stdout", "/\x1b[2J", "\x1b[31m", "b"));
    EXPECT_EQ(finding.message.find('\x1b'), std::string::npos);
}

TEST(Findings, TheMarkIsTheLineOfTheFile) {
    Exchange exchange = testing_compare::command({});
    exchange.output.pieces = {
        {0, From::Stdout, "one\ntwo\n"}, {1, From::Stderr, "odd\n"}, {2, From::Stdout, "three\n"}};
    const Loaded file = loaded({exchange});
    const auto mark_of = [&file](std::string part, std::string path) {
        Comparison comparison;
        comparison.differences = {
            difference(Drift::ValueChanged, std::move(part), std::move(path), "a", "b")};
        return findings_of(comparison, file).front().mark;
    };
    const auto expected = [&file](std::vector<std::string> tokens) {
        return file.mark(json::Pointer(std::move(tokens)));
    };
    EXPECT_EQ(mark_of("stdout", "line 2"), expected({"exchanges", "0", "output", "pieces", "0"}));
    EXPECT_EQ(mark_of("stdout", "line 3"), expected({"exchanges", "0", "output", "pieces", "2"}));
    EXPECT_EQ(mark_of("stderr", "line 1"), expected({"exchanges", "0", "output", "pieces", "1"}));
    EXPECT_EQ(mark_of("exit_code", ""), expected({"exchanges", "0", "output", "exit_code"}));
    EXPECT_EQ(mark_of("exchange", ""), expected({"exchanges", "0"}));
    EXPECT_TRUE(mark_of("exit_code", "").is_known());
}

TEST(Findings, OneMatterKeepsOneId) {
    const auto id = [](std::string path, const json::Value& after) {
        return report::id_of(
            finding_of(difference(Drift::ValueChanged, "stdout", std::move(path), 1, after)));
    };
    EXPECT_EQ(id("/items/0/n", 2), id("/items/7/n", 3));
    EXPECT_NE(id("/items/0/n", 2), id("/items/0/m", 2));
}

}  // namespace
}  // namespace understudy::cassette
