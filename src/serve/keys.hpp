// Keys: the one secret that selects a world. It is handed to the vendor's own SDK as its API key,
// so it must be able to dress as the vendor's keys do.
//
//     const std::string key = mint_key(kWorldPrefix);            // usw_4f0c...
//     KeyForm form = TRY(KeyForm::parse("ghp_{key}"));
//     form.made_of(key);                                         // ghp_4f0c...
//     masked(key);                                               // usw_4f0c…
//
// A key is never written to a log, a trace or an answer but the one that tells it to its owner.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::serve {

inline constexpr std::string_view kWorldPrefix = "usw_";
inline constexpr std::string_view kOperatorPrefix = "usa_";

std::string mint_key(std::string_view prefix);  // 160 bits from the operating system

// A key somebody chose: code::BadKey says why it cannot be one.
base::Result<void> check_key(std::string_view key);

std::string_view secret_part(std::string_view key);  // without our own prefix
std::string masked(std::string_view key);            // the first eight characters and an ellipsis

// A way the vendor's keys look: text with holes. `{key}` is the secret part of the world's key;
// `{hex:32}`, `{base62:N}` and `{digits:N}` are derived from the key and tell nothing about it.
class KeyForm {
public:
    static base::Result<KeyForm> parse(std::string_view text);  // code::BadKeyForm
    std::string made_of(std::string_view key) const;
    const std::string& text() const { return text_; }

private:
    struct Part {
        std::string literal;
        std::string_view alphabet;  // of a derived text
        std::size_t length = 0;
        bool is_key = false;
    };
    std::string text_;
    std::vector<Part> parts_;
};

}  // namespace understudy::serve
