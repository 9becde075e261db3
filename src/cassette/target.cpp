#include "cassette/target.hpp"

#include "http/query.hpp"

namespace understudy::cassette {

namespace {

std::string query_of(const HttpInput& input) {
    std::vector<http::QueryPair> pairs;
    for (const auto& [name, value] : input.query) pairs.push_back({name, value});
    return http::to_query(pairs);
}

}  // namespace

void set_target(HttpInput& input, std::string_view target) {
    const std::size_t mark = target.find('?');
    input.path = target.substr(0, mark);
    input.query.clear();
    input.query_text.clear();
    if (mark == std::string_view::npos) return;
    const std::string_view query = target.substr(mark + 1);
    for (const http::QueryPair& pair : http::parse_query(query)) {
        input.query.emplace_back(pair.name, pair.value.value_or(""));
    }
    // `/a?` has no pair and is not `/a`: the mark itself is what was sent.
    if (query.empty()) {
        input.path += '?';
    } else if (query_of(input) != query) {
        input.query_text = query;
    }
}

std::string target_of(const HttpInput& input) {
    std::string target = input.path.empty() ? "/" : input.path;
    if (!input.query_text.empty()) return target + '?' + input.query_text;
    return input.query.empty() ? target : target + '?' + query_of(input);
}

std::string url_of(const HttpInput& input) {
    if (input.host.empty()) return target_of(input);
    return (input.scheme.empty() ? "" : input.scheme + ':') + "//" + input.host + target_of(input);
}

std::string_view without_port(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    const std::size_t bracket = host.rfind(']');
    if (colon == std::string_view::npos) return host;
    if (bracket != std::string_view::npos) return host.substr(0, bracket + 1);
    return host.find(':') == colon ? host.substr(0, colon) : host;
}

}  // namespace understudy::cassette
