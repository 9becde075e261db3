#include "yaml/impl/scalar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/arbitrary/json.hpp"

namespace understudy::yaml {
namespace {

TEST(Scalar, NumbersBecomeJsonNumbers) {
    const struct {
        std::string_view plain;
        std::string_view json;
    } cases[] = {
        {"0", "0"},
        {"-0", "-0"},
        {"+0", "0"},
        {"00", "0"},
        {"-007", "-7"},
        {"0x0", "0"},
        {"0xfF", "255"},
        {"0o777", "511"},
        {"1.", "1.0"},
        {"-1.", "-1.0"},
        {"1.e5", "1.0e5"},
        {".5", "0.5"},
        {"+.5E-3", "0.5E-3"},
        {"01.50", "1.50"},
        {"0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"},
        {"0x3B9ACA00", "1000000000"},
        {"123456789012345678901234567890.10", "123456789012345678901234567890.10"},
    };
    for (const auto& [plain, json] : cases) {
        EXPECT_EQ(to_number_text(plain), json) << plain;
        EXPECT_TRUE(json::is_number_text(to_number_text(plain))) << plain;
    }
}

TEST(Scalar, WhatOnlyLooksLikeANumberIsText) {
    for (const char* const text :
         {"-",   "+",   ".",    "-.",  "e5",  ".e5", "1e",  "1e+", "0x",    "0o",
          "0o8", "0xg", "-0x1", "1 2", "1,2", "1:2", "+-1", "..5", "1.2.3", "0X1"})
        EXPECT_EQ(meaning_of(text), Meaning::Text) << text;
    for (const char* const text : {".inf", "-.Inf", "+.INF", ".nan", ".NaN"})
        EXPECT_EQ(meaning_of(text), Meaning::NotJson) << text;
    EXPECT_EQ(meaning_of("-.nan"), Meaning::Text);
    EXPECT_EQ(meaning_of("0x" + std::string(300, 'f')), Meaning::NotJson);
}

RC_GTEST_PROP(ScalarProperty, JsonNumbersKeepTheirText, ()) {
    const std::string text = *arbitrary::number_text();
    const auto value = resolve(text);
    RC_ASSERT(value.has_value());
    RC_ASSERT(value->number_text() == text);
}

}  // namespace
}  // namespace understudy::yaml
