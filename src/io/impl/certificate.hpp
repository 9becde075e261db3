// Making, reading and writing certificates and keys: P-256, SHA-256, X.509 v3. No files here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "io/impl/leaf.hpp"

namespace understudy::io {

struct Validity {
    base::Instant from;
    base::Instant until;
};

// What a certificate can be made for.
struct HostName {
    enum class Kind : std::uint8_t { Name, Address };
    Kind kind = Kind::Name;
    std::string text;     // lower case; a name without the dot at its end, an address unbracketed
    std::string address;  // its 4 or 16 bytes
};
base::Result<HostName> parse_host_name(std::string_view text);  // IoBadName

base::Result<KeyPointer> make_key();
base::Result<CertificatePointer> make_root(EVP_PKEY& key, std::string_view name,
                                           const Validity& validity);
base::Result<CertificatePointer> make_leaf(EVP_PKEY& key, const HostName& host,
                                           const Validity& validity, X509& root,
                                           EVP_PKEY& root_key);

// Null: there is none in the text. A key that asks for a pass phrase is not read.
CertificatePointer certificate_from_pem(std::string_view pem);
KeyPointer key_from_pem(std::string_view pem);
std::string to_pem(const EVP_PKEY& key);  // PKCS #8, not encrypted

bool belongs_to(const X509& certificate, const EVP_PKEY& key);
bool is_root(const X509& certificate);  // may sign others, and is signed by itself
std::string fingerprint_of(const X509& certificate);
std::string name_of(const X509& certificate);  // its subject's common name
Validity validity_of(const X509& certificate);

}  // namespace understudy::io
