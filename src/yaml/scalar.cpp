// The core schema by hand: one look at the first character decides for nearly every text.
#include "yaml/impl/scalar.hpp"

#include <cstddef>
#include <vector>

namespace understudy::yaml {

namespace {

constexpr std::size_t kMostBaseDigits = 256;

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

bool is_one_of(std::string_view text, std::string_view a, std::string_view b, std::string_view c) {
    return text == a || text == b || text == c;
}

std::size_t count_digits(std::string_view text, std::size_t at) {
    std::size_t count = 0;
    while (at + count < text.size() && is_digit(text[at + count])) ++count;
    return count;
}

bool is_based(std::string_view text) {
    if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'o')) return false;
    const int base = text[1] == 'x' ? 16 : 8;
    for (const char c : text.substr(2)) {
        if (hex_digit(c) >= base) return false;
    }
    return true;
}

std::string from_base(std::string_view digits, std::uint32_t base) {
    constexpr std::uint64_t kLimb = 1'000'000'000;
    std::vector<std::uint64_t> limbs{0};
    for (const char c : digits) {
        std::uint64_t carry = static_cast<std::uint64_t>(hex_digit(c));
        for (std::uint64_t& limb : limbs) {
            carry += limb * base;
            limb = carry % kLimb;
            carry /= kLimb;
        }
        if (carry != 0) limbs.push_back(carry);
    }
    std::string out = std::to_string(limbs.back());
    for (std::size_t at = limbs.size() - 1; at-- > 0;) {
        const std::string part = std::to_string(limbs[at]);
        out.append(9 - part.size(), '0').append(part);
    }
    return out;
}

Meaning meaning_of_number(std::string_view text) {
    std::size_t at = text[0] == '-' || text[0] == '+' ? 1 : 0;
    const std::string_view unsigned_text = text.substr(at);
    if (is_one_of(unsigned_text, ".inf", ".Inf", ".INF")) return Meaning::NotJson;
    if (is_one_of(text, ".nan", ".NaN", ".NAN")) return Meaning::NotJson;
    const std::size_t whole = count_digits(text, at);
    at += whole;
    if (at == text.size()) return whole > 0 ? Meaning::Integer : Meaning::Text;
    if (text[at] == '.') {
        const std::size_t fraction = count_digits(text, at + 1);
        if (whole + fraction == 0) return Meaning::Text;
        at += 1 + fraction;
    } else if (whole == 0) {
        return Meaning::Text;
    }
    if (at == text.size()) return Meaning::Float;
    if (text[at] != 'e' && text[at] != 'E') return Meaning::Text;
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t exponent = count_digits(text, at);
    return exponent > 0 && at + exponent == text.size() ? Meaning::Float : Meaning::Text;
}

}  // namespace

Meaning meaning_of(std::string_view plain) {
    if (plain.empty()) return Meaning::Null;
    switch (plain[0]) {
        case '~': return plain.size() == 1 ? Meaning::Null : Meaning::Text;
        case 'n':
        case 'N': return is_one_of(plain, "null", "Null", "NULL") ? Meaning::Null : Meaning::Text;
        case 't':
        case 'T': return is_one_of(plain, "true", "True", "TRUE") ? Meaning::Bool : Meaning::Text;
        case 'f':
        case 'F':
            return is_one_of(plain, "false", "False", "FALSE") ? Meaning::Bool : Meaning::Text;
        default: break;
    }
    if (is_based(plain))
        return plain.size() - 2 <= kMostBaseDigits ? Meaning::Integer : Meaning::NotJson;
    const char c = plain[0];
    if (is_digit(c) || c == '.' || c == '-' || c == '+') return meaning_of_number(plain);
    return Meaning::Text;
}

std::string to_number_text(std::string_view plain) {
    if (json::is_number_text(plain)) return std::string(plain);
    if (is_based(plain)) return from_base(plain.substr(2), plain[1] == 'x' ? 16 : 8);
    std::string out;
    if (plain[0] == '-') out += '-';
    if (plain[0] == '-' || plain[0] == '+') plain.remove_prefix(1);
    while (plain.size() > 1 && plain[0] == '0' && is_digit(plain[1])) plain.remove_prefix(1);
    if (plain[0] == '.') out += '0';
    const std::size_t point = plain.find('.');
    if (point == plain.npos || count_digits(plain, point + 1) > 0) return out.append(plain);
    return out.append(plain.substr(0, point + 1)).append("0").append(plain.substr(point + 1));
}

std::optional<json::Value> resolve(std::string_view plain) {
    switch (meaning_of(plain)) {
        case Meaning::Null: return json::Value();
        case Meaning::Bool: return json::Value(plain[0] == 't' || plain[0] == 'T');
        case Meaning::Integer:
        case Meaning::Float: return json::Value::number(to_number_text(plain));
        case Meaning::Text: return json::Value(plain);
        case Meaning::NotJson: break;
    }
    return std::nullopt;
}

}  // namespace understudy::yaml
