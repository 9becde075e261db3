#include "http/media_type.hpp"

#include <gtest/gtest.h>

namespace understudy::http {
namespace {

TEST(MediaType, NamesInLowerCaseValuesAsTheyAre) {
    const auto type =
        parse_media_type(" Multipart/Form-Data ; BOUNDARY=\"a; \\\"B\\\\\" ;; charset=UTF-8; ");
    ASSERT_TRUE(type);
    EXPECT_EQ(type->essence(), "multipart/form-data");
    EXPECT_EQ(type->parameter("Boundary"), "a; \"B\\");
    EXPECT_EQ(type->parameter("charset"), "UTF-8");
    EXPECT_EQ(type->parameter("other"), std::nullopt);
    EXPECT_EQ(to_text(*type), "multipart/form-data; boundary=\"a; \\\"B\\\\\"; charset=UTF-8");
    EXPECT_EQ(parse_media_type(to_text(*type)), type);
    EXPECT_EQ(parse_media_type("a/b;x=1;x=2")->parameter("x"), "1");
}

// Those that are known by sight are what reading gives, which a blank before them asks for.
TEST(MediaType, TheUsualOnesAreReadAlike) {
    for (const std::string text : {"application/json", "application/x-www-form-urlencoded"}) {
        ASSERT_TRUE(parse_media_type(text).has_value()) << text;
        EXPECT_EQ(parse_media_type(text), parse_media_type(" " + text)) << text;
        EXPECT_EQ(parse_media_type(text)->essence(), text);
    }
    EXPECT_TRUE(is_json(*parse_media_type("application/json")));
    EXPECT_TRUE(is_form(*parse_media_type("application/x-www-form-urlencoded")));
    EXPECT_FALSE(parse_media_type("application/xjson") == parse_media_type("application/json"));
}

TEST(MediaType, WhatIsNone) {
    for (const std::string_view bad : {"", "json", "application/", "/json", "a b/c", "a/b c",
                                       "a/b;x", "a/b;=1", "a/b;x=", "a/b;x=\"open", "a/b;x=1 y",
                                       "a/b;x y=1", "a/b;x=\"1\"y", "a/b/c", "*/", "a/b;x;y=1"}) {
        EXPECT_FALSE(parse_media_type(bad)) << bad;
    }
}

TEST(MediaType, Families) {
    EXPECT_TRUE(is_json(*parse_media_type("application/json; charset=utf-8")));
    EXPECT_TRUE(is_json(*parse_media_type("Application/Vnd.GitHub+JSON")));
    EXPECT_TRUE(is_json(*parse_media_type("text/json")));
    EXPECT_FALSE(is_json(*parse_media_type("image/json")));
    EXPECT_FALSE(is_json(*parse_media_type("application/jsonl")));
    EXPECT_TRUE(is_form(*parse_media_type("application/x-www-form-urlencoded;charset=utf-8")));
    EXPECT_TRUE(is_multipart(*parse_media_type("multipart/mixed")));
    EXPECT_FALSE(is_multipart(*parse_media_type("text/plain")));
}

}  // namespace
}  // namespace understudy::http
