#include "http/url.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "http/impl/host.hpp"
#include "http/impl/percent.hpp"

namespace understudy::http {

namespace {

using base::Code;

struct Scheme {
    std::string_view name;
    std::uint16_t port;
    bool secure;
};
constexpr Scheme kSchemes[] = {
    {"http", 80, false}, {"https", 443, true}, {"ws", 80, false}, {"wss", 443, true}};

const Scheme* scheme_named(std::string_view name) {
    for (const Scheme& scheme : kSchemes) {
        if (scheme.name == name) return &scheme;
    }
    return nullptr;
}

// Without what stands before '@': it may be a password.
std::string shown(std::string_view text) {
    const std::size_t scheme_end = text.find("://");
    const std::size_t start = scheme_end == std::string_view::npos ? 0 : scheme_end + 3;
    const std::string_view authority =
        text.substr(start, std::min(text.find_first_of("/?#", start), text.size()) - start);
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) return base::quoted(text);
    return base::quoted(std::string(text.substr(0, start)) + "***" +
                        std::string(text.substr(start + at)));
}

base::Failure bad_url(std::string_view text, std::string_view why) {
    return base::fail(Code::HttpBadUrl, {{"url", shown(text)}, {"why", std::string(why)}});
}

// Why the text may not stand in a URL at all; empty if it may.
std::string_view forbidden_in(std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7F) return "it holds a control character";
        if (byte == ' ') return "it holds a space; write %20";
        if (byte == '\\') return "it holds a backslash";
        if (byte >= 0x80) return "it holds a character outside ASCII; write it percent-encoded";
    }
    return {};
}

bool is_userinfo(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '%') {
            if (text.size() - at < 3 || hex_digit(text[at + 1]) < 0 || hex_digit(text[at + 2]) < 0)
                return false;
            continue;
        }
        if (std::string_view("@[]\"<>^`{|}").find(c) != std::string_view::npos) return false;
    }
    return true;
}

struct PortReading {
    std::optional<std::uint16_t> port;
    std::string_view why;
};

PortReading read_port(std::string_view digits) {
    if (digits.empty()) return {};  // "host:" is allowed and says nothing
    std::uint32_t number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9') return {std::nullopt, "the port is not a number"};
        if (number <= UINT16_MAX) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    if (number == 0 || number > UINT16_MAX || digits.size() > 5) {
        return {std::nullopt, "the port is not a number from 1 to 65535"};
    }
    return {static_cast<std::uint16_t>(number), {}};
}

struct AuthorityReading {
    Authority authority;
    std::string_view why;  // empty: it is one
};

AuthorityReading read_authority(std::string_view text) {
    std::size_t colon = text.rfind(':');
    if (text.starts_with('[')) {
        const std::size_t bracket = text.find(']');
        if (bracket == std::string_view::npos) return {{}, "an IPv6 address stands in brackets"};
        colon = bracket + 1 == text.size() ? std::string_view::npos : bracket + 1;
        if (colon != std::string_view::npos && text[colon] != ':') {
            return {{}, "only a port may follow an IPv6 address"};
        }
    } else if (text.find(':') != colon) {
        return {{}, "an IPv6 address stands in brackets"};
    }
    HostReading host = read_host(text.substr(0, colon));
    if (!host.why.empty()) return {{}, host.why};
    AuthorityReading reading{{std::move(host.host), std::nullopt}, {}};
    if (colon == std::string_view::npos) return reading;
    const PortReading port = read_port(text.substr(colon + 1));
    reading.authority.port = port.port;
    reading.why = port.why;
    return reading;
}

std::string bracketed(std::string_view host) {
    if (host.find(':') == std::string_view::npos) return std::string(host);
    return "[" + std::string(host) + "]";
}

}  // namespace

base::Result<Url> parse_url(std::string_view text) {
    if (text.size() > kMaxUrlBytes) {
        return bad_url(text, "it is longer than " + base::with_thousands(kMaxUrlBytes) + " bytes");
    }
    if (const std::string_view why = forbidden_in(text); !why.empty()) return bad_url(text, why);

    const std::size_t scheme_end = text.find("://");
    if (scheme_end == std::string_view::npos) {
        return bad_url(text, "it does not begin with a scheme such as https://");
    }
    Url url;
    url.scheme = base::to_lower_ascii(text.substr(0, scheme_end));
    if (scheme_named(url.scheme) == nullptr) {
        return bad_url(text, "its scheme is not http, https, ws or wss");
    }

    std::string_view rest = text.substr(scheme_end + 3);
    const std::size_t authority_end = std::min(rest.find_first_of("/?#"), rest.size());
    std::string_view authority = rest.substr(0, authority_end);
    rest.remove_prefix(authority_end);
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        url.userinfo = std::string(authority.substr(0, at));
        authority.remove_prefix(at + 1);
        if (!is_userinfo(*url.userinfo)) {
            return bad_url(text, "what stands before @ has a character that must be escaped");
        }
    }
    AuthorityReading read = read_authority(authority);
    if (!read.why.empty()) return bad_url(text, read.why);
    url.host = std::move(read.authority.host);
    url.port = read.authority.port;

    if (const std::size_t hash = rest.find('#'); hash != std::string_view::npos) {
        url.fragment = std::string(rest.substr(hash + 1));
        rest = rest.substr(0, hash);
    }
    if (const std::size_t question = rest.find('?'); question != std::string_view::npos) {
        url.query = std::string(rest.substr(question + 1));
        rest = rest.substr(0, question);
    }
    url.path = rest.empty() ? "/" : std::string(rest);
    return url;
}

std::string to_text(const Url& url) {
    std::string out = url.scheme + "://";
    if (url.userinfo) out += *url.userinfo + "@";
    out += bracketed(url.host);
    if (url.port) out += ":" + std::to_string(*url.port);
    out += target(url);
    if (url.fragment) out += "#" + *url.fragment;
    return out;
}

std::string origin(const Url& url) {
    return url.scheme + "://" + bracketed(url.host) + ":" + std::to_string(port_of(url));
}

std::string authority(const Url& url) {
    const Scheme* scheme = scheme_named(url.scheme);
    const bool is_default = url.port && scheme != nullptr && *url.port == scheme->port;
    return to_text(Authority{url.host, is_default ? std::nullopt : url.port});
}

std::string target(const Url& url) {
    return url.query ? url.path + "?" + *url.query : url.path;
}

std::uint16_t port_of(const Url& url) {
    if (url.port) return *url.port;
    const Scheme* scheme = scheme_named(url.scheme);
    return scheme == nullptr ? std::uint16_t{0} : scheme->port;
}

bool is_secure(const Url& url) {
    const Scheme* scheme = scheme_named(url.scheme);
    return scheme != nullptr && scheme->secure;
}

base::Result<Authority> parse_authority(std::string_view text) {
    AuthorityReading read = read_authority(text);
    if (!read.why.empty()) {
        return base::fail(Code::HttpBadHost,
                          {{"host", base::quoted(text)}, {"why", std::string(read.why)}});
    }
    return std::move(read.authority);
}

std::string to_text(const Authority& authority) {
    std::string out = bracketed(authority.host);
    if (authority.port) out += ":" + std::to_string(*authority.port);
    return out;
}

std::vector<std::string> path_segments(std::string_view path) {
    std::vector<std::string> segments;
    if (path.empty()) return segments;
    if (path.front() == '/') path.remove_prefix(1);
    for (const std::string_view part : base::split(path, '/')) {
        segments.push_back(undo_percent(part, false));
    }
    return segments;
}

bool is_this_machine(std::string_view host) {
    const std::string name = base::to_lower_ascii(host);
    if (name == "localhost" || name.ends_with(".localhost") || name == "::1" || name == "[::1]") {
        return true;
    }
    const auto parts = base::split(name, '.');
    const bool is_address =
        parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](auto part) {
            const auto number = base::parse_int64(part);
            return number && *number >= 0 && *number <= 255 && std::to_string(*number) == part;
        });
    return is_address && parts.front() == "127";
}

}  // namespace understudy::http
