#include "secret/impl/pseudonym.hpp"

#include <algorithm>
#include <vector>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "secret/impl/checksum.hpp"
#include "secret/impl/placeholder.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kDigits = 4;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_letter_or_digit(char c) {
    return is_digit(c) || is_lower(c) || is_upper(c);
}

std::string padded(std::size_t number, std::size_t width) {
    std::string text = std::to_string(number);
    if (text.size() < width) text.insert(0, width - text.size(), '0');
    return text;
}

char filler_of(std::string_view run) {
    const auto all = [&](auto is) { return std::all_of(run.begin(), run.end(), is); };
    const bool has_digit = std::any_of(run.begin(), run.end(), is_digit);
    if (all([](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }) && has_digit) return '0';
    if (all([](char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }) && has_digit) return '0';
    if (std::none_of(run.begin(), run.end(), is_lower)) return 'X';
    return 'x';
}

struct Run {
    std::size_t begin = 0, end = 0;
};

// Whether `-` and `_` are letters of the alphabet, or stand between parts with alphabets of their
// own.
enum class Dashes : std::uint8_t { Part, Letter };

// Dashes that a format sets stand between parts of some length; random ones stand anywhere.
bool has_random_dashes(std::string_view secret, const std::vector<bool>& is_fixed) {
    constexpr std::size_t kPart = 4;
    std::size_t length = kPart;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const bool is_dash = secret[i] == '-' || secret[i] == '_';
        if (is_dash && !is_fixed[i] && length < kPart) return true;
        length = is_fixed[i] ? kPart : is_letter_or_digit(secret[i]) ? length + 1 : 0;
    }
    return false;
}

// The run that decides about the filler of the bytes from `begin` to `end`.
std::string_view around(std::string_view secret, std::size_t begin, std::size_t end,
                        Dashes dashes) {
    const auto goes_on = [&](char c) {
        return is_letter_or_digit(c) || c == '-' || c == '_' || c == '+' || c == '/';
    };
    if (dashes == Dashes::Letter) {
        while (begin > 0 && goes_on(secret[begin - 1])) --begin;
        while (end < secret.size() && goes_on(secret[end])) ++end;
    }
    return secret.substr(begin, end - begin);
}

// Every run of `is_filled` bytes becomes its filler; the longest one ends in the number.
template <class IsFilled>
std::string fill(std::string_view secret, std::size_t number, IsFilled is_filled,
                 Dashes dashes = Dashes::Part) {
    std::string text(secret);
    std::vector<Run> runs;
    for (std::size_t i = 0; i < secret.size();) {
        if (!is_filled(i)) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < secret.size() && is_filled(end)) ++end;
        std::fill(text.begin() + static_cast<std::ptrdiff_t>(i),
                  text.begin() + static_cast<std::ptrdiff_t>(end),
                  filler_of(around(secret, i, end, dashes)));
        runs.push_back({i, end});
        i = end;
    }
    if (runs.empty()) return text + padded(number, kDigits);
    const Run longest = *std::max_element(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return a.end - a.begin <= b.end - b.begin;
    });
    const std::size_t length = longest.end - longest.begin;
    const std::string digits = padded(number, length > kDigits ? kDigits : 1);
    // One filler stays in front, so that it is seen for what it is; a short run grows for that.
    const std::size_t kept =
        std::max<std::size_t>(length > digits.size() ? length - digits.size() : 0, 1);
    text.replace(longest.begin, length, std::string(kept, text[longest.begin]) + digits);
    return text;
}

constexpr std::size_t kUuid = 36;

bool is_uuid(std::string_view secret) {
    if (secret.size() != kUuid) return false;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = secret[i];
        const bool is_hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (is_dash ? c != '-' : !is_hex) return false;
    }
    return true;
}

// The same number of characters, of a JSON text that is padded with spaces.
std::string json_part(std::size_t length, std::string text) {
    const std::size_t bytes = length * 3 / 4;
    if (text.size() > bytes) text = bytes >= 2 ? "{}" : "";
    text.resize(bytes, ' ');
    return base::to_base64url(text);
}

std::string jwt(std::string_view secret, std::size_t number) {
    const auto parts = base::split(secret, '.');
    std::string text = json_part(parts[0].size(), R"({"alg":"none"})");
    for (std::size_t i = 1; i < parts.size(); ++i) {
        text += '.';
        if (i == 1) {
            text += json_part(parts[i].size(), R"({"redacted":)" + std::to_string(number) + "}");
        } else {
            // The signature carries the number too: a payload may be too short for it.
            text += fill(parts[i], number, [](std::size_t) { return true; });
        }
    }
    return text;
}

// Label lines and header lines stay, and so do the line breaks, be they real or written as `\n`.
std::string pem(std::string_view secret, std::size_t number) {
    std::string text(secret);
    std::size_t last = 0;
    bool in_label = false, in_header = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (secret.substr(i, 5) == "-----") {
            in_label = !in_label;
            i += 4;
            continue;
        }
        const bool is_written_break = secret.substr(i, 2) == "\\n" || secret.substr(i, 2) == "\\r";
        if (secret[i] == '\n' || secret[i] == '\r' || is_written_break) {
            if (is_written_break) ++i;
            const std::size_t line_end =
                std::min(secret.find_first_of("\n\\", i + 1), secret.size());
            in_header = secret.substr(i + 1, line_end - i - 1).find(':') != std::string_view::npos;
            continue;
        }
        if (in_label || in_header ||
            !(is_letter_or_digit(secret[i]) || secret[i] == '+' || secret[i] == '/')) {
            continue;
        }
        text[i] = 'x';
        last = i + 1;
    }
    const std::string digits = padded(number, kDigits);
    if (last > digits.size() &&
        text.substr(last - digits.size(), digits.size()).find_first_not_of('x') ==
            std::string::npos) {
        text.replace(last - digits.size(), digits.size(), digits);
    }
    return text;
}

// User and password in base64: both go, the form stays.
std::string basic(std::string_view secret, std::size_t number) {
    const auto bytes = base::from_base64(secret, base::Base64::Loose);
    const auto all = [](std::size_t) { return true; };
    const std::size_t colon = bytes ? bytes->find(':') : std::string::npos;
    constexpr std::size_t kLeast = 4;
    const bool is_text = bytes && std::all_of(bytes->begin(), bytes->end(),
                                              [](char c) { return c >= ' ' && c <= '~'; });
    if (!is_text || colon == std::string::npos || colon + kLeast >= bytes->size()) {
        return fill(secret, number, all);
    }
    const std::string password = fill(std::string_view(*bytes).substr(colon + 1), number, all);
    std::string text = base::to_base64(std::string(colon, 'x') + ":" + password);
    while (!secret.ends_with('=') && text.ends_with('=')) text.pop_back();
    return text;
}

// Digits of a number that passes the formula: as few of the old ones in front as the rule needs.
std::string luhn(std::string_view secret, std::size_t number, const Rule& rule) {
    std::string text;
    for (const std::size_t kept : {0U, 1U, 2U, 4U, 6U}) {
        text = secret;
        std::string digits;
        for (const char c : secret) {
            if (is_digit(c)) digits += c;
        }
        if (digits.size() < kept + kDigits + 1) break;
        const std::string old = digits;
        std::fill(digits.begin(), digits.end(), '0');
        std::copy_n(old.begin(), kept, digits.begin());
        digits.pop_back();
        const std::string tail = padded(number, kDigits);
        digits.replace(digits.size() - tail.size(), tail.size(), tail);
        digits += luhn_digit(digits);
        std::size_t at = 0;
        for (char& c : text) {
            if (is_digit(c)) c = digits[at++];
        }
        if (rule.finds.get().is_found_in(text)) break;
    }
    return text;
}

std::string with_github_checksum(std::string text) {
    const std::size_t begin = text.find('_') + 1;
    const std::size_t cut = text.size() - kGithubChecksum;
    if (cut <= begin) return text;
    // The number must stand before the checksum.
    std::string random = text.substr(begin, cut - begin);
    const std::string digits = text.substr(text.size() - kDigits);
    random.replace(random.size() - kDigits, kDigits, digits);
    return text.substr(0, begin) + random + github_checksum(random);
}

}  // namespace

std::string make_pseudonym(const Spot& spot, std::size_t number) {
    const std::string_view secret = spot.secret;
    const Rule* rule = spot.from;
    if (spot.rule.starts_with("path.")) return "<HOME>";
    if (is_uuid(secret)) {
        return "00000000-0000-4000-8000-" + padded(number, 12);
    }
    switch (rule != nullptr ? rule->checksum : Checksum::None) {
        case Checksum::Jwt: return jwt(secret, number);
        case Checksum::Pem: return pem(secret, number);
        case Checksum::Luhn: return luhn(secret, number, *rule);
        default: break;
    }
    if (rule != nullptr && rule->id == "generic.authorization_basic") return basic(secret, number);
    if (rule == nullptr || rule->id.starts_with("generic.")) {
        // Of a free text every character goes; white space keeps a text in its lines.
        return fill(secret, number,
                    [&](std::size_t i) { return secret[i] != ' ' && secret[i] != '\n'; });
    }
    const std::vector<bool> is_fixed = fixed_in(secret, rule);
    const auto is_filled = [&](std::size_t i) {
        return !is_fixed[i] && is_letter_or_digit(secret[i]);
    };
    std::string text = fill(secret, number, is_filled,
                            has_random_dashes(secret, is_fixed) ? Dashes::Letter : Dashes::Part);
    if (rule->checksum == Checksum::Github && passes(Checksum::Github, secret)) {
        text = with_github_checksum(std::move(text));
    }
    return text;
}

const std::string& Pseudonyms::of(const Spot& spot) {
    const auto known = by_secret_.find(spot.secret);
    if (known != by_secret_.end()) return known->second;
    ++issued_[spot.rule];
    // Secrets of two rules may have one shape, so shapes are counted. A number that outgrows its
    // place may still meet another shape.
    std::size_t& number = by_shape_[make_pseudonym(spot, 0)];
    std::string made, before;
    do {
        before = std::move(made);
        made = make_pseudonym(spot, ++number);
        // A shape without room for a number grows.
        if (made == before) made += std::to_string(number);
    } while (!taken_.insert(made).second && !spot.rule.starts_with("path."));
    return by_secret_.emplace(spot.secret, std::move(made)).first->second;
}

}  // namespace understudy::secret
