#include "secret/impl/place.hpp"

#include <algorithm>

#include "json/parse.hpp"
#include "json/pointer.hpp"

namespace understudy::secret {

namespace {

// Larger texts get lines and columns only.
constexpr std::size_t kLargest = std::size_t{64} << 20U;

}  // namespace

json::Pointer pointer_at(const json::Document& document, std::size_t offset) {
    json::Pointer pointer;
    const json::Value* value = &document.root;
    std::size_t row = 0;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        std::size_t child = row + 1;
        const std::size_t count = value->is_object()  ? value->members().size()
                                  : value->is_array() ? value->items().size()
                                                      : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const json::Marks::Row& place = document.marks.rows[child];
            const bool in_value = offset >= place.value.begin && offset < place.value.end;
            const bool in_key = offset >= place.key.begin && offset < place.key.end;
            if (in_value || in_key) {
                if (value->is_object()) {
                    const json::Member& member = value->members()[i];
                    pointer.push(std::string(member.key()));
                    value = &member.value;
                } else {
                    pointer.push(std::to_string(i));
                    value = &value->items()[i];
                }
                row = child;
                goes_on = in_value;
                break;
            }
            child += place.nodes;
        }
    }
    return pointer;
}

bool may_be_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

namespace {

std::string pointer_in_line(std::string_view text, std::size_t offset, std::size_t line) {
    std::size_t begin = offset, end = offset;
    while (begin > 0 && text[begin - 1] != '\n') --begin;
    while (end < text.size() && text[end] != '\n') ++end;
    const auto document = json::parse_document({"", std::string(text.substr(begin, end - begin))});
    if (!document) return {};
    return "/" + std::to_string(line - 1) + pointer_at(*document, offset - begin).to_text();
}

}  // namespace

Places::Places(const Text& text, const Found& found) {
    // Lines and columns are counted once, in the order of the hits.
    std::size_t at = 0;
    std::uint32_t line = 1, column = 1;
    for (const Hit& hit : found.hits) {
        const std::size_t begin = std::min(hit.begin, text.bytes.size());
        for (std::size_t next = text.bytes.find('\n', at); next < begin;
             next = text.bytes.find('\n', at)) {
            ++line;
            column = 1;
            at = next + 1;
        }
        for (; at < begin; ++at) {
            // Not the middle of a character.
            if ((static_cast<unsigned char>(text.bytes[at]) & 0xC0U) != 0x80U) ++column;
        }
        base::Mark mark;
        mark.file = text.name;
        if (hit.end > 0) {
            mark.line = line;
            mark.column = column;
        }
        marks_.push_back(std::move(mark));
    }
    pointers_.resize(found.hits.size());
    if (found.hits.empty() || text.bytes.size() > kLargest || !may_be_json(text.bytes)) return;
    const auto document = json::parse_document({std::string(text.name), std::string(text.bytes)});
    for (std::size_t i = 0; i < found.hits.size(); ++i) {
        const Hit& hit = found.hits[i];
        if (document) {
            pointers_[i] = pointer_at(*document, hit.begin).to_text();
        } else if (text.bytes.find("\n{") != std::string_view::npos) {
            pointers_[i] = pointer_in_line(text.bytes, hit.begin, marks_[i].line);
        }
    }
}

}  // namespace understudy::secret
