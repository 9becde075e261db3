// Words have numbers, and numbers words; and a pack's are what its objects and calls say.
#include "pack/words.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pack/load.hpp"

namespace understudy::pack {
namespace {

TEST(Words, FindEachWordAndNothingElse) {
    std::vector<std::string> texts;
    for (int i = 0; i < 3000; ++i)
        texts.push_back(std::string(1 + i % 40, 'a') + std::to_string(i));
    const Words words(std::vector<std::string_view>(texts.begin(), texts.end()));
    ASSERT_EQ(words.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        ASSERT_EQ(words.find(texts[i]), i) << texts[i];
        ASSERT_EQ(words[i], texts[i]);
        ASSERT_EQ(words.find(texts[i] + "x"), std::nullopt);
    }
    EXPECT_EQ(words.find(""), std::nullopt);
    EXPECT_EQ(words.find(std::string(1000, 'a')), std::nullopt);
}

// Texts of any length that differ in one place only, which may be one that is not hashed.
TEST(Words, TellTextsApartThatAreNearlyTheSame) {
    std::vector<std::string> texts;
    for (std::size_t size = 2; size <= Words::kLongest; ++size) {
        texts.emplace_back(size, 'm');
        for (std::size_t at = 0; at < size; ++at) {
            texts.emplace_back(size, 'm');
            texts.back()[at] = 'n';
        }
    }
    const Words words(std::vector<std::string_view>(texts.begin(), texts.end()));
    ASSERT_EQ(words.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(words.find(texts[i]), i) << texts[i];
}

TEST(Words, LeaveOutWhatGainsNothing) {
    const std::string longest(Words::kLongest, 'x');
    const std::string longer = longest + "x";
    const Words words({"amount", "", "a", "amount", longest, longer, "id"});
    EXPECT_EQ(words.size(), 3U);
    EXPECT_EQ(words.find("amount"), 0U);
    EXPECT_EQ(words.find("a"), std::nullopt);
    EXPECT_EQ(words.find(longest), 1U);
    EXPECT_EQ(words.find(longer), std::nullopt);
    EXPECT_EQ(words.find("id"), 2U);
}

TEST(Words, OfNothingAreNone) {
    for (const Words& words : {Words(), Words(std::vector<std::string_view>())}) {
        EXPECT_EQ(words.find(""), std::nullopt);
        EXPECT_EQ(words.find("ab"), std::nullopt);
        EXPECT_EQ(words.find(std::string(100, 'a')), std::nullopt);
    }
}

TEST(Words, StopAtTheMostThereMayBe) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < Words::kMost + 10; ++i)
        texts.push_back("word " + std::to_string(i));
    const Words words(std::vector<std::string_view>(texts.begin(), texts.end()));
    EXPECT_EQ(words.size(), Words::kMost);
    EXPECT_EQ(words.find(texts[Words::kMost - 1]), Words::kMost - 1);
    EXPECT_EQ(words.find(texts[Words::kMost]), std::nullopt);
}

TEST(Words, OfAPackAreItsNamesAndWhatItsFieldsMaySay) {
    constexpr const char* kText = R"(
format: 1
pack: small
version: 0.1.0
models: { vendor: Small, api: "2026-05-01" }
serve: { hosts: [ { host: "*", base: / } ] }
errors:
  on: { no_route: wrong, required: wrong, type: wrong, missing: { path: wrong, body: wrong } }
  codes: { wrong: { status: 400, message: wrong } }
durations: { settle: 2s }
headers: [ { set: { X-Small: '"yes"' } } ]
events: { types: [ parcel.sent ], payload: { kind: event.type } }
resources:
  parcels:
    id: "p_{base62:8}"
    fields:
      size:    { from: input, schema: { enum: [ large, small ] } }
      to.city: { from: input }
      object:  { from: constant, value: a parcel }
      status:  { from: lifecycle }
    lifecycle: { start: packed, moves: { send: { from: packed, after: settle, to: sent, emits: parcel.sent } } }
    operations: { create: POST /parcels }
)";
    const Loaded loaded = load(Folder{"small", {{"pack.yaml", kText}}});
    ASSERT_TRUE(loaded.pack) << base::render(loaded.as_error());
    const Words& words = *loaded.pack->words;
    for (const char* word : {"parcels", "size", "city", "a parcel", "status", "packed", "sent",
                             "parcel.sent", "kind", "createParcel", "X-Small", "2026-05-01",
                             "large", "move parcels.send", "/parcels", "application/json"}) {
        EXPECT_TRUE(words.find(word)) << word;
    }
    EXPECT_FALSE(words.find("to.city"));
}

}  // namespace
}  // namespace understudy::pack
