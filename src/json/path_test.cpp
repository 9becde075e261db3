// JSONPath case by case along RFC 9535: each row is a document, a query and the normalized paths it
// must select, in order.
#include "json/path.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::json {
namespace {

using base::Code;

Value doc(std::string_view text) {
    base::Result<Value> value = parse(text);
    EXPECT_TRUE(value) << text;
    return value ? *value : Value();
}

std::string select(std::string_view query, const Value& root) {
    const base::Result<Path> path = Path::parse(query);
    if (!path) return message(path.error());
    const auto hits = path->select(root);
    if (!hits) return message(hits.error());
    std::string out;
    for (const Path::Hit& hit : *hits) {
        EXPECT_EQ(hit.pointer.resolve(root), hit.value) << query;
        if (!out.empty()) out += ' ';
        out += to_normalized_path(hit.pointer, root);
    }
    return out;
}

struct Row {
    std::string_view query, selected;
};

void expect_rows(std::string_view document, std::span<const Row> rows) {
    const Value root = doc(document);
    for (const Row& row : rows) EXPECT_EQ(select(row.query, root), row.selected) << row.query;
}

constexpr std::string_view kShop = R"({
  "till": {"open": true, "drawer": null},
  "charges": [
    {"id": "ch_1", "amount": 250, "tags": ["new", "eu"]},
    {"id": "ch_2", "amount": 90.50, "refund": {"id": "re_1", "amount": 90.5}},
    {"id": "ch_3", "amount": 1e3, "tags": []}
  ],
  "amount": 7
})";

TEST(JsonPath, SelectsByName) {
    expect_rows(kShop, std::to_array<Row>({
                           {"$", "$"},
                           {"$.amount", "$['amount']"},
                           {"$['till'].open", "$['till']['open']"},
                           {"$[\"till\"]['drawer']", "$['till']['drawer']"},
                           {"$.nowhere", ""},
                           {"$.amount.id", ""},
                           {"$.charges.id", ""},
                           {"$ .till\n\t[ 'open' ]", "$['till']['open']"},
                           {"$['amount','till','amount']", "$['amount'] $['till'] $['amount']"},
                       }));
    expect_rows(
        R"({"": 1, "a b": 2, "'": 3, "\"": 4, "\\": 5, "\u0001\b": 6, "é": 7, "😀": 8, "_1": 9})",
        std::to_array<Row>({
            {"$['']", "$['']"},
            {"$['a b']", "$['a b']"},
            {"$['\\'']", "$['\\'']"},
            {"$[\"'\"]", "$['\\'']"},
            {"$['\"']", "$['\"']"},
            {"$[\"\\\"\"]", "$['\"']"},
            {"$['\\\\']", "$['\\\\']"},
            {"$['\\u0001\\b']", "$['\\u0001\\b']"},
            {"$.\u00e9", "$['\u00e9']"},
            {"$['\\u00E9']", "$['\u00e9']"},
            {"$['\\uD83D\\ude00']", "$['\U0001F600']"},
            {"$.\U0001F600", "$['\U0001F600']"},
            {"$._1", "$['_1']"},
        }));
}

TEST(JsonPath, SelectsByWildcard) {
    expect_rows(kShop, std::to_array<Row>({
                           {"$.*", "$['till'] $['charges'] $['amount']"},
                           {"$.till[*]", "$['till']['open'] $['till']['drawer']"},
                           {"$.charges[*].id",
                            "$['charges'][0]['id'] $['charges'][1]['id'] $['charges'][2]['id']"},
                           {"$.amount.*", ""},
                           {"$.till[*,*]",
                            "$['till']['open'] $['till']['drawer'] "
                            "$['till']['open'] $['till']['drawer']"},
                       }));
}

TEST(JsonPath, SelectsByIndex) {
    expect_rows(R"(["a", ["b"], {"0": "c"}])", std::to_array<Row>({
                                                   {"$[0]", "$[0]"},
                                                   {"$[-1]", "$[2]"},
                                                   {"$[-3]", "$[0]"},
                                                   {"$[-4]", ""},
                                                   {"$[3]", ""},
                                                   {"$[1][0]", "$[1][0]"},
                                                   {"$[2][0]", ""},
                                                   {"$[2]['0']", "$[2]['0']"},
                                                   {"$[0][0]", ""},
                                                   {"$[9007199254740991]", ""},
                                                   {"$[-9007199254740991]", ""},
                                                   {"$[1, 0 ,1]", "$[1] $[0] $[1]"},
                                               }));
}

TEST(JsonPath, SelectsBySlice) {
    expect_rows(R"([0, 1, 2, 3, 4, 5, 6])", std::to_array<Row>({
                                                {"$[1:3]", "$[1] $[2]"},
                                                {"$[5:]", "$[5] $[6]"},
                                                {"$[:2]", "$[0] $[1]"},
                                                {"$[:]", "$[0] $[1] $[2] $[3] $[4] $[5] $[6]"},
                                                {"$[::]", "$[0] $[1] $[2] $[3] $[4] $[5] $[6]"},
                                                {"$[1:6:2]", "$[1] $[3] $[5]"},
                                                {"$[::3]", "$[0] $[3] $[6]"},
                                                {"$[5:1:-2]", "$[5] $[3]"},
                                                {"$[::-1]", "$[6] $[5] $[4] $[3] $[2] $[1] $[0]"},
                                                {"$[-2:]", "$[5] $[6]"},
                                                {"$[:-5]", "$[0] $[1]"},
                                                {"$[-2:-4:-1]", "$[5] $[4]"},
                                                {"$[5:1]", ""},
                                                {"$[1:5:-1]", ""},
                                                {"$[1:5:0]", ""},
                                                {"$[-100:2]", "$[0] $[1]"},
                                                {"$[5:100]", "$[5] $[6]"},
                                                {"$[100:4:-1]", "$[6] $[5]"},
                                                {"$[ 1 : 5 : 2 ]", "$[1] $[3]"},
                                                {"$[1:2,6]", "$[1] $[6]"},
                                                {"$[::9007199254740991]", "$[0]"},
                                                {"$[::-9007199254740991]", "$[6]"},
                                            }));
    expect_rows(R"({"a": 1})", std::to_array<Row>({{"$[:]", ""}, {"$.a[:]", ""}}));
}

TEST(JsonPath, DescendsParentsFirst) {
    expect_rows(kShop, std::to_array<Row>({
                           {"$..amount",
                            "$['amount'] $['charges'][0]['amount'] "
                            "$['charges'][1]['amount'] $['charges'][1]['refund']['amount'] "
                            "$['charges'][2]['amount']"},
                           {"$..tags[0]", "$['charges'][0]['tags'][0]"},
                           {"$..[1]", "$['charges'][1] $['charges'][0]['tags'][1]"},
                           {"$.charges..id",
                            "$['charges'][0]['id'] $['charges'][1]['id'] "
                            "$['charges'][1]['refund']['id'] $['charges'][2]['id']"},
                           {"$.till..*", "$['till']['open'] $['till']['drawer']"},
                           {"$.amount..*", ""},
                           {"$.. ['open']",
                            "the query \"$.. ['open']\" cannot be read: expected a name, "
                            "\"*\" or \"[\" at character 4, found \" \""},
                       }));
    expect_rows(R"({"a": {"a": {"a": 1}}})",
                std::to_array<Row>({
                    {"$..a..a", "$['a']['a'] $['a']['a']['a'] $['a']['a']['a']"},
                    {"$..*", "$['a'] $['a']['a'] $['a']['a']['a']"},
                }));
}

TEST(JsonPath, FiltersByExistenceAndLogic) {
    expect_rows(
        kShop,
        std::to_array<Row>({
            {"$.charges[?@.tags]", "$['charges'][0] $['charges'][2]"},
            {"$.charges[?!@.tags]", "$['charges'][1]"},
            {"$.charges[? ! @.tags ]", "$['charges'][1]"},
            {"$.charges[?@.tags[0]]", "$['charges'][0]"},
            {"$.charges[?@.*.id]", "$['charges'][1]"},
            {"$.charges[?@..amount]", "$['charges'][0] $['charges'][1] $['charges'][2]"},
            {"$.till[?@ == null]", "$['till']['drawer']"},
            {"$[?@.open]", "$['till']"},
            {"$.till[?@]", "$['till']['open'] $['till']['drawer']"},
            {"$.charges[?@.tags && @.amount > 300]", "$['charges'][2]"},
            {"$.charges[?@.refund||@.amount>300]", "$['charges'][1] $['charges'][2]"},
            {"$.charges[?@.refund || @.tags && @.amount < 300]", "$['charges'][0] $['charges'][1]"},
            {"$.charges[?(@.refund || @.tags) && @.amount < 300]",
             "$['charges'][0] $['charges'][1]"},
            {"$.charges[?!(@.refund || @.amount > 300)]", "$['charges'][0]"},
            {"$.charges[?@.id == 'ch_3' || @.id == \"ch_1\"].id",
             "$['charges'][0]['id'] $['charges'][2]['id']"},
            {"$.charges[?@.amount > $.amount, 0]",
             "$['charges'][0] $['charges'][1] $['charges'][2] $['charges'][0]"},
            {"$.charges[?@.tags[?@ == 'eu']]", "$['charges'][0]"},
            {"$..[?@.amount == 90.5]", "$['charges'][1] $['charges'][1]['refund']"},
            {"$.amount[?@ == 7]", ""},
            {"$[?@ < 8]", "$['amount']"},
        }));
}

TEST(JsonPath, ComparesAsTheStandardSays) {
    struct Case {
        std::string_view expression;
        bool holds;
    };
    const Value root = doc(R"({"n": 10.0, "big": 12345678901234567890123, "s": "b", "t": true,
        "z": null, "a": [1, {"x": 2.0}], "b": [1.0, {"x": 2}], "o": {"p": 1, "q": 2},
        "r": {"q": 2.0, "p": 1}, "item": [0]})");
    const Case cases[] = {
        {"$.n == 10", true},
        {"$.n == 1e1", true},
        {"$.n == 1E+1", true},
        {"$.n != 10.000", false},
        {"$.n < 10.0000000000000000000000000000001", true},
        {"$.big == 12345678901234567890123", true},
        {"$.big < 12345678901234567890124", true},
        {"$.big > 12345678901234567890122.5", true},
        {"1e400 > 1e399", true},
        {"-0 == 0", true},
        {"-0.0 == 0", true},
        {"1 == '1'", false},
        {"1 != '1'", true},
        {"1 < '2'", false},
        {"1 <= '1'", false},
        {"'a' < 'b'", true},
        {"'a' < 'aa'", true},
        {"'Z' < 'a'", true},
        {"'\u00e9' > 'z'", true},
        {"'\U0001F600' > '\uffee'", true},
        {"$.s >= 'b'", true},
        {"true < false", false},
        {"true <= true", true},
        {"null >= null", true},
        {"null == false", false},
        {"$.z == null", true},
        {"$.none == null", false},
        {"$.none == $.nothing", true},
        {"$.none != $.nothing", false},
        {"$.none <= $.nothing", true},
        {"$.none < $.nothing", false},
        {"$.none != 1", true},
        {"$.none >= 1", false},
        {"$.a == $.b", true},
        {"$.a < $.b", false},
        {"$.a >= $.b", true},
        {"$.o == $.r", true},
        {"$.a == $.o", false},
        {"$.item[0] == 0", true},
        {"$['item'][-1] == 0", true},
        {"length($.s) == 1", true},
        {"1==1", true},
        {"1\n==\t1", true},
    };
    for (const Case& c : cases) {
        const std::string query = "$.item[?" + std::string(c.expression) + "]";
        EXPECT_EQ(select(query, root), c.holds ? "$['item'][0]" : "") << c.expression;
    }
}

TEST(JsonPath, CallsFunctions) {
    expect_rows(
        R"([{"a": "abc", "b": "1.5"}, {"a": "\u00e9\ud83d\ude00"}, {"a": [1, 2, 3]}, {"a": {"x": 1}},
                    {"a": 5}, {"a": null}, {}, {"a": "a\nc", "re": "a.c"}, {"a": "xabcx"}])",
        std::to_array<Row>({
            {"$[?length(@.a) == 3]", "$[0] $[2] $[7]"},
            {"$[?length(@.a) == 2]", "$[1]"},
            {"$[?length(@.a) == 1]", "$[3]"},
            {"$[?length(@.a) == length(@.none)]", "$[4] $[5] $[6]"},
            {"$[?length('abc') == 3 && length(@.a) == 1]", "$[3]"},
            {"$[?length(value(@..x)) == @.none]", "$[0] $[1] $[2] $[3] $[4] $[5] $[6] $[7] $[8]"},
            {"$[?count(@.*) == 2]", "$[0] $[7]"},
            {"$[?count(@.a.*) > 2]", "$[2]"},
            {"$[?count(@..*) == 0]", "$[6]"},
            {"$[?count(@['a','a']) == 2 && count(@.*) == 2]", "$[0] $[7]"},
            {"$[?value(@..x) == 1]", "$[3]"},
            {"$[?value(@.*) == 5]", "$[4]"},
            {"$[?value(@.a[*]) == 1]", "$[3]"},
            {"$[?match(@.a, 'a.c')]", "$[0]"},
            {"$[?match(@.a, 'b')]", ""},
            {"$[?search(@.a, 'b')]", "$[0] $[8]"},
            {"$[?search( @.a , '^.b' )]", "$[0]"},
            {"$[?!match(@.a, '.*')]", "$[2] $[3] $[4] $[5] $[6] $[7]"},
            {"$[?match(@.a, @.re)]", ""},
            {"$[?match(@.b, '[0-9]\\\\.[0-9]')]", "$[0]"},
            {"$[?match(@.a, '\\\\p{Ll}.')]", "$[1]"},
            {"$[?match(@.a, '[')]", ""},
            {"$[?search(@.a, 5)]", ""},
            {"$[?match(@.a, '(?=a)abc')]", ""},
        }));
    expect_rows("[\"\u2028\", \"\u0085\", \"\\r\", \"\\n\"]",
                std::to_array<Row>({{"$[?match(@, '.')]", "$[0] $[1]"}}));
}

TEST(JsonPath, SeesTheLastOfARepeatedKey) {
    expect_rows(R"({"a": {"x": 1}, "b": 2, "a": {"y": 1}})", std::to_array<Row>({
                                                                 {"$.a.*", "$['a']['y']"},
                                                                 {"$.*", "$['b'] $['a']"},
                                                                 {"$..x", ""},
                                                             }));
}

TEST(JsonPath, SaysWhereAQueryGoesWrongAndWhatWasExpected) {
    struct Case {
        std::string_view query, expected, column, found;
    };
    const Case cases[] = {
        {"", "\"$\"", "1", "the end"},
        {" $", "\"$\"", "1", "\" \""},
        {"charges", "\"$\"", "1", "\"c\""},
        {"@.a", "\"$\"", "1", "\"@\""},
        {"$ ", "\".\", \"..\", \"[\" or the end", "2", "\" \""},
        {"$a", "\".\", \"..\", \"[\" or the end", "2", "\"a\""},
        {"$.", "a name or \"*\"", "3", "the end"},
        {"$. a", "a name or \"*\"", "3", "\" \""},
        {"$.1a", "a name or \"*\"", "3", "\"1\""},
        {"$.-", "a name or \"*\"", "3", "\"-\""},
        {"$.'a'", "a name or \"*\"", "3", "\"'\""},
        {"$...a", "a name, \"*\" or \"[\"", "4", "\".\""},
        {"$..", "a name, \"*\" or \"[\"", "4", "the end"},
        {"$[", "a name in quotes, an index, a slice, \"*\" or \"?\"", "3", "the end"},
        {"$[]", "a name in quotes, an index, a slice, \"*\" or \"?\"", "3", "\"]\""},
        {"$[a]", "a name in quotes, an index, a slice, \"*\" or \"?\"", "3", "\"a\""},
        {"$[0,]", "a name in quotes, an index, a slice, \"*\" or \"?\"", "5", "\"]\""},
        {"$[0", "\",\" or \"]\"", "4", "the end"},
        {"$[0 1]", "\",\" or \"]\"", "5", "\"1\""},
        {"$[1.0]", "\",\" or \"]\"", "4", "\".\""},
        {"$[1:2:3:4]", "\",\" or \"]\"", "8", "\":\""},
        {"$[-]", "a digit", "4", "\"]\""},
        {"$[+1]", "a name in quotes, an index, a slice, \"*\" or \"?\"", "3", "\"+\""},
        {"$['a", "a closing '", "5", "the end"},
        {"$[\"a", "a closing \"", "5", "the end"},
        {"$['\u00e9\n']", "no control character", "5", "\"\\n\""},
        {"$['\\a']", "an escape: b f n r t / \\ u or the string's own quote", "5", "\"a\""},
        {"$['\\\"']", "an escape: b f n r t / \\ u or the string's own quote", "5", "\"\\\"\""},
        {"$['\\u12g4']", "a hexadecimal digit", "8", "\"g\""},
        {"$[?]", "a query, a literal or a function", "4", "\"]\""},
        {"$[?@.a == ]", "a query, a literal or a function", "11", "\"]\""},
        {"$[?@.a = 1]", "\",\" or \"]\"", "8", "\"=\""},
        {"$[?@.a & @.b]", "\",\" or \"]\"", "8", "\"&\""},
        {"$[?true]", "a comparison", "8", "\"]\""},
        {"$[?'a' && @.b]", "a comparison", "8", "\"&\""},
        {"$[?(@.a]", "\"&&\", \"||\" or \")\"", "8", "\"]\""},
        {"$[?(@.a) == 1]", "\",\" or \"]\"", "10", "\"=\""},
        {"$[?!@.a == 1]", "\",\" or \"]\"", "9", "\"=\""},
        {"$[?!!@.a]", "a query, a literal or a function", "5", "\"!\""},
        {"$[?@.a == 01]", "\",\" or \"]\"", "12", "\"1\""},
        {"$[?@.a == 1.]", "a digit", "13", "\"]\""},
        {"$[?@.a == 1e]", "a digit", "13", "\"]\""},
        {"$[?@.a == .5]", "a query, a literal or a function", "11", "\".\""},
        {"$[?@.a == True]", "a query, a literal or a function", "11", "\"T\""},
        {"$[?@.a == nul]", "a query, a literal or a function", "11", "\"n\""},
        {"$[?@.a == [1]]", "a query, a literal or a function", "11", "\"[\""},
        {"$[?length (@.a) == 1]", "a query, a literal or a function", "4", "\"l\""},
        {"$[?count(@.a == 1) > 1]", "\",\" or \")\"", "14", "\"=\""},
        {"$[?length(@.a == 1]", "\",\" or \")\"", "15", "\"=\""},
        {"$.a\xff", "valid UTF-8", "4", "the end"},
        {std::string_view("$.a\0", 4), "\".\", \"..\", \"[\" or the end", "4", "\"\\x00\""},
    };
    for (const Case& c : cases) {
        const base::Result<Path> path = Path::parse(c.query);
        ASSERT_FALSE(path) << c.query;
        EXPECT_EQ(path.error().code, Code::JsonPathSyntax) << c.query;
        EXPECT_EQ(path.error().arg("expected"), c.expected) << c.query;
        EXPECT_EQ(path.error().arg("column"), c.column) << c.query;
        EXPECT_EQ(path.error().arg("found"), c.found) << c.query;
    }
}

TEST(JsonPath, RefusesWhatIsNotWellTyped) {
    struct Case {
        std::string_view query, problem, column;
    };
    const Case cases[] = {
        {"$[01]", "an integer has no leading zero and zero has no sign", "3"},
        {"$[-0]", "an integer has no leading zero and zero has no sign", "3"},
        {"$[1:-01]", "an integer has no leading zero and zero has no sign", "5"},
        {"$[9007199254740992]", "an integer is past 9007199254740991", "3"},
        {"$[::-99999999999999999999]", "an integer is past 9007199254740991", "5"},
        {"$['\\uD83D']", "an escape is half of a surrogate pair", "4"},
        {"$['\\uDE00']", "an escape is half of a surrogate pair", "4"},
        {"$['\\uD83D\\u0041']", "an escape is half of a surrogate pair", "4"},
        {"$[?@.* == 1]", "a query that may find several values cannot be compared", "4"},
        {"$[?1 == @..a]", "a query that may find several values cannot be compared", "9"},
        {"$[?@['a','b'] == 1]", "a query that may find several values cannot be compared", "4"},
        {"$[?@[0:1] == 1]", "a query that may find several values cannot be compared", "4"},
        {"$[?length(@.a)]", "what length() gives must be compared", "4"},
        {"$[?!count(@.*)]", "what count() gives must be compared", "5"},
        {"$[?value(@.*)]", "what value() gives must be compared", "4"},
        {"$[?match(@.a, 'a') == true]", "what match() says cannot be compared", "4"},
        {"$[?length(@.*) > 1]", "length() takes a single value", "11"},
        {"$[?length(match(@.a, 'a')) > 1]", "length() takes a single value", "11"},
        {"$[?count(1) > 1]", "count() takes a query", "10"},
        {"$[?value(length(@.a)) > 1]", "value() takes a query", "10"},
        {"$[?match(@.a, @.*)]", "match() takes a single value", "15"},
        {"$[?length() > 1]", "length() takes 1 argument, not 0", "4"},
        {"$[?count(@.a, @.b) > 1]", "count() takes 1 argument, not 2", "4"},
        {"$[?search(@.a)]", "search() takes 2 arguments, not 1", "4"},
    };
    for (const Case& c : cases) {
        const base::Result<Path> path = Path::parse(c.query);
        ASSERT_FALSE(path) << c.query;
        EXPECT_EQ(path.error().code, Code::JsonPathMisuse) << c.query;
        EXPECT_EQ(path.error().arg("problem"), c.problem) << c.query;
        EXPECT_EQ(path.error().arg("column"), c.column) << c.query;
    }
    const base::Result<Path> unknown = Path::parse("$[?lenght(@.a) > 1]");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Code::JsonPathUnknownFunction);
    EXPECT_EQ(unknown.error().arg("nearest"), "length");
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

TEST(JsonPath, BoundsTheQuery) {
    const auto code = [](const std::string& query) {
        const base::Result<Path> path = Path::parse(query);
        return path ? std::nullopt : std::optional(path.error().code);
    };
    EXPECT_EQ(code("$[?" + repeated("(", 40) + "@.a" + repeated(")", 40) + "]"), std::nullopt);
    EXPECT_EQ(code("$[?" + repeated("(", 60) + "@.a" + repeated(")", 60) + "]"),
              Code::JsonPathTooDeep);
    EXPECT_EQ(code("$" + repeated("[?@", 100'000 / 10)), Code::JsonPathTooDeep);
    EXPECT_EQ(code("$[?" + repeated("length(", 60) + "@"), Code::JsonPathTooDeep);
    EXPECT_EQ(code("$" + repeated("[0]", 30'000)), Code::JsonPathTooLong);
}

TEST(JsonPath, BoundsTheWork) {
    Value wide = Value::array();
    for (int i = 0; i < 2'000; ++i) wide.push_back(i);
    const Path all = *Path::parse("$..*");
    EXPECT_EQ(all.select(wide, 2'000)->size(), 2'000U);
    const auto too_many = all.select(wide, 1'999);
    ASSERT_FALSE(too_many);
    EXPECT_EQ(too_many.error().code, Code::JsonPathTooManyHits);
    EXPECT_EQ(message(too_many.error()),
              "the query \"$..*\" selects more than the limit of 1999 values");

    const auto too_much = Path::parse("$[?count($[?count($.*) > 0]) > 0]")->select(wide);
    ASSERT_FALSE(too_much);
    EXPECT_EQ(too_much.error().code, Code::JsonPathTooMuchWork);

    Value deep = Value::array();
    for (int i = 0; i < 1'500; ++i) deep = Value::array({deep});
    const auto too_deep = all.select(deep);
    ASSERT_FALSE(too_deep);
    EXPECT_EQ(too_deep.error().code, Code::JsonPathTooDeep);
    const auto long_query = Path::parse("$" + repeated("[0]", 1'200))->select(deep);
    ASSERT_FALSE(long_query);
    EXPECT_EQ(long_query.error().code, Code::JsonPathTooDeep);
    // A filter at every level that starts again at the root: depths add up, and are counted so.
    const auto again = Path::parse("$" + repeated("..[?$", 40) + repeated("]", 40))->select(deep);
    EXPECT_FALSE(again);
}

TEST(JsonPath, KeepsItsText) {
    const Path path = *Path::parse("$.a");
    EXPECT_EQ(path.text(), "$.a");
}

TEST(JsonPath, NormalizesPointersThatLeadNowhere) {
    const Value root = doc(R"({"a": [1]})");
    EXPECT_EQ(to_normalized_path(*Pointer::parse("/a/0"), root), "$['a'][0]");
    EXPECT_EQ(to_normalized_path(*Pointer::parse("/x/0"), root), "$['x']['0']");
    EXPECT_EQ(to_normalized_path(Pointer(), root), "$");
}

Value any_value(int depth) {
    const int kind = *rc::gen::inRange(0, depth > 0 ? 5 : 3);
    if (kind == 0) return Value(*rc::gen::inRange(0, 3));
    if (kind == 1) return Value(*rc::gen::element<std::string>("a", "b", "'\\\n\x01\u00e9"));
    if (kind == 2) return Value(nullptr);
    Value result = kind == 3 ? Value::array() : Value::object();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        if (kind == 3) {
            result.push_back(any_value(depth - 1));
        } else {
            result.set(*rc::gen::element<std::string>("a", "b", "0", "'\\\n\x01\u00e9"),
                       any_value(depth - 1));
        }
    }
    return result;
}

RC_GTEST_PROP(JsonPathLaws, ANormalizedPathSelectsExactlyItsValue, ()) {
    const Value root = any_value(3);
    const std::vector<Path::Hit> hits = *Path::parse("$..*")->select(root);
    for (const Path::Hit& hit : hits) {
        const base::Result<Path> path = Path::parse(to_normalized_path(hit.pointer, root));
        RC_ASSERT(path.has_value());
        const std::vector<Path::Hit> again = *path->select(root);
        RC_ASSERT(again.size() == 1U);
        RC_ASSERT(again[0].value == hit.value);
    }
}

RC_GTEST_PROP(JsonPathLaws, AFilterAndItsNegationShareTheChildren, ()) {
    const Value root = any_value(3);
    const auto count = [&](std::string_view query) {
        return Path::parse(query)->select(root)->size();
    };
    const std::string filter = *rc::gen::element<std::string>(
        "@.a", "@ == 1", "@.a < @.b", "count(@.*) > 1", "@[0] == $[0]", "match(@, 'a|b')");
    RC_ASSERT(count("$..[?" + filter + "]") + count("$..[?!(" + filter + ")]") == count("$..*"));
}

}  // namespace
}  // namespace understudy::json
