// The example of an answer that is known by its shape alone. Most operations of a large API are
// never called, so it can be left to be made when it is first asked for; any thread may ask.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "pack/field.hpp"

namespace understudy::pack {

// What an example is made of, and for: the first of `suggested` that fits, else one of our own.
struct ExampleWish {
    FieldSchema schema;
    std::vector<json::Value> suggested;           // the document's own
    std::shared_ptr<const json::Value> document;  // what `$ref` points into
    std::string key;                              // "GET /v1/things 200", in messages
};

class LateExample {
public:
    LateExample() = default;  // null
    explicit LateExample(json::Value made);
    explicit LateExample(ExampleWish wish);

    // Fits the schema, and is the same everywhere. Null where none could be found.
    const json::Value& value() const;

private:
    struct Place;
    std::shared_ptr<const Place> place_;  // shared by copies
};

}  // namespace understudy::pack
