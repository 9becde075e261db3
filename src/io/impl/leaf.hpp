// What the TLS code needs of a minted certificate. OpenSSL's objects count their references, and
// reading them from several threads is safe.
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

#include "base/time.hpp"

namespace understudy::io {

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeCertificate {
    void operator()(X509* certificate) const { X509_free(certificate); }
};
using KeyPointer = std::unique_ptr<EVP_PKEY, FreeKey>;
using CertificatePointer = std::unique_ptr<X509, FreeCertificate>;

struct Leaf {
    std::string host;  // as it stands in the certificate: lower case, no brackets
    KeyPointer key;
    CertificatePointer certificate;
    CertificatePointer issuer;  // the chain to show after it; the root, which clients have anyway
    base::Instant not_after;
};

std::string to_pem(const X509& certificate);

}  // namespace understudy::io
