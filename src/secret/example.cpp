#include "secret/example.hpp"

#include "base/text.hpp"
#include "secret/code.hpp"
#include "secret/impl/checksum.hpp"

namespace understudy::secret {

namespace {

struct Alphabet {
    std::string_view name, letters;
};
constexpr Alphabet kAlphabets[] = {
    {"base62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
    {"hex", "0123456789abcdef"},
    {"upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"},
    {"lower", "abcdefghijklmnopqrstuvwxyz0123456789"},
    {"digits", "0123456789"},
    {"base64", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"},
    {"base64url", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"},
};

std::string drawn(std::string_view letters, std::size_t count, base::Stream& draw) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += letters[draw.below(letters.size())];
    return text;
}

std::string checksum_of(const Rule& rule, std::string_view before) {
    if (rule.checksum == Checksum::Github) {
        return github_checksum(before.substr(before.find('_') + 1));
    }
    std::string digits;
    for (const char c : before) {
        if (c >= '0' && c <= '9') digits += c;
    }
    return {luhn_digit(digits)};
}

// What a hole such as `hex:32` or `uuid` is filled with; as it stands where it is none.
std::string filled(std::string_view hole, const Rule& rule, std::string_view before,
                   base::Stream& draw) {
    if (hole == "crc") return checksum_of(rule, before);
    if (hole == "uuid") {
        const std::string hex = drawn(kAlphabets[1].letters, 32, draw);
        return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-4" + hex.substr(13, 3) + "-8" +
               hex.substr(17, 3) + "-" + hex.substr(20);
    }
    const std::size_t colon = hole.find(':');
    const auto count = base::parse_int64(hole.substr(std::min(colon + 1, hole.size())));
    for (const Alphabet& alphabet : kAlphabets) {
        if (hole.substr(0, colon) == alphabet.name && count && *count >= 0) {
            return drawn(alphabet.letters, static_cast<std::size_t>(*count), draw);
        }
    }
    return "{" + std::string(hole) + "}";
}

}  // namespace

std::string make_example(const Rule& rule, base::Stream& draw) {
    std::string text;
    const std::string_view makes = rule.makes;
    for (std::size_t i = 0; i < makes.size();) {
        const std::size_t close = makes[i] == '{' ? makes.find('}', i) : std::string_view::npos;
        if (close == std::string_view::npos) {
            text += makes[i++];
            continue;
        }
        text += filled(makes.substr(i + 1, close - i - 1), rule, text, draw);
        i = close + 1;
    }
    return text;
}

base::Result<void> check_fakes(const Rules& rules, const std::vector<KnownFake>& fakes) {
    if (fakes.empty()) return {};
    constexpr std::uint64_t kExamples = 3;
    for (const Rule& rule : rules.all()) {
        for (std::uint64_t i = 0; i < kExamples && !rule.makes.empty(); ++i) {
            base::Stream draw(i, {"example", rule.id}, i);
            const std::string example = make_example(rule, draw);
            const auto match = rule.finds.get().find(example);
            if (!match) continue;
            std::string_view secret =
                std::string_view(example).substr(match->begin, match->end - match->begin);
            for (const auto& group : match->groups) {
                if (group && !group->empty()) secret = *group;
            }
            for (const KnownFake& fake : fakes) {
                if (!fake.is.get().matches_whole(secret)) continue;
                return base::fail(
                    code::BadFake,
                    {{"what", base::quoted(fake.reason)},
                     {"why", "it would also excuse a real secret of the rule " + rule.id}});
            }
        }
    }
    return {};
}

}  // namespace understudy::secret
