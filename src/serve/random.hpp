// Bytes nobody can guess, from the operating system. For keys and secrets of this process only:
// whatever a world shows comes from seeded streams (base/seed.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace understudy::serve {

std::string random_bytes(std::size_t count);
std::uint64_t random_number();

}  // namespace understudy::serve
