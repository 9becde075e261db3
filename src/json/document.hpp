// A value together with the text it was read from, so that every part of it can be pointed at.
// Both readers make one: parse_document here, and yaml::read for YAML.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/mark.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::json {

struct Range {  // bytes [begin, end) of the source
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

// The places of all values, in the order a reader meets them (a container before its contents):
//
//     {"a": [1, 2], "b": 3}      rows: {}  [..]  1  2  3     nodes: 5  3  1  1  1
//
// `nodes` counts the rows of a subtree, itself included, so a walk can step over what it does not
// need.
class Marks {
public:
    struct Row {
        Range key;  // of the key that leads to this value; empty for items and the root
        Range value;
        std::uint32_t nodes = 1;
    };

    std::vector<Row> rows;

    // The row of the value at `pointer`, walking `root` alongside; nullptr if there is none. A
    // repeated key means its last occurrence, as in Value::find.
    const Row* find(const Value& root, const Pointer& pointer) const;
};

struct Document {
    std::shared_ptr<const base::Source> source;
    Value root;
    Marks marks;
    std::vector<base::Error>
        notes;  // what the reader tolerated: a byte-order mark, a repeated key, ...

    // Where the value at `pointer` stands; where its nearest known parent stands if it is not
    // there.
    base::Mark mark(const Pointer& pointer) const;
    base::Mark mark_of_key(
        const Pointer& pointer) const;  // of the key that leads to it, else of the value
};

}  // namespace understudy::json
