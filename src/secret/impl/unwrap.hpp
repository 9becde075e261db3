// Wrappings that have to be undone as a whole: base64 and the compressors. What could be wrapped,
// what is inside, and the same wrapping around something else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "secret/find.hpp"
#include "secret/impl/runs.hpp"

namespace understudy::secret {

struct Wrapped {
    Layer layer = Layer::Base64;
    std::size_t begin = 0, end = 0;
};

// Places that may hold something else, in order, none inside another. Base64 that holds nothing to
// read (an image, a digest) is not among them.
// `runs`: of this text.
std::vector<Wrapped> wrapped_in(std::string_view text, std::string_view name,
                                const std::vector<CharacterRun>& runs);

// Whether a run of base64 begins like something that can be read. The first bytes turn away nearly
// everything that is no wrapping.
bool holds_text(std::string_view run);

struct Unwrapped {
    std::string text;
    bool is_cut = false;      // there was more than fits
    bool is_damaged = false;  // it ends too early, or goes on as something else
};
Unwrapped unwrap(const Wrapped& wrapped, std::string_view text, std::size_t most);

// `inner` wrapped as the part of `text` was: same alphabet, padding and line lengths.
std::string wrap(const Wrapped& wrapped, std::string_view text, std::string_view inner);

}  // namespace understudy::secret
