#include "cassette/write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/everything_testing.hpp"

namespace understudy::cassette {
namespace {

void expect_same(const Cassette& a, const Cassette& b) {
    EXPECT_EQ(digest_of(a), digest_of(b));  // all but what follows
    EXPECT_EQ(a.notes, b.notes);
    EXPECT_EQ(a.given, b.given);
    EXPECT_EQ(a.match, b.match);
    EXPECT_EQ(a.order, b.order);
    EXPECT_EQ(a.plan.has_value(), b.plan.has_value());
    ASSERT_EQ(a.exchanges.size(), b.exchanges.size());
    for (std::size_t at = 0; at < a.exchanges.size(); ++at) {
        EXPECT_EQ(a.exchanges[at].input, b.exchanges[at].input) << at;
        EXPECT_EQ(a.exchanges[at].output, b.exchanges[at].output) << at;
        EXPECT_EQ(a.exchanges[at].recorded, b.exchanges[at].recorded) << at;
    }
}

// P20, P21: bytes in, bytes out, in both forms.
TEST(CassetteWrite, P20_P21_WhatIsWrittenReadsBackAsItWas) {
    const auto sealed = seal_for_tests(everything());
    ASSERT_TRUE(sealed) << base::render(sealed.error());
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const Written written = write(*sealed, form);
        const auto loaded = read_written(written);
        ASSERT_TRUE(loaded) << base::render(loaded.error()) << written.text;
        expect_same(loaded->cassette, sealed->whole());
        expect_same(loaded->cassette, everything());
        EXPECT_EQ(written.bodies.size(), 1U);
        // Written again from what was read: the same bytes.
        const auto again = seal_for_tests(loaded->cassette);
        ASSERT_TRUE(again);
        EXPECT_EQ(write(*again, form).text, written.text);
    }
}

TEST(CassetteWrite, OneFormBecomesTheOtherWithoutLoss) {
    const Written yaml = written_for_tests(everything(), Form::Yaml);
    const Written lines = written_for_tests(everything(), Form::Lines);
    EXPECT_EQ(written_for_tests(read_written(yaml)->cassette, Form::Lines).text, lines.text);
    EXPECT_EQ(written_for_tests(read_written(lines)->cassette, Form::Yaml).text, yaml.text);
}

// P44: keys, quotes and layout are fixed. The first column of `git status --porcelain` is a blank
// (P20), and stays one.
TEST(CassetteWrite, P44_TheTextIsCanonical) {
    Cassette cassette = cassette_for_tests();
    cassette.origin = Origin::Authored;
    cassette.provenance.reset();
    auto& input = std::get<CommandInput>(cassette.exchanges[0].input);
    input.args = {"status", "--porcelain", "yes", "a: b", "", "1"};
    cassette.exchanges[0].output.pieces.push_back({4, From::Stderr, "warning: CRLF\r\n"});
    EXPECT_EQ(written_for_tests(cassette).text, R"(version: 1
service: git
name: status/clean
origin: authored
redactions: []
content_digest: )" + digest_of(cassette) + R"(
exchanges:
  - id: status
    kind: command
    at: 0
    input:
      program: git
      args:
        - status
        - --porcelain
        - "yes"
        - "a: b"
        - ""
        - "1"
      cwd: root
      env: {}
      stdin: none
    output:
      pieces:
        - at: 3
          from: stdout
          text: |2
             M a.txt
            ?? b.txt
        - at: 4
          from: stderr
          text: "warning: CRLF\r\n"
      exit_code: 0
      duration: 4
)");
}

TEST(CassetteWrite, LinesStandInTheOrderOfTime) {
    Cassette cassette = cassette_for_tests();
    cassette.origin = Origin::Authored;
    cassette.provenance.reset();
    cassette.exchanges = {command_for_tests("a", {"x"}, "1"), command_for_tests("b", {"y"}, "2")};
    cassette.exchanges[1].at = 2;
    const std::string text = written_for_tests(cassette, Form::Lines).text;
    const std::string input = R"(,"cwd":"root","env":{},"stdin":"none"}})";
    EXPECT_EQ(text.substr(text.find('\n') + 1),
              R"({"start":"a","kind":"command","at":0,"input":{"program":"git","args":["x"])" +
                  input + "\n" +
                  R"({"start":"b","kind":"command","at":2,"input":{"program":"git","args":["y"])" +
                  input + "\n" + R"({"piece":"a","at":3,"from":"stdout","text":"1"}
{"end":"a","output":{"exit_code":0,"duration":4}}
{"piece":"b","at":3,"from":"stdout","text":"2"}
{"end":"b","output":{"exit_code":0,"duration":4}}
)");
}

TEST(CassetteWrite, LongStreamsBecomeLines) {
    Cassette cassette = cassette_for_tests();
    cassette.exchanges[0].output.pieces.assign(64, {0, From::Stdout, "x"});
    EXPECT_FALSE(written_for_tests(cassette, Form::Auto).is_lines);
    cassette.exchanges[0].output.pieces.assign(65, {0, From::Stdout, "x"});
    EXPECT_TRUE(written_for_tests(cassette, Form::Auto).is_lines);
}

// P19: null, missing and empty are three things.
TEST(CassetteWrite, P19_MissingAndEmptyStayApart) {
    const auto with_stdin = [](std::optional<Body> body) {
        Cassette cassette = cassette_for_tests();
        std::get<CommandInput>(cassette.exchanges[0].input).stdin_body = std::move(body);
        return cassette;
    };
    const Cassette none = with_stdin(std::nullopt);
    const Cassette empty = with_stdin(Body{"", ""});
    const Cassette null = with_stdin(Body{"null", ""});
    EXPECT_NE(digest_of(none), digest_of(empty));
    EXPECT_NE(digest_of(empty), digest_of(null));
    for (const Cassette& each : {none, empty, null}) {
        const auto loaded = read_written(written_for_tests(each));
        ASSERT_TRUE(loaded);
        EXPECT_EQ(loaded->cassette.exchanges[0].input, each.exchanges[0].input);
    }
}

// P65: lengths stand before texts, so nothing that is joined can be taken for something else.
TEST(CassetteWrite, P65_DigestsDoNotMixNeighbours) {
    const auto digest_with = [](std::vector<std::string> args) {
        Cassette cassette = cassette_for_tests();
        std::get<CommandInput>(cassette.exchanges[0].input).args = std::move(args);
        return digest_of(cassette);
    };
    EXPECT_NE(digest_with({"a\nb"}), digest_with({"a", "b"}));
    EXPECT_NE(digest_with({"ab", ""}), digest_with({"a", "b"}));
    EXPECT_NE(digest_with({"1:a"}), digest_with({"a"}));
    EXPECT_EQ(digest_with({"a", "b"}), digest_with({"a", "b"}));
}

TEST(CassetteWrite, TextIsTextWithoutControlCharacters) {
    EXPECT_TRUE(is_plain_text("a\tb\r\n\xC3\xA9 \xE2\x9C\x93"));
    for (const std::string& bytes :
         {std::string("\0", 1), std::string("\x1b[0m"), std::string("\x7f"),
          std::string("\xC2\x85"), std::string("\xff"), std::string("\xE2\x9C")}) {
        EXPECT_FALSE(is_plain_text(bytes)) << base::quoted(bytes);
    }
}

// Any bytes at any place survive both forms.
RC_GTEST_PROP(CassetteWrite, AnyBytesSurvive, ()) {
    const auto bytes = [] { return rc::gen::container<std::string>(rc::gen::arbitrary<char>()); };
    Cassette cassette = cassette_for_tests();
    Exchange& exchange = cassette.exchanges[0];
    auto& input = std::get<CommandInput>(exchange.input);
    input.args = *rc::gen::container<std::vector<std::string>>(bytes());
    input.env = {{"A", *bytes()}};
    input.stdin_body = Body{*bytes(), ""};
    exchange.output.pieces.clear();
    const auto count = *rc::gen::inRange(0, 5);
    for (int at = 0; at < count; ++at) {
        exchange.output.pieces.push_back(
            {*rc::gen::inRange(0, 9), *rc::gen::element(From::Stdout, From::Stderr), *bytes()});
    }
    const auto sealed = seal_for_tests(cassette);
    RC_ASSERT(sealed.has_value());
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const auto loaded = read_written(write(*sealed, form));
        RC_ASSERT(loaded.has_value());
        RC_ASSERT(loaded->cassette.exchanges[0].input == sealed->whole().exchanges[0].input);
        RC_ASSERT(loaded->cassette.exchanges[0].output == sealed->whole().exchanges[0].output);
    }
}

}  // namespace
}  // namespace understudy::cassette
