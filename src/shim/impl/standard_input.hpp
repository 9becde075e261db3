// What stands at our standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace understudy::shim {

enum class InputKind : std::uint8_t {
    Nothing,   // closed, or /dev/null
    Terminal,  // a person
    Piped,     // a pipe or a socket: can be waited for
    File,      // always ready
};
InputKind kind_of_input();

// Reads to the end. Nothing: more than `most`, or it cannot be read.
std::optional<std::string> read_input(std::size_t most);

}  // namespace understudy::shim
