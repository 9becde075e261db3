// Checksums inside secrets: computed here, so that a pseudonym can have a right one too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace understudy::secret {

// GitHub's: six characters of base 62 behind the random part.
inline constexpr std::size_t kGithubChecksum = 6;
std::string github_checksum(std::string_view random_part);

// The digit that makes the digits before it pass the Luhn formula.
char luhn_digit(std::string_view digits_before);

}  // namespace understudy::secret
