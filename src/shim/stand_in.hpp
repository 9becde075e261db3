// The stand-in of a command: the small program that a session puts under borrowed names. It
// answers a call that is recorded as it stands; everything else it leaves to the whole program,
// which takes its place.
//
//     if (const auto borrowed = borrowed_name(words[0])) return stand_in(*borrowed, words);
//
// It is linked statically, with nothing in it that costs time when a process starts, because every
// replayed call pays for its start.
#pragma once

#include <span>

#include "shim/place.hpp"

namespace understudy::shim {

// `words` with the name in front, and a null pointer behind the last. Ends the process as the tool
// did, becomes the whole program, or returns an exit code.
int stand_in(const Borrowed& borrowed, std::span<char* const> words);

}  // namespace understudy::shim
