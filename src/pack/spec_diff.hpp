// What two API descriptions promise differently, place by place.
//
//     for (const SpecChange& change : diff_specs(TRY(contract_of(old)), TRY(contract_of(now)))) ...
//
//     removed  GET /things           answer 200 application/json, field /items/*/size
//     added    schema Thing          value "archived" of /state
//
// A reference to a schema of the same name says the same; what the schema says is compared once,
// under its own name. References to different names, or to a name on one side only, are compared
// by what they lead to; that a schema got a name or lost it is no change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"
#include "pack/contract.hpp"

namespace understudy::pack {

struct SpecChange {
    enum class Kind : std::uint8_t { Added, Removed, Changed };
    Kind kind = Kind::Changed;
    std::string subject;        // "GET /things", "schema Thing"
    std::string part;           // "answer 200 application/json"; empty: the subject itself
    std::string field;          // "/items/*/size"; empty: the part itself
    std::string what;           // "operation", "parameter", "answer", "body", "header", "field",
                                // "value", "required", or a keyword such as "type"
    json::Value before, after;  // null where there is none
    bool breaks = false;        // somebody who relied on the old document may fail
    std::vector<std::string> users;  // of a schema: the operations that lead to it
};
std::string_view name_of(SpecChange::Kind kind);  // "added"

// In the order of their subjects, operations first.
std::vector<SpecChange> diff_specs(const Contract& before, const Contract& after);

}  // namespace understudy::pack
