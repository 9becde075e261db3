// What a pack is, for people and for programs: `pack show`, and the catalogue of the control API.
//
//     std::fputs(show(pack).c_str(), stdout);
//     to_mermaid(resource);      // "stateDiagram-v2\n    [*] --> open\n ..."
//     catalogue(pack);           // GET /__admin__/packs/NAME
#pragma once

#include <string>

#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::pack {

// How the fields of a resource came to be.
struct FieldCounts {
    std::size_t spelled_out = 0;
    std::size_t echoed = 0;  // the others by bulk default
    std::size_t null = 0;
    std::size_t empty = 0;
    std::size_t example = 0;
};
FieldCounts count_fields(const Resource& resource);
std::string to_text(const FieldCounts& counts);  // "spelled out 31, echoed 12, null 20, ..."

std::string show(const Pack& pack);

// The states and moves of a resource, a line each; empty without a lifecycle.
std::string to_diagram(const Pack& pack, const Resource& resource);
std::string to_mermaid(const Pack& pack, const Resource& resource);

// An input of the operation that works in a fresh world as far as schemas can tell: the one the
// pack gives, else made from the required fields and parameters.
json::Value example_input(const Pack& pack, const Operation& operation);

json::Value catalogue(const Pack& pack);

}  // namespace understudy::pack
