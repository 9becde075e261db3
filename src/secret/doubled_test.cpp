#include <gtest/gtest.h>

#include "secret/find.hpp"
#include "secret/impl/view.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

namespace understudy::secret {

namespace {

std::string scrubbed(const std::string& text) {
    Scrubber scrubber(policy_for_tests());
    auto done = scrubber.redact({{"a.txt", text, Class::None}});
    return done ? done->carriers()[0].bytes : base::render(done.error());
}

TEST(DoubledQuotes, AreReadAsOne) {
    const std::string key = random_text(20, 4, kBase62ForTests);
    const std::string filled = "xxxxxxxxxxxxxxxx0001";
    const auto cell = [](const std::string& value) {
        return R"(1,"{""password"": "")" + value + "\"\"}\",2\n";
    };
    const auto row = [](const std::string& value) {
        return "VALUES (1, 'set password=''" + value + "''');\n";
    };
    const auto setting = [](const std::string& value) {
        return R"(a;"<acme key="")" + value + R"("" />";b)";
    };
    EXPECT_EQ(scrubbed(cell(key)), cell(filled));
    EXPECT_EQ(scrubbed(row(key)), row(filled));
    EXPECT_EQ(scrubbed(setting(key)), setting(filled));
}

TEST(DoubledQuotes, EmptyTextsAndLongRunsAreNone) {
    for (const std::string& text :
         {std::string("a = ''\nb = [\"\", '']\n"), std::string("''.join(\"\")"),
          "it" + std::string(5000, '\''), std::string("x\"\"\"y"), std::string("'"),
          std::string("[\"\"a]")}) {
        std::vector<View> views;
        add_doubled_quotes(text, views);
        EXPECT_TRUE(views.empty()) << text;
    }
}

TEST(DoubledQuotes, FarApartOnALongLine) {
    const std::string far(10'000, ' ');
    const std::string text = "'a''b" + far + "c''d'\n'e\n" + far + "''f'";
    std::vector<View> views;
    add_doubled_quotes(text, views);
    ASSERT_EQ(views.size(), 1U);
    const std::string& seen = views[0].text();
    for (const char* part : {"'a'b", "c'd'", "'f'"}) {
        EXPECT_NE(seen.find(part), std::string::npos) << part;
    }
    EXPECT_LT(seen.size(), 9'000U);
    EXPECT_EQ(views[0].raw_begin(seen.find("c'd")), text.find("c''d"));
}

}  // namespace

}  // namespace understudy::secret
