// Absolute URLs of the schemes we speak: http, https, ws, wss. Reading is strict about everything
// that two readers could take differently (spaces, backslashes, control characters, doubtful hosts
// and ports), and changes nothing it need not change: path, query and fragment stay as written.
//
//     Url url = TRY(parse_url("https://api.example.test/v1/charges?limit=3"));
//     authority(url);     // "api.example.test"
//     origin(url);        // "https://api.example.test:443"
//     target(url);        // "/v1/charges?limit=3"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::http {

struct Url {
    std::string scheme;                   // in lower case
    std::optional<std::string> userinfo;  // as written, escapes and all
    std::string host;                     // in lower case; an IPv6 address without its brackets
    std::optional<std::uint16_t> port;    // if written
    std::string path = "/";               // as written; never empty
    std::optional<std::string> query;     // as written, without '?'; `/x?` has an empty one
    std::optional<std::string> fragment;  // as written, without '#'
    friend bool operator==(const Url&, const Url&) = default;
};

inline constexpr std::size_t kMaxUrlBytes = std::size_t{64} * 1024;

// Code::HttpBadUrl says why not. What stands before '@' is not shown in errors: it may be a secret.
base::Result<Url> parse_url(std::string_view text);

std::string to_text(const Url& url);
std::string origin(const Url& url);     // scheme://host:port, the port always there: a pool's key
std::string authority(const Url& url);  // host or host:port; the scheme's own port is left out
std::string target(const Url& url);     // path and query: what a request line holds
std::uint16_t port_of(const Url& url);  // the written one, else the scheme's own
bool is_secure(const Url& url);         // https or wss

// Does the host name this machine, whoever is asked? `localhost` and all below it, `::1`, and
// 127.*.*.* written in full: what resolvers make of anything shorter differs.
bool is_this_machine(std::string_view host);

// host[:port] as in CONNECT and the Host header. The host as in Url. Code::HttpBadHost, with the
// reason in its argument "why".
struct Authority {
    std::string host;
    std::optional<std::uint16_t> port;
    friend bool operator==(const Authority&, const Authority&) = default;
};
base::Result<Authority> parse_authority(std::string_view text);
std::string to_text(const Authority& authority);

// The parts of a path, cut at '/' first and unescaped afterwards, so that an escaped slash stays
// inside its part: "/git/refs/heads%2Ff" is {"git", "refs", "heads/f"}. Empty parts are kept, "/a/"
// is {"a", ""}; a broken escape stays as it stands.
std::vector<std::string> path_segments(std::string_view path);

}  // namespace understudy::http
