#include "serve/credential.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/query.hpp"

namespace understudy::serve {

namespace {

// What follows the scheme's word: "Bearer x" -> "x". Empty if the scheme is another.
std::string_view after_scheme(std::string_view value, std::string_view scheme) {
    value = base::trim(value);
    if (value.size() <= scheme.size() || value[scheme.size()] != ' ') return {};
    if (!base::equal_ignoring_case(value.substr(0, scheme.size()), scheme)) return {};
    return base::trim(value.substr(scheme.size()));
}

std::string basic_part(const http::RequestHead& request, bool password) {
    const std::string_view encoded = after_scheme(request.headers.get("Authorization"), "Basic");
    if (encoded.empty()) return {};
    const auto decoded = base::from_base64(encoded, base::Base64::Loose);
    if (!decoded) return {};
    const std::size_t colon = decoded->find(':');
    if (!password) return decoded->substr(0, colon);
    return colon == std::string::npos ? std::string() : decoded->substr(colon + 1);
}

std::string query_value(const http::RequestHead& request, std::string_view name) {
    const std::string_view target = request.path_and_query();
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos) return {};
    for (http::QueryPair& pair : http::parse_query(target.substr(mark + 1))) {
        if (pair.name == name && pair.value) return std::move(*pair.value);
    }
    return {};
}

}  // namespace

std::string credential_at(const pack::AuthPlace& place, const http::RequestHead& request) {
    using Kind = pack::AuthPlace::Kind;
    switch (place.kind) {
        case Kind::Bearer:
            return std::string(after_scheme(request.headers.get("Authorization"), "Bearer"));
        case Kind::BasicUser: return basic_part(request, false);
        case Kind::BasicPassword: return basic_part(request, true);
        case Kind::Header: {
            const std::string_view value = request.headers.get(place.name);
            return std::string(place.scheme.empty() ? base::trim(value)
                                                    : after_scheme(value, place.scheme));
        }
        case Kind::Query: return query_value(request, place.name);
    }
    return {};
}

std::vector<std::string> credentials_of(const pack::Auth& auth, const http::RequestHead& request) {
    std::vector<std::string> found;
    for (const pack::AuthPlace& place : auth.places) {
        std::string credential = credential_at(place, request);
        if (!credential.empty()) found.push_back(std::move(credential));
    }
    return found;
}

std::string_view bearer_of(const http::RequestHead& request) {
    return after_scheme(request.headers.get("Authorization"), "Bearer");
}

}  // namespace understudy::serve
