// Id patterns: what they make, what they recognise, and what is said about a bad one.
#include "base/id.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/regex.hpp"

namespace understudy::base {
namespace {

const Instant kNow = {1'700'000'000, 123'000'000};

std::string make(std::string_view pattern, std::uint64_t sequence = 7) {
    Stream stream{42, {"id"}, sequence};
    const Result<IdPattern> parsed = IdPattern::parse(pattern);
    return parsed ? parsed->make(stream, kNow, sequence) : message(parsed.error());
}

TEST(IdPattern, MakesWhatItSays) {
    const std::pair<std::string_view, const char*> cases[] = {
        {"ch_{base62:24}", "ch_[0-9A-Za-z]{24}"},
        {"{base58:9}", "[1-9A-HJ-NP-Za-km-z]{9}"},
        {"{base36:9}", "[0-9a-z]{9}"},
        {"{base32:9}", "[0-9A-HJKMNP-TV-Z]{9}"},
        {"CA{hex:32}", "CA[0-9a-f]{32}"},
        {"{HEX:32}", "[0-9A-F]{32}"},
        {"{digits:6}", "[0-9]{6}"},
        {"{letters:256}", "[A-Za-z]{256}"},
        {"{uuid}", "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"},
        {"{ulid}", "01HF7YAT[0-9A-HJKMNP-TV-Z]{18}"},
        {"in_{seq}", "in_7"},
        {"INV-{seq:5}", "INV-00007"},
        {"{{{seq}}}", "\\{7\\}"},
        {"plain", "plain"},
        {"", ""},
    };
    for (const auto& [pattern, shape] : cases) {
        EXPECT_TRUE(Regex::compile(shape)->matches_whole(make(pattern)))
            << pattern << " made " << make(pattern);
        EXPECT_EQ(make(pattern), make(pattern));
        EXPECT_TRUE(IdPattern::parse(pattern)->matches(make(pattern))) << pattern;
        EXPECT_EQ(IdPattern::parse(pattern)->text(), pattern);
    }
    EXPECT_NE(make("{uuid}", 7), make("{uuid}", 8));
}

// A fixture written by one release is read by the next: ids must not change.
TEST(IdPattern, MakesTheseIdsForEver) {
    EXPECT_EQ(make("ch_{base62:24}"), "ch_n1F0FtTVxsh2YGQBFei5MWDn");
    EXPECT_EQ(make("{uuid}"), "90ef6e1b-4e65-4faa-8fe9-e240a261d7c4");
    EXPECT_EQ(make("{ulid}"), "01HF7YAT3VWJRYDZG9CAG45TFF");
}

TEST(IdPattern, RecognisesOnlyItsOwn) {
    struct Case {
        std::string_view pattern, id;
        bool matches;
    };
    const Case cases[] = {
        {"ch_{base62:4}", "ch_ab12", true},
        {"ch_{base62:4}", "ch_ab1", false},
        {"ch_{base62:4}", "ch_ab123", false},
        {"ch_{base62:4}", "ch_ab-2", false},
        {"ch_{base62:4}", "cu_ab12", false},
        {"{uuid}", "0b4cd9a1-7e6d-4a31-9cf2-0123456789ab", true},
        {"{uuid}", "0b4cd9a1-7e6d-1a31-9cf2-0123456789ab", false},  // not version 4
        {"{uuid}", "0b4cd9a1-7e6d-4a31-ccf2-0123456789ab", false},  // not that variant
        {"{uuid}", "0B4CD9A1-7e6d-4a31-9cf2-0123456789ab", false},
        {"{ulid}", "01HF7YAT00ABCDEFGHJKMNPQRS", true},
        {"{ulid}", "81HF7YAT00ABCDEFGHJKMNPQRS", false},  // past 48 bits
        {"{seq}", "0", true},
        {"{seq}", "07", false},
        {"{seq}", "18446744073709551615", true},
        {"{seq}", "18446744073709551616", false},
        {"{seq}", "", false},
        {"{seq:3}", "007", true},
        {"{seq:3}", "1234", true},
        {"{seq:3}", "0123", false},
        {"{seq:3}", "07", false},
        {"{seq}{digits:2}", "1234", true},
        {"{seq}{digits:2}", "12", false},
        {"{seq}-{seq:3}", "12-012", true},
        {"{seq}-{seq:3}", "12-013", false},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(IdPattern::parse(c.pattern)->matches(c.id), c.matches)
            << c.pattern << " " << c.id;
    }
}

TEST(IdPattern, SaysWhatIsWrongWithAPattern) {
    struct Case {
        std::string_view pattern;
        Code code;
        std::string_view message, hint;
    };
    const Case cases[] = {
        {"ch_{base62:24", Code::IdUnclosedPart,
         "the id pattern \"ch_{base62:24\" opens a part at character 4 and never closes it",
         "write {{ for a brace of the id itself"},
        {"ch_}", Code::IdStrayBrace,
         "the id pattern \"ch_}\" has a lone closing brace at character 4",
         "write }} for a brace of the id itself"},
        {"{base63:24}", Code::IdUnknownPart,
         "the id pattern \"{base63:24}\" asks for \"base63\", which is no kind of id part",
         "did you mean \"base62\"?"},
        {"{base62}", Code::IdBadLength,
         "the id pattern \"{base62}\" gives \"base62\" a length that is not from 1 to 256", ""},
        {"{base62:0}", Code::IdBadLength,
         "the id pattern \"{base62:0}\" gives \"base62:0\" a length that is not from 1 to 256", ""},
        {"{base62:257}", Code::IdBadLength,
         "the id pattern \"{base62:257}\" gives \"base62:257\" a length that is not from 1 to 256",
         ""},
        {"{uuid:4}", Code::IdBadLength,
         "the id pattern \"{uuid:4}\" gives \"uuid:4\" a length that is not from 1 to 256", ""},
        {"{seq:x}", Code::IdBadLength,
         "the id pattern \"{seq:x}\" gives \"seq:x\" a length that is not from 1 to 256", ""},
    };
    for (const Case& c : cases) {
        const Result<IdPattern> result = IdPattern::parse(c.pattern);
        ASSERT_FALSE(result) << c.pattern;
        EXPECT_EQ(result.error().code, c.code) << c.pattern;
        EXPECT_EQ(message(result.error()), c.message);
        EXPECT_NE(hint(result.error()).find(c.hint), std::string::npos) << hint(result.error());
    }
}

TEST(Ulid, SortsByTime) {
    Stream stream{1, {"ulid"}, 0};
    const std::string first = make_ulid(stream, {1'000, 0});
    const std::string second = make_ulid(stream, {1'000, 1'000'000});
    const std::string before_1970 = make_ulid(stream, {-5, 0});
    EXPECT_EQ(first.size(), 26U);
    EXPECT_LT(first, second);
    EXPECT_TRUE(before_1970.starts_with("0000000000"));
    EXPECT_TRUE(make_ulid(stream, kLastInstant).starts_with("7"));
}

RC_GTEST_PROP(IdLaws, WhatAPatternMakesItRecognises, (std::uint64_t seed, std::uint64_t sequence)) {
    const std::string_view pattern =
        *rc::gen::element<std::string_view>("x{seq}{digits:3}", "{seq:4}{seq}", "{uuid}{ulid}",
                                            "{base58:3}{{{letters:2}", "{HEX:1}{seq}");
    const IdPattern parsed = *IdPattern::parse(pattern);
    Stream stream{seed, {"law"}, sequence};
    RC_ASSERT(parsed.matches(parsed.make(stream, kNow, sequence)));
}

}  // namespace
}  // namespace understudy::base
