// A `#` begins a comment where it stands at the start of a line or behind a blank, and in no
// scalar. Where the scalars are, the reader has marked.
#include "cassette/impl/comments.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

// All keys and scalars, in the order of the text.
std::vector<json::Range> scalars_of(const json::Document& document) {
    const std::string& text = document.source->text;
    std::vector<json::Range> ranges;
    for (const json::Marks::Row& row : document.marks.rows) {
        if (row.key.end > row.key.begin) ranges.push_back(row.key);
        const bool is_scalar = row.nodes == 1 && row.value.end > row.value.begin &&
                               text[row.value.begin] != '[' && text[row.value.begin] != '{';
        if (is_scalar) ranges.push_back(row.value);
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const json::Range& a, const json::Range& b) { return a.begin < b.begin; });
    return ranges;
}

}  // namespace

std::vector<Comment> comments_of(const json::Document& document) {
    std::vector<Comment> found;
    if (document.source == nullptr) return found;
    const std::string& text = document.source->text;
    const std::vector<json::Range> scalars = scalars_of(document);
    auto scalar = scalars.begin();
    for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at)) {
        while (scalar != scalars.end() && scalar->end <= at) ++scalar;
        if (scalar != scalars.end() && scalar->begin <= at) {
            at = scalar->end;
            continue;
        }
        const char before = at == 0 ? '\n' : text[at - 1];
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (before != '\n' && before != ' ' && before != '\t') {
            ++at;
            continue;
        }
        const std::string_view comment = std::string_view(text).substr(at + 1, end - at - 1);
        found.push_back({at, std::string(base::trim(comment))});
        at = end;
    }
    return found;
}

std::vector<Comment> lost_comments(const json::Document& before, const json::Document& after) {
    std::map<std::string, std::size_t> kept;
    for (const Comment& comment : comments_of(after)) ++kept[comment.text];
    std::vector<Comment> lost;
    for (Comment& comment : comments_of(before)) {
        const auto found = kept.find(comment.text);
        if (found != kept.end() && found->second > 0) {
            --found->second;
        } else if (!comment.text.empty()) {
            lost.push_back(std::move(comment));
        }
    }
    return lost;
}

}  // namespace understudy::cassette
