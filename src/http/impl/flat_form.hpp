// The forms that nearly all are: plain names and names with one pair of brackets, each of them
// once.
//
//     amount=2000&metadata[order]=4711        {"amount": "2000", "metadata": {"order": "4711"}}
//
// What these mean can be said pair by pair, without a tree. Whatever is left to weigh (lists,
// repeated names, deeper brackets, text that is not UTF-8) is FormTree's.
#pragma once

#include <optional>
#include <string_view>

#include "http/form.hpp"
#include "json/value.hpp"

namespace understudy::http {

// Under Brackets. Nothing: the form is not that simple, or is wrong.
std::optional<json::Value> read_flat_form(std::string_view text, const FormLimits& limits);

}  // namespace understudy::http
