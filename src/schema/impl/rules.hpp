// What a dialect, as narrowed by a meta-schema's `$vocabulary`, means for reading a schema.
#pragma once

#include <cstdint>
#include <string_view>

#include "schema/dialect.hpp"
#include "schema/impl/keyword.hpp"

namespace understudy::schema {

struct Rules {
    Dialect dialect = Dialect::Draft2020;
    std::uint8_t vocabularies = 0xFF & ~kFormatAssertion;

    bool is_new() const { return dialect == Dialect::Draft2020 || dialect == Dialect::OpenApi31; }
    bool is_openapi() const {
        return dialect == Dialect::OpenApi30 || dialect == Dialect::OpenApi31 ||
               dialect == Dialect::Swagger2;
    }
    // Where `$ref` is written, everything beside it counts for nothing.
    bool ref_stands_alone() const { return !is_new(); }
    bool bounds_are_boolean() const {
        return dialect == Dialect::Draft4 || dialect == Dialect::OpenApi30 ||
               dialect == Dialect::Swagger2;
    }
    // Documents that moved from OpenAPI 3.0 to 3.1 often kept `exclusiveMinimum: true`.
    bool bounds_may_be_boolean() const {
        return bounds_are_boolean() || dialect == Dialect::OpenApi31;
    }
    bool items_may_be_list() const {
        return dialect == Dialect::Draft7 || dialect == Dialect::Draft4;
    }
    bool has_ids() const { return dialect != Dialect::OpenApi30 && dialect != Dialect::Swagger2; }
    // Draft 4 calls a number an integer by how it is written: 1.0 is none.
    bool integer_by_text() const { return dialect == Dialect::Draft4; }
    std::string_view id_keyword() const { return dialect == Dialect::Draft4 ? "id" : "$id"; }

    bool knows(const KeywordRow& row) const {
        return row.is_in(dialect) && (row.vocabulary & vocabularies) != 0;
    }
    friend bool operator==(const Rules&, const Rules&) = default;
};

// The vocabulary a `$vocabulary` URI names; 0 for one we do not know.
std::uint8_t vocabulary_named(std::string_view uri);

}  // namespace understudy::schema
