#include "http/impl/wait_text.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace understudy::http {

namespace {

struct Unit {
    std::string_view name;
    std::uint64_t microseconds;
};

constexpr std::uint64_t kSecond = 1'000'000;

// Largest first, so that the list also says which order is legal.
constexpr auto kPlain = std::to_array<Unit>({{"w", 604'800 * kSecond},
                                             {"d", 86'400 * kSecond},
                                             {"h", 3'600 * kSecond},
                                             {"m", 60 * kSecond},
                                             {"s", kSecond},
                                             {"ms", 1'000}});
constexpr auto kIsoWeek = std::to_array<Unit>({{"W", 604'800 * kSecond}});
constexpr auto kIsoDate = std::to_array<Unit>({{"D", 86'400 * kSecond}});
constexpr auto kIsoTime =
    std::to_array<Unit>({{"H", 3'600 * kSecond}, {"M", 60 * kSecond}, {"S", kSecond}});

constexpr auto kMost = static_cast<std::uint64_t>(kLongestWait.count());

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

struct Term {
    std::uint64_t whole = 0;
    std::uint64_t millionths = 0;
    bool has_fraction = false;
};

// A number no larger than it needs to be told that it is too large.
std::optional<Term> read_term(std::string_view& text) {
    Term term;
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1)) {
        if (term.whole <= kMost) term.whole = term.whole * 10 + std::uint64_t(text.front() - '0');
    }
    if (!text.starts_with('.')) return term;
    text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
    term.has_fraction = true;
    for (std::uint64_t unit = kSecond / 10; !text.empty() && is_digit(text.front()); unit /= 10) {
        term.millionths += std::uint64_t(text.front() - '0') * unit;
        text.remove_prefix(1);
    }
    return term;
}

// Terms with units of this list, each once and in this order, to the end of the text. A fraction
// is for seconds of ISO 8601 only.
std::optional<std::uint64_t> read_terms(std::string_view text, std::span<const Unit> units) {
    std::uint64_t total = 0;
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        const std::optional<Term> term = read_term(text);
        if (!term) return std::nullopt;
        std::size_t size = 0;
        while (size < text.size() && !is_digit(text[size])) ++size;
        std::size_t at = 0;
        while (at < units.size() && units[at].name != text.substr(0, size)) ++at;
        if (at == units.size()) return std::nullopt;
        const Unit& unit = units[at];
        if (term->has_fraction && unit.name != "S") return std::nullopt;
        if (term->whole > kMost / unit.microseconds) return std::nullopt;
        total += term->whole * unit.microseconds + term->millionths;
        if (total > kMost) return std::nullopt;
        text.remove_prefix(size);
        units = units.subspan(at + 1);
    }
    return total;
}

std::optional<std::uint64_t> read_iso(std::string_view text) {
    if (text.ends_with('W')) return read_terms(text, kIsoWeek);
    const std::size_t time_at = text.find('T');
    std::uint64_t total = 0;
    if (time_at != 0) {
        const auto days = read_terms(text.substr(0, time_at), kIsoDate);
        if (!days) return std::nullopt;
        total = *days;
    }
    if (time_at != std::string_view::npos) {
        const auto time = read_terms(text.substr(time_at + 1), kIsoTime);
        if (!time) return std::nullopt;
        total += *time;
    }
    if (total > kMost) return std::nullopt;
    return total;
}

}  // namespace

std::optional<std::chrono::microseconds> parse_wait(std::string_view text) {
    const std::optional<std::uint64_t> total =
        text.starts_with('P') ? read_iso(text.substr(1)) : read_terms(text, kPlain);
    if (!total) return std::nullopt;
    return std::chrono::microseconds(*total);
}

}  // namespace understudy::http
