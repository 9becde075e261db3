// Patterns draw the same for everybody, keep types where they should, and know what they made.
#include "pack/template.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "json/write.hpp"
#include "pack/folder_testing.hpp"
#include "pack/names.hpp"

namespace understudy::pack {
namespace {

Pattern pattern_from(const std::string& text) {
    const Loaded loaded = load(folder_of("resources:\n  runs: { id: \"" + text + "\" }\n"));
    EXPECT_EQ(rendered(loaded), "");
    return loaded.pack ? *loaded.pack->resources[0].id : Pattern{};
}

std::string filled(const Pattern& pattern, std::uint64_t sequence, std::uint64_t seed = 1) {
    std::uint64_t budget = 10'000;
    const Drawing drawing{seed, "runs", "id", sequence, base::Instant{1'767'225'600, 0}};
    const auto value = fill(pattern, expr::Env(kNameCount), drawing, budget);
    if (!value || !*value) return "nothing";
    return json::write(**value);
}

struct Made {
    const char* pattern;
    const char* form;
};

class Drawn : public testing::TestWithParam<Made> {};

TEST_P(Drawn, LooksAsWrittenIsItsOwnAndIsKnownAgain) {
    const Pattern pattern = pattern_from(GetParam().pattern);
    const std::string first = filled(pattern, 1);
    EXPECT_TRUE(std::regex_match(first, std::regex(GetParam().form))) << first;
    EXPECT_EQ(first, filled(pattern, 1));
    EXPECT_NE(first, filled(pattern, 2));
    const std::string bare = first.front() == '"' ? first.substr(1, first.size() - 2) : first;
    EXPECT_TRUE(could_make(pattern, bare)) << bare;
}

INSTANTIATE_TEST_SUITE_P(
    Generators, Drawn,
    testing::Values(
        Made{"ch_{base62:24}", R"("ch_[0-9A-Za-z]{24}")"},
        Made{"AC{hex:32}", R"("AC[0-9a-f]{32}")"}, Made{"n{digits:6}", R"("n[0-9]{6}")"},
        Made{"w_{base64:24}", R"("w_[A-Za-z0-9+/]{32}")"},
        Made{"{uuid}", R"("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")"},
        Made{"{ulid}", R"("[0-9A-HJKMNP-TV-Z]{26}")"}, Made{"run-{seq}", R"("run-[12]")"},
        Made{"{seq}", "[12]"}, Made{"{{{hex:4}}}", R"("\{[0-9a-f]{4}\}")"}));

TEST(Pattern, BareSequenceIsANumberAndTextAroundItMakesText) {
    EXPECT_EQ(filled(pattern_from("{seq}"), 7), "7");
    EXPECT_EQ(filled(pattern_from("r{seq}"), 7), "\"r7\"");
}

TEST(Pattern, AnotherSeedDrawsOtherwise) {
    const Pattern pattern = pattern_from("ch_{base62:24}");
    EXPECT_NE(filled(pattern, 1, 1), filled(pattern, 1, 2));
}

TEST(Pattern, KnowsItsOwnPrefixAlphabetAndSuffixButNotLengths) {
    const Pattern pattern = pattern_from("ch_{hex:24}.json");
    EXPECT_EQ(pattern.prefix(), "ch_");
    for (const char* good : {"ch_1.json", "ch_0123456789abcdef0123456789abcdef.json"}) {
        EXPECT_TRUE(could_make(pattern, good)) << good;
    }
    for (const char* bad : {"", "ch_.json", "ch_x.json", "ck_1.json", "ch_1.jso", "ch_1.json1"}) {
        EXPECT_FALSE(could_make(pattern, bad)) << bad;
    }
}

TEST(Template, LeavesOutWhatIsAbsentAndTakesFromTheBudget) {
    const Loaded loaded = load(folder_of(R"(
lists: { envelope: { a: page.more, b: absent, "{plural}": [ 1, absent, "page.size" ] } }
)"));
    ASSERT_EQ(rendered(loaded), "");
    expr::Env env(kNameCount);
    const json::Value page = json::Value::object({{"more", true}, {"size", 3}});
    env.set(slot(Name::Page), page);
    env.set(slot(Name::Plural), expr::Given::own("runs"));
    std::uint64_t budget = 1'000;
    const auto built = build(loaded.pack->lists.envelope, env, budget);
    ASSERT_TRUE(built.has_value() && built->has_value());
    EXPECT_EQ(json::write(**built), R"({"a":true,"runs":[1,3]})");
    EXPECT_LT(budget, 1'000U);
    EXPECT_GT(budget, 900U);
    std::uint64_t none = 1;
    EXPECT_FALSE(build(loaded.pack->lists.envelope, env, none).has_value());
}

}  // namespace
}  // namespace understudy::pack
