#include "secret/damage.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace understudy::secret {

namespace {

constexpr std::size_t kLongestName = 80;

bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return is_upper(c) || (c >= 'a' && c <= 'z');
}
bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// A letter or digit, or a byte of no text at all: compressed bodies were filtered too.
bool is_inside_of_words(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return is_letter(c) || is_digit(c) || byte >= 0x80 ||
           (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
}

struct Found {
    std::string_view name;
    std::size_t end = 0;
    char open = '<';
};

std::optional<Found> placeholder_at(std::string_view text, std::size_t at) {
    const char open = text[at];
    const char close = open == '<' ? '>' : ']';
    std::size_t end = at + 1;
    if (end >= text.size() || !is_upper(text[end])) return std::nullopt;
    while (end < text.size() && (is_upper(text[end]) || is_digit(text[end]) || text[end] == '_')) {
        ++end;
    }
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (end >= text.size() || text[end] != close || name.size() < 2 || name.size() > kLongestName) {
        return std::nullopt;
    }
    return Found{name, end + 1, open};
}

// Does a word go on before `at`? An escape (`\n`, `%20`) ends one.
bool has_word_before(std::string_view text, std::size_t at) {
    if (at == 0 || !is_inside_of_words(text[at - 1])) return false;
    if (at >= 2 && text[at - 2] == '\\' && is_letter(text[at - 1])) return false;
    if (at >= 3 && text[at - 3] == '%' && is_hex(text[at - 2]) && is_hex(text[at - 1])) {
        return false;
    }
    const bool is_unicode = at >= 6 && text[at - 6] == '\\' && text[at - 5] == 'u';
    return !is_unicode;
}

// Tags that go without their end.
bool is_lone_tag(std::string_view name) {
    constexpr std::array<std::string_view, 12> kTags = {"BR", "HR", "LI", "DD", "DT",   "TD",
                                                        "TH", "TR", "EM", "TT", "META", "IMG"};
    return std::find(kTags.begin(), kTags.end(), name) != kTags.end();
}

bool is_tag(std::string_view text, const Found& found) {
    if (found.open != '<') return false;
    if (is_lone_tag(found.name)) return true;
    return text.find("</" + std::string(found.name) + ">") != text.npos;
}

// A name of one word may be many things (`Array<STRING>`), and brackets stand behind words in code
// (`pins[PIN_A]`): these need a word on both sides.
bool is_damage(std::string_view text, const Found& found, std::size_t begin) {
    const bool before = has_word_before(text, begin);
    const bool after = found.end < text.size() && is_inside_of_words(text[found.end]);
    const bool is_telling = found.open == '<' && found.name.find('_') != found.name.npos;
    return is_telling ? before || after : before && after;
}

}  // namespace

std::vector<Damage> find_damage(std::string_view text) {
    constexpr std::size_t kMostNames = 64;  // each costs a walk through the text
    std::map<std::string_view, bool> tags;
    std::vector<Damage> all;
    for (std::size_t at = text.find_first_of("<["); at != text.npos;
         at = text.find_first_of("<[", at + 1)) {
        const auto found = placeholder_at(text, at);
        if (!found) continue;
        const std::size_t begin = at;
        at = found->end - 1;
        // `<<NAME>>`: what stands around is its own bracket.
        const bool is_framed = begin > 0 && text[begin - 1] == found->open;
        if (is_framed || !is_damage(text, *found, begin)) continue;
        auto known = tags.find(found->name);
        if (known == tags.end()) {
            if (tags.size() == kMostNames) continue;
            known = tags.emplace(found->name, is_tag(text, *found)).first;
        }
        if (known->second) continue;
        const std::string_view placeholder = text.substr(begin, found->end - begin);
        const auto told = std::find_if(all.begin(), all.end(), [&](const Damage& each) {
            return each.placeholder == placeholder;
        });
        if (told == all.end()) {
            all.push_back({std::string(placeholder), begin, 1});
        } else {
            ++told->count;
        }
    }
    return all;
}

}  // namespace understudy::secret
