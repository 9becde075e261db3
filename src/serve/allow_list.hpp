// Where a relay may go: the hosts that were named, and never an address behind which machines keep
// their credentials, unless just that address was named.
//
//     const AllowList allowed({"api.github.com", "*.example.test:8443"});
//     allowed.allows("api.github.com", 443)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::serve {

// Link-local addresses, and those at which clouds serve metadata: 169.254.169.254, fe80::1.
bool is_metadata_address(std::string_view address);

class AllowList {
public:
    // `*` stands for any text. A host without a port allows all ports.
    explicit AllowList(std::vector<std::string> patterns);

    // The host as in http::Url: in lower case, IPv6 without brackets.
    bool allows(std::string_view host, std::uint16_t port) const;
    // May a connection be made to what a name stands for?
    bool allows_address(std::string_view address) const;
    const std::vector<std::string>& patterns() const { return patterns_; }

private:
    std::vector<std::string> patterns_;
};

}  // namespace understudy::serve
