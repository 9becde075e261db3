// What may stand as a host: a name, an IPv4 address in four plain numbers, an IPv6 address. Other
// spellings of addresses (octal, one big number, a zone) are refused: readers disagree about them.
#pragma once

#include <string>
#include <string_view>

namespace understudy::http {

// The reasons stand where the error's argument "why" will: plain text instead of an Error.
struct HostReading {
    std::string host;      // in lower case, without brackets
    std::string_view why;  // empty: it is a host
};

HostReading read_host(std::string_view text);  // with brackets if it is IPv6

bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);  // without brackets

}  // namespace understudy::http
