#include "app/review_items.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <stdexcept>

#include "app/cassette_files.hpp"
#include "app/discreet.hpp"
#include "app/files.hpp"
#include "app/pending_removal.hpp"
#include "app/pending_rules.hpp"
#include "app/review_talk.hpp"
#include "app/terminal_testing.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "cassette/read.hpp"
#include "cassette/write.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kCassette = R"(version: 1
service: stock
name: count
origin: authored
redactions: []
content_digest: sha256:0000000000000000000000000000000000000000000000000000000000000000
notes: one line
exchanges:
  - id: count
    kind: command
    at: 0
    effect: read
    input: {program: stock, args: [count], cwd: scratch, env: {}, stdin: none}
    output:
      pieces:
        - {at: 0, from: stdout, text: "{\"count\": 3, \"state\": \"open\"}\n"}
      exit_code: 0
      duration: 1
)";

// As `understudy cassette seal` leaves it: its digest fits.
std::string sealed(const std::string& text) {
    const auto loaded = cassette::read({"count.yaml", text}, {.check_digest = false});
    EXPECT_TRUE(loaded) << base::render(loaded.error());
    const auto policy = sealing_policy();
    if (!loaded || !policy) return text;
    secret::Scrubber scrubber(*policy);
    const auto made = cassette::seal(loaded->cassette, scrubber, identity_of_machine());
    EXPECT_TRUE(made);
    return made ? "# Kept.\n" + cassette::write(*made, form_for("count.yaml")).text : text;
}

class Reviews : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = testing::TempDir() + "understudy-review-XXXXXX";
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        put("understudy.yaml", "services: {stock: {}}\n");
        put("cassettes/stock/count.yaml", sealed(std::string(kCassette)));
        auto project = make_project((folder_ / "understudy.yaml").string());
        ASSERT_TRUE(project) << base::render(project.error());
        project_ = std::move(*project);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void put(const std::string& name, const std::string& text) const {
        fs::create_directories((folder_ / name).parent_path());
        ASSERT_TRUE(write_file((folder_ / name).string(), text));
    }
    std::string text_of_file(const std::string& name) const {
        return read_file((folder_ / name).string())->text;
    }
    bool is_there(const std::string& name) const { return fs::exists(folder_ / name); }
    Review open() const {
        auto review = Review::open(project_, settings_);
        if (!review) throw std::runtime_error(base::render(review.error()));
        return std::move(*review);
    }

    // What somebody types, line by line.
    std::string talk(std::deque<std::string> lines) const {
        Review review = open();
        RecordingTerminal terminal;
        const NextLine next = [&]() -> std::optional<std::string> {
            if (lines.empty()) return std::nullopt;
            std::string line = lines.front();
            lines.pop_front();
            return line;
        };
        EXPECT_TRUE(talk_about(review, next, terminal));
        return terminal.output;
    }

    void put_recording(std::string_view state = "ready") const {
        put(".understudy/pending/cassettes/stock/count.yaml",
            sealed(base::replace_all(kCassette, "open", state)));
    }
    void put_rules() const {
        PendingRules rules(2);
        rules[0].rule = json::Value::object(
            {{"use", "count"},
             {"at", json::Value::object({{"stream", json::Value::array({json::Value("stdout")})},
                                         {"path", "$.count"}})}});
        rules[0].values = {"3", "4"};
        rules[1].rule = json::Value::object(
            {{"use", "opaque"},
             {"at", json::Value::object({{"stream", json::Value::array({json::Value("stdout")})},
                                         {"path", "$.state"}})}});
        rules[1].is_flagged = true;
        put(std::string(kRules), write_pending_rules(rules));
    }

    static constexpr std::string_view kRules =
        ".understudy/pending/cassettes/stock/count.yaml.rules.json";
    static constexpr std::string_view kRemoval =
        ".understudy/pending/cassettes/stock/count.yaml.removed.json";

    fs::path folder_;
    ProjectGround project_;
    verify::RefreshSettings settings_;
};

TEST_F(Reviews, NothingWaitsAtFirst) {
    EXPECT_THAT(open().items(), IsEmpty());
}

TEST_F(Reviews, ARecordingIsTakenOverAndForgotten) {
    put_recording();
    Review review = open();
    ASSERT_THAT(review.items(), SizeIs(1));
    EXPECT_EQ(review.items()[0].kind, "value_changed");
    EXPECT_EQ(review.items()[0].exchange, "") << "what was not recorded is replaced as a whole";
    ASSERT_TRUE(review.accept(review.items()[0].id));
    EXPECT_THAT(review.items(), IsEmpty());
    EXPECT_FALSE(is_there(".understudy/pending/cassettes/stock/count.yaml"));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), HasSubstr("ready"));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), HasSubstr("# Kept."));
}

TEST_F(Reviews, ARejectionSilencesThatOneContent) {
    put_recording();
    Review review = open();
    ASSERT_THAT(review.items(), SizeIs(1));
    ASSERT_TRUE(review.reject(review.items()[0].id, "not wanted", "2999-01-01"));
    EXPECT_THAT(review.items(), IsEmpty());
    EXPECT_TRUE(is_there("cassettes/rejections.json"));
    put_recording();
    EXPECT_THAT(open().items(), IsEmpty());
    put_recording("closed");
    EXPECT_THAT(open().items(), SizeIs(1));
}

TEST_F(Reviews, WhatDoesNotWaitIsNotDealtWith) {
    Review review = open();
    EXPECT_FALSE(review.accept("0123456789ab"));
    EXPECT_FALSE(review.reject("0123456789ab", "why", "2999-01-01"));
    EXPECT_FALSE(review.make_rules("0123456789ab"));
    EXPECT_FALSE(review.add_note("0123456789ab", "text"));
}

TEST_F(Reviews, LearnedRulesAreAddedOneByOne) {
    put_rules();
    Review review = open();
    ASSERT_THAT(review.items(), SizeIs(2));
    EXPECT_EQ(review.items()[0].kind, "learned_rule");
    EXPECT_EQ(review.items()[0].severity, report::Severity::Info);
    EXPECT_EQ(review.items()[1].severity, report::Severity::Warning);
    EXPECT_NE(review.items()[0].id, review.items()[1].id);
    EXPECT_FALSE(review.make_rules(review.items()[0].id)) << "it is one already";
    ASSERT_TRUE(review.accept(review.items()[0].id));
    ASSERT_THAT(review.items(), SizeIs(1));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), HasSubstr("use: count"));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), Not(HasSubstr("opaque")));
    EXPECT_TRUE(is_there(std::string(kRules)));
    ASSERT_TRUE(review.reject(review.items()[0].id, "it is compared", "2999-01-01"));
    EXPECT_FALSE(is_there(std::string(kRules)));
    // Learned anew, the one is a rule already and the other is not wanted.
    put_rules();
    EXPECT_THAT(open().items(), IsEmpty());
}

TEST_F(Reviews, ARuleThatMeansNothingIsNotPutThere) {
    PendingRules rules(1);
    rules[0].rule = json::Value::object({{"use", "no_such_class"}});
    put(std::string(kRules), write_pending_rules(rules));
    Review review = open();
    ASSERT_THAT(review.items(), SizeIs(1));
    EXPECT_FALSE(review.accept(review.items()[0].id));
    EXPECT_EQ(text_of_file("cassettes/stock/count.yaml"), sealed(std::string(kCassette)));
}

TEST_F(Reviews, ARemovalRemovesTheCassette) {
    put(std::string(kRemoval), write_removal({"stock", "count", "plans/stock.yaml"}));
    Review review = open();
    ASSERT_THAT(review.items(), SizeIs(1));
    EXPECT_EQ(review.items()[0].kind, "plan_dropped");
    EXPECT_FALSE(review.make_rules(review.items()[0].id));
    ASSERT_TRUE(review.accept(review.items()[0].id));
    EXPECT_FALSE(is_there("cassettes/stock/count.yaml"));
    EXPECT_FALSE(is_there(std::string(kRemoval)));
}

// Somebody has merged it by now: nobody is asked.
TEST_F(Reviews, WhatIsGoneAlreadyWaitsForNobody) {
    put(std::string(kRemoval), write_removal({"stock", "count", "plans/stock.yaml"}));
    put_rules();
    fs::remove(folder_ / "cassettes/stock/count.yaml");
    EXPECT_THAT(open().items(), IsEmpty());
}

TEST_F(Reviews, FilesThatSayNothingAreTold) {
    for (const std::string_view text : {"", "[]", "{}", R"({"version": 2})", R"({"version": 1})",
                                        R"({"version": 1, "rules": [1]})"}) {
        put(std::string(kRules), std::string(text));
        const auto review = Review::open(project_, settings_);
        ASSERT_FALSE(review) << text;
        EXPECT_EQ(base::name_of(review.error().code), "review.bad_pending") << text;
    }
}

TEST_F(Reviews, ATalkEndsWhereSomebodyLeavesIt) {
    put_recording();
    EXPECT_THAT(talk({"q"}), HasSubstr("0 accepted, 0 rejected, 0 made rules, 1 waiting\n"));
    EXPECT_THAT(talk({}), HasSubstr("1 waiting\n"));
    EXPECT_THAT(talk({"x", "q"}), HasSubstr("one letter of these\n"));
    EXPECT_THAT(talk({"r", "", "q"}), HasSubstr("a rejection needs a reason\n"));
    EXPECT_THAT(talk({"s"}), HasSubstr("1 waiting\n"));
    EXPECT_THAT(talk({"n", "seen in May", "q"}), HasSubstr("1 waiting\n"));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), HasSubstr("seen in May"));
    EXPECT_THAT(talk({"a"}), HasSubstr("1 accepted, 0 rejected, 0 made rules, 0 waiting\n"));
}

TEST_F(Reviews, ARuleIsMadeOfWhatVaries) {
    put_recording();
    EXPECT_THAT(talk({"u"}), HasSubstr("1 made rules, 0 waiting\n"));
    EXPECT_THAT(text_of_file("cassettes/stock/count.yaml"), HasSubstr("$.state"));
}

TEST(PendingRulesText, WhatIsWrittenIsRead) {
    PendingRules rules(1);
    rules[0].rule = json::Value::object({{"use", "uuid"}});
    rules[0].values = {"a", "b"};
    rules[0].is_flagged = true;
    const auto again = read_pending_rules({"x", write_pending_rules(rules)});
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, rules);
}

TEST(RemovalText, WhatIsWrittenIsRead) {
    const Removal removal{"stock", "count@2", "plans/stock.yaml"};
    const auto again = read_removal({"x", write_removal(removal)});
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, removal);
    EXPECT_EQ(change_of(removal).id, change_of(*again).id);
    EXPECT_NE(change_of({"stock", "count", "a"}).fingerprint,
              change_of({"stock", "count", "b"}).fingerprint);
    for (const std::string_view text : {"", "{}", R"({"version": 1, "service": "a"})"}) {
        EXPECT_FALSE(read_removal({"x", std::string(text)})) << text;
    }
}

}  // namespace

}  // namespace understudy::app
