#include <algorithm>
#include <cstddef>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/impl/host.hpp"
#include "http/impl/percent.hpp"

namespace understudy::http {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_host_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' || c == '~';
}

// Whether readers would take the name for an address: its last label (a final dot aside) is a
// number.
bool looks_like_ipv4(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string_view last = host.substr(host.rfind('.') + 1);
    if (last.starts_with("0x")) {
        const std::string_view digits = last.substr(2);
        return std::all_of(digits.begin(), digits.end(), [](char c) { return hex_digit(c) >= 0; });
    }
    return !last.empty() && std::all_of(last.begin(), last.end(), is_digit);
}

}  // namespace

bool is_ipv4(std::string_view text) {
    const auto parts = base::split(text, '.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               if (part.empty() || part.size() > 3) return false;
               if (part.size() > 1 && part[0] == '0') return false;
               if (!std::all_of(part.begin(), part.end(), is_digit)) return false;
               return part.size() < 3 || part <= "255";
           });
}

bool is_ipv6(std::string_view text) {
    std::size_t groups = 0;  // of 16 bits
    bool shortened = false;  // "::" was there
    std::size_t at = 0;
    if (text.starts_with("::")) {
        shortened = true;
        at = 2;
    }
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        const std::string_view group = text.substr(at, end - at);
        if (end == text.size() && group.find('.') != std::string_view::npos) {
            if (!is_ipv4(group)) return false;
            groups += 2;
            break;
        }
        if (group.empty() || group.size() > 4) return false;
        if (!std::all_of(group.begin(), group.end(), [](char c) { return hex_digit(c) >= 0; })) {
            return false;
        }
        ++groups;
        at = end;
        if (at == text.size()) break;
        if (text.substr(at, 2) == "::") {
            if (shortened) return false;
            shortened = true;
            at += 2;
        } else {
            ++at;
            if (at == text.size()) return false;  // a lone ':' at the end
        }
    }
    return shortened ? groups <= 7 : groups == 8;
}

HostReading read_host(std::string_view text) {
    if (text.starts_with('[')) {
        if (!text.ends_with(']')) return {"", "an IPv6 address stands in brackets"};
        const std::string_view address = text.substr(1, text.size() - 2);
        if (!is_ipv6(address)) return {"", "what stands in brackets is not an IPv6 address"};
        return {base::to_lower_ascii(address), ""};
    }
    if (text.empty()) return {"", "there is no host"};
    const auto plain = base::from_percent(text);
    if (!plain) return {"", "an escape in the host is broken"};
    std::string host = base::to_lower_ascii(*plain);
    if (std::any_of(host.begin(), host.end(), [](char c) { return (c & 0x80) != 0; })) {
        return {"", "the host is not ASCII; write it as xn--..."};
    }
    if (!std::all_of(host.begin(), host.end(), is_host_character)) {
        return {"", "a character of the host has no place there"};
    }
    if (host.find_first_not_of('.') == std::string::npos) return {"", "the host is only dots"};
    if (looks_like_ipv4(host) && !is_ipv4(host)) {
        return {"", "the host looks like an IPv4 address but is not four numbers up to 255"};
    }
    return {std::move(host), ""};
}

}  // namespace understudy::http
