// URIs, IRIs and URI templates (RFC 3986, 3987, 6570), character by character.
#include "base/text.hpp"
#include "schema/impl/format.hpp"
#include "schema/impl/uri.hpp"

namespace understudy::schema {
namespace {

bool is_alnum(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr std::string_view kUnreserved = "-._~";
constexpr std::string_view kSubDelimiters = "!$&'()*+,;=";

// Every character is unreserved, a sub-delimiter, one of `more`, foreign if allowed, or %XX.
bool is_made_of(std::string_view text, std::string_view more, bool international) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_alnum(c) || kUnreserved.find(c) != std::string_view::npos ||
            kSubDelimiters.find(c) != std::string_view::npos ||
            more.find(c) != std::string_view::npos) {
            continue;
        }
        if (c == '%' && i + 2 < text.size() && is_hex(text[i + 1]) && is_hex(text[i + 2])) {
            i += 2;
            continue;
        }
        if (international && static_cast<unsigned char>(c) >= 128) continue;
        return false;
    }
    return true;
}

bool is_ip_literal(std::string_view text) {
    if (text.size() > 2 && (text[0] == 'v' || text[0] == 'V')) {
        const std::size_t dot = text.find('.');
        return dot != std::string_view::npos && dot > 1 && dot + 1 < text.size() &&
               is_made_of(text.substr(dot + 1), ":", false);
    }
    return is_ipv6(text);
}

bool is_authority(std::string_view text, bool international) {
    if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
        if (!is_made_of(text.substr(0, at), ":", international)) return false;
        text = text.substr(at + 1);
    }
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos || !is_ip_literal(text.substr(1, end - 1))) return false;
        port = text.substr(end + 1);
        if (!port.empty() && !port.starts_with(':')) return false;
    } else {
        const std::size_t colon = text.find(':');
        if (!is_made_of(text.substr(0, colon), "", international)) return false;
        if (colon != std::string_view::npos) port = text.substr(colon);
    }
    for (std::size_t i = 1; i < port.size(); ++i) {
        if (port[i] < '0' || port[i] > '9') return false;
    }
    return true;
}

bool are_parts_valid(const Uri& uri, bool international) {
    if (uri.authority && !is_authority(*uri.authority, international)) return false;
    if (!is_made_of(uri.path, ":@/", international)) return false;
    if (uri.query && !is_made_of(*uri.query, ":@/?", international)) return false;
    return !uri.fragment || is_made_of(*uri.fragment, ":@/?", international);
}

bool is_variable_list(std::string_view text) {
    if (text.empty()) return false;
    if (std::string_view("+#./;?&=,!@|").find(text.front()) != std::string_view::npos) {
        text.remove_prefix(1);
    }
    for (std::string_view name : base::split(text, ',')) {
        if (name.ends_with('*')) {
            name.remove_suffix(1);
        } else if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
            const std::string_view most = name.substr(colon + 1);
            if (most.empty() || most.size() > 4 || most.front() == '0' ||
                most.find_first_not_of("0123456789") != std::string_view::npos) {
                return false;
            }
            name = name.substr(0, colon);
        }
        if (name.empty() || name.front() == '.' || name.back() == '.' ||
            name.find("..") != std::string_view::npos) {
            return false;
        }
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (is_alnum(name[i]) || name[i] == '_' || name[i] == '.') continue;
            if (name[i] == '%' && i + 2 < name.size() && is_hex(name[i + 1]) &&
                is_hex(name[i + 2])) {
                i += 2;
                continue;
            }
            return false;
        }
    }
    return true;
}

}  // namespace

bool is_uri(std::string_view text, bool international) {
    const Uri uri = Uri::parse(text);
    return uri.is_absolute() && are_parts_valid(uri, international);
}

bool is_uri_reference(std::string_view text, bool international) {
    const Uri uri = Uri::parse(text);
    // Without a scheme, a colon in the first segment would be read as one.
    if (!uri.scheme && !uri.authority) {
        const std::string_view first = std::string_view(uri.path).substr(0, uri.path.find('/'));
        if (first.find(':') != std::string_view::npos) return false;
    }
    return are_parts_valid(uri, international);
}

bool is_uri_template(std::string_view text) {
    constexpr std::string_view kForbidden = " \"<>\\^`|}";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '{') {
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos) return false;
            if (!is_variable_list(text.substr(i + 1, end - i - 1))) return false;
            i = end;
        } else if (c == '%') {
            if (i + 2 >= text.size() || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) return false;
            i += 2;
        } else if ((c >= 0 && c < ' ') || c == '\x7F' ||
                   kForbidden.find(c) != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

}  // namespace understudy::schema
