#include "cassette/impl/recognizer.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/text.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kLookAgain = 64;

bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace

const std::string* Known::long_sha_of(std::string_view lower_case) const {
    const auto first = std::lower_bound(long_shas.begin(), long_shas.end(), lower_case);
    if (first == long_shas.end() || !first->starts_with(lower_case)) return nullptr;
    const auto next = std::next(first);
    if (next != long_shas.end() && next->starts_with(lower_case)) return nullptr;
    return &*first;
}

bool Known::has_long_sha(std::string_view lower_case) const {
    const auto first = std::lower_bound(long_shas.begin(), long_shas.end(), lower_case);
    return first != long_shas.end() && first->starts_with(lower_case);
}

void note_long_shas(std::string_view text, std::vector<std::string>& into) {
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        bool all_hex = true;
        while (at < text.size() && is_word(text[at])) all_hex = is_hex(text[at++]) && all_hex;
        const std::size_t size = at - begin;
        if (all_hex && (size == 40 || size == 64)) {
            into.push_back(base::to_lower_ascii(text.substr(begin, size)));
        }
    }
}

std::string_view Settings::text(std::string_view name, std::string_view standard) const {
    const json::Value* found = with_.find(name);
    return found == nullptr || !found->is_string() ? standard : found->as_string();
}

std::int64_t Settings::whole(std::string_view name, std::int64_t standard) const {
    const json::Value* found = with_.find(name);
    if (found == nullptr || !found->is_number()) return standard;
    return found->to_int64().value_or(standard);
}

bool Settings::flag(std::string_view name, bool standard) const {
    const json::Value* found = with_.find(name);
    return found == nullptr || !found->is_bool() ? standard : found->as_bool();
}

bool is_decimal(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    return (begin == 0 || !is_word(text[begin - 1])) && (end == text.size() || !is_word(text[end]));
}

std::vector<Spot> PatternRecognizer::find(std::string_view text, const Known& known) const {
    std::vector<Spot> spots;
    std::size_t from = 0;
    while (const auto match = pattern_.find(text, from)) {
        const std::string_view value = match->groups.front().value_or(std::string_view());
        const auto begin =
            value.empty() ? match->begin : static_cast<std::size_t>(value.data() - text.data());
        const std::size_t end = begin + value.size();
        auto token = value.empty() ? std::nullopt : judge(text, begin, end, known);
        if (token) spots.push_back({begin, end, std::move(*token)});
        // Not past the whole match: what follows a value may be what the next one begins with. What
        // was refused may hold another one, if it is not so long that looking again would cost.
        const bool looks_again = !token && end - match->begin <= kLookAgain;
        from = looks_again ? match->begin + 1 : std::max(end, match->begin + 1);
    }
    return spots;
}

std::optional<Token> PatternRecognizer::whole(std::string_view text, const Known& known) const {
    for (Spot& spot : find(text, known)) {
        if (spot.begin == 0 && spot.end == text.size()) return std::move(spot.token);
    }
    return std::nullopt;
}

base::Regex own_pattern(std::string_view pattern) {
    auto compiled = base::Regex::compile(pattern);
    ASSERT(compiled, "a pattern of our own does not compile");
    return std::move(*compiled);
}

std::optional<std::string> whole_digits(const json::Value& value) {
    if (!value.is_number() || !is_decimal(value.number_text())) return std::nullopt;
    return std::string(value.number_text());
}

}  // namespace understudy::cassette
