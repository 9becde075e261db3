// Cuts of a text at random places, for the properties "the same for any cut".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/seed.hpp"

namespace understudy::http {

// Pieces of 0 to `longest` bytes that make up `text`; the same for the same seed.
inline std::vector<std::string_view> cut(std::string_view text, std::uint64_t seed,
                                         std::size_t longest = 7) {
    base::Stream lengths{seed, {"cut"}, 0};
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, lengths.below(longest + 1));
        pieces.push_back(piece);
        text.remove_prefix(piece.size());
    }
    return pieces;
}

}  // namespace understudy::http
