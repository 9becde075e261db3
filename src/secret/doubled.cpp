// Quotes that are written twice because they stand inside the same quotes: in YAML and SQL
// `'define(''KEY'', ...)'`, in CSV `"{""password"": ...}"`.
#include <algorithm>

#include "secret/impl/strides.hpp"
#include "secret/impl/view.hpp"

namespace understudy::secret {

namespace {

// How much of a line is shown around such a quote.
constexpr std::size_t kAround = 2048;

bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

// Two of them at `at`, not more, beside a word: an empty text stands between separators.
bool is_doubled(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const char before = at > 0 ? text[at - 1] : '\0';
    const char behind = at + 2 < text.size() ? text[at + 2] : '\0';
    return at + 1 < text.size() && text[at + 1] == quote && before != quote && behind != quote &&
           (is_word(before) || is_word(behind));
}

std::size_t find_doubled(std::string_view text, char quote, std::size_t from) {
    const char two[] = {quote, quote};
    const std::string_view doubled(two, 2);
    for (std::size_t at = find_word(text, doubled, from); at != std::string_view::npos;) {
        if (is_doubled(text, at)) return at;
        while (at < text.size() && text[at] == quote) ++at;
        at = find_word(text, doubled, at);
    }
    return std::string_view::npos;
}

View view_of_doubled(std::string_view text, char quote) {
    View view(Layer::Escapes, text);
    std::size_t done = 0;
    for (std::size_t at = find_doubled(text, quote, 0); at != std::string_view::npos;) {
        std::size_t begin = at;
        while (begin > done && at - begin < kAround && text[begin - 1] != '\n') --begin;
        if (begin > done && !view.text().empty()) view.add_separator(begin);
        // All that follow on the line, each not far from the one before.
        std::size_t end = begin;
        while (at != std::string_view::npos && at <= end + kAround &&
               text.substr(end, at - end).find('\n') == std::string_view::npos) {
            view.add_plain(end, at);
            view.add({&quote, 1}, at, 2);
            end = at + 2;
            at = find_doubled(text, quote, end);
        }
        const std::string_view rest = text.substr(end, kAround);
        done = end + std::min(rest.find('\n'), rest.size());
        view.add_plain(end, done);
    }
    return view;
}

}  // namespace

void add_doubled_quotes(std::string_view text, std::vector<View>& views) {
    for (const char quote : {'\'', '"'}) {
        // JSON is full of these and never doubles them.
        if (quote == '"' && (text.starts_with('{') || text.starts_with('['))) continue;
        View view = view_of_doubled(text, quote);
        if (!view.text().empty()) views.push_back(std::move(view));
    }
}

}  // namespace understudy::secret
