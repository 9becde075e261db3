// Runs of letters, digits, `+`, `/`, `-` and `_`: what base64, digests and most secrets are made
// of.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace understudy::secret {

struct CharacterRun {
    std::size_t begin = 0, end = 0;
};

inline constexpr std::size_t kLeastRun = 20;  // shorter ones are of no interest

inline constexpr std::array<bool, 256> kRunCharacters = [] {
    std::array<bool, 256> is{};
    for (int c = 'a'; c <= 'z'; ++c) is[static_cast<std::size_t>(c)] = true;
    for (int c = 'A'; c <= 'Z'; ++c) is[static_cast<std::size_t>(c)] = true;
    for (int c = '0'; c <= '9'; ++c) is[static_cast<std::size_t>(c)] = true;
    for (const char c : {'+', '/', '-', '_'}) is[static_cast<std::size_t>(c)] = true;
    return is;
}();
inline bool is_run_character(char c) {
    return kRunCharacters[static_cast<unsigned char>(c)];
}
std::vector<CharacterRun> runs_of(std::string_view text);

}  // namespace understudy::secret
