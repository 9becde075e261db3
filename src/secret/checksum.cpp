// Forms and checksums that vendors have published, and the entropy of a text.
#include "secret/impl/checksum.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "base/bytes.hpp"
#include "json/parse.hpp"
#include "secret/rule.hpp"

namespace understudy::secret {

namespace {

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
    constexpr std::uint32_t kPolynomial = 0xEDB88320U;
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t i = 0; i < made.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 1U) != 0 ? kPolynomial ^ (value >> 1U) : value >> 1U;
        }
        made[i] = value;
    }
    return made;
}();

std::uint32_t crc32_of(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes) {
        crc = kCrcTable[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    }
    return crc ^ 0xFFFFFFFFU;
}

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The random part stands between the first `_` and the checksum.
bool passes_github(std::string_view secret) {
    const std::size_t underscore = secret.find('_');
    if (underscore == std::string_view::npos) return false;
    const std::string_view rest = secret.substr(underscore + 1);
    if (rest.size() <= kGithubChecksum) return false;
    const std::size_t cut = rest.size() - kGithubChecksum;
    return github_checksum(rest.substr(0, cut)) == rest.substr(cut);
}

bool passes_luhn(std::string_view secret) {
    constexpr std::size_t kFewest = 12;
    std::string digits;
    for (const char c : secret) {
        if (is_digit(c)) digits += c;
    }
    if (digits.size() < kFewest) return false;
    const char last = digits.back();
    digits.pop_back();
    return luhn_digit(digits) == last;
}

// The first part is an object that names an algorithm.
bool passes_jwt(std::string_view secret) {
    const auto bytes = base::from_base64(secret.substr(0, secret.find('.')), base::Base64::Loose);
    if (!bytes) return false;
    const auto header = json::parse(*bytes);
    return header && header->is_object() && header->has("alg");
}

// The label of the last line is the label of the first.
bool passes_pem(std::string_view secret) {
    constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ", kDashes = "-----";
    const std::size_t begin = secret.find(kBegin);
    const std::size_t end = secret.rfind(kEnd);
    if (begin == std::string_view::npos || end == std::string_view::npos) return false;
    // A quote inside: the ends of two texts, not one key.
    if (secret.find('"') != std::string_view::npos) return false;
    const auto label_at = [&](std::size_t at) {
        return secret.substr(at, secret.find(kDashes, at) - at);
    };
    return label_at(begin + kBegin.size()) == label_at(end + kEnd.size());
}

}  // namespace

std::string github_checksum(std::string_view random_part) {
    std::uint32_t crc = crc32_of(random_part);
    std::string text(kGithubChecksum, '0');
    for (std::size_t i = kGithubChecksum; i > 0; --i) {
        text[i - 1] = kBase62[crc % kBase62.size()];
        crc /= static_cast<std::uint32_t>(kBase62.size());
    }
    return text;
}

char luhn_digit(std::string_view digits_before) {
    int sum = 0;
    bool doubles = true;  // the digit before the last one counts twice
    for (std::size_t i = digits_before.size(); i > 0; --i) {
        int digit = digits_before[i - 1] - '0';
        if (doubles) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
        doubles = !doubles;
        sum += digit;
    }
    return static_cast<char>('0' + (10 - sum % 10) % 10);
}

bool passes(Checksum checksum, std::string_view secret) {
    switch (checksum) {
        case Checksum::None: return true;
        case Checksum::Github: return passes_github(secret);
        case Checksum::Luhn: return passes_luhn(secret);
        case Checksum::Jwt: return passes_jwt(secret);
        case Checksum::Pem: return passes_pem(secret);
    }
    return true;
}

double entropy_of(std::string_view text) {
    if (text.empty()) return 0;
    std::array<std::size_t, 256> counts{};
    for (const char c : text) ++counts[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const std::size_t count : counts) {
        if (count == 0) continue;
        const double share = static_cast<double>(count) / static_cast<double>(text.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

}  // namespace understudy::secret
