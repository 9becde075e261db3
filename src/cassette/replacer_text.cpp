// The half of Replacer that works on texts: lines, cells, JSON strings.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/placeholder.hpp"
#include "cassette/impl/replacer.hpp"

namespace understudy::cassette {

namespace {

std::size_t size_without_end(std::string_view line) {
    std::size_t size = line.size();
    if (size > 0 && line[size - 1] == '\n') --size;
    if (size > 0 && line[size - 1] == '\r') --size;
    return size;
}

// The same text with a letter for every byte of a placeholder. Around a value that was replaced
// others look for words as they did before, so that normalizing twice is normalizing once.
std::string with_words_only(std::string_view text) {
    std::string shadow(text);
    for (const Placed& each : placeholders_in(text)) {
        std::fill(shadow.begin() + static_cast<std::ptrdiff_t>(each.begin),
                  shadow.begin() + static_cast<std::ptrdiff_t>(each.end), 'x');
    }
    return shadow;
}

// What is replaced already is nobody's value any more.
void keep_off(std::string_view text, std::vector<Spot>& spots) {
    if (spots.empty()) return;
    const std::vector<Placed> taken = placeholders_in(text);
    std::erase_if(spots, [&](const Spot& spot) {
        return std::any_of(taken.begin(), taken.end(), [&](const Placed& each) {
            return spot.begin < each.end && each.begin < spot.end;
        });
    });
}

}  // namespace

std::string Replacer::mark_line(const Place& place, const Applying& rules, std::string_view line,
                                bool is_marked) {
    const std::size_t size = size_without_end(line);
    std::string text =
        is_marked ? std::string(line.substr(0, size)) : escaped_text(line.substr(0, size));
    for (const CompiledRule* rule : rules) {
        if (rule->path || !rule->at.column.empty()) continue;
        if (auto token = apply(*rule, place, text, false)) {
            text = '<' + take(*rule, place, std::move(*token), text) + '>';
        }
    }
    return text + std::string(line.substr(size));
}

std::optional<Token> Replacer::apply(const CompiledRule& rule, const Place& place,
                                     std::string& text, bool is_whole_value) {
    if (text.empty()) return std::nullopt;
    const bool is_untouched = placeholders_in(text).empty();
    if (is_whole_value && !rule.group && is_untouched) {
        const bool counts = !rule.line || !rule.at.column.empty() || rule.line->is_found_in(text);
        if (!counts) return std::nullopt;
        if (auto token = rule.recognizer->whole(text, known_)) return token;
    }
    const std::vector<Spot> spots = spots_of(rule, place, text);
    if (spots.size() == 1 && spots[0].begin == 0 && spots[0].end == text.size()) {
        return spots[0].token;
    }
    if (!spots.empty()) {
        text = put(rule, place, text, spots);
    } else if (is_whole_value && !rule.group && is_untouched) {
        refuse(rule, place, text);
    }
    return std::nullopt;
}

// Line by line where the rule asks for lines or groups; else in all of the text.
std::vector<Spot> Replacer::spots_of(const CompiledRule& rule, const Place& place,
                                     std::string_view text) {
    const bool by_line = rule.line && rule.at.column.empty();
    const std::string words = with_words_only(text);
    if (!by_line && !rule.group) {
        std::vector<Spot> spots = rule.recognizer->find(words, known_);
        keep_off(text, spots);
        return spots;
    }
    std::vector<Spot> spots;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string_view line = text.substr(begin, end - begin);
        const std::string_view body = line.substr(0, size_without_end(line));
        if (!by_line || rule.line->is_found_in(body)) {
            if (rule.group) {
                spots_of_groups(rule, place, body, begin, spots);
            } else {
                const std::string_view in_words =
                    std::string_view(words).substr(begin, body.size());
                for (Spot spot : rule.recognizer->find(in_words, known_)) {
                    spot.begin += begin;
                    spot.end += begin;
                    spots.push_back(std::move(spot));
                }
            }
        }
        begin = end;
    }
    keep_off(text, spots);
    return spots;
}

// What the first group of the rule's pattern holds is a value; it is taken as a whole or searched.
void Replacer::spots_of_groups(const CompiledRule& rule, const Place& place, std::string_view text,
                               std::size_t offset, std::vector<Spot>& spots) {
    std::size_t from = 0;
    while (const auto match = rule.group->find(text, from)) {
        from = std::max(match->end, match->begin + 1);
        const auto& group = match->groups.front();
        if (!group || group->empty()) continue;
        const std::size_t begin = offset + static_cast<std::size_t>(group->data() - text.data());
        if (!placeholders_in(*group).empty()) continue;
        if (auto token = rule.recognizer->whole(*group, known_)) {
            spots.push_back({begin, begin + group->size(), std::move(*token)});
            continue;
        }
        const std::vector<Spot> inside = rule.recognizer->find(*group, known_);
        if (inside.empty()) refuse(rule, place, std::string(*group));
        for (const Spot& spot : inside) {
            spots.push_back({begin + spot.begin, begin + spot.end, spot.token});
        }
    }
}

std::string Replacer::put(const CompiledRule& rule, const Place& place, std::string_view text,
                          const std::vector<Spot>& spots) {
    std::string out;
    std::size_t copied = 0;
    for (const Spot& spot : spots) {
        out += text.substr(copied, spot.begin - copied);
        std::string value(text.substr(spot.begin, spot.end - spot.begin));
        out += '<' + take(rule, place, spot.token, std::move(value)) + '>';
        copied = spot.end;
    }
    out += text.substr(copied);
    return out;
}

}  // namespace understudy::cassette
