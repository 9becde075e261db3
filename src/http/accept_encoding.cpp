// Choosing by Accept-Encoding (RFC 9110, 12.5.3). See encoding.hpp.
#include "base/text.hpp"
#include "http/encoding.hpp"

namespace understudy::http {

namespace {

// A weight in thousandths: "1", "0.5", "0.125". Nothing: not a weight.
std::optional<int> read_weight(std::string_view text) {
    if (text.empty() || (text[0] != '0' && text[0] != '1') || text.size() > 5) return std::nullopt;
    int weight = (text[0] - '0') * 1000;
    text.remove_prefix(1);
    if (text.empty()) return weight;
    if (text[0] != '.') return std::nullopt;
    text.remove_prefix(1);
    int unit = 100;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        weight += (c - '0') * unit;
        unit /= 10;
    }
    return weight <= 1000 ? std::optional(weight) : std::nullopt;
}

struct Wish {
    std::string_view name;
    int weight;
};

// "gzip;q=0.5" -> gzip, 500. Nothing: it cannot be read, and counts as not said.
std::optional<Wish> read_wish(std::string_view word) {
    const std::size_t semicolon = word.find(';');
    const std::string_view name = base::trim(word.substr(0, semicolon));
    if (name.empty()) return std::nullopt;
    if (semicolon == std::string_view::npos) return Wish{name, 1000};
    const std::string_view parameter = base::trim(word.substr(semicolon + 1));
    if (parameter.size() < 2 || (parameter[0] != 'q' && parameter[0] != 'Q') ||
        parameter[1] != '=') {
        return std::nullopt;
    }
    const auto weight = read_weight(parameter.substr(2));
    if (!weight) return std::nullopt;
    return Wish{name, *weight};
}

struct Wishes {
    std::optional<int> named[5];  // by Encoding
    std::optional<int> others;    // "*"

    std::optional<int> weight_of(Encoding encoding) const {
        const auto& own = named[static_cast<std::size_t>(encoding)];
        return own ? own : others;
    }
};

}  // namespace

std::optional<Encoding> best_encoding(std::string_view accept,
                                      std::span<const Encoding> available) {
    Wishes wishes;
    for (const std::string_view word : words_of(accept)) {
        const auto wish = read_wish(word);
        if (!wish) continue;
        if (wish->name == "*") {
            wishes.others = wish->weight;
        } else if (const auto encoding = encoding_named(wish->name)) {
            wishes.named[static_cast<std::size_t>(*encoding)] = wish->weight;
        }
    }

    std::optional<Encoding> best;
    int best_weight = 0;
    const auto consider = [&](Encoding encoding) {
        const int weight = wishes.weight_of(encoding).value_or(0);
        if (weight <= best_weight) return;
        best = encoding;
        best_weight = weight;
    };
    for (const Encoding encoding : available) consider(encoding);
    consider(Encoding::Identity);
    if (best) return best;
    // Not spoken of, identity is acceptable all the same.
    if (!wishes.weight_of(Encoding::Identity)) return Encoding::Identity;
    return std::nullopt;
}

}  // namespace understudy::http
