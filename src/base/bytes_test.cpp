#include "base/bytes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace understudy::base {
namespace {

TEST(Base64, KnownPairs) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    };
    for (const auto& [bytes, text] : cases) {
        EXPECT_EQ(to_base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
}

TEST(Base64, StrictRefusesWhatIsNotCanonical) {
    for (const std::string_view text :
         {"Zg", "Zg=", "Zh==", "Z===", "====", "Zg==Zg==", "Z g=", "-_==", "Zm9v\n"}) {
        EXPECT_FALSE(from_base64(text)) << text;
    }
}

TEST(Base64, LooseTakesEitherAlphabetAndLineBreaks) {
    EXPECT_EQ(from_base64("Zm9\nvYg", Base64::Loose), "foob");
    EXPECT_EQ(from_base64("-_8", Base64::Loose), "\xFB\xFF");
    EXPECT_EQ(from_base64("+/8=", Base64::Loose), "\xFB\xFF");
    EXPECT_FALSE(from_base64("Zm9v=", Base64::Loose));
    EXPECT_FALSE(from_base64("Z", Base64::Loose));
}

TEST(Percent, KeepsUnreservedAndPlus) {
    EXPECT_EQ(to_percent("a b/~\xC3\xA9"), "a%20b%2F~%C3%A9");
    EXPECT_EQ(from_percent("a%20b+%2f"), "a b+/");
    for (const std::string_view text : {"%", "%2", "%zz"}) EXPECT_FALSE(from_percent(text)) << text;
}

TEST(Hex, RefusesOddLengthAndOtherLetters) {
    EXPECT_EQ(to_hex(std::string_view("\x00\xFFz", 3)), "00ff7a");
    EXPECT_EQ(from_hex("00FF7a"), std::string("\x00\xFFz", 3));
    EXPECT_FALSE(from_hex("0"));
    EXPECT_FALSE(from_hex("0g"));
}

RC_GTEST_PROP(Bytes, EveryEncodingRoundTrips, (const std::string& bytes)) {
    RC_ASSERT(from_base64(to_base64(bytes)) == bytes);
    RC_ASSERT(from_base64(to_base64url(bytes), Base64::Loose) == bytes);
    RC_ASSERT(from_hex(to_hex(bytes)) == bytes);
    RC_ASSERT(from_percent(to_percent(bytes)) == bytes);
}

}  // namespace
}  // namespace understudy::base
