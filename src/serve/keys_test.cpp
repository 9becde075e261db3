// Keys: minted, given, dressed as the vendor's, and never shown whole.
#include "serve/keys.hpp"

#include <gtest/gtest.h>

#include <set>

#include "serve/code.hpp"

namespace understudy::serve {

TEST(Keys, MintedOnesAreLongAndNeverTheSame) {
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const std::string key = mint_key(kWorldPrefix);
        EXPECT_TRUE(key.starts_with("usw_"));
        EXPECT_GE(key.size(), std::string("usw_").size() + 32);  // hex: 128 bits and more
        EXPECT_TRUE(check_key(key).has_value());
        EXPECT_TRUE(seen.insert(key).second);
    }
}

TEST(Keys, GivenOnesAreChecked) {
    struct Case {
        std::string key;
        std::string why;  // empty: good
    };
    const Case cases[] = {
        {"ci-key-0123456789", ""},
        {"sk_test_0123456789abcdef", ""},
        {"short", "it has only 5 characters"},
        {"", "it has only 0 characters"},
        {"0123456789 123456", "it holds a space or something that is no printable character"},
        {"0123456789\t123456", "it holds a space or something that is no printable character"},
        {"0123456789\xc3\xa9 3456", "it holds a space or something that is no printable character"},
        {"usa_0123456789abcdef", "keys that begin with usa_ are the operator's"},
        {std::string(257, 'a'), "it is longer than 256 characters"},
    };
    for (const Case& one : cases) {
        const auto checked = check_key(one.key);
        EXPECT_EQ(checked.has_value(), one.why.empty()) << one.key;
        if (checked) continue;
        EXPECT_EQ(checked.error().code, code::BadKey);
        EXPECT_EQ(checked.error().arg("why"), one.why);
    }
}

TEST(Keys, AreShownByTheirFirstEightCharacters) {
    EXPECT_EQ(masked("usw_0123456789"), "usw_0123…");
    EXPECT_EQ(masked("abc"), "abc…");
}

TEST(KeyForm, PutsTheSecretPartIntoTheVendorsDress) {
    const auto form = KeyForm::parse("ghp_{key}");
    ASSERT_TRUE(form.has_value());
    EXPECT_EQ(form->made_of("usw_0123456789abcdef"), "ghp_0123456789abcdef");
    EXPECT_EQ(form->made_of("my-own-key-123456"), "ghp_my-own-key-123456");
}

TEST(KeyForm, DerivesTextsThatDependOnTheKeyAlone) {
    const auto form = KeyForm::parse("{hex:32}");
    ASSERT_TRUE(form.has_value());
    const std::string one = form->made_of("usw_0123456789abcdef");
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(one, form->made_of("usw_0123456789abcdef"));
    EXPECT_NE(one, form->made_of("usw_0123456789abcdeg"));
    // Fixed, so that a key given in CI means the same token next year.
    EXPECT_EQ(one, "6c3320619e76074e58cb5cf61b61088f");
    const auto longer = KeyForm::parse("sk_{base62:80}_{digits:5}");
    ASSERT_TRUE(longer.has_value());
    const std::string text = longer->made_of("usw_0123456789abcdef");
    EXPECT_EQ(text.size(), 3U + 80 + 1 + 5);
    EXPECT_EQ(text.substr(84).find_first_not_of("0123456789"), std::string::npos);
}

TEST(KeyForm, RefusesWhatIsNone) {
    for (const char* text : {"ghp_{kye}", "ghp_{key", "{hex}", "{hex:0}", "{hex:999}", "{uuid}",
                             "plain", "{digits:4}"}) {
        const auto form = KeyForm::parse(text);
        ASSERT_FALSE(form.has_value()) << text;
        EXPECT_EQ(form.error().code, code::BadKeyForm);
    }
    EXPECT_EQ(
        base::render(KeyForm::parse("ghp_{kye}").error()),
        "error: \"ghp_{kye}\" is no form of a key: \"kye\" is neither key nor hex:N, base62:N "
        "or digits:N [serve.bad_key_form]\n"
        "  hint: text with a hole in braces: the word key, or hex:32, base62:N, digits:N\n");
}

}  // namespace understudy::serve
