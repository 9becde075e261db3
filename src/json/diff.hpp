// What differs between two values, said by path. Key order never counts; the text of a number does.
//
//     for (const Change& change : diff(before, after)) ...
//     apply_changes(before, diff(before, after))  is equivalent to `after`, number text included
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::json {

enum class ChangeKind : std::uint8_t {
    Added,    // only `after` has it
    Removed,  // only `before` has it
    Retyped,  // same place, other kind of value
    Changed,  // same place, same kind, other value
    Moved,    // the same array element at another index
};
std::string_view name_of(ChangeKind kind);  // "added", ...

struct Change {
    ChangeKind kind{};
    Pointer before_path;  // in the first document; meaningless for Added
    Pointer after_path;   // in the second document; meaningless for Removed
    Value before;
    Value after;
};

std::vector<Change> diff(const Value& before, const Value& after);
Value apply_changes(const Value& before, const std::vector<Change>& changes);

}  // namespace understudy::json
