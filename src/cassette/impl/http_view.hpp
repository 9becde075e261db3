// A call over HTTP as it is compared: parsed, put into one order, rules applied.
//
//     const HttpView view = view_of(call, how);
//     key_of(view)                                 one text
//     parts_of(view)                               the same as places and values, one by one
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cassette/http_match.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

struct HttpView {
    enum class Form : std::uint8_t { None, Json, Fields, Bytes };

    std::string method;
    std::string host;  // empty: not compared
    std::string path;
    Pairs query;    // by name
    Pairs headers;  // by name, in lower case
    Form form = Form::None;
    json::Value value;        // Json
    Pairs fields;             // of a form or of multipart, by name; of limited JSON, by place
    bool is_limited = false;  // the values of the fields are JSON
    std::string bytes;
};

HttpView view_of(const HttpInput& call, const HttpWay& how);
// Everything but the body, which may be long: for a first look at many.
HttpView head_view_of(const HttpInput& call, const HttpWay& how);

// `/v1/%7eme/a%2fb` as `/v1/~me/a%2Fb`: one text for one path.
std::string canonical_path(std::string_view path);

struct HttpPart {
    std::string place;  // "query limit", "body /messages/0/role"
    std::string value;
    bool is_json = false;  // the value is JSON, and needs no quotes to be shown
};
// Sorted by place; what stands at one place twice stays in its order.
std::vector<HttpPart> parts_of(const HttpView& view);

}  // namespace understudy::cassette
