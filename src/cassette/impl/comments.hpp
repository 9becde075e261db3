// The comments of a YAML file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "json/document.hpp"

namespace understudy::cassette {

struct Comment {
    std::size_t at = 0;  // byte in the source
    std::string text;    // without its sign and the blanks around it
};
std::vector<Comment> comments_of(const json::Document& document);

// Those of `before` that `after` has no more, in their order.
std::vector<Comment> lost_comments(const json::Document& before, const json::Document& after);

}  // namespace understudy::cassette
