#include "yaml/read.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::yaml {
namespace {

using base::Code;

// The value as JSON, or the error as `line:column code`.
std::string read_as_json(std::string_view text) {
    const auto document = read({"t.yaml", std::string(text)});
    if (document) return json::write(document->root);
    const base::Error& error = document.error();
    return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + " " +
           std::string(base::name_of(error.code));
}

struct Case {
    std::string_view text;
    std::string_view wanted;
};

void expect_all(std::initializer_list<Case> cases) {
    for (const Case& one : cases) EXPECT_EQ(read_as_json(one.text), one.wanted) << one.text;
}

TEST(Read, CoreSchemaDecidesWhatPlainScalarsMean) {
    expect_all({
        {"[null, Null, NULL, ~, !!null , nUll]", R"([null,null,null,null,null,"nUll"])"},
        {"[true, True, FALSE, tRue, yes, on, y]", R"([true,true,false,"tRue","yes","on","y"])"},
        {"[0, -1, 007, 0o17, 0x1F, 0b1, 1_000]", R"([0,-1,7,15,31,"0b1","1_000"])"},
        {"[10.50, 1e3, +1, .5, 1., -.5e1]", "[10.50,1e3,1,0.5,1.0,-0.5e1]"},
        {"[2020-01-01, 12:30:45, '1', \"true\"]", R"(["2020-01-01","12:30:45","1","true"])"},
        {"<<: {a: 1}\nb: 2", R"({"<<":{"a":1},"b":2})"},
    });
}

TEST(Read, KeysAreTexts) {
    expect_all({
        {"1: a\ntrue: b\nnull: c\n0x1F: d\n: e",
         R"({"1":"a","true":"b","null":"c","0x1F":"d","":"e"})"},
        {"1: a\n'1': b", "2:1 yaml.duplicate_key"},
        {"? [a]\n: b", "1:3 yaml.key_kind"},
        {"{? {a: b} : c}", "1:4 yaml.key_kind"},
        {"&k a: 1\n*k : 2", "2:1 yaml.duplicate_key"},
        {"- &k a\n- {*k : 2}", R"(["a",{"a":2}])"},
        {"- &k [a]\n- {*k : 2}", "2:4 yaml.key_kind"},
    });
}

TEST(Read, CoreTagsOnly) {
    expect_all({
        {"[!!str 1, !!int '1', !!float 1, !!bool true, !!null '', ! 1]",
         R"(["1",1,1,true,null,"1"])"},
        {"a: !!seq [1]\nb: !!map {}", R"({"a":[1],"b":{}})"},
        {"a: !!int x", "1:4 yaml.tag_mismatch"},
        {"a: !!seq {}", "1:4 yaml.tag_mismatch"},
        {"a: !!binary aGk=", "1:4 yaml.tag"},
        {"a: !local x", "1:4 yaml.tag"},
        {"a: !local [x]", "1:4 yaml.tag"},
        {"!local k: x", "1:1 yaml.tag"},
        {"a: .inf", "1:4 yaml.not_json"},
        {"a: [.NaN]", "1:5 yaml.not_json"},
        {"a: !!float -.INF", "1:12 yaml.not_json"},
    });
}

TEST(Read, AliasesStandForTheirAnchors) {
    expect_all({
        {"a: &x [1, &y 2]\nb: *x\nc: *y", R"({"a":[1,2],"b":[1,2],"c":2})"},
        {"a: &x 1\nb: &x 2\nc: *x", R"({"a":1,"b":2,"c":2})"},
        {"a: *x", "1:4 yaml.alias_unknown"},
        {"a: &x [*x]", "1:8 yaml.alias_cycle"},
    });
}

TEST(Read, EmptyItemsAtTheirKeysColumn) {
    expect_all({
        {"n:\n-\n- a\n-\n-\n", R"({"n":[null,"a",null,null]})"},
        {"n:\n- # c\n- a\nk: 1", R"({"n":[null,"a"],"k":1})"},
        {"- n:\n  -\n  -\n- m", R"([{"n":[null,null]},"m"])"},
        {"n:\n- ~\n-\n- |\n  t\n-", R"({"n":[null,null,"t\n",null]})"},
    });
}

TEST(Read, RepeatedKeysAreShownTwice) {
    const auto document = read({"t.yaml", "a: 1\nb: 2\nm: {x: 1, x: 2}\na: 3\n"});
    ASSERT_FALSE(document);
    const base::Error& group = document.error();
    EXPECT_EQ(group.code, Code::YamlProblems);
    ASSERT_EQ(group.because.size(), 2U);
    EXPECT_EQ(base::to_text(group.because[0].where), "t.yaml:3:11");
    const base::Error& second = group.because[1];
    EXPECT_EQ(base::message(second), "the key \"a\" is there twice");
    EXPECT_EQ(base::to_text(second.where), "t.yaml:4:1");
    ASSERT_EQ(second.because.size(), 1U);
    EXPECT_EQ(second.because[0].code, Code::YamlFirstKey);
    EXPECT_EQ(base::to_text(second.because[0].where), "t.yaml:1:1");
}

TEST(Read, DocumentsAreCounted) {
    EXPECT_EQ(read_as_json(""), "null");
    EXPECT_EQ(read_as_json("# nothing\n"), "null");
    EXPECT_EQ(read_as_json("--- a\n...\n"), "\"a\"");
    EXPECT_EQ(read_as_json("a\n---\nb"), "2:1 yaml.documents");
    const auto all = read_all({"t.yaml", "a\n--- &x b\n---\n- *x\n"});
    ASSERT_FALSE(all);  // anchors end with their document
    EXPECT_EQ(all.error().code, Code::YamlAliasUnknown);
    EXPECT_EQ(read_all({"t.yaml", "a\n---\nb\n---\n"}).value().size(), 3U);
    EXPECT_EQ(read_all({"t.yaml", ""}).value().size(), 0U);
}

TEST(Read, OnlyUtf8IsRead) {
    using namespace std::string_view_literals;
    expect_all({
        {"a: \xFF", "1:4 yaml.not_utf8"},
        {"a: \xED\xA0\x80", "1:4 yaml.not_utf8"},
        {"\xFF\xFE"
         "a\0"sv,
         "1:1 yaml.encoding"},
        {"\xFE\xFF\0a"sv, "1:1 yaml.encoding"},
        {"\0\0\xFE\xFF\0\0\0a"sv, "1:1 yaml.encoding"},
        {"a\0\0\0"sv, "1:1 yaml.encoding"},
        {"a: b\0"sv, "1:5 yaml.control_character"},
        {"a: \"\x1B[0m\"", "1:5 yaml.control_character"},
        {"a: \"\\x1b[0m\"", R"({"a":"\u001b[0m"})"},
    });
    const auto marked = read({"t.yaml",
                              "\xEF\xBB\xBF"
                              "a: 1\n"})
                            .value();
    EXPECT_EQ(json::write(marked.root), R"({"a":1})");
    ASSERT_EQ(marked.notes.size(), 1U);
    EXPECT_EQ(marked.notes[0].code, Code::YamlByteOrderMark);
    EXPECT_EQ(marked.marks.rows[1].key, (json::Range{3, 4}));
}

TEST(Read, EveryValueHasItsBytes) {
    const std::string text =
        "é: 1   # c\n"
        "\"b c\" : [x, {y: 'z'}, &A foo, p: q]\n"
        "lit: !!str |-  # | not here\n"
        "\n"
        "  text\n"
        "next:\n"
        "- *A\n"
        "-\n"
        "- ? k\n"
        "  : v\n"
        "empty:\n";
    const auto document = read({"t.yaml", text}).value();
    const auto bytes_at = [&](std::string_view pointer) {
        const auto* row = document.marks.find(document.root, json::Pointer::parse(pointer).value());
        if (row == nullptr) return std::string("none");
        const auto cut = [&](json::Range range) {
            return text.substr(range.begin, range.end - range.begin);
        };
        return cut(row->key) + " = " + cut(row->value);
    };
    const struct {
        std::string_view pointer;
        std::string_view bytes;
    } cases[] = {
        {"/é", "é = 1"},
        {"/b c", "\"b c\" = [x, {y: 'z'}, &A foo, p: q]"},
        {"/b c/1", " = {y: 'z'}"},
        {"/b c/1/y", "y = 'z'"},
        {"/b c/2", " = foo"},
        {"/b c/3", " = p: q"},
        {"/b c/3/p", "p = q"},
        {"/lit", "lit = |-  # | not here\n\n  text\n"},
        {"/next", "next = - *A\n-\n- ? k\n  : v"},
        {"/next/0", " = foo"},
        {"/next/1", " = "},
        {"/next/2/k", "k = v"},
        {"/empty", "empty = "},
    };
    for (const auto& [pointer, bytes] : cases) EXPECT_EQ(bytes_at(pointer), bytes) << pointer;
    const auto mark = document.mark(json::Pointer::parse("/next/1").value());
    EXPECT_EQ(base::to_text(mark), "t.yaml:8:2");
    EXPECT_EQ(base::to_text(document.mark(json::Pointer::parse("/é").value())), "t.yaml:1:4");
}

}  // namespace
}  // namespace understudy::yaml
