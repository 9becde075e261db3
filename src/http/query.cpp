#include "http/query.hpp"

#include "http/impl/percent.hpp"

namespace understudy::http {

std::vector<QueryPair> parse_query(std::string_view text) {
    std::vector<QueryPair> pairs;
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (pair.empty()) continue;
        const std::size_t equals = pair.find('=');
        QueryPair& read = pairs.emplace_back();
        read.name = undo_percent(pair.substr(0, equals), true);
        if (equals != std::string_view::npos) {
            read.value = undo_percent(pair.substr(equals + 1), true);
        }
    }
    return pairs;
}

std::string to_query(std::span<const QueryPair> pairs, SpaceStyle spaces) {
    const bool plus = spaces == SpaceStyle::Plus;
    std::string out;
    for (const QueryPair& pair : pairs) {
        if (&pair != pairs.data()) out += '&';
        append_percent(out, pair.name, plus);
        if (!pair.value) continue;
        out += '=';
        append_percent(out, *pair.value, plus);
    }
    return out;
}

}  // namespace understudy::http
