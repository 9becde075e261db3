// The part of a JSON Schema that speaks of a place inside the values it describes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "json/pointer.hpp"
#include "json/value.hpp"
#include "schema/check.hpp"

namespace understudy::world {

struct SchemaPlace {
    enum class Kind : std::uint8_t {
        Described,  // by the schema at `at`
        Open,       // allowed, and nothing is said of it
        None,       // the schema does not know it
    };
    Kind kind = Kind::None;
    json::Pointer at = {};
};

SchemaPlace place_in_schema(const json::Value& schema, std::span<const std::string> steps);

// Why a value does not fit, without a word about which value: that is said by whoever asks.
std::string why_invalid(const schema::Violation& violation);

// Dotted paths of everything the schema names, lists by `*`: "balance", "items.*.price".
std::vector<std::string> names_in_schema(const json::Value& schema);

}  // namespace understudy::world
