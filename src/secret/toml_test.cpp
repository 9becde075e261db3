// Every form of TOML 1.0 that is read, and every mistake with its place and words.
#include "secret/impl/toml.hpp"

#include <gtest/gtest.h>

#include "json/write.hpp"
#include "secret/impl/problem_lines.hpp"

namespace understudy::secret {
namespace {

// As JSON, or the mistake as one line.
std::string read(std::string text) {
    const auto value = read_toml({"a.toml", std::move(text)});
    return value ? json::write(*value) : testing::lines_of(value.error());
}

struct Case {
    std::string text;
    std::string wanted;
};

void expect_all(const std::vector<Case>& cases) {
    for (const Case& one : cases) EXPECT_EQ(read(one.text), one.wanted) << one.text;
}

void expect_mistakes(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        const std::size_t space = one.wanted.find(' ');
        EXPECT_EQ(read(one.text), one.wanted.substr(0, space) + " this is no TOML:" +
                                      one.wanted.substr(space) + " [secret.bad_toml]\n")
            << one.text;
    }
}

TEST(Toml, AnEmptyFileIsAnEmptyTable) {
    expect_all({
        {"", "{}"},
        {"\n \t\r\n# nothing\n", "{}"},
        {"\xEF\xBB\xBF", "{}"},
        {"\xEF\xBB\xBF# a\na = 1", R"({"a":1})"},
    });
}

TEST(Toml, ReadsKeysOfEveryForm) {
    expect_all({
        {"a = 1\nb-c_9 = 2\n10 = 3", R"({"a":1,"b-c_9":2,"10":3})"},
        {"\"a b\" = 1\n'c\\d' = 2\n\"\" = 3\n\"\\u00e9\" = 4", R"({"a b":1,"c\\d":2,"":3,"é":4})"},
        {"a.b.c = 1\na . \"b\" . d = 2\n3.14 = 4", R"({"a":{"b":{"c":1,"d":2}},"3":{"14":4}})"},
        {"a.b = 1\nc = 2\na.d = 3", R"({"a":{"b":1,"d":3},"c":2})"},
        {"true = true # a comment", R"({"true":true})"},
    });
}

TEST(Toml, ReadsStringsOfEveryForm) {
    expect_all({
        {R"(a = "b\t\"c\" \\ \b\f\n\r \u00E9 \U0001F600")", R"({"a":"b\t\"c\" \\ \b\f\n\r é 😀"})"},
        {R"(a = '\d{3} "x"')", R"({"a":"\\d{3} \"x\""})"},
        {"a = \"\"\nb = ''", R"({"a":"","b":""})"},
        {"a = \"\"\"\nfirst\r\nsecond \"\" quotes\"\"\"", R"({"a":"first\nsecond \"\" quotes"})"},
        {"a = \"\"\"one \\\n   \n  two \\  \r\n three\\u0021\"\"\"", R"({"a":"one two three!"})"},
        {"a = \"\"\"x\"\"\"\"\"\nb = '''y''''", R"({"a":"x\"\"","b":"y'"})"},
        {"a = '''\n(?i)[\\w.-]{0,50}?'x' ''two'''", R"({"a":"(?i)[\\w.-]{0,50}?'x' ''two"})"},
        {"a = \"\"\"\"\"\"\nb = ''''''", R"({"a":"","b":""})"},
        {"a = \"\ttab\"", R"({"a":"\ttab"})"},
    });
}

TEST(Toml, ReadsNumbersAndKeepsTheirText) {
    expect_all({
        {"a = [0, +1, -17, 1_000, 5_349_221, -0]", R"({"a":[0,1,-17,1000,5349221,-0]})"},
        {"a = [0xDEAD_beef, 0o755, 0b1101_0110, 0x0]", R"({"a":[3735928559,493,214,0]})"},
        {"a = 123456789012345678901234567890", R"({"a":123456789012345678901234567890})"},
        {"a = [1.50, -0.01, 5e+22, 1e06, -2E-2, 6.626e-34, 9_224.6_4, +0.0]",
         R"({"a":[1.50,-0.01,5e+22,1e06,-2E-2,6.626e-34,9224.64,0.0]})"},
        {"a = [inf, +inf, -inf, nan, -nan]", R"({"a":["inf","+inf","-inf","nan","-nan"]})"},
        {"a = [true, false]", R"({"a":[true,false]})"},
    });
}

TEST(Toml, KeepsDatesAndTimesAsText) {
    expect_all({
        {"a = 1979-05-27T07:32:00Z", R"({"a":"1979-05-27T07:32:00Z"})"},
        {"a = 1979-05-27 00:32:00.5-07:00", R"({"a":"1979-05-27 00:32:00.5-07:00"})"},
        {"a = 1979-05-27t07:32:00", R"({"a":"1979-05-27t07:32:00"})"},
        {"a = 1979-05-27 # a day", R"({"a":"1979-05-27"})"},
        {"a = 07:32:00.999", R"({"a":"07:32:00.999"})"},
        {"a = [1979-05-27, 07:32:00]", R"({"a":["1979-05-27","07:32:00"]})"},
    });
}

TEST(Toml, ReadsArraysAndInlineTables) {
    expect_all({
        {"a = [ ]\nb = [[1, 'x'], [{}]]", R"({"a":[],"b":[[1,"x"],[{}]]})"},
        {"a = [\n  '''x''', # one\n\n  # two\n  \"y\"\n  ,\n]\nb = 1", R"({"a":["x","y"],"b":1})"},
        {"a = { b = 1, c.d = [2], c.e = { f = 3 } }", R"({"a":{"b":1,"c":{"d":[2],"e":{"f":3}}}})"},
        {"a = {}", R"({"a":{}})"},
    });
}

TEST(Toml, ReadsTablesAndArraysOfTables) {
    expect_all({
        {"a = 1\n[b]\nc = 2\n[ d . 'e f' ] # here\ng = 3",
         R"({"a":1,"b":{"c":2},"d":{"e f":{"g":3}}})"},
        {"[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3", R"({"a":{"b":{"c":{"x":1},"z":3},"y":2}})"},
        {"[[a]]\nb = 1\n[[a]]\n[[a]]\nb = 3", R"({"a":[{"b":1},{},{"b":3}]})"},
        {"[[a]]\n[a.b]\nc = 1\n[[a.d]]\ne = 2\n[[a.d]]\n[[a]]\n[a.b]\nc = 3",
         R"({"a":[{"b":{"c":1},"d":[{"e":2},{}]},{"b":{"c":3}}]})"},
        {"[a]\nb.c = 1\n[a.b.d]\ne = 2", R"({"a":{"b":{"c":1,"d":{"e":2}}}})"},
        {"[a.b]\n[a]\nb2.c = 1", R"({"a":{"b":{},"b2":{"c":1}}})"},
    });
}

TEST(Toml, ManyKeysInOneTableAreFoundAgain) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += "k" + std::to_string(i) + " = " + std::to_string(i) + "\n";
    const auto value = read_toml({"a.toml", text});
    ASSERT_TRUE(value);
    EXPECT_EQ(value->size(), 40U);
    EXPECT_EQ(value->find("k39")->to_int64(), 39);
    expect_mistakes({{text + "k17 = 1", "41:1 \"k17\" is there already"}});
}

TEST(Toml, SaysWhatIsThereAlready) {
    expect_mistakes({
        {"a = 1\na = 2", "2:1 \"a\" is there already"},
        {"a = 1\n\"a\" = 2", "2:1 \"a\" is there already"},
        {"a.b = 1\na.b.c = 2", "2:1 \"b\" is there already"},
        {"a.b = 1\na = 2", "2:1 \"a\" is there already"},
        {"[a]\n[b]\n[a]", "3:1 \"a\" is there already"},
        {"a = 1\n[a]", "2:1 \"a\" is there already"},
        {"a = 1\n[a.b]", "2:1 \"a\" is a value and no table"},
        {"a = {}\n[a.b]", "2:1 \"a\" is a value and no table"},
        {"a = []\n[[a]]", "2:1 \"a\" is there already"},
        {"[a]\n[[a]]", "2:1 \"a\" is there already"},
        {"[[a]]\n[a]", "2:1 \"a\" is there already"},
        {"[a]\nb.c = 1\n[a.b]", "3:1 \"b\" is there already"},
        {"[a.b]\nc = 1\n[a]\nb.d = 2", "4:1 \"b\" is there already"},
        {"[[a]]\n[b]\na.c = 1\na.c = 2", "4:1 \"c\" is there already"},
        {"a = { b = 1, b = 2 }", "1:14 \"b\" is there already"},
        {"a = { b = { c = 1 }, b.d = 2 }", "1:22 \"b\" is there already"},
        {"a = { b = 1 }\na.c = 2", "2:1 \"a\" is there already"},
    });
}

TEST(Toml, SaysWhereALineIsWrong) {
    expect_mistakes({
        {"a", "1:2 `=` must stand here"},
        {"a b = 1", "1:3 `=` must stand here"},
        {"= 1", "1:1 a key must stand here"},
        {"a. = 1", "1:4 a key must stand here"},
        {"é = 1", "1:1 a key must stand here"},
        {"\"\"\"a\"\"\" = 1", "1:1 a key is written on one line"},
        {"a =", "1:4 a value must stand here"},
        {"a = # b", "1:5 a value must stand here"},
        {"a =\n1", "1:4 a value must stand here"},
        {"a = 1 b = 2", "1:7 the line must end here"},
        {"a = 1\rb = 2", "1:6 the line must end here"},
        {"[a] b = 1", "1:5 the line must end here"},
        {"[a", "1:3 `]` must stand here"},
        {"[[a]", "1:4 `]]` must stand here"},
        {"[]", "1:2 a key must stand here"},
        {"a = [1 2]", "1:8 `,` or `]` must stand here"},
        {"a = [1,", "1:8 a value must stand here"},
        {"a = [,]", "1:6 a value must stand here"},
        {"a = { b = 1", "1:12 `,` or `}` must stand here"},
        {"a = { b = 1,\n c = 2 }", "1:13 a key must stand here"},
        {"a = { b = 1, }", "1:14 a key must stand here"},
        {"# a\x01", "1:4 a comment has a control character"},
        {"a = 1 # \x7F", "1:9 a comment has a control character"},
    });
}

TEST(Toml, SaysWhatIsWrongWithAString) {
    expect_mistakes({
        {"a = \"b", "1:5 a string is not closed on its line"},
        {"a = 'b\nc'", "1:5 a string is not closed on its line"},
        {"a = \"b\r\n\"", "1:5 a string is not closed on its line"},
        {"\n\na = '''b\n\n", "3:5 a string is not closed"},
        {"a = \"\"\"b\"\"", "1:5 a string is not closed"},
        {"a = \"\x02\"", "1:6 a string has a control character that is not escaped"},
        {"a = '''\rb'''", "1:8 a string has a control character that is not escaped"},
        {R"(a = "\d")", "1:6 a string has an escape that TOML does not know"},
        {R"(a = """\x41""")", "1:8 a string has an escape that TOML does not know"},
        {"a = \"b\\", "1:7 a string has an escape that TOML does not know"},
        {R"(a = "\u12G4")", "1:6 \\u is followed by four hexadecimal digits, \\U by eight"},
        {R"(a = "\U0001F60")", "1:6 \\u is followed by four hexadecimal digits, \\U by eight"},
        {R"(a = "\uD800")", "1:6 an escape stands for no character"},
        {R"(a = "\U00110000")", "1:6 an escape stands for no character"},
    });
}

TEST(Toml, RefusesWhatIsNoNumberAndNoDate) {
    for (const char* token : {"01",
                              "+01",
                              "1_",
                              "_1",
                              "1__0",
                              "1.",
                              ".5",
                              "1_.0",
                              "1e",
                              "1e_5",
                              "1_e5",
                              "0x",
                              "0xG",
                              "0x_1",
                              "-0x1",
                              "+0b1",
                              "0o8",
                              "0b2",
                              "0x1_0000_0000_0000_0000",
                              "1.2.3",
                              "+-1",
                              "-",
                              "yes",
                              "True",
                              "Inf",
                              "1a",
                              "tru"}) {
        const std::string wanted = "1:5 \"" + std::string(token) + "\" is no value";
        expect_mistakes({{"a = " + std::string(token), wanted}});
    }
    for (const char* token : {"1979-13-01", "1979-02-29", "1979-05-27T25:00:00", "24:00:00",
                              "07:32", "1979-05-27T07:32", "1979-05-27T07:32:00+25:00",
                              "1979-05-27 07:3", "07:32:00Z", "1979-5-27"}) {
        const std::string wanted = "1:5 \"" + std::string(token) + "\" is no date or time";
        expect_mistakes({{"a = " + std::string(token), wanted}});
    }
}

TEST(Toml, RefusesWhatIsNotUtf8) {
    expect_mistakes({{"a = 1\n# \xFF", "2:3 it is not UTF-8"}});
}

TEST(Toml, RefusesWhatIsTooDeep) {
    const auto nested = [](std::size_t levels, const std::string& open, const std::string& close) {
        std::string text = "a = ";
        for (std::size_t i = 0; i < levels; ++i) text += open;
        text += "1";
        for (std::size_t i = 0; i < levels; ++i) text += close;
        return text;
    };
    const auto dotted = [](std::size_t parts) {
        std::string text = "a";
        for (std::size_t i = 1; i < parts; ++i) text += ".a";
        return text;
    };
    // The file itself is the first level.
    EXPECT_TRUE(read_toml({"a", nested(63, "[", "]")}));
    EXPECT_TRUE(read_toml({"a", nested(63, "{a=", "}")}));
    EXPECT_TRUE(read_toml({"a", dotted(64) + " = 1"}));
    EXPECT_TRUE(read_toml({"a", "[" + dotted(63) + "]"}));
    EXPECT_TRUE(read_toml({"a", "[[" + dotted(62) + "]]"}));
    const std::string deep = " it is nested deeper than 64 levels";
    expect_mistakes({
        {nested(64, "[", "]"), "1:68" + deep},
        {nested(100'000, "[", "]"), "1:68" + deep},
        {nested(100'000, "{a=", "}"), "1:194" + deep},
        {dotted(65) + " = 1", "1:1" + deep},
        {"[" + dotted(64) + "]", "1:1" + deep},
        {"[[" + dotted(63) + "]]", "1:1" + deep},
        {"[" + dotted(100'000) + "]", "1:1" + deep},
    });
}

TEST(Toml, RefusesWhatIsTooLarge) {
    std::string text = "#" + std::string(kMaxTomlBytes - 1, ' ');
    EXPECT_EQ(read(text), "{}");
    text += '\n';
    EXPECT_EQ(read(text), "this is no TOML: it is larger than 16 MiB [secret.bad_toml]\n");

    std::string many = "a = [";
    for (std::size_t i = 0; i < kMaxTomlValues; ++i) many += "1,";
    many += "]";
    const auto value = read_toml({"a.toml", many});
    ASSERT_FALSE(value);
    EXPECT_EQ(base::message(value.error()), "this is no TOML: it has more than 1,000,000 values");
}

}  // namespace
}  // namespace understudy::secret
