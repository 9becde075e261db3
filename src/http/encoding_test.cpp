#include "http/encoding.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/bytes.hpp"
#include "http/cut_testing.hpp"

namespace understudy::http {
namespace {

using base::Code;

constexpr std::string_view kPlain =
    "{\"id\":\"ch_1\",\"amount\":2000,\"text\":\"gr\xC3\xBC\xC3\x9F"
    "e gr\xC3\xBC\xC3\x9F"
    "e gr\xC3\xBC\xC3\x9F"
    "e\"}";

// The same text as other programs encode it: gzip(1), zlib as Node has it with and without
// wrapping, Node's brotli, zstd(1).
struct Sample {
    std::string_view encoding;
    std::string_view hex;
};
constexpr Sample kSamples[] = {
    {"gzip",
     "1f8b0800000000000203ab56ca4c51b2524ace883754d2514acccd2fcd2b51b232323030d0512a49ad00b295d28b"
     "0eef393c3f55018d56aa05007228e83f3c000000"},
    {"deflate",
     "789cab56ca4c51b2524ace883754d2514acccd2fcd2b51b232323030d0512a49ad2851b2524a2f3abce7f0fc5405"
     "345aa9160060d41733"},
    {"deflate",
     "ab56ca4c51b2524ace883754d2514acccd2fcd2b51b232323030d0512a49ad2851b2524a2f3abce7f0fc5405345a"
     "a91600"},
    {"br",
     "1b3b00f82d0f6c373408b986864daecb15882f577bc3cd124356a63e7973ec2cad74fa5a04e46b78a1c9a5240c09"
     "d50ef0a04b338203137afcc10bfd0e02"},
    {"zstd",
     "28b52ffd243ca50100d4027b226964223a2263685f31222c22616d6f756e74223a323030302c2274657874223a22"
     "6772c3bcc39f6520227d0100dbdd32b35715ad"},
};

std::string bytes_of(const Sample& sample) {
    return base::from_hex(sample.hex).value();
}

base::Result<std::string> decode_cut(std::string_view header, std::string_view bytes,
                                     std::uint64_t limit, std::uint64_t seed) {
    Decoder decoder = TRY(Decoder::make(header, limit));
    std::string out;
    for (const std::string_view piece : cut(bytes, seed)) TRY_VOID(decoder.feed(piece, out));
    TRY_VOID(decoder.end());
    return out;
}

TEST(Encoding, WhatOtherProgramsWrote) {
    for (const Sample& sample : kSamples) {
        const std::string bytes = bytes_of(sample);
        const auto plain = decode(sample.encoding, bytes);
        ASSERT_TRUE(plain) << sample.encoding << base::render(plain.error());
        EXPECT_EQ(*plain, kPlain);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            EXPECT_EQ(decode_cut(sample.encoding, bytes, kDecodedBytes, seed).value(), kPlain);
        }
    }
}

TEST(Encoding, CutShortAnywhereIsRefused) {
    for (const Sample& sample : kSamples) {
        const std::string bytes = bytes_of(sample);
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            const auto plain = decode(sample.encoding, bytes.substr(0, size));
            ASSERT_FALSE(plain) << sample.encoding << " " << size;
            EXPECT_EQ(plain.error().code, Code::HttpBadEncoding);
            EXPECT_EQ(plain.error().arg("why"), "it ends too early");
        }
        EXPECT_EQ(decode(sample.encoding, "").value(), "");
    }
    EXPECT_EQ(base::message(decode("br", bytes_of(kSamples[3]).substr(0, 9)).error()),
              "the body is not valid br: it ends too early");
}

TEST(Encoding, GoingOnAfterTheEndIsRefused) {
    for (const Sample& sample : kSamples) {
        for (const std::string_view more :
             {std::string_view("x"), std::string_view("\0\0\0\0", 4)}) {
            const std::string bytes = bytes_of(sample) + std::string(more);
            const auto plain = decode(sample.encoding, bytes);
            ASSERT_FALSE(plain) << sample.encoding;
            EXPECT_EQ(plain.error().code, Code::HttpBadEncoding);
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const auto in_pieces = decode_cut(sample.encoding, bytes, kDecodedBytes, seed);
                ASSERT_FALSE(in_pieces);
                EXPECT_EQ(in_pieces.error().code, Code::HttpBadEncoding);
            }
        }
    }
    EXPECT_EQ(decode("gzip", bytes_of(kSamples[0]) + "x").error().arg("why"),
              "there are bytes after its end");
}

TEST(Encoding, MembersInARow) {
    for (const std::string_view encoding : {"gzip", "zstd"}) {
        const std::string twice = encode(encoding, "one ").value() + encode(encoding, "").value() +
                                  encode(encoding, "two").value();
        EXPECT_EQ(decode(encoding, twice).value(), "one two");
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            EXPECT_EQ(decode_cut(encoding, twice, 7, seed).value(), "one two");
            EXPECT_FALSE(decode_cut(encoding, twice, 6, seed));
        }
    }
    EXPECT_FALSE(decode("br", encode("br", "one").value() + encode("br", "two").value()));
}

TEST(Encoding, DamageIsRefused) {
    for (const Sample& sample : kSamples) {
        if (sample.encoding != "gzip" && sample.encoding != "zstd") continue;  // no checksum
        const std::string bytes = bytes_of(sample);
        std::size_t noticed = 0;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
            const auto plain = decode(sample.encoding, damaged);
            if (plain) {
                EXPECT_EQ(*plain, kPlain);  // a byte that carries nothing, such as gzip's time
            } else {
                ++noticed;
                EXPECT_EQ(plain.error().code, Code::HttpBadEncoding);
            }
        }
        EXPECT_GT(noticed, bytes.size() * 3 / 4);
    }
    EXPECT_EQ(base::message(decode("gzip", "not gzip at all").error()),
              "the body is not valid gzip: the data is damaged");
}

TEST(Encoding, BombsStopAtTheLimit) {
    const std::string zeros(10'000'000, '\0');
    for (const std::string_view encoding :
         {"gzip", "deflate", "br", "zstd", "gzip, zstd", "gzip, gzip", "identity"}) {
        const std::string bomb = encode(encoding, zeros).value();
        Decoder decoder = Decoder::make(encoding, 100'000).value();
        std::string out;
        const auto fed = decoder.feed(bomb, out);
        ASSERT_FALSE(fed) << encoding;
        EXPECT_EQ(fed.error().code, Code::HttpDecodedTooLarge);
        EXPECT_EQ(base::message(fed.error()),
                  "the decoded body is larger than the limit of 100,000 bytes");
        EXPECT_LE(out.size(), 100'000U) << encoding;
        EXPECT_EQ(decoder.feed("", out).error(), fed.error());
        EXPECT_EQ(decoder.end().error(), fed.error());

        EXPECT_TRUE(decode(encoding, bomb, zeros.size()).value() == zeros) << encoding;
        EXPECT_FALSE(decode(encoding, bomb, zeros.size() - 1)) << encoding;
    }
    // The limit holds inside a list too: what is in between is larger than what comes out.
    const std::string inner = encode("gzip", "").value();
    std::string many;
    for (int i = 0; i < 1000; ++i) many += inner;
    const std::string packed = encode("zstd", many).value();
    EXPECT_EQ(decode("gzip, zstd", packed).value(), "");
    EXPECT_EQ(decode("gzip, zstd", packed, 1000).error().code, Code::HttpDecodedTooLarge);
}

TEST(Encoding, ListsAreUndoneFromTheirEnd) {
    const std::string both = encode(Encoding::Brotli, encode(Encoding::Gzip, kPlain));
    EXPECT_EQ(encode("gzip, identity,BR", kPlain).value(), both);
    EXPECT_EQ(decode("gzip, br", both).value(), kPlain);
    EXPECT_EQ(decode("X-GZIP , , identity , br", both).value(), kPlain);
    EXPECT_FALSE(decode("br, gzip", both));
    EXPECT_EQ(decode("", "as it is").value(), "as it is");
    EXPECT_EQ(decode("identity", "as it is").value(), "as it is");
    EXPECT_EQ(
        content_encoding({{"Content-Encoding", "gzip"}, {"X", "y"}, {"content-encoding", "br"}}),
        "gzip, br");
}

TEST(Encoding, UnknownOnesAndLongLists) {
    const auto unknown = decode("gzip, snappy", "x");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Code::HttpUnknownEncoding);
    EXPECT_EQ(base::render(unknown.error()),
              "error: the content encoding \"snappy\" is not known here [http.unknown_encoding]\n"
              "  hint: gzip, deflate, br, zstd and identity are\n");
    EXPECT_EQ(encode("compress", "x").error().code, Code::HttpUnknownEncoding);
    EXPECT_TRUE(parse_encodings("gzip,gzip,gzip,gzip,gzip,gzip,gzip,gzip"));
    EXPECT_EQ(base::message(parse_encodings("br,br,br,br,br,br,br,br,gzip").error()),
              "the body is not valid gzip: more than 8 encodings are listed");
}

struct Choice {
    std::string_view accept;
    std::optional<Encoding> best;
};

TEST(Encoding, ChosenByWhatTheClientAccepts) {
    using enum Encoding;
    const Encoding available[] = {Brotli, Gzip, Deflate};
    const Choice cases[] = {
        {"", Identity},
        {"gzip", Gzip},
        {"gzip, deflate", Gzip},
        {"gzip, deflate, br", Brotli},
        {"GZIP;Q=1.0, br ; q=0.999", Gzip},
        {"gzip;q=0.5, identity;q=0.7", Identity},
        {"identity, gzip", Gzip},
        {"zstd", Identity},
        {"*", Brotli},
        {"br;q=0, *", Gzip},
        {"*;q=0", std::nullopt},
        {"identity;q=0", std::nullopt},
        {"*;q=0, identity;q=0.1", Identity},
        {"gzip;q=0, br;q=0, deflate;q=0, identity;q=0", std::nullopt},
        {"gzip;q=0.001, *;q=0", Gzip},
        {"gzip;q=2, br;q=x, deflate;q=0.1234, identity;level=1", Identity},
        {"gzip;q=1.001", Identity},
        {", ,gzip,", Gzip},
    };
    for (const Choice& choice : cases) {
        EXPECT_EQ(best_encoding(choice.accept, available), choice.best) << choice.accept;
    }
    EXPECT_EQ(best_encoding("*", {}), Identity);
}

RC_GTEST_PROP(Encoding, AnyCutGivesBackWhatWasEncoded,
              (const std::string& drawn, std::uint64_t seed)) {
    std::string plain;
    for (int i = 0; i < 300; ++i) plain += drawn;
    const auto header = *rc::gen::element<std::string>("gzip", "deflate", "br", "zstd",
                                                       "gzip, br, zstd, deflate", "");
    const std::string bytes = encode(header, plain).value();
    // Inside a list an encoding may be a little larger than what it encodes, and the limit holds
    // there.
    RC_ASSERT(decode_cut(header, bytes, plain.size() + 1000, seed).value() == plain);
    if (header.find(',') != std::string::npos) return;
    RC_ASSERT(decode_cut(header, bytes, plain.size(), seed).value() == plain);
    if (!plain.empty()) RC_ASSERT(!decode_cut(header, bytes, plain.size() - 1, seed).has_value());
}

}  // namespace
}  // namespace understudy::http
