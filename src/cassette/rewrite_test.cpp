#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/impl/comments.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette {
namespace {

Cassette three() {
    Cassette cassette = cassette_for_tests();
    cassette.notes = "Mind the first column.";
    cassette.exchanges = {command_for_tests("one", {"status"}, "1\n"),
                          command_for_tests("two", {"log"}, "2\n"),
                          command_for_tests("three", {"diff"}, "3\n")};
    for (std::size_t at = 0; at < 3; ++at) {
        cassette.exchanges[at].at = static_cast<std::int64_t>(10 * at);
    }
    return cassette;
}

// The same calls, recorded again: other times, other chunks.
Cassette recorded_again() {
    Cassette cassette = three();
    cassette.notes.clear();
    cassette.provenance = provenance_for_tests("2026-05-07T06:00:00Z");
    for (Exchange& exchange : cassette.exchanges) {
        exchange.at += 5;
        exchange.output.duration = 99;
        const std::string bytes = exchange.output.pieces[0].bytes;
        exchange.output.pieces = {{1, From::Stdout, bytes.substr(0, 1)},
                                  {2, From::Stdout, bytes.substr(1)}};
    }
    return cassette;
}

// With comments and a layout that the writer would not choose.
std::string by_hand(const std::string& canonical) {
    std::string text =
        base::replace_all(canonical, "service: git\n", "service:   'git'  # why git\n");
    text = base::replace_all(text, "  - id: one\n", "  # the first call\n  - id: one\n");
    text = base::replace_all(text, "  - id: two\n", "  # the second call\n  - id: two # inside\n");
    text = base::replace_all(text, "  - id: three\n", "\n  - id: three   # at the end\n");
    return text;
}

Loaded load(const std::string& text, bool is_lines = false) {
    auto loaded = read({is_lines ? "a.jsonl" : "a.yaml", text}, {});
    EXPECT_TRUE(loaded) << base::render(loaded.error()) << text;
    return std::move(*loaded);
}

Written rewritten(const Loaded& before, const Cassette& after) {
    return rewrite(before, *seal_for_tests(after));
}

TEST(Rewrite, P44_WhatAgreesStaysByteForByte) {
    const std::string text = by_hand(written_for_tests(three()).text);
    EXPECT_EQ(rewritten(load(text), recorded_again()).text, text);
    const std::string lines = written_for_tests(three(), Form::Lines).text;
    EXPECT_EQ(rewritten(load(lines, true), recorded_again()).text, lines);
}

TEST(Rewrite, P43_P44_OnlyTheExchangeThatDiffersItsStampAndTheDigestChange) {
    const std::string text = by_hand(written_for_tests(three()).text);
    Cassette after = recorded_again();
    after.exchanges[1].output.pieces[0].bytes = "changed";
    const Written written = rewritten(load(text), after);
    const Loaded loaded = load(written.text);
    const Cassette& cassette = loaded.cassette;

    EXPECT_EQ(cassette.provenance->recorded_at, "2026-04-30T06:12:09Z");
    EXPECT_EQ(cassette.exchanges[1].recorded->recorded_at, "2026-05-07T06:00:00Z");
    EXPECT_FALSE(cassette.exchanges[0].recorded);
    EXPECT_EQ(bytes_of(cassette.exchanges[1].output, From::Stdout), "changed\n");
    EXPECT_EQ(cassette.exchanges[2].at, 20);

    // Every line of the old file is there, but those of the exchange, the digest and the notes.
    const std::size_t begin = text.find("  # the second call");
    const std::size_t end = text.find("\n  - id: three");
    const std::string around = text.substr(0, begin) + text.substr(end);
    for (const std::string_view line : base::split_lines(around)) {
        if (line.starts_with("content_digest") || line.starts_with("notes")) continue;
        EXPECT_NE(written.text.find(std::string(line) + "\n"), std::string::npos) << line;
    }
    EXPECT_EQ(written.text.find("  # the second call"), std::string::npos) << written.text;
    EXPECT_EQ(cassette.notes,
              "Mind the first column.\nComment on two: the second call\nComment on two: inside\n");
    // And again: nothing is left to change.
    EXPECT_EQ(rewritten(loaded, after).text, written.text);
}

TEST(Rewrite, AnExchangeMoreAndOneLess) {
    const std::string text = by_hand(written_for_tests(three()).text);
    Cassette after = recorded_again();
    after.exchanges.erase(after.exchanges.begin());
    after.exchanges.push_back(command_for_tests("four", {"show"}, "4\n"));
    const Loaded loaded = load(rewritten(load(text), after).text);
    std::vector<std::string> ids;
    for (const Exchange& exchange : loaded.cassette.exchanges) ids.push_back(exchange.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"two", "three", "four"}));
    EXPECT_NE(loaded.cassette.notes.find("Comment on one: the first call"), std::string::npos)
        << loaded.document.source->text;
    EXPECT_NE(loaded.document.source->text.find("# the second call"), std::string::npos);
}

TEST(Rewrite, IfAllDiffersTheFileHasTheNewStamp) {
    const std::string text = by_hand(written_for_tests(three()).text);
    Cassette after = recorded_again();
    for (Exchange& exchange : after.exchanges) exchange.output.pieces[0].bytes = "new";
    const Loaded loaded = load(rewritten(load(text), after).text);
    EXPECT_EQ(loaded.cassette.provenance->recorded_at, "2026-05-07T06:00:00Z");
    for (const Exchange& exchange : loaded.cassette.exchanges) EXPECT_FALSE(exchange.recorded);
    EXPECT_NE(loaded.document.source->text.find("service:   'git'  # why git"), std::string::npos);
    // Written by the canonical writer, not in one line.
    EXPECT_NE(loaded.document.source->text.find("\n  - id: three\n    kind: command\n"),
              std::string::npos);
}

// P1: an authored cassette becomes recorded only by being recorded, even if every byte agrees.
TEST(Rewrite, P1_AnAuthoredCassetteBecomesRecordedByBeingRecorded) {
    Cassette authored = three();
    authored.origin = Origin::Authored;
    authored.provenance.reset();
    const Loaded loaded =
        load(rewritten(load(written_for_tests(authored).text), recorded_again()).text);
    EXPECT_EQ(loaded.cassette.origin, Origin::Recorded);
    EXPECT_EQ(loaded.cassette.provenance->recorded_at, "2026-05-07T06:00:00Z");
    EXPECT_EQ(loaded.cassette.notes, "Mind the first column.");
}

TEST(Rewrite, RulesAndPolicyOfTheFileStay) {
    const std::string text = base::replace_all(
        written_for_tests(three()).text, "exchanges:\n",
        "match: {stdin: true}\nrules:\n  - use: uuid  # of the session\nexchanges:\n");
    Cassette after = recorded_again();
    after.exchanges[0].output.pieces[0].bytes = "new";
    const Loaded loaded = load(rewritten(load(text), after).text);
    EXPECT_TRUE(loaded.cassette.match.stdin_body);
    EXPECT_EQ(loaded.cassette.rules.size(), 1U);
    EXPECT_NE(loaded.document.source->text.find("  - use: uuid  # of the session\n"),
              std::string::npos);
}

TEST(Rewrite, LinesOfUnchangedExchangesAreKept) {
    const std::string text = base::replace_all(written_for_tests(three(), Form::Lines).text,
                                               "{\"start\":\"one\"", "{ \"start\": \"one\"");
    Cassette after = recorded_again();
    after.exchanges[1].output.pieces[0].bytes = "changed";
    const Written written = rewritten(load(text, true), after);
    EXPECT_TRUE(written.is_lines);
    EXPECT_NE(written.text.find("{ \"start\": \"one\""), std::string::npos);
    EXPECT_EQ(load(written.text, true).cassette.exchanges[1].recorded->recorded_at,
              "2026-05-07T06:00:00Z");
}

TEST(Comments, AreFoundOutsideOfScalarsOnly) {
    const std::string text = R"(# first
a: "no # comment"   # second
b: plain#no
c: |
  # no comment
d: [1, # third
  2]
e: 'x # no'
# last)";
    std::vector<std::string> found;
    for (const Comment& comment : comments_of(*yaml::read({"a.yaml", text}))) {
        found.push_back(comment.text);
    }
    EXPECT_EQ(found, (std::vector<std::string>{"first", "second", "third", "last"}));
}

}  // namespace
}  // namespace understudy::cassette
