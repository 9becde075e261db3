#include "cassette/seal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/cassette_testing.hpp"
#include "cassette/impl/places.hpp"

namespace understudy::cassette {
namespace {

constexpr std::string_view kPassword = "correct horse battery";
constexpr std::string_view kPhrase = "zither klaxon jetty";
constexpr std::string_view kOtherPhrase = "umber quoll";

Identity alice() {
    return {"/home/alice", "alice", "alpha"};
}

// One secret of its own at every place that holds bytes.
Cassette leaky() {
    Cassette cassette = cassette_for_tests();
    unsigned number = 0;
    const auto next = [&] { return secret::acme_token(++number); };
    cassette.notes = "ask for " + next();
    cassette.given = next();
    cassette.vars = {{"key", plan::Capture::Type::String, next()}};
    cassette.provenance->tool->version = "1.0 " + next();
    cassette.provenance->pinned = json::Value::object({{"CONFIG", next()}});
    Exchange& command = cassette.exchanges[0];
    auto& input = std::get<CommandInput>(command.input);
    input.args = {"--header",
                  "X: " + next(),
                  "--password",
                  std::string(kPassword),
                  "--password=" + std::string(kPhrase),
                  "DB_PASSWORD=" + std::string(kOtherPhrase),
                  "--title=two words"};
    input.env = {{"GH_TOKEN", next()}, {"OTHER", next()}};
    input.stdin_body = Body{"stdin " + next(), ""};
    const std::string split = next();
    command.output.pieces = {{0, From::Stdout, "{\"token\": \"" + split.substr(0, 9)},
                             {1, From::Stderr, "to stderr " + next()},
                             {2, From::Stdout, split.substr(9) + "\"}\n"},
                             {3, From::Stderr, " said " + std::string(kPassword)}};
    Exchange http;
    http.id = "h";
    http.kind = Kind::Http;
    http.input =
        HttpInput{"GET",
                  "api",
                  "/u/" + next(),
                  {{"q", next()}, {"access_token", "kx7Qm2Vt9a"}},
                  {{"Authorization", "Basic " + base::to_base64("joe:hunter22")}, {"X", next()}},
                  Body{"body " + next(), ""},
                  ""};
    http.output.answer = Answer{200, {{"Set-Cookie", "session=" + next()}}, {{"T", next()}}};
    http.output.pieces = {{0, From::Body, "answer " + next()}};
    cassette.exchanges.push_back(http);
    Exchange hook;
    hook.id = "w";
    hook.kind = Kind::Webhook;
    hook.input = WebhookInput{"POST", "/h?k=" + next(), {{"X", next()}}, Body{next(), ""}, "hmac"};
    hook.output.answer = Answer{200, {}, {}};
    cassette.exchanges.push_back(hook);
    Exchange frames;
    frames.id = "f";
    frames.kind = Kind::Stream;
    frames.carrier = Carrier::Websocket;
    frames.input = HttpInput{"GET", "", "/", {}, {}, std::nullopt, ""};
    frames.output.pieces = {{0, From::FrameIn, next()}, {0, From::FrameOut, next()}};
    cassette.exchanges.push_back(frames);
    return cassette;
}

// P61, P62: one search over argv, environment, stdin, outputs, headers, addresses, bodies, notes.
TEST(Seal, P61_P62_NoSecretReachesTheFile) {
    for (const Form form : {Form::Yaml, Form::Lines}) {
        const Written written = written_for_tests(leaky(), form);
        for (unsigned number = 1; number <= 30; ++number) {
            EXPECT_EQ(written.text.find(secret::acme_token(number)), std::string::npos) << number;
        }
        for (const std::string_view phrase : {kPassword, kPhrase, kOtherPhrase}) {
            for (const std::string_view word : base::split(phrase, ' ')) {
                EXPECT_EQ(written.text.find(word), std::string::npos) << word << written.text;
            }
        }
        EXPECT_NE(written.text.find("--title=two words"), std::string::npos);
        EXPECT_NE(written.text.find("--password="), std::string::npos);
        EXPECT_EQ(written.text.find("kx7Qm2Vt9a"), std::string::npos);
        EXPECT_EQ(written.text.find(base::to_base64("joe:hunter22")), std::string::npos);
        EXPECT_TRUE(read_written(written));
    }
}

TEST(Seal, TheReceiptSaysRuleAndPlaceButNoValue) {
    const auto sealed = seal_for_tests(leaky());
    ASSERT_TRUE(sealed) << base::render(sealed.error());
    std::map<std::string, std::uint64_t> places;
    for (const Redaction& each : sealed->head().redactions) places[each.at] += each.count;
    for (const char* place : {"notes",
                              "given",
                              "vars.key",
                              "provenance.tool.version",
                              "provenance.pinned.CONFIG",
                              "exchanges[*].input.args[*]",
                              "exchanges[*].input.env.GH_TOKEN",
                              "exchanges[*].input.env.OTHER",
                              "exchanges[*].input.stdin",
                              "exchanges[*].output.stdout",
                              "exchanges[*].output.stderr",
                              "exchanges[*].input.path",
                              "exchanges[*].input.query.q",
                              "exchanges[*].input.query.access_token",
                              "exchanges[*].input.headers.Authorization",
                              "exchanges[*].input.body",
                              "exchanges[*].output.headers.Set-Cookie",
                              "exchanges[*].output.trailers.T",
                              "exchanges[*].output.body",
                              "exchanges[*].output.pieces[*]"}) {
        EXPECT_GE(places[place], 1U) << place;
    }
    EXPECT_EQ(places["exchanges[*].input.args[*]"], 4U);
}

TEST(Seal, EqualSecretsGetEqualTokensAndASplitOneIsFound) {
    Cassette cassette = cassette_for_tests();
    const std::string token = secret::acme_token();
    std::get<CommandInput>(cassette.exchanges[0].input).args = {token};
    cassette.exchanges[0].output.pieces = {{0, From::Stdout, "a " + token.substr(0, 3)},
                                           {1, From::Stderr, "between"},
                                           {2, From::Stdout, token.substr(3) + " z"}};
    const Cassette clean = seal_for_tests(cassette)->whole();
    const std::string& pseudonym = clean.exchanges[0].command()->args[0];
    EXPECT_NE(pseudonym, token);
    EXPECT_EQ(bytes_of(clean.exchanges[0].output, From::Stdout), "a " + pseudonym + " z");
    // The borders of the pieces did not move: a pseudonym is as long as what it stands for.
    EXPECT_EQ(clean.exchanges[0].output.pieces[0].bytes.size(), 5U);
    EXPECT_EQ(clean.exchanges[0].output.pieces[1].bytes, "between");
}

// Sealing what is sealed changes nothing, the receipt included.
TEST(Seal, IsIdempotent) {
    const auto once = seal_for_tests(leaky(), alice());
    ASSERT_TRUE(once) << base::render(once.error());
    const auto twice = seal_for_tests(once->whole(), alice());
    ASSERT_TRUE(twice) << base::render(twice.error());
    EXPECT_EQ(write(*twice, Form::Yaml).text, write(*once, Form::Yaml).text);
}

TEST(Seal, OneScrubberGoesOnCounting) {
    secret::Scrubber scrubber(secret::policy_for_tests());
    const auto with = [](const std::string& arg) {
        Cassette cassette = cassette_for_tests();
        std::get<CommandInput>(cassette.exchanges[0].input).args = {arg};
        return cassette;
    };
    const auto first = seal(with(secret::acme_token(1)), scrubber, {});
    const auto second = seal(with(secret::acme_token(2)), scrubber, {});
    const auto third = seal(with(secret::acme_token(1)), scrubber, {});
    ASSERT_TRUE(first && second && third);
    const auto arg = [](const Sealed& sealed) {
        return sealed.whole().exchanges[0].command()->args[0];
    };
    EXPECT_NE(arg(*first), arg(*second));
    EXPECT_EQ(arg(*first), arg(*third));
}

// P61: who recorded it does not show.
TEST(Seal, P61_HomeUserAndHostBecomeTheSameWords) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"/home/alice/x", "/home/user/x"},
        {"\"\\/home\\/alice\\/x\"", "\"\\/home\\/user\\/x\""},
        {"%2Fhome%2Falice", "%2Fhome%2Fuser"},
        {"/home/alicette", "/home/alicette"},
        {"alice@alpha:~$", "user@host:~$"},
        {"malice alicen alphabet", "malice alicen alphabet"},
        {"file:///home/alice", "file:///home/user"},
    };
    for (const auto& [before, after] : cases) EXPECT_EQ(masked(before, alice()).text, after);
    const Masked counted = masked("alice /home/alice alice", alice());
    EXPECT_EQ(counted.homes, 1U);
    EXPECT_EQ(counted.users, 2U);
}

// `root-commit` is a word of git, whoever runs it.
TEST(Seal, NamesOfNobodyStay) {
    for (const Identity& identity :
         {Identity{"/root", "root", "localhost"}, Identity{"/", "", "ab"},
          Identity{"/home/user", "user", "host"}, Identity{}}) {
        const std::string text = "[main (root-commit) 1] /root localhost user host ab /home/user";
        EXPECT_EQ(masked(text, identity).text, text);
    }
}

// Whatever the lengths become, no byte is lost and no border crosses another.
RC_GTEST_PROP(Seal, PiecesAreCutAgainWithoutLosingBytes,
              (const std::vector<std::string>& parts, const std::string& after)) {
    Exchange exchange = command_for_tests("a", {});
    std::string before;
    for (const std::string& part : parts) {
        exchange.output.pieces.push_back({0, From::Stdout, part});
        before += part;
    }
    Carriers carriers = carriers_of(exchange, 0);
    for (secret::Carrier& carrier : carriers) {
        if (carrier.name.ends_with(".stdout")) carrier.bytes = after;
    }
    put_together(exchange, carriers);
    RC_ASSERT(bytes_of(exchange.output, From::Stdout) == (before.empty() ? "" : after));
    RC_ASSERT(exchange.output.pieces.size() == parts.size());
}

TEST(Seal, BordersStayOutsideWhatChanged) {
    Exchange exchange = command_for_tests("a", {});
    for (const char* bytes : {"one ", "SEC", "RET", " two", " three"}) {
        exchange.output.pieces.push_back({0, From::Stdout, bytes});
    }
    Carriers carriers = carriers_of(exchange, 0);
    for (secret::Carrier& carrier : carriers) {
        carrier.bytes = base::replace_all(carrier.bytes, "SECRET", "<\xC3\xA9\xC3\xA9>");
    }
    put_together(exchange, carriers);
    std::vector<std::string> pieces;
    for (const Piece& piece : exchange.output.pieces) pieces.push_back(piece.bytes);
    EXPECT_EQ(pieces,
              (std::vector<std::string>{"one ", "<\xC3\xA9", "\xC3\xA9>", " two", " three"}));
}

TEST(Seal, WhatAFileCannotHoldIsRefused) {
    struct Case {
        const char* says;
        void (*spoil)(Cassette&);
    };
    const Case cases[] = {
        {"has no exchange", [](Cassette& c) { c.exchanges.clear(); }},
        {"another exchange has this id",
         [](Cassette& c) { c.exchanges.push_back(c.exchanges[0]); }},
        {"`service`", [](Cassette& c) { c.service = "a/b"; }},
        {"`name`", [](Cassette& c) { c.name = "../a"; }},
        {"`provenance`: is needed", [](Cassette& c) { c.provenance.reset(); }},
        {"`source`", [](Cassette& c) { c.origin = Origin::Derived; }},
        {"does not say how it ended", [](Cassette& c) { c.exchanges[0].output.ended.reset(); }},
        {"no process ends with", [](Cassette& c) { c.exchanges[0].output.ended->number = 256; }},
        {"without `..`",
         [](Cassette& c) { std::get<CommandInput>(c.exchanges[0].input).cwd = "/etc"; }},
        {"each only once",
         [](Cassette& c) {
             std::get<CommandInput>(c.exchanges[0].input).env = {{"A", "1"}, {"A", "2"}};
         }},
        {"64 hexadecimal digits",
         [](Cassette& c) { c.provenance->tool->file_digest = "sha256:12"; }},
        {"has a time out of range", [](Cassette& c) { c.exchanges[0].at = -1; }},
        {"its input is not of its kind", [](Cassette& c) { c.exchanges[0].kind = Kind::Http; }},
    };
    for (const Case& each : cases) {
        Cassette cassette = cassette_for_tests();
        each.spoil(cassette);
        const auto sealed = seal_for_tests(cassette);
        ASSERT_FALSE(sealed) << each.says;
        const std::string said = base::render(sealed.error());
        EXPECT_NE(said.find(each.says), std::string::npos) << said;
        EXPECT_NE(said.find("[cassette.cannot_hold]"), std::string::npos) << said;
    }
}

}  // namespace
}  // namespace understudy::cassette
