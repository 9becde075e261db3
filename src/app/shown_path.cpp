#include "app/shown_path.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kShortestToken = 12;
constexpr std::size_t kMostParts = 200;

struct Part {
    std::size_t in_path = 0;
    std::size_t in_text = 0;
};

bool is_sign(char byte) {
    return byte == '-' || byte == '_';
}

bool is_of_word(char byte) {
    return is_sign(byte) || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z');
}

// The path, and on a line each what stands between two of its signs.
std::string with_parts(std::string_view path, std::vector<Part>& parts) {
    std::string text(path);
    parts.push_back({0, 0});
    for (std::size_t begin = 0; begin < path.size(); ++begin) {
        const bool is_start = is_of_word(path[begin]) && begin > 0 && is_of_word(path[begin - 1]) &&
                              is_sign(path[begin - 1]);
        const bool is_first =
            is_of_word(path[begin]) && (begin == 0 || !is_of_word(path[begin - 1]));
        if (!is_start && !is_first) continue;
        for (std::size_t end = begin + 1; end <= path.size(); ++end) {
            const bool is_end_of_word = end == path.size() || !is_of_word(path[end]);
            const bool is_end = is_end_of_word || is_sign(path[end]);
            const bool is_whole = is_first && is_end_of_word;
            if (is_end && !is_whole && end - begin >= kShortestToken) {
                if (parts.size() == kMostParts) return text;
                text += '\n';
                parts.push_back({begin, text.size()});
                text += path.substr(begin, end - begin);
            }
            if (is_end_of_word) break;
        }
    }
    return text;
}

struct Hidden {
    std::size_t begin = 0;
    std::size_t end = 0;
    secret::Hit hit;
};

}  // namespace

ShownPath shown_path(secret::Finder& finder, std::string_view path) {
    std::vector<Part> parts;
    const std::string text = with_parts(path, parts);
    std::vector<Hidden> hidden;
    for (const secret::Hit& hit : finder.find({"", text, secret::Class::None}).hits) {
        // Names of files are often digests, so looking random is not enough here.
        if (hit.code != secret::code::Value || hit.length == 0) continue;
        const auto behind =
            std::upper_bound(parts.begin(), parts.end(), hit.begin,
                             [](std::size_t at, const Part& part) { return at < part.in_text; });
        const Part& part = *(behind - 1);
        const std::size_t begin = part.in_path + hit.begin - part.in_text;
        hidden.push_back({begin, std::min(path.size(), begin + hit.end - hit.begin), hit});
    }
    std::stable_sort(hidden.begin(), hidden.end(),
                     [](const Hidden& a, const Hidden& b) { return a.begin < b.begin; });
    ShownPath shown;
    std::size_t at = 0;
    for (const Hidden& one : hidden) {
        if (one.begin >= at) {
            shown.text += path.substr(at, one.begin - at);
            shown.text += "<secret>";
            shown.found.hits.push_back(one.hit);
        }
        at = std::max(at, one.end);
    }
    shown.text += path.substr(std::min(at, path.size()));
    return shown;
}

std::string shown_pointer(secret::Finder& finder, const std::string& pointer) {
    if (pointer.empty()) return pointer;
    const std::string plain = base::replace_all(base::replace_all(pointer, "~1", "/"), "~0", "~");
    ShownPath shown = shown_path(finder, plain);
    return shown.found.hits.empty() ? pointer : std::move(shown.text);
}

}  // namespace understudy::app
