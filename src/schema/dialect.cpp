// Names and URIs of the dialects: two small tables.
#include "schema/dialect.hpp"

#include <array>

namespace understudy::schema {
namespace {

struct Row {
    Dialect dialect;
    std::string_view name;
    std::string_view uri;  // without scheme and fragment
};

constexpr std::array<Row, 6> kRows{{
    {Dialect::Draft2020, "2020-12", "json-schema.org/draft/2020-12/schema"},
    {Dialect::Draft7, "draft-07", "json-schema.org/draft-07/schema"},
    {Dialect::Draft4, "draft-04", "json-schema.org/draft-04/schema"},
    {Dialect::OpenApi30, "openapi-3.0", "spec.openapis.org/oas/3.0/schema"},
    {Dialect::OpenApi31, "openapi-3.1", "spec.openapis.org/oas/3.1/dialect/base"},
    {Dialect::Swagger2, "swagger-2.0", "swagger.io/v2/schema.json"},
}};

}  // namespace

std::string_view name_of(Dialect dialect) {
    for (const Row& row : kRows) {
        if (row.dialect == dialect) return row.name;
    }
    return {};
}

std::optional<Dialect> dialect_named(std::string_view name) {
    for (const Row& row : kRows) {
        if (row.name == name) return row.dialect;
    }
    return std::nullopt;
}

std::optional<Dialect> dialect_of(std::string_view schema_uri) {
    if (schema_uri.ends_with('#')) schema_uri.remove_suffix(1);
    if (schema_uri.starts_with("https://")) {
        schema_uri.remove_prefix(8);
    } else if (schema_uri.starts_with("http://")) {
        schema_uri.remove_prefix(7);
    } else {
        return std::nullopt;
    }
    for (const Row& row : kRows) {
        if (row.uri == schema_uri) return row.dialect;
    }
    return std::nullopt;
}

std::optional<Dialect> dialect_of_openapi(std::string_view version) {
    if (version == "2.0") return Dialect::Swagger2;
    if (version == "3.0" || version.starts_with("3.0.")) return Dialect::OpenApi30;
    if (version == "3.1" || version.starts_with("3.1.")) return Dialect::OpenApi31;
    return std::nullopt;
}

}  // namespace understudy::schema
