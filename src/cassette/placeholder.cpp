#include "cassette/impl/placeholder.hpp"

#include <algorithm>

#include "cassette/impl/recognizer.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kAny = "$any";
constexpr std::string_view kAs = "as";
constexpr std::size_t kLongestMark = 100;

bool is_label_character(char c) {
    return is_word(c) || c == '.' || c == '-';
}

// The length of `pr:?17` or `pr:1` at the front of `text`; 0: there is none.
std::size_t mark_size(std::string_view text) {
    text = text.substr(0, kLongestMark);
    std::size_t at = 0;
    if (text.empty() || !is_letter(text[0])) return 0;
    while (at < text.size() && is_label_character(text[at])) ++at;
    if (at == text.size() || text[at] != ':') return 0;
    ++at;
    const bool is_open = at < text.size() && text[at] == '?';
    if (is_open) ++at;
    const std::size_t digits = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at == digits && !is_open ? 0 : at;
}

// Where `<mark>` stands, with `signs` equals signs after its bracket.
template <class Take>
void each_bracket(std::string_view text, Take take) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos;
         at = text.find('<', at + 1)) {
        std::size_t word = at + 1;
        while (word < text.size() && text[word] == '=') ++word;
        const std::size_t size = mark_size(text.substr(word));
        const std::size_t end = word + size;
        if (size == 0 || end >= text.size() || text[end] != '>') continue;
        take(at, word, end + 1);
    }
}

}  // namespace

std::vector<Placed> placeholders_in(std::string_view text) {
    std::vector<Placed> found;
    each_bracket(text, [&](std::size_t begin, std::size_t word, std::size_t end) {
        if (word == begin + 1) found.push_back({begin, end, text.substr(word, end - 1 - word)});
    });
    return found;
}

std::string with_words(std::string_view text,
                       const std::function<std::string(std::string_view mark)>& word_of) {
    std::string out;
    std::size_t copied = 0;
    for (const Placed& each : placeholders_in(text)) {
        out += text.substr(copied, each.begin - copied);
        out += '<' + word_of(each.mark) + '>';
        copied = each.end;
    }
    out += text.substr(copied);
    return out;
}

std::optional<std::string_view> mark_of(const json::Value& value) {
    if (!value.is_object() || value.size() != 2) return std::nullopt;
    const auto members = value.members();
    if (members[0].key() != kAny || members[1].key() != kAs || !members[1].value.is_string()) {
        return std::nullopt;
    }
    return members[1].value.as_string();
}

json::Value placeholder(std::string_view type, std::string_view mark) {
    return json::Value::object({{kAny, type}, {kAs, mark}});
}

std::string_view type_word(const json::Value& value) {
    if (value.is_number() && value.is_integer_text()) return "integer";
    return json::name_of(value.kind());
}

std::string escaped_text(std::string_view text) {
    std::string out;
    std::size_t copied = 0;
    each_bracket(text, [&](std::size_t begin, std::size_t /*word*/, std::size_t /*end*/) {
        out += text.substr(copied, begin + 1 - copied);
        out += '=';
        copied = begin + 1;
    });
    out += text.substr(copied);
    return out;
}

std::string escaped_key(std::string_view key) {
    return (key.starts_with('$') ? "$" : "") + std::string(key);
}

}  // namespace understudy::cassette
