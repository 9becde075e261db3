// Comparing versions, as far as a pin needs it: numbers between dots, a missing one is zero; what
// follows a `-` or `+` is ignored.
#include "grammar/impl/pin.hpp"

#include <array>
#include <optional>
#include <vector>

#include "base/text.hpp"

namespace understudy::grammar {

namespace {

using Version = std::array<std::int64_t, 4>;

std::optional<Version> read_version(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    text = text.substr(0, text.find_first_of("-+"));
    Version version{};
    std::size_t part = 0;
    for (std::string_view number : base::split(text, '.')) {
        auto value = base::parse_int64(number);
        if (!value || *value < 0 || part == version.size()) return std::nullopt;
        version[part++] = *value;
    }
    return version;
}

struct Bound {
    std::string_view sign;
    Version version;
};

// The bounds that hold together; nothing if one of them cannot be read.
std::optional<std::vector<Bound>> read_bounds(std::string_view text) {
    constexpr std::array<std::string_view, 5> kSigns = {">=", "<=", ">", "<", "="};
    std::vector<Bound> bounds;
    for (std::string_view word : base::split(text, ' ')) {
        word = base::trim(word);
        if (word.empty()) continue;
        Bound bound{"=", {}};
        for (std::string_view sign : kSigns) {
            if (!word.starts_with(sign)) continue;
            bound.sign = sign;
            word.remove_prefix(sign.size());
            break;
        }
        auto version = read_version(word);
        if (!version) return std::nullopt;
        bound.version = *version;
        bounds.push_back(bound);
    }
    if (bounds.empty()) return std::nullopt;
    return bounds;
}

std::optional<std::vector<std::vector<Bound>>> read_range(std::string_view text) {
    std::vector<std::vector<Bound>> range;
    std::size_t from = 0;
    while (from <= text.size()) {
        std::size_t end = std::min(text.find("||", from), text.size());
        auto bounds = read_bounds(text.substr(from, end - from));
        if (!bounds) return std::nullopt;
        range.push_back(std::move(*bounds));
        from = end + 2;
    }
    return range;
}

bool is_above(const Bound& bound, const Version& version) {
    if (bound.sign == "<") return version >= bound.version;
    if (bound.sign == "<=" || bound.sign == "=") return version > bound.version;
    return false;
}

}  // namespace

bool is_version_range(std::string_view range) {
    return read_range(range).has_value();
}

bool is_version(std::string_view version) {
    return read_version(version).has_value();
}

bool is_above(std::string_view range_text, std::string_view version_text) {
    auto range = read_range(range_text);
    auto version = read_version(version_text);
    if (!range || !version) return false;
    for (const std::vector<Bound>& bounds : *range) {
        bool above = false;
        for (const Bound& bound : bounds) above = above || is_above(bound, *version);
        if (!above) return false;
    }
    return true;
}

}  // namespace understudy::grammar
