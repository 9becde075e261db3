// Writes sealed exchanges, canonically: fixed order of keys, fixed quoting, no wrapping. The same
// model gives the same bytes.
//
//     const Written written = write(sealed, Form::Auto);
//     for (const auto& [digest, bytes] : written.bodies) ...      // bodies/<digest>
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "cassette/read.hpp"
#include "cassette/seal.hpp"

namespace understudy::cassette {

enum class Form : std::uint8_t { Auto, Yaml, Lines };  // Auto: lines above 64 pieces an exchange

struct Written {
    bool is_lines = false;
    std::string text;
    std::map<std::string, std::string> bodies;  // digest in hexadecimal: bytes
};

Written write(const Sealed& sealed, Form form);

// The new recording inside the old file: bytes of all unchanged parts, comments included, are kept;
// a comment attached to a replaced part moves into the notes; the notes of the file stay. Equal
// contents give the old bytes.
Written rewrite(const Loaded& before, const Sealed& after);

// The file as it is, sealed again after a change by hand: its head and whatever sealing changed are
// written anew, the bytes of everything else are kept. Comments are kept where they stand; whoever
// writes the file looks for secrets in them.
Written reseal(const Loaded& before, const Sealed& after);

// What the file says, with its comments at the end of the notes: for a form that has no comments.
Cassette with_comments_in_notes(const Loaded& loaded);

}  // namespace understudy::cassette
