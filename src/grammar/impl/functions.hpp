// The functions of derived fields: one row each. To add one (a compression, say), write the
// function and add its row; the loader, the judge and the documentation test find it there.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grammar/impl/checker.hpp"
#include "grammar/impl/model.hpp"
#include "json/value.hpp"

namespace understudy::grammar {

struct FunctionRow {
    std::string_view name;
    enum class Gives : std::uint8_t { Octets, Number, Text } gives;
    enum class Takes : std::uint8_t { Bytes, Values } takes;
    bool keyed;
    std::string (*octets)(std::string_view bytes, std::string_view key);  // Octets and Text
    std::size_t (*number)(std::string_view bytes);                        // Number over Bytes
};

std::optional<std::size_t> function_named(std::string_view name);
const FunctionRow& function_row(std::size_t row);

// Is this place part of what the function reads?
bool reads_field(const DerivedRule& rule, const Locator& field);

// What a derived field must hold; or why that cannot be said.
struct Computed {
    std::optional<json::Value> value;
    std::string why_not;        // the input is not there: nothing to judge
    bool needs_bundle = false;  // the input exists but is not known here
};
Computed compute_derived(const DerivedRule& rule, const Taken& record, const Bundle* bundle,
                         std::optional<std::size_t> records_counted);

}  // namespace understudy::grammar
