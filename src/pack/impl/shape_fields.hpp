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

// The method and path of each operation of the document, as the pack serves it and whatever its
// parameters are called: what described_inputs compares.
std::vector<std::string> forms_of(const Pack& pack, const Api& api);

// Of the operations at these routes (those that create and update the resource), by what the
// document says of them. `forms` is of forms_of. A name that several have is there once.
std::vector<DescribedInput> described_inputs(const Api& api, const std::vector<std::string>& forms,
                                             const std::vector<Route>& routes);

// What `rest` says here, else what the pack says, else echo, null, empty, example.
Rest effective_rest(const Rest& of_pack, const Rest& of_resource);

struct RestWish {  // of one resource
    const Api* api = nullptr;
    json::Value shape;
    std::vector<Field> spelled;
    std::vector<DescribedInput> inputs;
    Rest rest;
    Spelling names = Spelling::Same;  // how parameters are spelled
};

// For each wish the fields for every property of the shape that none of `spelled` covers, in the
// order of the shape. Where the pack spells out a part of a property (`card.last4`), the other
// parts are made one by one. All have from_rest, a schema, and a source: input (echo) or constant.
// A property that is to be left out, or has no example, gives no field.
//
// The schemas of all resources of a document are compiled together: nearly everything in a large
// document leads to everything.
std::vector<std::vector<Field>> rest_fields(const std::vector<RestWish>& wishes);

// Why the field cannot be true of the shape; nothing: it can. Types, listed values, constants, the
// printed words of states and the forms of instants are compared. `shape` is the resource's.
std::optional<std::string> contradicts(const Api& api, const json::Value& shape, const Field& field,
                                       const std::vector<std::string>& states);

}  // namespace understudy::pack
