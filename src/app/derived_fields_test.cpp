#include "app/derived_fields.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "json/parse.hpp"

namespace understudy::app {

namespace {

DerivedFields fields(std::string_view list) {
    auto made = DerivedFields::make(json::parse(list).value(), "secrets.yaml");
    EXPECT_TRUE(made) << (made ? "" : base::render(made.error()));
    return made ? std::move(*made) : DerivedFields();
}

std::string problems(std::string_view list) {
    const auto made = DerivedFields::make(json::parse(list).value(), "secrets.yaml");
    return made ? "" : base::render(made.error());
}

std::string sha256(std::string_view text) {
    return base::to_hex(base::sha256(text));
}

TEST(DerivedFields, AreMadeAnewInDependencyOrderAndInPlace) {
    // Declared last to first: the checksum holds the length.
    const DerivedFields derived = fields(R"([
        {"field": "/checksum", "function": "sha256",
         "over": {"field": "", "without": ["/checksum"], "indent": 2, "newline": true}},
        {"field": "/signature", "function": {"name": "hmac-sha256", "key": "k"}, "over": "/text",
         "prefix": "v1="},
        {"field": "/size", "function": "byte-length", "over": "/text"}])");
    const auto text = [](const std::string& size, const std::string& sum, const std::string& mac) {
        return "{ \"text\":\"h\\u00e9llo\",\r\n\t\"size\" : " + size + ",  \"signature\":\"" + mac +
               "\" ,\"checksum\":\"" + sum + "\"}\n\n";
    };
    std::vector<DerivedText> texts = {{"a.json", text("1", "?", "?"), true}};
    const auto renewed = derived.renew(texts);
    ASSERT_TRUE(renewed);
    EXPECT_EQ(renewed->fields, 3U);
    const std::string body = "h\xc3\xa9llo";
    const std::string mac = "v1=" + base::to_hex(base::hmac(base::Digest::Sha256, "k", body));
    const std::string canonical =
        "{\n  \"text\": \"" + body + "\",\n  \"size\": 6,\n  \"signature\": \"" + mac + "\"\n}\n";
    EXPECT_EQ(texts[0].bytes, text("6", sha256(canonical), mac));
    EXPECT_EQ(derived.renew(texts)->fields, 0U);
}

TEST(DerivedFields, OfEveryRecordThatHasThem) {
    const DerivedFields derived =
        fields(R"([{"field": "/n", "select": "a", "function": "char-length", "over": "/t"}])");
    std::vector<DerivedText> texts = {
        {"lines.jsonl",
         "{\"type\":\"a\",\"t\":\"xyz\",\"n\":0}\n  {\"type\":\"a\",\"t\":\"x\"}\r\n"
         "{\"type\":\"b\",\"t\":\"x\",\"n\":7}\n{\"type\":\"a\",\"t\":\"xy\",\"n\":9}",
         true},
        {"list.json", R"([{"type":"a","t":"xyz","n":0}, {"type":"a","t":"","n":1}])", true},
        {"kept.json", R"({"type":"a","t":"xyz","n":0})", false},
        {"a.txt", R"(no JSON: {"type":"a","t":"xyz","n":0})", true},
    };
    const std::vector<DerivedText> before = texts;
    EXPECT_EQ(derived.renew(texts)->fields, 4U);
    EXPECT_EQ(texts[0].bytes,
              "{\"type\":\"a\",\"t\":\"xyz\",\"n\":3}\n  {\"type\":\"a\",\"t\":\"x\"}\r\n"
              "{\"type\":\"b\",\"t\":\"x\",\"n\":7}\n{\"type\":\"a\",\"t\":\"xy\",\"n\":2}");
    EXPECT_EQ(texts[1].bytes, R"([{"type":"a","t":"xyz","n":3}, {"type":"a","t":"","n":0}])");
    EXPECT_EQ(texts[2].bytes, before[2].bytes);
    EXPECT_EQ(texts[3].bytes, before[3].bytes);
}

TEST(DerivedFields, OfTheFilesTheyAreDeclaredFor) {
    const DerivedFields derived = fields(
        R"([{"field": "/n", "function": "char-length", "over": "/t", "files": ["run/**"]}])");
    const std::string text = R"({"t":"xyz","n":0})";
    std::vector<DerivedText> texts = {{"run/1/a.json", text, true}, {"a.json", text, true}};
    EXPECT_EQ(derived.renew(texts)->fields, 1U);
    EXPECT_EQ(texts[0].bytes, R"({"t":"xyz","n":3})");
    EXPECT_EQ(texts[1].bytes, text);
}

TEST(DerivedFields, FollowTheFilesTheyAreMadeOf) {
    const DerivedFields derived =
        fields(R"([{"field": "/sum", "function": "sha256", "over": {"file": "/ref"}}])");
    std::vector<DerivedText> texts = {
        {"run/journal/1.json", R"({"ref":"tasks/2.json","sum":""})", false},
        {"run/tasks/2.json", R"({"ref":"3.txt","sum":""})", false},
        {"run/tasks/3.txt", "changed", true},
        {"run/tasks/4.json", R"({"ref":"kept.txt","sum":""})", false},
        {"run/kept.txt", "not changed", false},
        {"run/5.json", R"({"ref":"elsewhere.txt","sum":"old"})", true},
    };
    const auto renewed = derived.renew(texts);
    ASSERT_TRUE(renewed);
    EXPECT_EQ(renewed->fields, 2U);
    EXPECT_EQ(renewed->unknown, 1U);
    EXPECT_EQ(texts[1].bytes, R"({"ref":"3.txt","sum":")" + sha256("changed") + R"("})");
    EXPECT_EQ(texts[0].bytes,
              R"({"ref":"tasks/2.json","sum":")" + sha256(texts[1].bytes) + R"("})");
    EXPECT_EQ(texts[3].bytes, R"({"ref":"kept.txt","sum":""})");
    EXPECT_EQ(texts[5].bytes, R"({"ref":"elsewhere.txt","sum":"old"})");

    std::vector<DerivedText> circle = {{"a.json", R"({"ref":"b.json","sum":""})", true},
                                       {"b.json", R"({"ref":"a.json","sum":""})", true}};
    const auto endless = derived.renew(circle);
    ASSERT_FALSE(endless);
    EXPECT_EQ(base::name_of(endless.error().code), "secret.bad_policy");
}

TEST(DerivedFields, ABadListIsRefusedWithEveryProblem) {
    EXPECT_TRUE(DerivedFields().is_empty());
    EXPECT_EQ(problems("[]"), "");
    EXPECT_NE(problems("[1]").find("entry 1 is no map"), std::string::npos);
    EXPECT_NE(problems(R"([{"kind": "once"}])").find("can only be derived"), std::string::npos);
    EXPECT_NE(problems(R"([{"field": "/a", "function": "md5", "over": "/b", "files": "x"}])")
                  .find("must be a list of paths"),
              std::string::npos);
    const std::string both = problems(
        R"([{"field": "/a", "function": "sha257", "over": "/b"}, {"field": "/a", "function": "md5"}])");
    EXPECT_NE(both.find("sha257"), std::string::npos) << both;
    EXPECT_NE(both.find("over"), std::string::npos) << both;
}

}  // namespace

}  // namespace understudy::app
