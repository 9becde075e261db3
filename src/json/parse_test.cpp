#include "json/parse.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/seed.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"

namespace understudy::json {
namespace {

using base::Code;

TEST(Parse, KeepsOrderRepetitionAndNumberText) {
    const std::string_view text =
        R"({"b":[1.0,10.50,1e3,12345678901234567890123,-0.0],"a":null,"b":"é\u00e9\ud83d\ude00"})";
    EXPECT_EQ(write(parse(text).value()),
              R"({"b":[1.0,10.50,1e3,12345678901234567890123,-0.0],"a":null,"b":"éé😀"})");
}

struct Refusal {
    std::string_view text;
    Code code;
    std::string_view message;
    std::uint32_t line;
    std::uint32_t column;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, WholeAndInPieces) {
    const auto& [text, code, expected, line, column] = GetParam();
    const auto whole = parse(text);
    ASSERT_FALSE(whole) << text;
    EXPECT_EQ(whole.error().code, code) << base::render(whole.error());
    EXPECT_EQ(base::message(whole.error()), expected);
    EXPECT_EQ(whole.error().where.line, line);
    EXPECT_EQ(whole.error().where.column, column);

    Parser parser;
    base::Result<void> fed;
    for (const char& byte : text) {
        fed = parser.feed(std::string_view(&byte, 1));
        if (!fed) break;
    }
    const auto pieces = parser.finish();
    ASSERT_FALSE(pieces) << text;
    EXPECT_EQ(pieces.error().code, code) << base::render(pieces.error());
    EXPECT_EQ(pieces.error().where.line, line);
    EXPECT_EQ(pieces.error().where.column, column);
}

INSTANTIATE_TEST_SUITE_P(
    Json, Refused,
    testing::Values(
        Refusal{"", Code::JsonEmpty, "there is no value, only white space", 1, 1},
        Refusal{" \n ", Code::JsonEmpty, "there is no value, only white space", 2, 2},
        Refusal{"[1,\n  x]", Code::JsonSyntax, "expected a value, found \"x\"", 2, 3},
        Refusal{"[1,]", Code::JsonSyntax, "expected a value, found \"]\"", 1, 4},
        Refusal{"[1 2]", Code::JsonSyntax, "expected \",\" or \"]\", found \"2\"", 1, 4},
        Refusal{R"({"a" 1})", Code::JsonSyntax, "expected \":\", found \"1\"", 1, 6},
        Refusal{R"({"a":1,})", Code::JsonSyntax, "expected a key in double quotes, found \"}\"", 1,
                8},
        Refusal{R"({a:1})", Code::JsonSyntax,
                "expected a key in double quotes or \"}\", found \"a\"", 1, 2},
        Refusal{R"({"a":1 "b"})", Code::JsonSyntax, "expected \",\" or \"}\", found \"\\\"\"", 1,
                8},
        Refusal{"[true, nope]", Code::JsonSyntax, "expected a value, found \"nope\"", 1, 8},
        Refusal{"{} {}", Code::JsonTrailing, "there is something after the end of the value", 1, 4},
        Refusal{"[1", Code::JsonCut, "the text ends in the middle of an array", 1, 3},
        Refusal{"{", Code::JsonCut, "the text ends in the middle of an object", 1, 2},
        Refusal{"[\"ab", Code::JsonCut, "the text ends in the middle of a string", 1, 2},
        Refusal{"{\"ab", Code::JsonCut, "the text ends in the middle of a key", 1, 2},
        Refusal{"tru", Code::JsonCut, "the text ends in the middle of true", 1, 1},
        Refusal{"[01]", Code::JsonBadNumber, "\"01\" is not a JSON number: it has a leading zero",
                1, 2},
        Refusal{"[1.]", Code::JsonBadNumber,
                "\"1.\" is not a JSON number: it has no digit after the point", 1, 2},
        Refusal{"[-]", Code::JsonBadNumber,
                "\"-\" is not a JSON number: it has no digit before the point or exponent", 1, 2},
        Refusal{"1e", Code::JsonBadNumber, "\"1e\" is not a JSON number: its exponent has no digit",
                1, 1},
        Refusal{"1-1", Code::JsonBadNumber,
                "\"1-1\" is not a JSON number: it goes on after its end", 1, 1},
        Refusal{R"("\x")", Code::JsonBadEscape, "\"\\\\x\" is not an escape JSON knows", 1, 2},
        Refusal{R"("é\u12g4")", Code::JsonBadEscape, "\"\\\\u\" is not an escape JSON knows", 1, 3},
        Refusal{R"("\ud800")", Code::JsonLoneSurrogate, "\"\\\\ud800\" is half of a surrogate pair",
                1, 2},
        Refusal{"\"a\nb\"", Code::JsonControlCharacter,
                "a control character (code 10) stands inside a string", 1, 3},
        Refusal{"\"a\xFF\"", Code::JsonInvalidUtf8,
                "the text is not valid UTF-8: byte 0xFF at offset 2", 1, 3},
        Refusal{"\xFF", Code::JsonSyntax, "expected a value, found \"\xEF\xBF\xBD\"", 1, 1}));

TEST(Parse, LimitsAreNamedBeforeMemoryIsSpent) {
    ParseOptions options;
    options.limits = {.bytes = 1000, .depth = 3, .string_bytes = 10, .members = 2, .values = 8};
    const std::pair<std::string, Code> cases[] = {
        {std::string(1001, ' '), Code::JsonTooLong},
        {"[[[[]]]]", Code::JsonTooDeep},
        {"\"12345678901\"", Code::JsonStringTooLong},
        {"12345678901", Code::JsonStringTooLong},
        {R"({"a":1,"b":2,"c":3})", Code::JsonTooManyMembers},
        {"[1,2,3,4,5,6,7,8]", Code::JsonTooManyValues},
    };
    for (const auto& [text, code] : cases) {
        const auto whole = parse(text, options);
        ASSERT_FALSE(whole) << text;
        EXPECT_EQ(whole.error().code, code);
        EXPECT_NE(base::message(whole.error()).find("limit of"), std::string::npos);
        Parser parser(options);
        base::Result<void> fed;
        for (std::size_t at = 0; at < text.size() && fed; ++at)
            fed = parser.feed(text.substr(at, 1));
        EXPECT_EQ(parser.finish().error().code, code) << text;
    }
    EXPECT_TRUE(parse("[[[]]]", options));
    EXPECT_TRUE(parse("\"1234567890\"", options));
}

TEST(Parse, AnUnendingStringIsRefusedAsItArrives) {
    ParseOptions options;
    options.limits.string_bytes = 1 << 20;
    Parser parser(options);
    const std::string piece = "\"" + std::string(4095, 'x');
    base::Result<void> fed = parser.feed(piece);
    int pieces = 1;
    for (; fed && pieces < 1000; ++pieces) fed = parser.feed(std::string_view(piece).substr(1));
    ASSERT_FALSE(fed);
    EXPECT_EQ(fed.error().code, Code::JsonStringTooLong);
    EXPECT_LT(pieces, 260);
}

TEST(Parse, RepeatedKeysAreRefusedWithTheirPlaceWhenAskedFor) {
    ParseOptions options;
    options.refuse_repeated_keys = true;
    options.name = "a.json";
    const auto refused = parse("{\"a\":{\"x\":1},\n \"b\":{\"x\":1,\"x\":2}}", options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(base::to_text(refused.error().where), "a.json:2:13");
    EXPECT_EQ(base::message(refused.error()), "the key \"x\" occurs twice in one object");
    EXPECT_TRUE(parse(R"([{"a":1},{"a":1}])", options));
}

TEST(Parse, AByteOrderMarkIsTolerated) {
    EXPECT_TRUE(parse("\xEF\xBB\xBF{}"));
    EXPECT_FALSE(parse("\xEF\xBB\xBF"));
    EXPECT_FALSE(parse("\xEF\xBB{}"));
    Parser parser;
    for (const std::string_view piece : {"\xEF", "\xBB", "\xBF", "7"})
        ASSERT_TRUE(parser.feed(piece));
    EXPECT_EQ(parser.finish().value(), Value(7));
}

TEST(Parse, AFailedParserStaysFailed) {
    Parser parser;
    EXPECT_FALSE(parser.feed("}"));
    EXPECT_FALSE(parser.feed("1"));
    EXPECT_EQ(parser.finish().error().code, Code::JsonSyntax);
}

TEST(Parse, ALongStringInManyPiecesIsNotScannedAgain) {
    // Scanning from the start for each piece would take minutes.
    Parser parser;
    ASSERT_TRUE(parser.feed("\""));
    const std::string_view byte = "x";
    for (int i = 0; i < 300'000; ++i) ASSERT_TRUE(parser.feed(byte));
    ASSERT_TRUE(parser.feed("\\u0041\""));
    EXPECT_EQ(parser.finish().value().as_string().size(), 300'001U);
}

RC_GTEST_PROP(Parse, WhatIsWrittenReadsBackTheSame, (const Value& value)) {
    RC_ASSERT(parse(write(value)).value() == value);
    RC_ASSERT(parse(write_pretty(value)).value() == value);
}

RC_GTEST_PROP(Parse, AnyChunkingGivesTheSameValue, (const Value& value)) {
    const std::string text = write_pretty(value, 1);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    base::Stream lengths{seed, {"lengths"}, 0};
    Parser parser;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = lengths.below(12);
        RC_ASSERT(parser.feed(std::string_view(text).substr(at, length)).has_value());
        at += length;
    }
    RC_ASSERT(parser.finish().value() == value);
}

// Damage in one place: whole and piecewise reading agree on the verdict and on the error.
RC_GTEST_PROP(Parse, ChunkingGivesTheSameErrors, (const Value& value)) {
    std::string text = write(value);
    const std::size_t place = *rc::gen::inRange<std::size_t>(0, text.size());
    text[place] = *rc::gen::element('"', '\\', '{', ']', ',', 'e', '0', '-', '\n', '\xC3');
    const auto whole = parse(text);
    Parser parser;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        if (!parser.feed(std::string_view(text).substr(at, 3))) break;
    }
    const auto pieces = parser.finish();
    RC_ASSERT(whole.has_value() == pieces.has_value());
    if (whole) {
        RC_ASSERT(whole.value() == pieces.value());
    } else {
        RC_ASSERT(whole.error().code == pieces.error().code);
        RC_ASSERT(whole.error().where.line == pieces.error().where.line);
        RC_ASSERT(whole.error().where.column == pieces.error().where.column);
    }
}

}  // namespace
}  // namespace understudy::json
