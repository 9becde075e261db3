#include "cassette/migrate.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"

namespace understudy::cassette {
namespace {

// A made-up version 0, which called the service an adapter.
constexpr Migration kFromZero = {0, [](json::Value& value, Migration::Part part) {
                                     if (part == Migration::Part::Line) return;
                                     value.set("service", *value.find("adapter"));
                                     value.erase("adapter");
                                 }};

std::string of_version_zero(Form form) {
    std::string text = written_for_tests(cassette_for_tests(), form).text;
    text = base::replace_all(text, "version: 1\n", "version: 0  # old\n");
    text = base::replace_all(text, "{\"version\":1,", "{\"version\":0,");
    text = base::replace_all(text, "service: git", "adapter: git");
    return base::replace_all(text, "\"service\"", "\"adapter\"");
}

// P74: formats have versions, and old ones stay readable.
TEST(Migrate, P74_AnOlderFileIsBroughtForwardInBothForms) {
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const std::string name = form == Form::Yaml ? "a.yaml" : "a.jsonl";
        const auto migrated = migrate({name, of_version_zero(form)}, nullptr, {&kFromZero, 1});
        ASSERT_TRUE(migrated) << base::render(migrated.error());
        EXPECT_EQ(migrated->from, 0);
        const auto loaded = read({name, migrated->text}, {});
        ASSERT_TRUE(loaded) << base::render(loaded.error()) << migrated->text;
        EXPECT_EQ(digest_of(loaded->cassette), digest_of(cassette_for_tests()));
        EXPECT_EQ(migrated->text.find("# old") != std::string::npos, form == Form::Yaml);
    }
}

TEST(Migrate, ACurrentFileStaysAsItIs) {
    const std::string text = written_for_tests(cassette_for_tests()).text;
    const auto migrated = migrate({"a.yaml", text}, nullptr);
    ASSERT_TRUE(migrated);
    EXPECT_EQ(migrated->from, kVersion);
    EXPECT_EQ(migrated->text, text);
}

TEST(Migrate, WhatHasNoWayIsRefused) {
    const std::pair<std::string, std::string> cases[] = {
        {"service: git\n", "[cassette.no_version]"},  {"version: one\n", "[cassette.no_version]"},
        {"version: -1\n", "[cassette.no_version]"},   {"", "[cassette.no_version]"},
        {"version: 2\n", "[cassette.wrong_version]"}, {"version: 0\n", "[cassette.cannot_migrate]"},
    };
    for (const auto& [text, says] : cases) {
        const auto migrated = migrate({"a.yaml", text}, nullptr);
        ASSERT_FALSE(migrated) << text;
        EXPECT_NE(base::render(migrated.error()).find(says), std::string::npos)
            << base::render(migrated.error());
    }
}

}  // namespace
}  // namespace understudy::cassette
