// Secrets with the colour codes of a terminal inside.
#include <gtest/gtest.h>

#include "secret/find.hpp"
#include "secret/impl/view.hpp"
#include "secret/policy_testing.hpp"
#include "secret/scrub.hpp"

namespace understudy::secret {

namespace {

constexpr std::string_view kRed = "\x1b[31m";

std::string scrubbed(const std::string& text) {
    Scrubber scrubber(policy_for_tests());
    auto done = scrubber.redact({{"a.log", text, Class::None}});
    return done ? done->carriers()[0].bytes : base::render(done.error());
}

std::string key_of(const std::string& lines) {
    return "log\n-----BEGIN PRIVATE KEY-----\n" + lines + "-----END PRIVATE KEY-----\nlog\n";
}

// The code stays where it stands, and the key gets the name that it has without the code.
TEST(Colours, InsideAKeyOfManyLines) {
    std::string lines, filled;
    for (unsigned i = 0; i < 14; ++i) {
        lines += random_text(64, i, kBase62ForTests) + "\n";
        filled += std::string(64, 'x') + "\n";
    }
    filled.replace(filled.size() - 5, 4, "0001");
    for (const std::size_t at : {std::size_t{0}, std::size_t{10}, std::size_t{450}}) {
        std::string coloured = lines, wanted = filled;
        coloured.insert(at, kRed);
        wanted.insert(at, kRed);
        EXPECT_EQ(scrubbed(key_of(lines) + key_of(coloured)), key_of(filled) + key_of(wanted))
            << at;
    }
}

std::string seen_in(const std::string& text) {
    std::string seen;
    const std::string plain = without_colours(text);
    for (const View& view : views_of(text, plain)) {
        if (view.layer() == Layer::Colours) seen = view.text();
    }
    return seen;
}

TEST(Colours, ShowTheLinesAroundThem) {
    const std::string far(3000, 'a');
    EXPECT_EQ(seen_in("one\ntwo" + std::string(kRed) + "3\nfour\n"), "one\ntwo3\nfour\n");
    const std::string apart =
        seen_in("b" + std::string(kRed) + "c\n" + far + "\n" + far + "\nd\x1b[0me\n");
    EXPECT_TRUE(apart.starts_with("bc\n" + far)) << apart;
    EXPECT_TRUE(apart.ends_with("\nde\n")) << apart;
    EXPECT_LT(apart.size(), 3100U);
}

TEST(Colours, OnOneLongLineAndCutShort) {
    const std::string far(10'000, 'a');
    EXPECT_EQ(seen_in(far + std::string(kRed) + far + std::string(kRed) + far), far + far + far);
    EXPECT_EQ(seen_in("a\x1b"), "a");
    EXPECT_EQ(seen_in("a\x1b["), "a");
    EXPECT_EQ(seen_in(std::string(100, '\x1b')), "");
}

}  // namespace

}  // namespace understudy::secret
