// What an API description promises, without its words: operations, their parameters, bodies and
// answers, and the schemas they share. OpenAPI 3.0, 3.1 and Swagger 2.0 give the same form, so two
// documents can be compared whatever each is written in.
//
//     const Contract contract = TRY(contract_of(document));
//     contract.operations     {"GET /things": {"parameters": {"query limit": {"schema": ...}},
//     ...}} contract.schemas        {"Thing": {"type": "object", "fields": {"id": ...}}}
//
// What has no order (values of an enum, required names) is a map, and so are fields.
// Descriptions, examples, titles, tags and extensions are left out, and so are servers.
#pragma once

#include "base/result.hpp"
#include "json/document.hpp"
#include "json/value.hpp"

namespace understudy::pack {

struct Contract {
    json::Value operations = json::Value::object();
    json::Value schemas = json::Value::object();
};

// pack.not_a_description
base::Result<Contract> contract_of(const json::Document& document);

}  // namespace understudy::pack
