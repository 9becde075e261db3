// Content types: `type/subtype; name=value`. Type, subtype and parameter names are compared without
// regard to case and kept in lower case; parameter values are kept as they are.
//
//     auto type = parse_media_type("Multipart/Form-Data; boundary=\"a b\"");
//     type->essence();              // "multipart/form-data"
//     type->parameter("boundary");  // "a b"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::http {

struct MediaParameter {
    std::string name;
    std::string value;  // unquoted
    friend bool operator==(const MediaParameter&, const MediaParameter&) = default;
};

struct MediaType {
    std::string type;
    std::string subtype;
    std::vector<MediaParameter> parameters;

    std::string essence() const { return type + "/" + subtype; }
    // The first of that name.
    std::optional<std::string_view> parameter(std::string_view name) const;
    friend bool operator==(const MediaType&, const MediaType&) = default;
};

std::optional<MediaType> parse_media_type(std::string_view text);  // nothing: it is none
std::string to_text(const MediaType& type);                        // quotes where they are needed

bool is_json(const MediaType& type);       // application/json, text/json, anything +json
bool is_form(const MediaType& type);       // application/x-www-form-urlencoded
bool is_multipart(const MediaType& type);  // multipart/*

}  // namespace understudy::http
