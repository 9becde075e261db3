// Which texts are hosts. Names are ASCII: a client that shows them otherwise sends xn-- names.
#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "io/impl/certificate.hpp"

namespace understudy::io {

namespace {

constexpr std::size_t kLongestName = 253;
constexpr std::size_t kLongestLabel = 63;

base::Failure bad_name(std::string_view text, std::string why) {
    return base::fail(base::Code::IoBadName,
                      {{"name", base::quoted(text)}, {"why", std::move(why)}});
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Underscores are not for host names, but services in container networks have them.
bool is_of_label(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '_';
}

std::string trouble_with_label(std::string_view label) {
    if (label.empty()) return "a part between two dots is empty";
    if (label.size() > kLongestLabel) return "a part is longer than 63 characters";
    if (!std::all_of(label.begin(), label.end(), is_of_label)) {
        return "only letters, digits, '-', '_' and dots make a host name";
    }
    if (label.front() == '-' || label.back() == '-') return "a part begins or ends with '-'";
    return {};
}

std::optional<HostName> parse_address(const std::string& text) {
    std::array<char, sizeof(in6_addr)> bytes{};
    for (const auto& [family, size] :
         {std::pair(AF_INET, sizeof(in_addr)), std::pair(AF_INET6, sizeof(in6_addr))}) {
        if (::inet_pton(family, text.c_str(), bytes.data()) != 1) continue;
        std::array<char, INET6_ADDRSTRLEN> shown{};
        ::inet_ntop(family, bytes.data(), shown.data(), shown.size());
        return HostName{HostName::Kind::Address, shown.data(), std::string(bytes.data(), size)};
    }
    return std::nullopt;
}

}  // namespace

base::Result<HostName> parse_host_name(std::string_view text) {
    if (text.empty()) return bad_name(text, "it is empty");
    if (!base::is_utf8(text) || text.find('\0') != std::string_view::npos) {
        return bad_name(text, "it is not text");
    }
    if (std::any_of(text.begin(), text.end(), [](char c) { return (c & '\x80') != 0; })) {
        return bad_name(text, "write it in its ASCII form (xn--...)");
    }
    const bool is_bracketed = text.size() > 2 && text.starts_with('[') && text.ends_with(']');
    const std::string bare(is_bracketed ? text.substr(1, text.size() - 2) : text);
    if (auto address = parse_address(bare)) {
        if (!is_bracketed || address->address.size() == sizeof(in6_addr)) return *address;
    }
    std::string name = base::to_lower_ascii(text);
    if (name.ends_with('.')) name.pop_back();
    if (name.size() > kLongestName) return bad_name(text, "it is longer than 253 characters");
    const std::string_view rest = std::string_view(name).substr(name.starts_with("*.") ? 2 : 0);
    for (const std::string_view label : base::split(rest, '.')) {
        if (std::string why = trouble_with_label(label); !why.empty()) {
            return bad_name(text, std::move(why));
        }
    }
    const std::string_view last = rest.substr(rest.rfind('.') + 1);
    if (std::all_of(last.begin(), last.end(), is_digit)) {
        return bad_name(text, "it ends in a number and is no IP address");
    }
    return HostName{HostName::Kind::Name, std::move(name), {}};
}

}  // namespace understudy::io
