// A cassette as the values its file holds, with the keys in their fixed order. YAML and JSON Lines
// are both made of these.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cassette/model.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

// Bytes that lie outside, found on the way: digest in hexadecimal, and what it is of.
using BodyFiles = std::map<std::string, std::string>;

json::Value head_value(const Cassette& cassette);  // everything but the exchanges
json::Value provenance_value(const Provenance& provenance);
json::Value redactions_value(const std::vector<Redaction>& redactions);
json::Value vars_value(const std::vector<Variable>& vars);
json::Value plan_value(const PlanReference& plan);

// The keys of an exchange but its output; `id` is called `name`: "id", or "start" in JSON Lines.
json::Value start_value(const Exchange& exchange, std::string_view name, BodyFiles& bodies);
json::Value output_value(const Exchange& exchange, bool with_pieces, BodyFiles& bodies);
// Behind what `value` holds already: `at`, `from` and the bytes.
void add_piece(json::Value& value, const Piece& piece, BodyFiles& bodies);
json::Value exchange_value(const Exchange& exchange, BodyFiles& bodies);

}  // namespace understudy::cassette
