// Classes by place: which pattern fits, which one counts, and what is refused.
#include "secret/field_class.hpp"

#include <gtest/gtest.h>

#include "json/parse.hpp"
#include "secret/impl/problem_lines.hpp"

namespace understudy::secret {
namespace {

json::Value parsed(std::string_view text) {
    auto value = json::parse(text);
    EXPECT_TRUE(value) << text;
    return value ? *value : json::Value();
}

Classes good(std::string_view text) {
    auto classes = Classes::from_json(parsed(text));
    EXPECT_TRUE(classes) << base::render(classes.error());
    return classes ? std::move(*classes) : Classes();
}

std::string_view class_at(const Classes& classes, std::string_view pointer) {
    const auto parsed_pointer = json::Pointer::parse(pointer);
    EXPECT_TRUE(parsed_pointer) << pointer;
    return name_of(classes.of(*parsed_pointer));
}

constexpr std::string_view kNone = "none";

TEST(FieldClass, EachHasOneName) {
    for (const char* name : {"secret", "hash", "opaque", "id", "path", "url", "env", "usage",
                             "text", "time", "enum"}) {
        const auto found = class_named(name);
        ASSERT_TRUE(found) << name;
        EXPECT_EQ(name_of(*found), name);
    }
    EXPECT_EQ(class_named("secret"), Class::Secret);
    EXPECT_EQ(class_named("enum"), Class::Enum);
    EXPECT_EQ(name_of(Class::None), kNone);
    for (const char* name : {"", "none", "free text", "Secret", "tokens"}) {
        EXPECT_FALSE(class_named(name)) << name;
    }
}

TEST(FieldClass, NothingDeclaredIsNoClass) {
    EXPECT_TRUE(Classes().is_empty());
    EXPECT_TRUE(good("{}").is_empty());
    EXPECT_EQ(class_at(good("{}"), "/a"), kNone);
}

TEST(FieldClass, HoldsAtItsPlaceAndBelow) {
    const Classes classes = good(R"({"/item/text":"text","/usage":"usage","/a~1b":"hash"})");
    EXPECT_FALSE(classes.is_empty());
    const std::pair<const char*, std::string_view> cases[] = {
        {"/item/text", "text"},
        {"/item/text/0", "text"},
        {"/item/text/0/deep", "text"},
        {"/item", kNone},
        {"/item/texts", kNone},
        {"/text", kNone},
        {"/usage/input/tokens", "usage"},
        {"", kNone},
        {"/a~1b", "hash"},
        {"/a/b", kNone},
        {"/x/item/text", kNone},
    };
    for (const auto& [pointer, wanted] : cases) {
        EXPECT_EQ(class_at(classes, pointer), wanted) << pointer;
    }
}

TEST(FieldClass, AStarIsAnyOneTokenAndTwoAreAnyNumber) {
    const Classes classes = good(R"({
        "/runs/*/id": "id",
        "**/signature": "opaque",
        "/env/**": "env",
        "/a/**/b/**/c": "hash",
        "/x/**/y/*/z": "time"})");
    const std::pair<const char*, std::string_view> cases[] = {
        {"/runs/0/id", "id"},
        {"/runs/id", kNone},
        {"/runs/0/1/id", kNone},
        {"/signature", "opaque"},
        {"/a/b/signature", "opaque"},
        {"/a/signature/0", "opaque"},
        {"/env", "env"},
        {"/env/PATH/x", "env"},
        {"/a/b/c", "hash"},
        {"/a/1/b/2/b/3/c/4", "hash"},
        {"/a/c/b", kNone},
        {"/x/y/y/z", "time"},
        {"/x/y/y/y/z", "time"},
        {"/x/1/y/2/3/y/4/z", "time"},
        {"/x/y/z", kNone},
    };
    for (const auto& [pointer, wanted] : cases) {
        EXPECT_EQ(class_at(classes, pointer), wanted) << pointer;
    }
}

TEST(FieldClass, TheWholeDocumentCanHaveAClass) {
    const Classes classes = good(R"({"":"text","/sum":"hash"})");
    EXPECT_EQ(class_at(classes, ""), "text");
    EXPECT_EQ(class_at(classes, "/a/b"), "text");
    EXPECT_EQ(class_at(classes, "/sum"), "hash");
}

TEST(FieldClass, TheLongestPatternCountsThenTheOneWithMoreNamesThenTheLater) {
    EXPECT_EQ(class_at(good(R"({"/a/b":"id","/a":"text"})"), "/a/b"), "id");
    EXPECT_EQ(class_at(good(R"({"/a":"text","/a/b":"id"})"), "/a/b"), "id");
    EXPECT_EQ(class_at(good(R"({"/usage":"usage","**/signature":"opaque"})"), "/usage/signature"),
              "opaque");
    EXPECT_EQ(class_at(good(R"({"/a/b":"id","/a/*":"text"})"), "/a/b"), "id");
    EXPECT_EQ(class_at(good(R"({"/*/b":"id","/a/*":"text"})"), "/a/b"), "text");
    EXPECT_EQ(class_at(good(R"({"/a/*":"text","/*/b":"id"})"), "/a/b"), "id");
}

TEST(FieldClass, ManyStarsTakeNoLongTime) {
    std::string pattern = "{\"";
    for (int i = 0; i < 200; ++i) pattern += "/**/a";
    const Classes classes = good(pattern + "/b\":\"id\"}");
    json::Pointer pointer;
    for (int i = 0; i < 5000; ++i) pointer.push("a");
    EXPECT_EQ(classes.of(pointer), Class::None);
}

TEST(FieldClass, SaysEverythingThatIsWrong) {
    const auto classes =
        Classes::from_json(parsed(R"({"item/text":"text","/a":"hsah","/b":7,"/~2":"id"})"));
    ASSERT_FALSE(classes);
    EXPECT_EQ(base::message(classes.error()), "`classes`: 4 problems");
    EXPECT_EQ(testing::lines_of(classes.error()),
              "the class of \"item/text\": the place must begin with / or ** and be a JSON Pointer "
              "[secret.bad_policy] docs/reference/secrets.md describes the file\n"
              "the class of \"/a\": \"hsah\" is none of secret, hash, opaque, id, path, url, env, "
              "usage, text, time, enum [secret.bad_policy] did you mean \"hash\"? "
              "docs/reference/secrets.md describes the file\n"
              "the class of \"/b\": it must be one of secret, hash, opaque, id, path, url, env, "
              "usage, text, time, enum, not a number [secret.bad_policy] docs/reference/secrets.md "
              "describes the file\n"
              "the class of \"/~2\": the place must begin with / or ** and be a JSON Pointer "
              "[secret.bad_policy] docs/reference/secrets.md describes the file\n");
    const auto list = Classes::from_json(parsed("[]"));
    ASSERT_FALSE(list);
    EXPECT_EQ(testing::lines_of(list.error()),
              "`classes`: it must be a map of places to classes, not a list [secret.bad_policy] "
              "docs/reference/secrets.md describes the file\n");
}

}  // namespace
}  // namespace understudy::secret
