// Our certificate authority: one for each user, made on first use, and certificates minted from it
// for whatever host a client believes it is talking to.
//
//     const Authority authority = TRY(Authority::open(TRY(default_authority_folder())));
//     const auto leaf = TRY(authority.mint("api.example.com"));   // impl/leaf.hpp for its insides
//
// In its folder (mode 0700) lie `ca.pem`, the certificate that clients are told to trust, and
// `ca-key.pem`, the key (mode 0600), which is never written anywhere else, shown or sent. Whoever
// has the key can pose as any host to whoever trusts the certificate: a key that others can read
// is refused.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/time.hpp"

namespace understudy::io {

struct Leaf;  // impl/leaf.hpp: a host's certificate, its key and the chain to show

// $XDG_DATA_HOME/understudy/ca, else ~/.local/share/understudy/ca.
base::Result<std::string> default_authority_folder();

class Authority {
public:
    // Makes one if there is none.
    static base::Result<Authority> open(const std::string& folder);
    // IoNoAuthority if there is none.
    static base::Result<Authority> read(const std::string& folder);

    struct Rotated;
    // A new key and certificate. What was trusted until now is kept as ca-OLD-TIME.pem (the
    // certificate only), so that it can be taken out of trust stores; the old key is gone. Works
    // on one that cannot be read, too.
    static base::Result<Rotated> rotate(const std::string& folder);

    Authority(Authority&&) noexcept;
    Authority& operator=(Authority&&) noexcept;
    ~Authority();

    const std::string& certificate_pem() const;
    std::string certificate_path() const;
    std::string fingerprint() const;  // SHA-256, as AB:CD:...
    std::string name() const;         // "Understudy CA (ann@desk)"
    base::Instant not_before() const;
    base::Instant not_after() const;

    // A certificate for a DNS name (wildcards too: *.example.com) or an IP address; IoBadName for
    // anything else. `localhost` is good for 127.0.0.1 and ::1, too. The last thousand are kept.
    // From any thread.
    base::Result<std::shared_ptr<const Leaf>> mint(std::string_view host) const;
    std::size_t count_kept() const;

private:
    struct State;
    explicit Authority(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

struct Authority::Rotated {
    Authority authority;
    std::string old_certificate;  // its path; empty: there was none that could be read
};

}  // namespace understudy::io
