// The properties of a resource that its shape has and the pack does not spell out, made into fields
// by the rules of `rest`; and whether what the pack does spell out can be true of the shape.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pack/impl/api.hpp"

namespace understudy::pack {

// Something callers can send: a parameter, or a property of the body.
struct DescribedInput {
    std::string name;
    json::Value schema;
};

// Of the operations at these routes (those that create and update the resource), by what the
// document says of them. A name that several have is there once.
std::vector<DescribedInput> described_inputs(const Pack& pack, const Api& api,
                                             const std::vector<Route>& routes);

// What `rest` says here, else what the pack says, else echo, null, empty, example.
Rest effective_rest(const Rest& of_pack, const Rest& of_resource);

// Fields for every property of the shape that none of `spelled` covers, in the order of the shape.
// Where the pack spells out a part of a property (`card.last4`), the other parts are made one by
// one. All have from_rest, a schema, and a source: input (echo) or constant. A property that is to
// be left out, or has no example, gives no field.
std::vector<Field> rest_fields(const Api& api, const FieldSchema& shape,
                               const std::vector<Field>& spelled,
                               const std::vector<DescribedInput>& inputs, const Rest& rest);

// Why the field cannot be true of the shape; nothing: it can. Types, listed values, constants, the
// printed words of states and the forms of instants are compared. `shape` is the resource's.
std::optional<std::string> contradicts(const Api& api, const FieldSchema& shape, const Field& field,
                                       const std::vector<std::string>& states);

}  // namespace understudy::pack
