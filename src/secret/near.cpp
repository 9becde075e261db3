#include "secret/impl/near.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kMostHeaders = 8;  // of a part
constexpr std::size_t kLongestLine = 400;

// `|`, `>-`, `|2+`: what stands behind a name in YAML whose text follows on the next lines.
bool is_block_mark(std::string_view mark) {
    return !mark.empty() && mark.size() <= 3 && (mark[0] == '|' || mark[0] == '>');
}

// The last of the near words in `before`, unless it is too far from its end.
std::size_t last_near_word(const Rule& rule, std::string_view before) {
    const std::string lower = base::to_lower_ascii(before);
    for (const std::string& word : rule.near) {
        const std::size_t at = lower.rfind(word);
        if (at != kNone && lower.size() - (at + word.size()) <= kNear) return at;
    }
    return kNone;
}

// The line that ends before the line break in front of `line_begin`.
std::string_view line_before(std::string_view text, std::size_t line_begin) {
    const std::size_t end = line_begin - 1;
    std::size_t begin = end;
    while (begin > 0 && end - begin < kLongestLine && text[begin - 1] != '\n') --begin;
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

// The name of the block whose first line begins at `line_begin`.
std::size_t find_in_block_name(const Rule& rule, std::string_view text, std::size_t line_begin) {
    if (line_begin == 0) return kNone;
    std::string_view line = line_before(text, line_begin);
    const auto place_of = [&](std::string_view part) {
        const std::size_t at = last_near_word(rule, part);
        return at == kNone ? at : static_cast<std::size_t>(part.data() - text.data()) + at;
    };
    if (!line.empty()) {
        const std::size_t colon = line.rfind(':');
        const bool opens_block =
            colon != kNone && is_block_mark(base::trim(line.substr(colon + 1)));
        return opens_block ? place_of(line.substr(0, colon)) : kNone;
    }
    for (std::size_t i = 0; i < kMostHeaders; ++i) {
        const auto begin = static_cast<std::size_t>(line.data() - text.data());
        if (begin == 0) break;
        line = line_before(text, begin);
        if (line.find(':') == kNone) break;
        constexpr std::string_view kName = "name=\"";
        if (const std::size_t name = line.find(kName); name != kNone) {
            const std::string_view rest = line.substr(name + kName.size());
            return place_of(rest.substr(0, rest.find('"')));
        }
    }
    return kNone;
}

}  // namespace

std::size_t line_end_near(std::string_view text, std::size_t begin, std::size_t most) {
    const std::string_view part = text.substr(begin, most);
    return begin + std::min(part.find('\n'), part.size());
}

std::size_t block_behind(std::string_view text, std::size_t name_end) {
    const auto line_from = [&](std::size_t begin) {
        std::string_view line =
            text.substr(begin, line_end_near(text, begin, kLongestLine) - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    };
    const auto next_line = [&](std::size_t at) {
        return std::min(line_end_near(text, at, kLongestLine) + 1, text.size());
    };
    const std::string_view rest = line_from(name_end);
    const std::size_t colon = rest.find(':');
    if (colon != kNone && colon <= 2) {
        if (!is_block_mark(base::trim(rest.substr(colon + 1)))) return text.size();
        std::size_t at = next_line(name_end);
        while (at < text.size() && text[at] == ' ') ++at;
        return at;
    }
    if (!rest.starts_with('"')) return text.size();
    std::size_t at = next_line(name_end);
    for (std::size_t i = 0; i < kMostHeaders && at < text.size(); ++i) {
        const std::string_view line = line_from(at);
        at = next_line(at);
        if (line.empty()) return at;
        if (line.find(':') == kNone) break;
    }
    return text.size();
}

std::size_t find_near_word(const Rule& rule, std::string_view text, std::size_t begin) {
    // Wide enough for a word that ends just inside the reach.
    constexpr std::size_t kReach = kNear + 40;
    std::size_t from = begin;
    while (from > 0 && begin - from < kReach && text[from - 1] != '\n') --from;
    const std::string_view before = text.substr(from, begin - from);
    if (const std::size_t at = last_near_word(rule, before); at != kNone) return from + at;
    const bool is_first_of_line =
        (from == 0 || text[from - 1] == '\n') && base::trim(before).empty();
    return is_first_of_line ? find_in_block_name(rule, text, from) : kNone;
}

std::size_t begin_of_near_word(const Rule& rule, std::string_view text, std::size_t end) {
    const std::string_view before = text.substr(0, end);
    for (const std::string& word : rule.near) {
        if (before.size() < word.size()) continue;
        const std::size_t begin = before.size() - word.size();
        if (base::equal_ignoring_case(before.substr(begin), word)) return begin;
    }
    return end;
}

}  // namespace understudy::secret
