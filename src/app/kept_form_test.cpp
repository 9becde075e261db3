#include "app/kept_form.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "http/encoding.hpp"

namespace understudy::app {

TEST(KeptForm, IsToldByNameThenByContent) {
    const std::tuple<std::string, std::string, std::string, std::string> cases[] = {
        {"a.json", R"({"a": 1})", R"({"a": x})", "JSON"},
        {"a.json", R"({"a": 1})", R"({"b": 2})", ""},
        {"a.json", "no JSON before", "nor after", ""},
        {"a.jsonl", "1\n2\n", "1\n2 3\n", "JSON Lines"},
        {"a.jsonl", "1\n2\n", "1\n", "JSON Lines"},
        {"a.yml", "a: b\n", "a: 'b\n", "YAML"},
        {"a.yaml", "a: 1\n---\nb: 2\n", "a: 1\n", "YAML"},
        {"log", "{\"a\": 1}", "{\"a\": }", "JSON"},
        {"log", "{\"a\": 1}\n{}\n", "{\"a\": 1}\n{\n", "JSON Lines"},
        {"a.txt", "anything", "", ""},
    };
    for (const auto& [name, before, after, form] : cases) {
        EXPECT_EQ(lost_form(name, before, after), form) << name << ": " << after;
    }
}

TEST(KeptForm, IsLookedForInsideCompression) {
    const auto gzip = [](std::string_view text) {
        return http::encode(http::Encoding::Gzip, text);
    };
    EXPECT_EQ(lost_form("a.json.gz", gzip("{}"), gzip("[]")), "");
    EXPECT_EQ(lost_form("a.json.gz", gzip("{}"), gzip("[")), "JSON");
    EXPECT_EQ(lost_form("a", gzip("{}"), "{}"), "gzip");
    EXPECT_EQ(lost_form("a.gz", "not compressed", "at all"), "");
}

TEST(KeptForm, ALostOneIsRefusedByName) {
    const auto refused = refuse_lost_form("a.json", "{}", "{");
    ASSERT_TRUE(refused);
    EXPECT_EQ(base::name_of(refused->code), "secret.would_not_parse");
    EXPECT_EQ(base::message(*refused),
              "refused: with its secrets replaced the file would no longer be JSON");
    EXPECT_EQ(refused->where.file, "a.json");
    EXPECT_FALSE(refuse_lost_form("a.json", "{}", "[]"));
}

}  // namespace understudy::app
