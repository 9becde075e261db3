#include "cassette/import/yaml_comments.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

// Bytes of keys and scalars: a `#` in them is text.
std::vector<bool> bytes_of_texts(const json::Document& document) {
    const std::size_t size = document.source->text.size();
    std::vector<bool> is_text(size, false);
    const auto cover = [&](const json::Range& range) {
        const std::size_t end = std::min<std::size_t>(range.end, size);
        for (std::size_t i = range.begin; i < end; ++i) is_text[i] = true;
    };
    for (const json::Marks::Row& row : document.marks.rows) {
        cover(row.key);
        if (row.nodes == 1) cover(row.value);
    }
    return is_text;
}

}  // namespace

std::vector<std::string> comments_of(const json::Document& document) {
    const std::string_view text = document.source->text;
    const std::vector<bool> is_text = bytes_of_texts(document);
    std::vector<std::string> comments;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '#' || is_text[i]) continue;
        const bool begins = i == 0 || text[i - 1] == '\n' || text[i - 1] == ' ' ||
                            text[i - 1] == '\t' || text[i - 1] == '\r';
        if (!begins) continue;
        const std::size_t end = std::min(text.find('\n', i), text.size());
        std::string_view comment = text.substr(i + 1, end - i - 1);
        if (comment.ends_with('\r')) comment.remove_suffix(1);
        if (comment.starts_with(' ')) comment.remove_prefix(1);
        comments.emplace_back(comment);
        i = end;
    }
    return comments;
}

}  // namespace understudy::cassette
