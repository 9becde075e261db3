#include "secret/example.hpp"

#include <gtest/gtest.h>

#include "secret/policy_testing.hpp"

namespace understudy::secret {

namespace {

TEST(Example, FitsItsRule) {
    const RuleSet set = rules_for_tests();
    for (std::uint64_t i = 0; i < 20; ++i) {
        base::Stream draw(i, {"example"}, i);
        const std::string made = make_example(set.rules[0], draw);
        EXPECT_TRUE(set.rules[0].finds.get().matches_whole(made)) << made;
    }
}

TEST(Example, HolesOfEveryKind) {
    RuleSet set = rules_for_tests();
    Rule& rule = set.rules[1];
    base::Stream draw(1, {"example"}, 1);
    rule.makes = "gha_{base62:30}{crc}";
    EXPECT_TRUE(passes(Checksum::Github, make_example(rule, draw)));
    rule.makes = "{uuid} {hex:0}{digits:3}{upper:2}{lower:2}{base64:4}{base64url:4} {what}";
    const std::string made = make_example(rule, draw);
    EXPECT_EQ(made.size(), 36U + 1 + 3 + 2 + 2 + 4 + 4 + 1 + 6);
    EXPECT_TRUE(made.ends_with(" {what}"));
}

TEST(Example, AFakeThatWouldExcuseARealSecretIsRefused) {
    const auto rules = Rules::make({rules_for_tests()});
    const auto fakes = [](std::string_view pattern) {
        return fakes_of(json::Value::array({json::Value::object(
                            {{"pattern", pattern}, {"kind", "test"}, {"reason", "Ours."}})}),
                        "policy")
            .value();
    };
    EXPECT_TRUE(check_fakes(*rules, fakes("acme_test[0-9]{16}")));
    const auto wide = check_fakes(*rules, fakes("acme_.*"));
    ASSERT_FALSE(wide);
    EXPECT_EQ(base::message(wide.error()),
              "the known fake \"Ours.\" cannot be used: it would also excuse a real secret of the "
              "rule acme.token");
}

}  // namespace

}  // namespace understudy::secret
