// Shapes of answers, expected and real: keys, types, envelope, pages, errors, sets of values.
// Values themselves are nobody's business here.
//
//     ExpectedShape expected;
//     for (const json::Value& answer : answers_of_the_fake) expected.shape.add(answer);
//     for (const ShapeChange& change : shape_drift(expected, {&live, 1})) ...
//
// P34: the expectation comes from answers to the same call, so a narrow projection is held against
// nothing wider.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "schema/check.hpp"
#include "schema/shape.hpp"

namespace understudy::verify {

enum class ShapeClass : std::uint8_t { Breaking, Additive, Harmless };
std::string_view name_of(ShapeClass shape_class);  // "breaking"

struct ShapeChange {
    ShapeClass shape_class = ShapeClass::Harmless;
    std::string path;  // "/data/*/amount"; "": the whole answer
    std::string what;  // "the key is gone"

    friend bool operator==(const ShapeChange&, const ShapeChange&) = default;
};

struct ExpectedShape {
    schema::Shape shape;
    // The closed lists of values, by path with `*` for every index.
    std::map<std::string, std::vector<json::Value>> sets;
};

// Most serious first, then by path; each once, however many items of an array it is seen in.
// `live`: one answer, or the events of a stream.
std::vector<ShapeChange> shape_drift(const ExpectedShape& expected,
                                     std::span<const json::Value> live);

// What a promise in writing says: each violation is a change that breaks.
std::vector<ShapeChange> broken_promises(const schema::Outcome& outcome);

}  // namespace understudy::verify
