// Digests against the published test vectors of their standards (RFC 1321, FIPS 180, RFC 2202,
// RFC 4231), the table hash against values that must never change.
#include "base/hash.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace understudy::base {
namespace {

TEST(Digest, AgreesWithTheStandards) {
    EXPECT_EQ(to_hex(digest(Digest::Md5, "abc")), "900150983cd24fb0d6963f7d28e17f72");
    EXPECT_EQ(to_hex(digest(Digest::Md5, "")), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(to_hex(digest(Digest::Sha1, "abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(to_hex(sha256("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(sha256("")),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(to_hex(digest(Digest::Sha384, "abc")),
              "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
              "8086072ba1e7cc2358baeca134c825a7");
    EXPECT_EQ(to_hex(digest(Digest::Sha512, "abc")),
              "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
              "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST(Digest, KeyedAgreesWithTheStandards) {
    const std::string_view message = "what do ya want for nothing?";
    EXPECT_EQ(to_hex(hmac(Digest::Md5, "Jefe", message)), "750c783e6ab0b503eaa86e310a5db738");
    EXPECT_EQ(to_hex(hmac(Digest::Sha1, "Jefe", message)),
              "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    EXPECT_EQ(to_hex(hmac(Digest::Sha256, "Jefe", message)),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(to_hex(hmac(Digest::Sha256, "", "")),
              "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    EXPECT_EQ(hmac(Digest::Sha256, std::string_view(), ""), hmac(Digest::Sha256, "", ""));
}

TEST(Digest, ComparesInConstantTime) {
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_TRUE(equal_in_constant_time("whsec_1", "whsec_1"));
    EXPECT_FALSE(equal_in_constant_time("whsec_1", "whsec_2"));
    EXPECT_FALSE(equal_in_constant_time("whsec_1", "whsec_11"));
}

// Ids and worlds are made from these: they are the same in every release and on every machine.
TEST(FastHash, NeverChanges) {
    EXPECT_EQ(fast_hash(""), 0x2d06800538d394c2U);
    EXPECT_EQ(fast_hash("charges"), fast_hash("charges", 0));
    EXPECT_NE(fast_hash("charges"), fast_hash("charges", 1));
    EXPECT_NE(fast_hash("charges"), fast_hash("charge"));
    EXPECT_EQ(fast_hash("charges"), 3309638783931621058U);
    EXPECT_EQ(fast_hash(std::string(1000, 'x'), 42), 14632465229159035903U);
}

}  // namespace
}  // namespace understudy::base
