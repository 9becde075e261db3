// Text, line by line: which lines differ between recordings, and by what.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cassette/impl/learning.hpp"
#include "cassette/impl/recognizer.hpp"

namespace understudy::cassette {

namespace {

std::string_view without_end(std::string_view line) {
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::string escaped(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        const bool is_plain = is_word(c) || c == ' ' || static_cast<unsigned char>(c) >= 0x80;
        if (!is_plain) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

std::size_t common_front(const std::vector<std::string>& texts) {
    std::size_t size = texts.front().size();
    for (const std::string& text : texts) {
        const auto [a, b] =
            std::mismatch(texts.front().begin(), texts.front().end(), text.begin(), text.end());
        size = std::min(size, static_cast<std::size_t>(a - texts.front().begin()));
    }
    while (size > 0 && is_word(texts.front()[size - 1])) --size;  // values begin with a word
    return size;
}

std::size_t common_back(const std::vector<std::string>& texts, std::size_t front) {
    std::size_t size = texts.front().size() - front;
    for (const std::string& text : texts) {
        const auto [a, b] =
            std::mismatch(texts.front().rbegin(), texts.front().rend(), text.rbegin(), text.rend());
        size = std::min({size, static_cast<std::size_t>(a - texts.front().rbegin()),
                         text.size() - std::min(front, text.size())});
    }
    const std::string& first = texts.front();
    while (size > 0 && is_word(first[first.size() - size])) --size;
    return size;
}

// The line around the value, as a pattern with one group.
std::string pattern_around(const std::vector<std::string>& texts) {
    const std::size_t front = common_front(texts);
    const std::size_t back = common_back(texts, front);
    const std::string& line = texts.front();
    return "^" + escaped(std::string_view(line).substr(0, front)) + "(.+)" +
           escaped(std::string_view(line).substr(line.size() - back)) + "$";
}

bool needs_a_narrow_scope(std::string_view use) {
    return use == "sha:short" || use == "timestamps.epoch";
}

void add(std::vector<Proposal>& proposals, Proposal proposal) {
    for (Proposal& each : proposals) {
        if (each.spec.use != proposal.spec.use || each.spec.at.group != proposal.spec.at.group ||
            each.spec.at.line != proposal.spec.at.line) {
            continue;
        }
        each.values.insert(each.values.end(), proposal.values.begin(), proposal.values.end());
        return;
    }
    proposals.push_back(std::move(proposal));
}

}  // namespace

LineNews learn_lines(const std::vector<std::vector<std::string>>& recordings,
                     const std::string& stream) {
    LineNews news;
    news.lines = recordings.front().size();
    for (const auto& lines : recordings) {
        if (lines.size() == news.lines) continue;
        news.trouble = "the number of lines differs (" + std::to_string(news.lines) + " and " +
                       std::to_string(lines.size()) + ")";
        return news;
    }
    for (std::size_t i = 0; i < news.lines; ++i) {
        std::vector<std::string> texts;
        for (const auto& lines : recordings) texts.emplace_back(without_end(lines[i]));
        if (std::all_of(texts.begin(), texts.end(),
                        [&](const std::string& text) { return text == texts.front(); })) {
            continue;
        }
        const std::vector<std::string> classes = classes_that_explain(texts);
        for (const std::string& use : classes) {
            Proposal proposal;
            proposal.spec.use = use;
            proposal.spec.at.streams = {stream};
            if (needs_a_narrow_scope(use)) {
                proposal.spec.at.line =
                    "^" + escaped(std::string_view(texts.front()).substr(0, common_front(texts)));
            }
            proposal.values = texts;
            add(news.proposals, std::move(proposal));
        }
        if (!classes.empty()) continue;
        ++news.opaque;
        Proposal proposal;
        proposal.spec.use = "opaque";
        proposal.spec.at.streams = {stream};
        proposal.spec.at.group = pattern_around(texts);
        proposal.values = texts;
        proposal.is_flagged = true;
        add(news.proposals, std::move(proposal));
    }
    return news;
}

}  // namespace understudy::cassette
