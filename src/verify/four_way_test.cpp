#include "verify/four_way.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

namespace understudy::verify {

namespace {

using report::Verdict;

// spec, cassette, fake, spec_then: a(greed), d(iffered), u(nknown). What comes of it: C refresh the
// cassette, P fix the pack, S wait for the spec, V vendor regression. All combinations are here.
const std::map<std::string, std::string> kTable = {
    {"aaaa", ""},   {"aaad", ""},   {"aaau", ""},   {"aada", "P"},   {"aadd", "P"},
    {"aadu", "P"},  {"aaua", ""},   {"aaud", ""},   {"aauu", ""},    {"adaa", "C"},
    {"adad", "C"},  {"adau", "C"},  {"adda", "CP"}, {"addd", "CP"},  {"addu", "CP"},
    {"adua", "C"},  {"adud", "C"},  {"aduu", "C"},  {"auaa", ""},    {"auad", ""},
    {"auau", ""},   {"auda", "P"},  {"audd", "P"},  {"audu", "P"},   {"auua", ""},
    {"auud", ""},   {"auuu", ""},

    {"daaa", "S"},  {"daad", "S"},  {"daau", "S"},  {"dada", "PS"},  {"dadd", "PS"},
    {"dadu", "PS"}, {"daua", "S"},  {"daud", "S"},  {"dauu", "S"},   {"ddaa", "V"},
    {"ddad", "CS"}, {"ddau", "CS"}, {"ddda", "V"},  {"dddd", "CPS"}, {"dddu", "CPS"},
    {"ddua", "V"},  {"ddud", "CS"}, {"dduu", "CS"}, {"duaa", "S"},   {"duad", "S"},
    {"duau", "S"},  {"duda", "PS"}, {"dudd", "PS"}, {"dudu", "PS"},  {"duua", "S"},
    {"duud", "S"},  {"duuu", "S"},

    {"uaaa", ""},   {"uaad", ""},   {"uaau", ""},   {"uada", "P"},   {"uadd", "P"},
    {"uadu", "P"},  {"uaua", ""},   {"uaud", ""},   {"uauu", ""},    {"udaa", "C"},
    {"udad", "C"},  {"udau", "C"},  {"udda", "CP"}, {"uddd", "CP"},  {"uddu", "CP"},
    {"udua", "C"},  {"udud", "C"},  {"uduu", "C"},  {"uuaa", ""},    {"uuad", ""},
    {"uuau", ""},   {"uuda", "P"},  {"uudd", "P"},  {"uudu", "P"},   {"uuua", ""},
    {"uuud", ""},   {"uuuu", ""},
};

Verdict verdict_of(char letter) {
    return letter == 'a' ? Verdict::Agreed : letter == 'd' ? Verdict::Differed : Verdict::Unknown;
}

TEST(FourWay, AllCombinations) {
    ASSERT_EQ(kTable.size(), 81U);
    for (const auto& [seen, expected] : kTable) {
        const Advice advice = advise(
            {verdict_of(seen[0]), verdict_of(seen[1]), verdict_of(seen[2]), verdict_of(seen[3])});
        const std::string letters = std::string(advice.vendor_regression ? "V" : "") +
                                    (advice.refresh_cassette ? "C" : "") +
                                    (advice.fix_pack ? "P" : "") +
                                    (advice.wait_for_spec ? "S" : "");
        EXPECT_EQ(letters, expected) << seen;
        EXPECT_EQ(advice.is_empty(), expected.empty()) << seen;
        EXPECT_EQ(sentences(advice).size(), expected.size()) << seen;
    }
}

TEST(FourWay, WordsInTheOrderOfWhatToDo) {
    EXPECT_THAT(
        sentences({true, true, true, false}),
        testing::ElementsAre(
            "refresh the cassette: the service has changed since it was recorded",
            "fix the fake: it does not say what the service says",
            "wait for the vendor's description: it promises something else than the service does"));
    EXPECT_THAT(
        sentences({false, false, false, true}),
        testing::ElementsAre("tell the vendor: the service did as its description promises, "
                             "and does no more"));
}

}  // namespace

}  // namespace understudy::verify
