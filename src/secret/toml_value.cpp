// Values without quotes: booleans, numbers, dates and times.
#include <charconv>
#include <optional>

#include "base/text.hpp"
#include "base/time.hpp"
#include "secret/impl/toml_text.hpp"

namespace understudy::secret {

namespace {

using json::Value;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Could belong to a number, a date or a word.
bool is_bare_value_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c == '+' || c == '.' || c == ':';
}

// Each underscore stands between two digits (of the base, which the caller checks).
std::optional<std::string> without_underscores(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            out += text[i];
            continue;
        }
        const auto is_inside = [&](std::size_t at) {
            const char c = text[at];
            return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        };
        if (i == 0 || i + 1 == text.size() || !is_inside(i - 1) || !is_inside(i + 1)) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<Value> to_based_integer(std::string_view token) {
    if (token.size() < 3 || token[0] != '0') return std::nullopt;
    const int base = token[1] == 'x' ? 16 : token[1] == 'o' ? 8 : token[1] == 'b' ? 2 : 0;
    if (base == 0) return std::nullopt;
    const auto digits = without_underscores(token.substr(2));
    if (!digits) return std::nullopt;
    std::uint64_t number = 0;
    const char* end = digits->data() + digits->size();
    const auto read = std::from_chars(digits->data(), end, number, base);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return Value(number);
}

// Decimal integers and fractions: what is left without underscores and plus sign is a JSON number
// or none at all.
std::optional<Value> to_decimal(std::string_view token) {
    // To without_underscores an e is a hexadecimal digit; here no underscore stands beside it.
    for (std::size_t i = 0; i < token.size(); ++i) {
        const bool is_e = token[i] == 'e' || token[i] == 'E';
        const bool beside =
            (i > 0 && token[i - 1] == '_') || (i + 1 < token.size() && token[i + 1] == '_');
        if (is_e && beside) return std::nullopt;
    }
    const auto text = without_underscores(token);
    if (!text) return std::nullopt;
    std::string_view number = *text;
    if (number.starts_with('+')) {
        number.remove_prefix(1);
        if (number.starts_with('-')) return std::nullopt;
    }
    if (!json::is_number_text(number)) return std::nullopt;
    return Value::number(number);
}

bool is_local_time(std::string_view text) {
    return base::is_rfc3339_time(std::string(text) + "Z");
}

bool is_date_or_time(std::string_view token) {
    if (base::is_rfc3339_date(token) || is_local_time(token)) return true;
    if (token.size() < 11 || !base::is_rfc3339_date(token.substr(0, 10))) return false;
    const char separator = token[10];
    if (separator != 'T' && separator != 't' && separator != ' ') return false;
    std::string joined(token);
    joined[10] = 'T';
    return is_local_time(token.substr(11)) || base::is_rfc3339(joined);
}

bool looks_like_a_date(std::string_view token) {
    return (token.size() >= 5 && token[4] == '-' && is_digit(token[0])) ||
           token.find(':') != std::string_view::npos;
}

}  // namespace

base::Result<Value> TomlText::take_bare_value() {
    const std::size_t begin = at_;
    const auto take_token = [&] {
        while (at_ < text_.size() && is_bare_value_character(text_[at_])) ++at_;
    };
    take_token();
    // A date and a time may be joined by a space.
    const bool is_date = base::is_rfc3339_date(text_.substr(begin, at_ - begin));
    if (is_date && sees(" ") && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
        ++at_;
        take_token();
    }
    const std::string_view token = text_.substr(begin, at_ - begin);
    if (token.empty()) return fail("a value must stand here");
    if (token == "true" || token == "false") return Value(token == "true");
    const std::string_view unsigned_word = token.substr(token[0] == '+' || token[0] == '-' ? 1 : 0);
    if (unsigned_word == "inf" || unsigned_word == "nan") return Value(token);
    if (auto number = to_based_integer(token)) return std::move(*number);
    if (auto number = to_decimal(token)) return std::move(*number);
    if (is_date_or_time(token)) return Value(token);
    const std::string shown = base::quoted(token, 40);
    return fail(shown + (looks_like_a_date(token) ? " is no date or time" : " is no value"), begin,
                at_);
}

}  // namespace understudy::secret
