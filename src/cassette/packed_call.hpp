// A call of a command and what it showed, packed (packed.hpp): in the index of a session, and in
// the messages between a shim and its session.
#pragma once

#include <optional>

#include "cassette/model.hpp"
#include "cassette/packed.hpp"

namespace understudy::cassette {

void pack(Packer& packer, const CommandInput& input);
CommandInput unpack_input(Unpacker& unpacker);

// What its caller sees: pieces of both outputs, how long it took and how it ended. Nothing else of
// an output is kept.
void pack(Packer& packer, const Output& output);
// Nothing: it is none.
std::optional<Output> unpack_output(Unpacker& unpacker);

}  // namespace understudy::cassette
