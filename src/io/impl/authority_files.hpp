// The authority's files: reading and checking them, making them, putting new ones in their place.
//
// `ca.pem` is what makes an authority exist: it is written last and taken away first, so that a
// crash at any moment leaves either a whole authority or none, never a certificate with a key that
// is not its own. A key without a certificate was never trusted by anybody, and is replaced.
#pragma once

#include <string>

#include "base/result.hpp"
#include "io/impl/leaf.hpp"

namespace understudy::io {

struct AuthorityFiles {
    KeyPointer key;
    CertificatePointer certificate;
};

std::string certificate_path_in(const std::string& folder);
std::string key_path_in(const std::string& folder);

// IoNoAuthority, IoAuthorityExposed, IoAuthorityUnreadable.
base::Result<AuthorityFiles> read_authority(const std::string& folder);
base::Result<AuthorityFiles> open_authority(const std::string& folder);

struct RotatedFiles {
    AuthorityFiles files;
    std::string old_certificate;
};
base::Result<RotatedFiles> rotate_authority(const std::string& folder);

}  // namespace understudy::io
