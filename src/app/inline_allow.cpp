#include "app/inline_allow.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kWord = "understudy:allow";
// Of one text; a file with more is not one that people look after.
constexpr std::size_t kMostEntries = 1000;

bool is_letter_or_digit(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || static_cast<unsigned char>(byte) >= 0x80U;
}

bool is_of_rule(char byte) {
    return is_letter_or_digit(byte) || byte == '.' || byte == '_' || byte == '-';
}

std::size_t end_of_line(std::string_view text, std::size_t from) {
    return std::min(text.find('\n', std::min(from, text.size())), text.size());
}

}  // namespace

InlineAllows::InlineAllows(std::string_view text) {
    std::size_t line_begin = 0;
    std::size_t line_end = 0;
    std::size_t below_end = 0;
    bool has_line = false;
    for (std::size_t at = text.find(kWord);
         at != std::string_view::npos && entries_.size() < kMostEntries;
         at = text.find(kWord, at + kWord.size())) {
        if (!has_line || at >= line_end) {  // else the line is the one before's: it may be long
            const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at);
            line_begin = before == std::string_view::npos ? 0 : before + 1;
            line_end = end_of_line(text, at);
            below_end = end_of_line(text, line_end + 1);
            has_line = true;
        }
        std::size_t next = at + kWord.size();
        if (next < line_end && is_of_rule(text[next])) continue;  // a longer word
        while (next < line_end && (text[next] == ' ' || text[next] == '\t')) ++next;
        const std::size_t rule_begin = next;
        while (next < line_end && is_of_rule(text[next])) ++next;
        const std::string_view rest =
            text.substr(next, std::min(line_end, text.find(kWord, next)) - next);
        entries_.push_back({line_begin, below_end, text.substr(rule_begin, next - rule_begin),
                            std::any_of(rest.begin(), rest.end(), is_letter_or_digit)});
    }
}

Allow InlineAllows::judge(std::size_t at, std::string_view rule) const {
    Allow answer = Allow::No;
    for (const Entry& entry : entries_) {
        if (entry.line_begin > at) break;
        if (at >= entry.reach && at != entry.line_begin) continue;
        if (entry.rule == rule && entry.has_reason) return Allow::Yes;
        if (entry.rule == rule || entry.rule.empty()) answer = Allow::WithoutReason;
    }
    return answer;
}

}  // namespace understudy::app
