// The shape of a document in its source: which bytes each entry of each collection takes. Made from
// the events; it knows nothing of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/document.hpp"

namespace understudy::yaml {

struct LayoutNode {
    enum class Shape : std::uint8_t { Scalar, Alias, Mapping, Sequence };

    Shape shape = Shape::Scalar;
    bool is_flow = false;   // of a collection
    bool is_block = false;  // of a scalar: `|` or `>`
    bool has_properties = false;
    std::size_t begin = 0;  // with anchor and tag
    std::size_t content = 0;
    std::size_t end = 0;
    // Mapping: key, value, key, value, ...; sequence: its items. Indices into Layout::nodes.
    std::vector<std::uint32_t> children;
};

struct Layout {
    std::vector<LayoutNode> nodes;
    std::vector<std::uint32_t> roots;  // one per document
};

base::Result<Layout> read_layout(const base::Source& source);

// Past white space and comments.
std::size_t skip_blank(std::string_view text, std::size_t at);

}  // namespace understudy::yaml
