#include "secret/damage.hpp"

#include <gtest/gtest.h>

namespace understudy::secret {
namespace {

std::string damage_of(std::string_view text) {
    std::string all;
    for (const Damage& each : find_damage(text)) {
        all += each.placeholder + "*" + std::to_string(each.count) + "@" + std::to_string(each.at) +
               " ";
    }
    return all;
}

TEST(FindDamage, APlaceholderInsideOfAWordOrNumberIsDamage) {
    EXPECT_EQ(damage_of("/v<VENDOR_ID>/customers"), "<VENDOR_ID>*1@2 ");
    EXPECT_EQ(damage_of("0.<VENDOR_ID>7<VENDOR_ID>802"), "<VENDOR_ID>*2@2 ");
    EXPECT_EQ(damage_of("Access-Control-E<AUTH_CODE>pose-Headers"), "<AUTH_CODE>*1@16 ");
    EXPECT_EQ(damage_of("ma<AUTH_CODE>-age=3<VENDOR_ID>536000"),
              "<AUTH_CODE>*1@2 <VENDOR_ID>*1@19 ");
    EXPECT_EQ(damage_of("e<TOKEN>ample"), "<TOKEN>*1@1 ");
    EXPECT_EQ(damage_of("2026-01-0[FILTERED]T1[FILTERED]2"), "[FILTERED]*2@9 ");
    EXPECT_EQ(damage_of("\x1F\x8B<VENDOR_ID>\x03"), "<VENDOR_ID>*1@2 ");
}

TEST(FindDamage, APlaceholderForAWholeValueIsNone) {
    for (const std::string_view text : {
             "Bearer <ACCESS_TOKEN>",
             "/users/<GITHUB_LOGIN>/repos?per_page=1",
             "{\"id\":<TEAM_ID>,\"login\":\"<GITHUB_LOGIN>\"}",
             "sk_test_<STRIPE_KEY>",
             "<<ENTERPRISE_HOSTNAME>>staff/indexing_jobs",
             "first\\n<GITHUB_LOGIN>",
             "q=a%20<GITHUB_LOGIN>",
             "\\u00e9<GITHUB_LOGIN>",
             "\n<SECRET_KEY>\n",
             "<>",
             "<A",
             "<A_B",
             "<a_b>x",
             "x<Ab_C>y",
             "",
         }) {
        EXPECT_EQ(damage_of(text), "") << text;
    }
}

TEST(FindDamage, TagsAndCodeAreNone) {
    for (const std::string_view text : {
             "<Owner><ID>640757b5</ID></Owner>",
             "<OWNER_ID>640757b5</OWNER_ID>",
             "one<BR>two<LI>three",
             "std::vector<STRING> names",
             "pins[PIN_A]",
             "a[SOME_INDEX]=1",
         }) {
        EXPECT_EQ(damage_of(text), "") << text;
    }
}

TEST(FindDamage, ManyNamesCostNoMoreThanSome) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "x<NAME_" + std::to_string(i) + ">y ";
    EXPECT_EQ(find_damage(text).size(), 64U);
}

}  // namespace
}  // namespace understudy::secret
