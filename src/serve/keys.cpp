#include "serve/keys.hpp"

#include <algorithm>
#include <optional>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "serve/code.hpp"
#include "serve/random.hpp"

namespace understudy::serve {

namespace {

constexpr std::size_t kSecretBytes = 20;
constexpr std::size_t kShortest = 16;
constexpr std::size_t kLongest = 256;
constexpr std::size_t kLongestDerived = 256;

base::Failure no_key(std::string why) {
    return base::fail(code::BadKey, {{"why", std::move(why)}});
}

base::Failure no_form(std::string_view form, std::string why) {
    return base::fail(code::BadKeyForm, {{"form", base::quoted(form)}, {"why", std::move(why)}});
}

std::optional<std::string_view> alphabet_named(std::string_view name) {
    constexpr std::string_view kBase62 =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (name == "hex") return "0123456789abcdef";
    if (name == "base62") return kBase62;
    if (name == "digits") return kBase62.substr(0, 10);
    return std::nullopt;
}

// Characters drawn from keyed digests, block after block. Bytes that would make some characters
// likelier than others are passed over.
std::string derive(std::string_view key, std::string_view purpose, std::string_view alphabet,
                   std::size_t length) {
    const std::size_t fair = 256 - 256 % alphabet.size();
    std::string text;
    for (int block = 0; text.size() < length; ++block) {
        const std::string bytes = base::hmac(base::Digest::Sha256, key,
                                             std::string(purpose) + '/' + std::to_string(block));
        for (const char byte : bytes) {
            const auto number = static_cast<unsigned char>(byte);
            if (number < fair && text.size() < length) text += alphabet[number % alphabet.size()];
        }
    }
    return text;
}

}  // namespace

std::string mint_key(std::string_view prefix) {
    return std::string(prefix) + base::to_hex(random_bytes(kSecretBytes));
}

base::Result<void> check_key(std::string_view key) {
    if (key.size() < kShortest) {
        return no_key("it has only " + base::plural(key.size(), "character"));
    }
    if (key.size() > kLongest) {
        return no_key("it is longer than " + std::to_string(kLongest) + " characters");
    }
    const bool printable =
        std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < '\x7f'; });
    if (!printable) return no_key("it holds a space or something that is no printable character");
    if (key.starts_with(kOperatorPrefix)) {
        return no_key("keys that begin with usa_ are the operator's");
    }
    return {};
}

std::string_view secret_part(std::string_view key) {
    return key.starts_with(kWorldPrefix) ? key.substr(kWorldPrefix.size()) : key;
}

std::string masked(std::string_view key) {
    constexpr std::size_t kShown = 8;
    return std::string(key.substr(0, kShown)) + "…";
}

base::Result<KeyForm> KeyForm::parse(std::string_view text) {
    KeyForm form;
    form.text_ = text;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t open = text.find('{', at);
        if (open != at) {
            form.parts_.push_back({std::string(text.substr(at, open - at)), {}, 0, false});
        }
        if (open == std::string_view::npos) break;
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) return no_form(text, "a brace is not closed");
        const std::string_view hole = text.substr(open + 1, close - open - 1);
        at = close + 1;
        if (hole == "key") {
            form.parts_.push_back({{}, {}, 0, true});
            continue;
        }
        const std::size_t colon = std::min(hole.find(':'), hole.size());
        const auto alphabet = alphabet_named(hole.substr(0, colon));
        const auto length =
            base::parse_int64(colon < hole.size() ? hole.substr(colon + 1) : std::string_view());
        if (!alphabet || !length || *length < 1 ||
            *length > static_cast<std::int64_t>(kLongestDerived)) {
            return no_form(text,
                           base::quoted(hole) + " is neither key nor hex:N, base62:N or digits:N");
        }
        form.parts_.push_back({{}, *alphabet, static_cast<std::size_t>(*length), false});
    }
    const bool secret = std::any_of(form.parts_.begin(), form.parts_.end(), [](const Part& part) {
        return part.is_key || part.length >= kShortest;
    });
    if (!secret) return no_form(text, "nothing in it is secret");
    return form;
}

std::string KeyForm::made_of(std::string_view key) const {
    std::string made;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        if (part.is_key) {
            made += secret_part(key);
        } else if (part.length == 0) {
            made += part.literal;
        } else {
            made += derive(key, "key form " + text_ + '#' + std::to_string(i), part.alphabet,
                           part.length);
        }
    }
    return made;
}

}  // namespace understudy::serve
