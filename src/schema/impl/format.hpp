// The values of `format` that we can judge. A name that is not here is an annotation: it never
// fails.
#pragma once

#include <cstdint>
#include <string_view>

#include "schema/impl/truth.hpp"

namespace understudy::schema {

enum class Format : std::uint8_t {
    None,
    DateTime,
    Date,
    Time,
    Duration,
    Email,
    IdnEmail,
    Hostname,
    IdnHostname,
    Ipv4,
    Ipv6,
    Uri,
    UriReference,
    Iri,
    IriReference,
    UriTemplate,
    Uuid,
    JsonPointer,
    RelativeJsonPointer,
    Regex,
    Byte,
    Int32,  // from here on: of numbers
    Int64,
    Float,
    Double,
};

Format format_named(std::string_view name);  // None: not known
std::string_view name_of(Format format);
constexpr bool is_of_numbers(Format format) {
    return format >= Format::Int32;
}

// Of strings. Unknown only for `regex`: a pattern our engine cannot judge.
Truth has_format(Format format, std::string_view text);

// One file each: format_time.cpp, format_net.cpp, format_uri.cpp.
bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);
bool is_hostname(std::string_view text);
bool is_idn_hostname(std::string_view text);
bool is_email(std::string_view text, bool international);
bool is_uri(std::string_view text, bool international);
bool is_uri_reference(std::string_view text, bool international);
bool is_uri_template(std::string_view text);

}  // namespace understudy::schema
