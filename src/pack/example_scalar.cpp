// Numbers and texts for wishes.
#include <algorithm>
#include <array>

#include "base/decimal.hpp"
#include "base/regex.hpp"
#include "base/text.hpp"
#include "pack/impl/example_maker.hpp"
#include "pack/impl/pattern_text.hpp"

namespace understudy::pack {

namespace {

constexpr std::uint8_t kNumberBit = 4;
constexpr std::size_t kMostText = 20'000;
constexpr std::array<std::string_view, 16> kWords = {
    "amber", "birch",   "cedar", "delta", "ember", "flint", "grove",  "harbor",
    "iris",  "juniper", "lark",  "maple", "north", "opal",  "quartz", "river"};

using base::Decimal;

bool is_number_fit(const Wish& wish, const Decimal& number) {
    const auto all = [&](const std::vector<json::Value>& bounds, auto holds) {
        return std::all_of(bounds.begin(), bounds.end(),
                           [&](const json::Value& bound) { return holds(bound.to_decimal()); });
    };
    return ((wish.kinds & kNumberBit) != 0 || number.is_integer()) &&
           all(wish.least, [&](const Decimal& b) { return number >= b; }) &&
           all(wish.most, [&](const Decimal& b) { return number <= b; }) &&
           all(wish.above, [&](const Decimal& b) { return number > b; }) &&
           all(wish.below, [&](const Decimal& b) { return number < b; }) &&
           all(wish.multiples, [&](const Decimal& b) { return number.is_multiple_of(b); });
}

bool is_text_fit(const Wish& wish, std::string_view text) {
    const std::size_t length = base::count_code_points(text);
    if (length < wish.shortest || length > wish.longest) return false;
    return std::all_of(wish.patterns.begin(), wish.patterns.end(), [&](const std::string& each) {
        const auto regex = base::Regex::compile(each, base::Regex::Dialect::Ecma);
        return !regex || regex->is_found_in(text);
    });
}

std::optional<Decimal> strictest(const std::vector<json::Value>& a,
                                 const std::vector<json::Value>& b, bool want_largest) {
    std::optional<Decimal> best;
    for (const auto* list : {&a, &b}) {
        for (const json::Value& each : *list) {
            const Decimal bound = each.to_decimal();
            if (!best || (want_largest ? bound > *best : bound < *best)) best = bound;
        }
    }
    return best;
}

// Multiples of `step` at or above `from`, the next ones too.
void add_multiples(std::vector<Decimal>& out, const Decimal& from, const Decimal& step, bool up) {
    if (step.is_zero()) return;
    const auto times =
        from.divide(step, 0, up ? Decimal::Rounding::Ceiling : Decimal::Rounding::Floor);
    if (!times) return;
    for (const std::int64_t more : {0, 1, 2}) {
        const auto count = times->add(Decimal(up ? more : -more));
        const auto number = count ? count->multiply(step) : std::nullopt;
        if (number) out.push_back(*number);
    }
}

std::string number_text(const Decimal& number) {
    return number.to_text();
}

std::string two_digits(std::uint64_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string hex_text(base::Stream* stream, std::size_t length, std::uint64_t variation) {
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
        const std::uint64_t digit = stream != nullptr ? stream->below(16) : 0;
        text += "0123456789abcdef"[digit];
    }
    if (stream == nullptr) {
        for (std::size_t i = length; i-- > 0 && variation > 0; variation /= 16) {
            text[i] = "0123456789abcdef"[variation % 16];
        }
    }
    return text;
}

}  // namespace

bool fits(const Wish& wish, const json::Value& value) {
    if (value.is_null()) return wish.nullable || wish.allows(json::Kind::Null);
    if (!wish.allows(value.kind())) return false;
    if (value.is_bool()) return true;
    if (value.is_string()) return is_text_fit(wish, value.as_string());
    return value.is_number() && is_number_fit(wish, value.to_decimal());
}

std::optional<json::Value> ExampleMaker::number_for(const Wish& wish) {
    const auto low = strictest(wish.least, wish.above, true);
    const auto high = strictest(wish.most, wish.below, false);
    const bool whole = (wish.kinds & kNumberBit) == 0;
    std::vector<Decimal> candidates;
    const auto fitting = [&]() -> std::optional<json::Value> {
        for (const Decimal& candidate : candidates) {
            if (!is_number_fit(wish, candidate)) continue;
            std::string text = number_text(candidate);
            if (!json::is_number_text(text)) continue;
            if (whole && candidate.to_int64()) text = std::to_string(*candidate.to_int64());
            return json::Value::number(text);
        }
        return std::nullopt;
    };
    if (options_.drawn) {
        // Inside the range where there is one, else something of an everyday size.
        const Decimal from = low ? *low : high ? *high->subtract(Decimal(1'000)) : Decimal(1);
        const auto span = low && high ? high->subtract(*low) : Decimal(999);
        const auto width = span ? span->round(0, Decimal::Rounding::Floor) : std::nullopt;
        const std::int64_t most = width ? width->to_int64().value_or(1'000'000) : 999;
        // All are drawn before the first is tried: what is drawn next from the stream does not
        // depend on which of them fits.
        const bool with_cents = !whole && wish.multiples.empty();
        std::array<std::pair<std::uint64_t, std::uint64_t>, 8> draws;
        for (auto& [units, cents] : draws) {
            units = stream_.below(static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0)) + 1);
            cents = with_cents ? stream_.below(100) : 0;
        }
        for (const auto& [units, cents] : draws) {
            Decimal drawn(static_cast<std::int64_t>(units));
            if (with_cents) {
                drawn = drawn.add(*Decimal::parse("0." + two_digits(cents))).value_or(drawn);
            }
            const Decimal number = from.add(drawn).value_or(from);
            candidates.clear();
            for (const json::Value& step : wish.multiples) {
                add_multiples(candidates, number, step.to_decimal(), false);
            }
            candidates.push_back(number);
            if (auto found = fitting()) return found;
        }
        candidates.clear();
    }
    if (variation_ > 0) {
        const Decimal more(static_cast<std::int64_t>(variation_ % 1'000'000));
        candidates.push_back(more);
        if (low) candidates.push_back(low->add(more).value_or(*low));
        if (high) candidates.push_back(high->subtract(more).value_or(*high));
        for (const json::Value& step : wish.multiples) {
            if (const auto times = step.to_decimal().multiply(more)) candidates.push_back(*times);
        }
    }
    if (wish.format == "unix-time") candidates.emplace_back(1'700'000'000);
    candidates.emplace_back(0);
    candidates.emplace_back(1);
    for (const auto& bound : {low, high}) {
        if (!bound) continue;
        candidates.push_back(*bound);
        const bool up = low && bound == low;
        if (const auto near =
                bound->round(0, up ? Decimal::Rounding::Ceiling : Decimal::Rounding::Floor)) {
            candidates.push_back(*near);
            candidates.push_back(near->add(Decimal(up ? 1 : -1)).value_or(*near));
        }
        for (const json::Value& step : wish.multiples) {
            add_multiples(candidates, *bound, step.to_decimal(), up);
        }
    }
    if (low && high) {
        const auto sum = low->add(*high);
        if (const auto middle =
                sum ? sum->divide(Decimal(2), 20, Decimal::Rounding::HalfEven) : std::nullopt) {
            candidates.push_back(*middle);
        }
    }
    for (const json::Value& step : wish.multiples) candidates.push_back(step.to_decimal());
    return fitting();
}

std::optional<json::Value> ExampleMaker::string_for(const Wish& wish) {
    if (wish.shortest > wish.longest || wish.shortest > kMostText) return std::nullopt;
    std::vector<std::string> candidates;
    const std::uint64_t variation = options_.drawn ? 1 + stream_.next() % 1'000'000 : variation_;
    for (const std::string& pattern : wish.patterns) {
        for (const std::uint64_t each : {variation, std::uint64_t{0}, variation + 1}) {
            auto text = text_of_pattern(
                pattern,
                {static_cast<std::size_t>(wish.shortest),
                 static_cast<std::size_t>(std::min<std::uint64_t>(wish.longest, kMostText)), each});
            if (text) candidates.push_back(std::move(*text));
        }
    }
    if (wish.patterns.empty() && !wish.format.empty()) {
        auto text = text_of_format(wish.format, options_.drawn ? &stream_ : nullptr, variation_);
        if (text) candidates.push_back(std::move(*text));
    }
    std::string plain = "string";
    if (options_.drawn) {
        plain = kWords[stream_.below(kWords.size())];
    } else if (variation_ > 0) {
        plain += std::to_string(variation_);
    }
    candidates.push_back(plain);
    std::string padded = plain;
    while (padded.size() < wish.shortest) padded += plain;
    if (wish.longest < padded.size()) {
        // The end differs between variations, so that is what stays.
        padded = padded.substr(padded.size() - static_cast<std::size_t>(wish.longest));
    }
    candidates.push_back(padded);
    for (const char* other : {"a", "1", "A", "-", "abc", "123", "1.0", "a1", "A1", "", "#", "/"}) {
        candidates.emplace_back(other);
    }
    for (const std::string& candidate : candidates) {
        if (is_text_fit(wish, candidate)) return json::Value(candidate);
    }
    return std::nullopt;
}

std::optional<std::string> text_of_format(std::string_view format, base::Stream* drawn,
                                          std::uint64_t variation) {
    const auto below = [&](std::uint64_t bound) {
        return drawn != nullptr ? drawn->below(bound) : variation % bound;
    };
    const std::string word(drawn != nullptr ? kWords[drawn->below(kWords.size())] : "example");
    const std::string number = drawn == nullptr && variation > 0 ? std::to_string(variation) : "";
    const auto date = [&] {
        return "20" + two_digits(24 + (drawn ? below(4) : 0)) + "-" + two_digits(1 + below(12)) +
               "-" + two_digits(1 + below(28));
    };
    const auto time = [&] {
        return drawn ? two_digits(below(24)) + ":" + two_digits(below(60)) + ":" +
                           two_digits(below(60))
                     : std::string("00:00:00");
    };
    if (format == "date-time") return date() + "T" + time() + "Z";
    if (format == "date") return date();
    if (format == "time") return time() + "Z";
    if (format == "duration") return "PT" + std::to_string(1 + below(24)) + "H";
    if (format == "uri" || format == "url" || format == "iri") {
        return "https://example.com/" + (drawn ? word : number);
    }
    if (format == "uri-reference" || format == "iri-reference") return "/" + word + number;
    if (format == "uri-template") return "/" + word + number + "/{id}";
    if (format == "email" || format == "idn-email") return word + number + "@example.com";
    if (format == "hostname" || format == "idn-hostname") return word + number + ".example.com";
    if (format == "ipv4") return "192.0.2." + std::to_string(1 + below(254));
    if (format == "ipv6") return "2001:db8::" + std::to_string(1 + below(9));
    if (format == "uuid") {
        return hex_text(drawn, 8, 0) + "-" + hex_text(drawn, 4, 0) + "-4" + hex_text(drawn, 3, 0) +
               "-8" + hex_text(drawn, 3, 0) + "-" + hex_text(drawn, 12, variation);
    }
    if (format == "byte" || format == "base64") return "c3RyaW5n";
    if (format == "json-pointer") return "/" + word + number;
    if (format == "relative-json-pointer") return "0/" + word + number;
    if (format == "regex") return ".*";
    if (format == "decimal") return std::to_string(below(1'000)) + ".00";
    return std::nullopt;
}

}  // namespace understudy::pack
