#include "yaml/write.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {
namespace {

using json::Value;

std::string yaml_of(std::string_view json_text) {
    return yaml::write(json::parse(json_text).value());
}

Value read_back(const std::string& text) {
    auto document = read({"written.yaml", text});
    EXPECT_TRUE(document) << text << "\n" << base::render(document.error());
    return document ? document->root : Value("not read back");
}

void expect_round_trip(const Value& value) {
    const std::string text = yaml::write(value);
    const Value back = read_back(text);
    EXPECT_EQ(json::write(back), json::write(value)) << text;
    EXPECT_TRUE(back == value) << text;
    EXPECT_EQ(yaml::write(back), text);
}

TEST(Write, BlockStyleWithTwoSpaces) {
    EXPECT_EQ(yaml_of(R"({"a":1,"b":{"c":[1,{"d":2,"e":[]},[3,[4]]],"f":{}},"g":10.50})"),
              "a: 1\n"
              "b:\n"
              "  c:\n"
              "    - 1\n"
              "    - d: 2\n"
              "      e: []\n"
              "    - - 3\n"
              "      - - 4\n"
              "  f: {}\n"
              "g: 10.50\n");
}

TEST(Write, QuotesOnlyWhereNeeded) {
    const struct {
        const char* text;
        const char* written;
    } cases[] = {
        {"plain text", "plain text"},
        {"", "\"\""},
        {"null", "\"null\""},
        {"~", "\"~\""},
        {"true", "\"true\""},
        {"yes", "\"yes\""},
        {"0x1f", "\"0x1f\""},
        {"1.", "\"1.\""},
        {"10.50", "\"10.50\""},
        {".inf", "\".inf\""},
        {"- a", "\"- a\""},
        {"a: b", "\"a: b\""},
        {"a:", "\"a:\""},
        {"a #b", "\"a #b\""},
        {"a#b", "a#b"},
        {"http://x/y", "http://x/y"},
        {" a", "\" a\""},
        {"a ", "\"a \""},
        {"-v", "-v"},
        {"--all", "--all"},
        {"---", "\"---\""},
        {"2020-01-01", "2020-01-01"},
        {"[a", "\"[a\""},
        {"é ü", "é ü"},
        {"a\tb", "\"a\\tb\""},
        {"\r", "\"\\r\""},
        {"\x7F", "\"\\x7f\""},
        {"\xC2\x85", "\"\\x85\""},
        {"\xE2\x80\xA8", "\"\\u2028\""},
        {"\xEF\xBB\xBF", "\"\\ufeff\""},
        {"😀", "😀"},
        {"say \"x\"", "say \"x\""},
        {"\"x\"", "\"\\\"x\\\"\""},
        {"\\", "\\"},
    };
    for (const auto& [text, written] : cases) {
        EXPECT_EQ(yaml::write(Value(text)), std::string(written) + "\n");
        expect_round_trip(Value(text));
        expect_round_trip(Value::object({{text, Value(text)}}));
        expect_round_trip(Value::array({Value(text), Value(text)}));
    }
}

TEST(Write, TextsOfSeveralLinesAreLiteralBlocks) {
    const auto in_map = [](const char* text) {
        return yaml::write(Value::object({{"k", Value(text)}}));
    };
    EXPECT_EQ(in_map("a\nb\n"), "k: |\n  a\n  b\n");
    EXPECT_EQ(in_map("a\nb"), "k: |-\n  a\n  b\n");
    EXPECT_EQ(in_map("a\n\n\n"), "k: |+\n  a\n\n\n");
    EXPECT_EQ(in_map("  a\nb"), "k: |2-\n    a\n  b\n");
    EXPECT_EQ(in_map("\na\n"), "k: |2\n\n  a\n");
    EXPECT_EQ(in_map("\n\n"), "k: \"\\n\\n\"\n");
    EXPECT_EQ(in_map("a\r\nb"), "k: \"a\\r\\nb\"\n");
    for (const char* text : {"a \nb\n", "a\t\nb\n", "a\nb ", "a\n  \n"}) {
        EXPECT_EQ(in_map(text).find('|'), std::string::npos) << "editors take it away: " << text;
    }
    EXPECT_EQ(yaml::write(Value::object({{"k", Value("a\nb\n")}}), {.literal_blocks = false}),
              "k: \"a\\nb\\n\"\n");
}

TEST(Write, OddTextsComeBack) {
    const char* const texts[] = {
        "\n",
        "\n\n",
        " \n",
        "\n ",
        "a\n ",
        " a\n b\n",
        "\ta\n\tb\n",
        "a\n\t\n",
        "a\n\n b\n",
        "a  \nb  \n",
        "#\n#\n",
        "- a\n- b\n",
        "---\na\n",
        "...\na\n",
        "%a\nb\n",
        "a\n\n\nb",
        "a\nb\n\n",
        "  \na\n",
        "\n\n a\n",
        "k: |\n  x",
        "'\n'",
        "\"\n",
        "a\n#b\n",
        "\t\n",
        "a\n\t",
        "|\n>",
        "x\n\xC2\x85\n",
        "x\n\xE2\x80\xA9y\n",
        "x\n\xEF\xBB\xBFy\n",
        "😀\n😀\n",
        "\x01\n\x1B[0m\n",
    };
    for (const char* const text : texts) {
        expect_round_trip(Value(text));
        expect_round_trip(Value::object({{"k", Value(text)}, {text, Value(1)}}));
        expect_round_trip(Value::array({Value(text), Value::array({Value(text), Value(text)}),
                                        Value::object({{"k", Value(text)}, {"l", Value(2)}})}));
    }
    expect_round_trip(Value::object({{std::string(3000, 'k'), Value::array({Value(1)})}}));
    expect_round_trip(Value(std::string("a\0b", 3)));
}

RC_GTEST_PROP(WriteProperty, ReadsBackAsTheSameValue, (const Value& value)) {
    const std::string text = yaml::write(value);
    const auto back = read({"written.yaml", text});
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->root == value);
    RC_ASSERT(yaml::write(back->root) == text);
}

RC_GTEST_PROP(WriteProperty, TextsOfOddPiecesComeBack, ()) {
    const auto piece = rc::gen::elementOf(std::vector<std::string>{" ",
                                                                   "  ",
                                                                   "\n",
                                                                   "\n\n",
                                                                   "\t",
                                                                   "a",
                                                                   "b c",
                                                                   ":",
                                                                   ": ",
                                                                   " #",
                                                                   "#",
                                                                   "-",
                                                                   "- ",
                                                                   "? ",
                                                                   "|",
                                                                   ">",
                                                                   "'",
                                                                   "\"",
                                                                   "\\",
                                                                   "[",
                                                                   "]",
                                                                   "{",
                                                                   "}",
                                                                   ",",
                                                                   "&a",
                                                                   "*a",
                                                                   "!t",
                                                                   "%",
                                                                   "@",
                                                                   "`",
                                                                   "---",
                                                                   "...",
                                                                   "~",
                                                                   "null",
                                                                   "0x1f",
                                                                   "1",
                                                                   ".5",
                                                                   "é",
                                                                   "😀",
                                                                   "\r",
                                                                   "\xC2\x85",
                                                                   "\xE2\x80\xA8",
                                                                   "\xEF\xBB\xBF",
                                                                   "\x01",
                                                                   "\x7F"});
    std::string text;
    for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece))
        text += part;
    const Value value =
        Value::object({{"k", Value(text)}, {text, Value::array({Value(text), Value(text)})}});
    if (value.has_repeated_keys()) return;
    const std::string written = yaml::write(value);
    const auto back = read({"written.yaml", written});
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->root == value);
    RC_ASSERT(yaml::write(back->root) == written);
}

}  // namespace
}  // namespace understudy::yaml
