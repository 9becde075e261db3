#include "secret/impl/near.hpp"

#include <gtest/gtest.h>

#include "secret/find.hpp"
#include "secret/policy_testing.hpp"

namespace understudy::secret {

namespace {

std::vector<std::string> rules_in(std::string_view text) {
    std::vector<std::string> rules;
    for (const Hit& hit : Finder(policy_for_tests(), "salt").find({"a.txt", text, {}}).hits) {
        rules.push_back(hit.rule);
    }
    return rules;
}

using Rules = std::vector<std::string>;

// A rule that is found by its near word, and one that has a word of its own as well.
TEST(Near, OnTheLineOrAsTheNameOfABlock) {
    const std::string login = "Acme " + random_text(24, 3, kBase62ForTests);
    const std::string hex = "4f2c9b0e8d7a6153c0ffb18e29d3a7f6";
    for (const auto& [name, value, rule] :
         {std::tuple<std::string, std::string, std::string>("x-acme-auth", login, "acme.login"),
          {"acme_client_secret", hex, "acme.secret"}}) {
        for (const std::string& text :
             {name + ": " + value + "\n", name + ": |\n  " + value + "\n",
              "a: 1\n" + name + ": >-\n    " + value + "\nb: 2\n",
              "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value +
                  "\r\n--b--\r\n",
              "--b\r\nContent-Disposition: form-data; name=\"" + name +
                  "\"\r\nContent-Type: text/plain\r\n\r\n" + value + "\r\n--b--\r\n"}) {
            EXPECT_EQ(rules_in(text), Rules{rule}) << text;
        }
        for (const std::string& text :
             {value + "\n", name + ":\n" + value + "\n", name + ": |\n  other\n  " + value + "\n",
              name + "\n\n" + value + "\n",
              name + ": 1\nContent-Disposition: form-data; name=\"other\"\n\n" + value + "\n"}) {
            EXPECT_EQ(rules_in(text), Rules{}) << text;
        }
    }
}

TEST(Near, SaysWhereTheWordBegins) {
    const auto rules = policy_for_tests()->rules;
    const Rule& rule = *rules->find("acme.login");
    const std::string_view text = "a: 1\nX-Acme-Auth: |\n  Acme 123";
    EXPECT_EQ(find_near_word(rule, text, text.find("Acme 1")), 5U);
    EXPECT_EQ(find_near_word(rule, text, 0), std::string_view::npos);
    EXPECT_EQ(begin_of_near_word(rule, text, 16), 5U);
}

}  // namespace

}  // namespace understudy::secret
