// Secrets in the pieces of a stream: which pieces are joined, and what of it is told and replaced.
#include <gtest/gtest.h>

#include "json/value.hpp"
#include "json/write.hpp"
#include "secret/find.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

namespace understudy::secret {

namespace {

using Pieces = std::vector<std::string>;

std::string lines_of(const Pieces& pieces) {
    std::string text;
    for (const std::string& piece : pieces) {
        text += json::write(json::Value::object({{"type", "delta"}, {"text", piece}})) + "\n";
    }
    return text;
}

std::string frames_of(const Pieces& pieces) {
    std::string text;
    for (const std::string& piece : pieces) {
        text += "event: d\ndata: " + json::write(json::Value::object({{"text", piece}})) + "\n\n";
    }
    return text;
}

std::vector<std::string> rules_in(std::string_view text) {
    std::vector<std::string> rules;
    for (const Hit& hit : Finder(policy_for_tests(), "salt").find({"a.jsonl", text, {}}).hits) {
        rules.push_back(hit.rule + (hit.is_breaking ? "" : "?"));
    }
    return rules;
}

std::string scrubbed(const std::string& text) {
    Scrubber scrubber(policy_for_tests());
    auto done = scrubber.redact({{"a.jsonl", text, Class::None}});
    return done ? done->carriers()[0].bytes : base::render(done.error());
}

using Rules = std::vector<std::string>;

TEST(Frames, ATextIsJoinedWhereverItIsCut) {
    const std::string key = random_text(20, 4, kBase62ForTests);
    const std::string text = "so\n<acme key=\"" + key + "\" />, and on";
    for (std::size_t cut = 4; cut < text.find(key) + key.size(); ++cut) {
        const Pieces pieces = {text.substr(0, cut), text.substr(cut)};
        EXPECT_EQ(rules_in(frames_of(pieces)), Rules{"acme.setting"}) << cut;
        EXPECT_EQ(rules_in(lines_of(pieces)), Rules{"acme.setting"}) << cut;
    }
}

TEST(Frames, ANameMayEndInThePieceBefore) {
    const std::string hex = "4f2c9b0e8d7a6153c0ffb18e29d3a7f6";
    EXPECT_EQ(rules_in(frames_of({"acme_client_secret=", hex + "\n"})), Rules{"acme.secret"});
    EXPECT_EQ(rules_in(frames_of({"acme_client_se", "cret=" + hex + "\n"})), Rules{"acme.secret"});
    EXPECT_EQ(rules_in(frames_of({"an etag: ", hex + "\n"})), Rules{});
}

TEST(Frames, LongPiecesAreJoinedAtTheirEnds) {
    const std::string prose = [] {
        std::string words;
        for (int i = 0; i < 400; ++i) words += "orchard ";
        return words;
    }();
    const auto part = [](unsigned number, std::size_t length) {
        return random_text(length, number, kBase62ForTests);
    };
    const std::string jwt = "eyJhbGciOiJub25lIn0.eyJhIjoi" + part(1, 800) + "." + part(2, 900);
    const std::string pem_line = part(3, 64) + "\n";
    std::string pem = "-----BEGIN RSA PRIVATE KEY-----\n";
    for (int i = 0; i < 12; ++i) pem += pem_line;
    pem += "-----END RSA PRIVATE KEY-----";
    for (const auto& [secret, rule] :
         {std::pair<std::string, std::string>(jwt, "generic.jwt"), {pem, "pem.private_key"}}) {
        const Pieces pieces = {prose + secret.substr(0, secret.size() / 2),
                               secret.substr(secret.size() / 2) + " " + prose};
        EXPECT_EQ(rules_in(frames_of(pieces)), Rules{rule});
        EXPECT_EQ(rules_in(lines_of(pieces)), Rules{rule});
    }
}

TEST(Frames, HalfATokenGivesWayToTheWhole) {
    const std::string hex = "4f2c9b0e8d7a6153c0ffb18e29d3a7f6";
    // On its line the first half is the value of a name, and the second one a random run.
    const std::string text = lines_of({"acme_client_secret=" + hex.substr(0, 16), hex.substr(16)});
    EXPECT_EQ(rules_in(text), Rules{"acme.secret"});
    EXPECT_EQ(scrubbed(text),
              lines_of({"acme_client_secret=" + std::string(16, '0'), "0000000000000001"}));
}

TEST(Frames, RecordsStayApart) {
    const std::string one = random_text(16, 5, kBase62ForTests) + "7z";
    const std::string two = random_text(16, 6, kBase62ForTests) + "8y";
    // Values that fill their texts, and a sentence that begins behind one.
    EXPECT_EQ(scrubbed(lines_of({"Bearer " + one, "Bearer " + two})),
              lines_of({"Bearer xxxxxxxxxxxxxx0001", "Bearer xxxxxxxxxxxxxx0002"}));
    EXPECT_EQ(scrubbed(lines_of({"sent Bearer " + one, "Started again"})),
              lines_of({"sent Bearer xxxxxxxxxxxxxx0001", "Started again"}));
    EXPECT_EQ(scrubbed(lines_of({"sent Bearer " + one, "q7Xw9a on"})),
              lines_of({"sent Bearer xxxxxxxxxxxxxxxxxx", "xx0001 on"}));
    // One name after the other, of letters that the value may have too.
    EXPECT_EQ(scrubbed(lines_of({"sent Bearer " + one, "theme=dark9"})),
              lines_of({"sent Bearer xxxxxxxxxxxxxx0001", "theme=dark9"}));
    // What would take the beginning of another token along.
    const auto token = [](unsigned number) {
        return "eyJhbGciOiJub25lIn0.eyJhIjoxfQ." + random_text(20, number, kBase62ForTests);
    };
    EXPECT_EQ(rules_in(lines_of({"one " + token(1), token(2) + " two"})),
              (Rules{"generic.jwt", "generic.jwt"}));
}

TEST(Frames, AKeyThatWasReadOverTwoFramesIsReplacedInBoth) {
    const std::string body = random_text(64, 8, kBase62ForTests);
    const Pieces pieces = {"-----BEGIN PRIVATE KEY-----\n" + body.substr(0, 40),
                           body.substr(40) + "\n-----END PRIVATE KEY-----\n"};
    const Pieces wanted = {"-----BEGIN PRIVATE KEY-----\n" + std::string(40, 'x'),
                           std::string(20, 'x') + "0001\n-----END PRIVATE KEY-----\n"};
    EXPECT_EQ(scrubbed(frames_of(pieces)), frames_of(wanted));
    EXPECT_EQ(scrubbed(lines_of(pieces)), lines_of(wanted));
}

}  // namespace

}  // namespace understudy::secret
