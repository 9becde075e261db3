// OpenSSL's digests behind plain functions. Nothing of it shows outside.
#include "base/hash.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

#include "base/assert.hpp"

namespace understudy::base {

namespace {

// SHA-256 is asked for by nearly every call to a world. Fetched once: the plain EVP_sha256() makes
// OpenSSL look for the implementation at each digest, which costs more than a short digest itself.
const EVP_MD* sha256_method() {
    static const EVP_MD* const kFetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    return kFetched != nullptr ? kFetched : EVP_sha256();
}

const EVP_MD* method(Digest kind) {
    switch (kind) {
        case Digest::Md5: return EVP_md5();
        case Digest::Sha1: return EVP_sha1();
        case Digest::Sha256: return sha256_method();
        case Digest::Sha384: return EVP_sha384();
        case Digest::Sha512: return EVP_sha512();
    }
    return nullptr;
}

using Buffer = std::array<unsigned char, EVP_MAX_MD_SIZE>;

std::string to_bytes(const Buffer& buffer, unsigned size) {
    return {reinterpret_cast<const char*>(buffer.data()), size};
}

}  // namespace

std::string digest(Digest kind, std::string_view bytes) {
    Buffer buffer;
    unsigned size = 0;
    const int done =
        EVP_Digest(bytes.data(), bytes.size(), buffer.data(), &size, method(kind), nullptr);
    ASSERT(done == 1, "a digest fails only when OpenSSL lacks the method");
    return to_bytes(buffer, size);
}

std::string hmac(Digest kind, std::string_view key, std::string_view bytes) {
    // An empty key still needs an address: a null one tells OpenSSL to reuse the last key.
    const char* key_bytes = key.empty() ? "" : key.data();
    Buffer buffer;
    unsigned size = 0;
    const auto* done = HMAC(method(kind), key_bytes, static_cast<int>(key.size()),
                            reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                            buffer.data(), &size);
    ASSERT(done != nullptr, "a keyed digest fails only when OpenSSL lacks the method");
    return to_bytes(buffer, size);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace understudy::base
