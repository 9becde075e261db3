// The ways of writing a schema that we read, and the URIs by which `$schema` names them.
//
//     dialect_of("http://json-schema.org/draft-07/schema#");   // Dialect::Draft7
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace understudy::schema {

enum class Dialect : std::uint8_t {
    Draft2020,  // JSON Schema 2020-12
    Draft7,     // JSON Schema draft 7
    Draft4,     // JSON Schema draft 4
    OpenApi30,  // schema objects of OpenAPI 3.0
    OpenApi31,  // schema objects of OpenAPI 3.1: 2020-12 and the base vocabulary
    Swagger2,   // schema objects of Swagger 2.0
};

std::string_view name_of(Dialect dialect);  // "2020-12", "draft-07", "openapi-3.0", ...
std::optional<Dialect> dialect_named(std::string_view name);

// By the URI of its meta-schema; an empty fragment and http for https make no difference.
std::optional<Dialect> dialect_of(std::string_view schema_uri);

// The dialect of an OpenAPI or Swagger document, by its `openapi` or `swagger` version text:
// "3.0.3", "3.1.0", "2.0".
std::optional<Dialect> dialect_of_openapi(std::string_view version);

}  // namespace understudy::schema
