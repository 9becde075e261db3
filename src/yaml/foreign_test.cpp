#include <gtest/gtest.h>

#include <string>

#include "json/write.hpp"
#include "yaml/read.hpp"

namespace understudy::yaml {
namespace {

using base::Code;

ForeignDocument read_or_fail(std::string_view text) {
    auto document = read_foreign({"t.yaml", std::string(text)});
    EXPECT_TRUE(document) << base::render(document.error());
    return document ? *std::move(document) : ForeignDocument{};
}

// The value as JSON, then each note as ` line:column code`.
std::string read_with_notes(std::string_view text) {
    const ForeignDocument document = read_or_fail(text);
    std::string out = json::write(document.document.root);
    for (const base::Error& note : document.document.notes)
        out += " " + std::to_string(note.where.line) + ":" + std::to_string(note.where.column) +
               " " + std::string(base::name_of(note.code));
    return out;
}

TEST(Foreign, ToleratesWithANote) {
    const struct {
        std::string_view text;
        std::string_view wanted;
    } cases[] = {
        {"a: 1\na: 2\n", R"({"a":1,"a":2} 2:1 yaml.duplicate_key)"},
        {"a: !ruby/object:Foo\n  b: 1\n", R"({"a":{"b":1}} 1:4 yaml.tag_ignored)"},
        {"a: !ruby/symbol b", R"({"a":"b"} 1:4 yaml.tag_ignored)"},
        {"a: !t 1", R"({"a":1} 1:4 yaml.tag_ignored)"},
        {"a: !!int x", R"({"a":"x"} 1:4 yaml.tag_ignored)"},
        {"a: !t .inf", R"({"a":".inf"} 1:4 yaml.tag_ignored 1:7 yaml.not_json)"},
        {"a: .nan", R"({"a":".nan"} 1:4 yaml.not_json)"},
        {"? [a, 1]\n: b", R"({"[\"a\",1]":"b"} 1:3 yaml.key_kind)"},
        {"- &k {a: 1}\n- ? *k\n  : b", R"([{"a":1},{"{\"a\":1}":"b"}] 2:5 yaml.key_kind)"},
        {"? [&k {a: [1]}]\n: *k", R"({"[{\"a\":[1]}]":{"a":[1]}} 1:3 yaml.key_kind)"},
        {"a: !!binary '?'", R"({"a":"?"} 1:13 yaml.binary_kept)"},
        {":sym: 2020-01-01 00:00:00 Z", R"({":sym":"2020-01-01 00:00:00 Z"})"},
    };
    for (const auto& [text, wanted] : cases) EXPECT_EQ(read_with_notes(text), wanted) << text;
}

TEST(Foreign, FlowMayBeIndentedLessThanItsParent) {
    EXPECT_EQ(read_with_notes("a:\n  b: {\n    c: 1\n  }\n"), R"({"a":{"b":{"c":1}}})");
    EXPECT_EQ(read_with_notes("a:\n  b: \"x\n y\"\n"), R"({"a":{"b":"x y"}})");
    EXPECT_FALSE(read({"t.yaml", "a:\n  b: {\n    c: 1\n  }\n"}));
}

TEST(Foreign, BinaryScalarsKeepTheirBytes) {
    const ForeignDocument document = read_or_fail(
        "text: !binary |-\n  aGVs\n  bG8=\n"
        "bytes: &b !!binary /wD+\n"
        "list: [*b, !binary '']\n"
        "plain: aGk=\n");
    EXPECT_EQ(json::write(document.document.root),
              R"({"text":"hello","bytes":"/wD+","list":["/wD+",""],"plain":"aGk="})");
    const auto bytes_at = [&](std::string_view pointer) {
        const std::string* bytes = document.binary_at(json::Pointer::parse(pointer).value());
        return bytes == nullptr ? std::string("none") : *bytes;
    };
    const std::string raw("\xFF\0\xFE", 3);
    EXPECT_EQ(bytes_at("/text"), "hello");
    EXPECT_EQ(bytes_at("/bytes"), raw);
    EXPECT_EQ(bytes_at("/list/0"), raw);
    EXPECT_EQ(bytes_at("/list/1"), "");
    EXPECT_EQ(bytes_at("/plain"), "none");
    EXPECT_EQ(bytes_at("/nowhere"), "none");
    EXPECT_EQ(document.binaries.size(), 4U);
}

TEST(Foreign, NotesAreBounded) {
    std::string text;
    for (int at = 0; at < 300; ++at) text += "a: 1\n";
    const ForeignDocument document = read_or_fail(text);
    EXPECT_EQ(document.document.root.size(), 300U);
    ASSERT_EQ(document.document.notes.size(), 101U);
    EXPECT_EQ(document.document.notes.back().code, Code::YamlNotesLeftOut);
    EXPECT_EQ(base::message(document.document.notes.back()), "199 notes left out");
}

TEST(Foreign, KeysInKeysCannotGrowWithoutEnd) {
    std::string text = "- &k0 [\"'\\\"\"]\n";
    for (int at = 1; at < 60; ++at)
        text += "- &k" + std::to_string(at) + " {? *k" + std::to_string(at - 1) + " : 1}\n";
    const auto document = read_foreign({"t.yaml", text});
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, Code::YamlKeyKind);
}

TEST(Foreign, SeveralDocuments) {
    const auto documents = read_foreign_all({"t.yaml", "--- !x a\n--- !binary aGk=\n"}).value();
    ASSERT_EQ(documents.size(), 2U);
    EXPECT_EQ(documents[0].document.notes.size(), 1U);
    EXPECT_EQ(documents[1].document.notes.size(), 0U);
    EXPECT_EQ(*documents[1].binary_at({}), "hi");
}

}  // namespace
}  // namespace understudy::yaml
