// Names of formats, and the formats that need no file of their own.
#include "schema/impl/format.hpp"

#include <array>
#include <utility>

#include "base/bytes.hpp"
#include "base/regex.hpp"
#include "json/pointer.hpp"

namespace understudy::schema {
namespace {

constexpr std::array<std::pair<std::string_view, Format>, 24> kFormats{{
    {"date-time", Format::DateTime},
    {"date", Format::Date},
    {"time", Format::Time},
    {"duration", Format::Duration},
    {"email", Format::Email},
    {"idn-email", Format::IdnEmail},
    {"hostname", Format::Hostname},
    {"idn-hostname", Format::IdnHostname},
    {"ipv4", Format::Ipv4},
    {"ipv6", Format::Ipv6},
    {"uri", Format::Uri},
    {"uri-reference", Format::UriReference},
    {"iri", Format::Iri},
    {"iri-reference", Format::IriReference},
    {"uri-template", Format::UriTemplate},
    {"uuid", Format::Uuid},
    {"json-pointer", Format::JsonPointer},
    {"relative-json-pointer", Format::RelativeJsonPointer},
    {"regex", Format::Regex},
    {"byte", Format::Byte},
    {"int32", Format::Int32},
    {"int64", Format::Int64},
    {"float", Format::Float},
    {"double", Format::Double},
}};

bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !is_hex(text[i])) return false;
    }
    return true;
}

bool is_json_pointer(std::string_view text) {
    return json::Pointer::parse(text).has_value();
}

// A number without leading zero, then a pointer or '#'.
bool is_relative_json_pointer(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    if (digits == 0 || (digits > 1 && text[0] == '0')) return false;
    const std::string_view rest = text.substr(digits);
    return rest == "#" || is_json_pointer(rest);
}

Truth is_regex(std::string_view text) {
    const base::Result<base::Regex> regex = base::Regex::compile(text, base::Regex::Dialect::Ecma);
    if (regex) return Truth::Yes;
    return regex.error().code == base::Code::RegexUnsupported ? Truth::Unknown : Truth::No;
}

}  // namespace

Format format_named(std::string_view name) {
    for (const auto& [known, format] : kFormats) {
        if (known == name) return format;
    }
    return Format::None;
}

std::string_view name_of(Format format) {
    for (const auto& [name, known] : kFormats) {
        if (known == format) return name;
    }
    return {};
}

Truth has_format(Format format, std::string_view text) {
    switch (format) {
        case Format::DateTime: return truth(is_date_time(text));
        case Format::Date: return truth(is_date(text));
        case Format::Time: return truth(is_time(text));
        case Format::Duration: return truth(is_duration(text));
        case Format::Email: return truth(is_email(text, false));
        case Format::IdnEmail: return truth(is_email(text, true));
        case Format::Hostname: return truth(is_hostname(text));
        case Format::IdnHostname: return truth(is_idn_hostname(text));
        case Format::Ipv4: return truth(is_ipv4(text));
        case Format::Ipv6: return truth(is_ipv6(text));
        case Format::Uri: return truth(is_uri(text, false));
        case Format::UriReference: return truth(is_uri_reference(text, false));
        case Format::Iri: return truth(is_uri(text, true));
        case Format::IriReference: return truth(is_uri_reference(text, true));
        case Format::UriTemplate: return truth(is_uri_template(text));
        case Format::Uuid: return truth(is_uuid(text));
        case Format::JsonPointer: return truth(is_json_pointer(text));
        case Format::RelativeJsonPointer: return truth(is_relative_json_pointer(text));
        case Format::Regex: return is_regex(text);
        case Format::Byte: return truth(base::from_base64(text).has_value());
        default: return Truth::Yes;
    }
}

}  // namespace understudy::schema
