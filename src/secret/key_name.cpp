#include "secret/impl/key_name.hpp"

#include <algorithm>
#include <span>

#include "base/text.hpp"

namespace understudy::secret {

namespace {

constexpr KeyKind kPassword = {"key.password", "value of a field named as a password", 4};
constexpr KeyKind kSecret = {"key.secret", "value of a field named as a secret", 8};
constexpr KeyKind kToken = {"key.token", "value of a field named as a token", 8};
constexpr KeyKind kApiKey = {"key.api_key", "value of a field named as a key", 8};
constexpr KeyKind kPrivateKey = {"key.private_key", "value of a field named as a private key", 8};
constexpr KeyKind kAuth = {"key.authorization", "value of a field named as an authorization", 12};
constexpr KeyKind kCredential = {"key.credential", "value of a field named as a credential", 12};
constexpr KeyKind kCookie = {"key.cookie", "value of a field named as a cookie", 12};
constexpr KeyKind kNationalId = {"key.national_id", "value of a field named as a national id", 8};
constexpr KeyKind kCard = {"key.card_number", "value of a field named as a card number", 12};

struct Named {
    std::string_view first, second;  // the last words of the name; first may be empty
    const KeyKind* kind;
};
constexpr Named kNames[] = {
    {"", "password", &kPassword},
    {"", "passwd", &kPassword},
    {"", "passwort", &kPassword},
    {"", "passphrase", &kPassword},
    {"", "pwd", &kPassword},
    {"", "secret", &kSecret},
    {"", "token", &kToken},
    {"", "apikey", &kApiKey},
    {"", "apitoken", &kToken},
    {"", "accesstoken", &kToken},
    {"", "authtoken", &kToken},
    {"", "clientsecret", &kSecret},
    {"", "secretkey", &kApiKey},
    {"", "accesskey", &kApiKey},
    {"", "privatekey", &kPrivateKey},
    {"", "auth", &kAuth},
    {"", "authorization", &kAuth},
    {"", "credential", &kCredential},
    {"", "credentials", &kCredential},
    {"", "cookie", &kCookie},
    {"api", "key", &kApiKey},
    {"access", "key", &kApiKey},
    {"secret", "key", &kApiKey},
    {"auth", "key", &kApiKey},
    {"signing", "key", &kApiKey},
    {"encryption", "key", &kApiKey},
    {"master", "key", &kApiKey},
    {"account", "key", &kApiKey},
    {"app", "key", &kApiKey},
    {"service", "key", &kApiKey},
    {"session", "key", &kApiKey},
    {"shared", "key", &kApiKey},
    {"storage", "key", &kApiKey},
    {"subscription", "key", &kApiKey},
    {"license", "key", &kApiKey},
    {"private", "key", &kPrivateKey},
    {"national", "id", &kNationalId},
    {"", "ssn", &kNationalId},
    {"card", "number", &kCard},
    {"cc", "number", &kCard},
};

// Behind the telling word these change nothing: `password_old`, `TOKEN_PROD`, `secret2`.
constexpr std::string_view kNeutral[] = {"value",  "text", "string",  "plain",   "raw",
                                         "old",    "new",  "current", "confirm", "confirmation",
                                         "base64", "b64",  "hex",     "prod",    "production",
                                         "test",   "dev",  "live",    "staging"};

// Before it these say that it is no secret: `page_token`, `next token`, `mask token`.
constexpr std::string_view kHarmless[] = {
    "page",   "next",  "previous",    "prev",   "continuation", "sync",      "cancellation",
    "cancel", "pad",   "eos",         "bos",    "stop",         "special",   "mask",
    "unk",    "sep",   "cls",         "cursor", "resume",       "change",    "skip",
    "public", "max",   "min",         "first",  "last",         "input",     "output",
    "prompt", "lexer", "idempotency", "no",     "delimiter",    "separator", "end",
    "start",  "has",   "is",          "per"};

// A value under such a name is random by nature.
constexpr std::string_view kOpaque[] = {
    "hash",       "digest",   "checksum", "sha",       "sha1",      "sha256",      "sha512",
    "md5",        "crc",      "etag",     "integrity", "signature", "sig",         "fingerprint",
    "thumbprint", "commit",   "revision", "rev",       "cursor",    "obfuscation", "padding",
    "nonce",      "id",       "ids",      "uuid",      "guid",      "oid",         "encrypted",
    "ciphertext", "redacted", "thinking", "image",     "mappings",  "blob",        "sri",
    "ref",        "tree",     "parent",   "anchor",    "resolved"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) words.push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (!is_lower(c) && !is_upper(c) && !is_digit(c)) {
            finish();
            continue;
        }
        const bool is_hump =
            is_upper(c) && i > 0 &&
            (is_lower(name[i - 1]) || is_digit(name[i - 1]) ||
             (is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1])));
        if (is_hump) finish();
        // `secret2`: the number is a word of its own; `base64`, `sha256` and `oauth2` are not cut.
        if (is_digit(c) && !word.empty() && !is_digit(word.back()) &&
            (word == "password" || word == "secret" || word == "token" || word == "key")) {
            finish();
        }
        word += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    finish();
    return words;
}

const KeyKind* key_kind_of(std::string_view name) {
    std::vector<std::string> words = words_of_name(name);
    const auto is_number = [](const std::string& word) {
        return word.size() <= 2 && std::all_of(word.begin(), word.end(), is_digit);
    };
    while (words.size() > 1 && (is_one_of(words.back(), kNeutral) || is_number(words.back()))) {
        words.pop_back();
    }
    if (words.empty()) return nullptr;
    const std::string& last = words.back();
    const std::string_view before =
        words.size() > 1 ? std::string_view(words[words.size() - 2]) : std::string_view();
    for (const Named& named : kNames) {
        if (named.second != last) continue;
        if (!named.first.empty() && named.first != before) continue;
        if (is_one_of(before, kHarmless)) return nullptr;
        return named.kind;
    }
    return nullptr;
}

bool names_something_opaque(std::string_view name) {
    const std::vector<std::string> words = words_of_name(name);
    if (is_one_of(base::to_lower_ascii(name), kOpaque)) return true;  // ETag is one word
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return is_one_of(word, kOpaque); });
}

}  // namespace understudy::secret
