#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "tests/arbitrary/json.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::yaml {
namespace {

using json::Value;

// Applies `change` to the value of `text` and checks that the rewritten text holds it.
template <class Change>
std::string changed(std::string_view text, Change change, Mode mode = Mode::Strict) {
    const ReadOptions options{.mode = mode, .limits = {}};
    auto document = read({"f.yaml", std::string(text)}, options);
    EXPECT_TRUE(document) << base::render(document.error());
    if (!document) return {};
    Value after = document->root;
    change(after);
    const std::string out = rewrite(*document, after);
    auto back = read({"f.yaml", out}, options);
    EXPECT_TRUE(back) << out << "\n" << base::render(back.error());
    if (back) {
        EXPECT_EQ(json::write(back->root), json::write(after)) << out;
    }
    return out;
}

TEST(Rewrite, NothingChangedIsTheSameBytes) {
    const std::string text = "# c\n\na:   'x'   # d\nb: [ 1,2 ]\n\n...\n";
    EXPECT_EQ(changed(text, [](Value&) {}), text);
}

TEST(Rewrite, OnlyTheChangedScalarChanges) {
    EXPECT_EQ(changed("# top\na: 1   # one\n# about b\nb:   \"x\"   # two\nc: 'y'\n",
                      [](Value& v) { v.set("b", "z"); }),
              "# top\na: 1   # one\n# about b\nb:   z   # two\nc: 'y'\n");
}

TEST(Rewrite, EntriesAreAddedAndRemovedWithTheirComments) {
    const std::string text = "a: 1 # one\n# about b\nb: 2\n\nc: 3 # three\n# end\n";
    EXPECT_EQ(changed(text, [](Value& v) { v.erase("b"); }), "a: 1 # one\n\nc: 3 # three\n# end\n");
    EXPECT_EQ(changed(text, [](Value& v) { v.set("d", Value::array({Value(1)})); }),
              "a: 1 # one\n# about b\nb: 2\n\nc: 3 # three\nd:\n  - 1\n# end\n");
    EXPECT_EQ(changed(text, [](Value& v) { v.erase("a"); }),
              "# about b\nb: 2\n\nc: 3 # three\n# end\n");
}

TEST(Rewrite, NestedChangesKeepTheirSurroundings) {
    const std::string text =
        "list:\n"
        "- name: a   # first\n"
        "  body: |\n"
        "    one\n"
        "    two\n"
        "# second\n"
        "- name: b\n"
        "  tags: [x,  y]\n";
    EXPECT_EQ(changed(text,
                      [](Value& v) {
                          v.find_mutable("list")->mutable_items()[0].set("body", "three\nfour");
                      }),
              "list:\n"
              "- name: a   # first\n"
              "  body: |-\n"
              "    three\n"
              "    four\n"
              "# second\n"
              "- name: b\n"
              "  tags: [x,  y]\n");
    EXPECT_EQ(
        changed(text,
                [](Value& v) {
                    v.find_mutable("list")->mutable_items()[1].find_mutable("tags")->push_back(
                        "z w");
                }),
        text.substr(0, text.size() - 8) + "[x, y, z w]\n");
    EXPECT_EQ(changed(text, [](Value& v) { v.find_mutable("list")->erase(0); }),
              "list:\n# second\n- name: b\n  tags: [x,  y]\n");
    EXPECT_EQ(changed(text,
                      [](Value& v) {
                          v.find_mutable("list")->insert(1, Value::object({{"name", "new"}}));
                      }),
              text.substr(0, text.find("# second")) + "- name: new\n" +
                  text.substr(text.find("# second")));
}

TEST(Rewrite, FlowCollectionsAreEditedInPlace) {
    EXPECT_EQ(changed("a: { x: 1,  y: [p, 'q'] }  # c\n",
                      [](Value& v) { v.find_mutable("a")->set("x", "s, t"); }),
              "a: { x: \"s, t\",  y: [p, 'q'] }  # c\n");
    EXPECT_EQ(changed("a: { x: 1,  y: [p, 'q'] }  # c\n",
                      [](Value& v) { v.find_mutable("a")->erase("x"); }),
              "a: {y: [p, 'q']}  # c\n");
}

TEST(Rewrite, WhatCannotBeSplicedIsWrittenAnew) {
    const struct {
        const char* text;
        const char* after;
    } cases[] = {
        {"a: &x 1\nb: *x\n", R"({"b":1})"},
        {"a: &x [1]\nb: *x\n", R"({"a":[2],"b":[1]})"},
        {"a: &x [1]\nb: *x\n", R"({"a":[1],"b":[2]})"},
        {"- - 1\n  - 2\n- 3\n", R"([[2],3])"},
        {"? a\n: 1\n? b\n: 2\n", R"({"a":3,"b":2})"},
        {"a:\nb:\n", R"({"a":1,"b":null})"},
        {"a: 1", R"({"a":1,"b":2})"},
        {"--- {a: 1}\n", R"({"a":[1,{"b":2}]})"},
        {"--- a\n", R"({"a":1})"},
        {"a: 1\n", "[]"},
        {"a: 1\r\nb: 2\r\n", R"({"a":1,"b":3,"c":4})"},
        {"a:\n  b: 1\n", R"({"a":{}})"},
        {"a: \"x\n  y\"\nb: 1\n", R"({"a":"z","b":1})"},
        {"n:\n-\n- 1\n", R"({"n":[2,1]})"},
        {"a: |+\n  x\n\nb: 1\n", R"({"b":1})"},
        {"a: !!str 1\nb: 2\n", R"({"a":"2","b":2})"},
        {"\xEF\xBB\xBF"
         "a: 1\nb: 2\n",
         R"({"a":1,"b":3})"},
        {"", R"({"a":1})"},
        {"# only a comment\n", R"([1])"},
    };
    for (const auto& [text, after] : cases) {
        const Value wanted = json::parse(after).value();
        changed(text, [&](Value& v) { v = wanted; });
    }
}

TEST(Rewrite, OtherDocumentsOfTheFileStay) {
    const auto documents = read_all({"f.yaml", "a: 1 # x\n---\nb: 2 # y\n---\nc: 3\n"}).value();
    Value after = documents[1].root;
    after.set("b", 5);
    EXPECT_EQ(rewrite(documents[1], after), "a: 1 # x\n---\nb: 5 # y\n---\nc: 3\n");
    EXPECT_EQ(rewrite(documents[1], Value("s")), "a: 1 # x\n---\ns # y\n---\nc: 3\n");
}

RC_GTEST_PROP(RewriteProperty, HoldsWhatWasAskedFor, (const Value& before, const Value& after)) {
    const auto document = read({"f.yaml", yaml::write(before)});
    RC_ASSERT(document.has_value());
    RC_ASSERT(rewrite(*document, before) == document->source->text);
    const auto back = read({"f.yaml", rewrite(*document, after)});
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->root == after);
}

RC_GTEST_PROP(RewriteProperty, OneChangedEntryLeavesTheOthersBytes, ()) {
    const auto values = *rc::gen::container<std::vector<Value>>(5, arbitrary::value(2));
    Value list = Value::array();
    std::string text = "# head\n";
    std::vector<std::string> lines;
    for (const Value& value : values) {
        list.push_back(value);
        lines.push_back("# comment\n" + yaml::write(Value::array({value})));
        text += lines.back();
    }
    const auto document = read({"f.yaml", text});
    RC_ASSERT(document.has_value());
    const auto at = *rc::gen::inRange<std::size_t>(0, values.size());
    list.mutable_items()[at] = Value("changed");
    const std::string out = rewrite(*document, list);
    for (std::size_t other = 0; other < lines.size(); ++other) {
        RC_ASSERT(other == at || out.find(lines[other]) != out.npos);
    }
}

}  // namespace
}  // namespace understudy::yaml
