#include "serve/allow_list.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>

#include "base/text.hpp"
#include "cassette/match.hpp"

namespace understudy::serve {

namespace {

// Of machines in the clouds of Amazon (also by IPv6), Alibaba, Azure and Oracle.
constexpr std::string_view kMetadata[] = {"fd00:ec2::254", "100.100.100.200", "168.63.129.16",
                                          "192.0.0.192"};

}  // namespace

bool is_metadata_address(std::string_view address) {
    const std::string text(address.substr(0, address.find('%')));
    in_addr four{};
    in6_addr six{};
    if (::inet_pton(AF_INET6, text.c_str(), &six) == 1) {
        if (IN6_IS_ADDR_LINKLOCAL(&six)) return true;
        if (IN6_IS_ADDR_V4MAPPED(&six)) {
            char mapped[INET_ADDRSTRLEN] = {};
            ::inet_ntop(AF_INET, &six.s6_addr[12], mapped, sizeof mapped);
            return is_metadata_address(mapped);
        }
        for (const std::string_view known : kMetadata) {
            in6_addr other{};
            if (::inet_pton(AF_INET6, std::string(known).c_str(), &other) == 1 &&
                IN6_ARE_ADDR_EQUAL(&six, &other)) {
                return true;
            }
        }
        return false;
    }
    if (::inet_pton(AF_INET, text.c_str(), &four) != 1) return false;
    constexpr std::uint32_t kLinkLocal = 0xA9FE0000;  // 169.254.0.0
    return (ntohl(four.s_addr) & 0xFFFF0000U) == kLinkLocal ||
           std::find(std::begin(kMetadata), std::end(kMetadata), text) != std::end(kMetadata);
}

AllowList::AllowList(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {
    for (std::string& pattern : patterns_) pattern = base::to_lower_ascii(pattern);
}

bool AllowList::allows(std::string_view host, std::uint16_t port) const {
    if (!allows_address(host)) return false;
    const bool is_six = host.find(':') != std::string_view::npos;
    const std::string bare = is_six ? '[' + std::string(host) + ']' : std::string(host);
    const std::string named = bare + ':' + std::to_string(port);
    return std::any_of(patterns_.begin(), patterns_.end(), [&](const std::string& pattern) {
        return cassette::fits_wildcard(pattern, bare) || cassette::fits_wildcard(pattern, named) ||
               pattern == host;
    });
}

// Whoever means such an address says so: a pattern that happens to fit it is not enough.
bool AllowList::allows_address(std::string_view address) const {
    if (!is_metadata_address(address)) return true;
    return std::any_of(patterns_.begin(), patterns_.end(), [&](std::string_view pattern) {
        const bool is_six = address.find(':') != std::string_view::npos;
        const std::string bare = is_six ? '[' + std::string(address) + ']' : std::string(address);
        return pattern == address || pattern == bare || pattern.starts_with(bare + ':');
    });
}

}  // namespace understudy::serve
