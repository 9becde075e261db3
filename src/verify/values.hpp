// Values to try a parameter with: around every bound its schema has, of every type, and those that
// the pack itself mentions.
//
//     const Candidates tried = candidates(field.schema, {"tok_visa"});
//     tried.good, tried.bad                   // as the schema judges them
#pragma once

#include <span>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::verify {

struct Candidates {
    std::vector<json::Value> good, bad;
};

// `mentioned` come first.
Candidates candidates(const pack::FieldSchema& schema, std::span<const json::Value> mentioned);

// Texts that stand in the pack as data: keys of its tables, magic values.
// Those of tables only where the schema says what such a text looks like.
std::vector<json::Value> mentioned_values(const pack::Pack& pack, std::string_view param,
                                          const pack::FieldSchema& schema);

}  // namespace understudy::verify
