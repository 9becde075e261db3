// Where hits stand, for people: line and column without the line itself, and the JSON Pointer of
// the value where the text is JSON or JSON Lines.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/mark.hpp"
#include "json/document.hpp"
#include "secret/find.hpp"

namespace understudy::secret {

bool may_be_json(std::string_view text);

// The place of an offset in a document: the innermost value, or its key, that holds it.
json::Pointer pointer_at(const json::Document& document, std::size_t offset);

class Places {
public:
    Places(const Text& text, const Found& found);

    const base::Mark& mark(std::size_t hit) const { return marks_[hit]; }
    const std::string& pointer(std::size_t hit) const { return pointers_[hit]; }

private:
    std::vector<base::Mark> marks_;
    std::vector<std::string> pointers_;
};

}  // namespace understudy::secret
