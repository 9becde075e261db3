// Long random runs that no rule knows. On their own they are only suspicious: a digest, an id or an
// image looks the same, so everything that has the length of a digest, a telling name or a place in
// an address is left alone.
#include <algorithm>

#include "secret/code.hpp"
#include "secret/impl/key_name.hpp"
#include "secret/impl/placeholder.hpp"
#include "secret/impl/spot.hpp"
#include "secret/impl/unwrap.hpp"

namespace understudy::secret {

namespace {

constexpr std::size_t kLeastBase64 = 40, kMostBase64 = 200, kLeastHex = 32;
constexpr double kBase64Bits = 4.6, kHexBits = 3.0;

bool is_hex(std::string_view run) {
    return std::all_of(run.begin(), run.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
}

bool is_digest_length(std::size_t digits) {
    constexpr std::size_t kDigests[] = {32, 40, 48, 56, 64, 96, 128};
    return std::find(std::begin(kDigests), std::end(kDigests), digits) != std::end(kDigests);
}

// The name before a quoted value: `"cursor": "`.
std::string_view name_before(std::string_view text, std::size_t begin) {
    constexpr std::size_t kMost = 120;
    const auto back_over = [&](std::size_t at, auto is) {
        while (at > 0 && begin - at < kMost && is(text[at - 1])) --at;
        return at;
    };
    std::size_t at = back_over(begin, [](char c) {
        return c == '"' || c == '\'' || c == ' ' || c == '\t' || c == ':' || c == '=' || c == '\\';
    });
    const std::size_t end = at;
    at = back_over(at, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               c == '_' || c == '-' || c == '.';
    });
    return text.substr(at, end - at);
}

bool is_mixed(std::string_view run) {
    const auto has = [&](char low, char high) {
        return std::any_of(run.begin(), run.end(), [&](char c) { return c >= low && c <= high; });
    };
    return has('0', '9') && has('a', 'z') && has('A', 'Z');
}

// The whole of a quoted value, and nothing of an address or a path.
bool is_whole_value(std::string_view text, std::size_t begin, std::size_t end) {
    if (begin == 0 || end >= text.size()) return false;
    const char before = text[begin - 1], after = text[end] == '=' && end + 1 < text.size()
                                                     ? text[std::min(end + 2, text.size() - 1)]
                                                     : text[end];
    return (before == '"' || before == '\'') && (after == '"' || after == '\'' || text[end] == '=');
}

// What is cheap to tell comes first: nearly every run is a word, an id or a digest.
bool is_suspicious(std::string_view text, std::size_t begin, std::size_t end, bool is_free_text) {
    const std::string_view run = text.substr(begin, end - begin);
    if (run.size() < kLeastHex) return false;
    if (!is_free_text && (run.size() > kMostBase64 || !is_whole_value(text, begin, end)))
        return false;
    const bool hex = is_hex(run);
    if (hex ? !is_free_text && is_digest_length(run.size())
            : run.size() < kLeastBase64 || !is_mixed(run)) {
        return false;
    }
    if (!is_free_text) {
        const bool is_path = std::count(run.begin(), run.end(), '/') >= 4;
        if (is_path || names_something_opaque(name_before(text, begin))) return false;
        // Base64 that can be read is looked through on its own.
        if (!hex && (holds_text(run) || reads_like_words(run))) return false;
    }
    return entropy_of(run) >= (hex ? kHexBits : kBase64Bits);
}

}  // namespace

void add_random_runs(std::string_view text, const std::vector<CharacterRun>& runs,
                     bool is_free_text, std::vector<Spot>& spots) {
    for (const CharacterRun& run : runs) {
        const std::string_view secret = text.substr(run.begin, run.end - run.begin);
        if (!is_suspicious(text, run.begin, run.end, is_free_text) ||
            is_placeholder(secret, nullptr)) {
            continue;
        }
        const bool hex = is_hex(secret);
        Spot spot;
        spot.code = code::Entropy;
        spot.rule = hex ? "entropy.hex" : "entropy.base64";
        spot.about =
            hex ? "a long run of random hexadecimal digits" : "a long run of random characters";
        spot.is_breaking = is_free_text;
        spot.begin = run.begin;
        spot.end = run.end;
        spot.secret = secret;
        spots.push_back(std::move(spot));
    }
}

}  // namespace understudy::secret
