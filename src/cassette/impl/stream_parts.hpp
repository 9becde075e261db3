// The events of a stream as its bytes, one by one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/model.hpp"

namespace understudy::cassette {

// Joined, they are the bytes again. Of sse, jsonl and lines; nothing for other framings, and where
// a part is too large to be told apart.
std::optional<std::vector<std::string>> parts_of(std::string_view bytes, Framing framing);

}  // namespace understudy::cassette
