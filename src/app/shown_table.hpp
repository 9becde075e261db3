// Answers of the control plane for people: tables, blocks, and the pieces these are made of. Every
// foreign text goes through report::shown, so that no answer can act on the terminal.
//
//     ID     STATE  RESOURCE  OPERATION            id         flt_1
//     flt_1  armed  charges   create               resource   charges
//                                                  match      {"input":{"amount":2000}}
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/control_route.hpp"
#include "json/value.hpp"

namespace understudy::app {

// In the route's own face.
std::string shown_answer(const Face& face, const json::Value& answer, const Look& look);

// Every member of the record, one on a line.
std::string shown_record(const json::Value& record, const Look& look);

using Rows = std::vector<std::vector<std::string>>;
std::string table(const std::vector<std::string>& heads, const Rows& rows, const Look& look);
using Lines = std::vector<std::pair<std::string, std::string>>;  // label and text
std::string block(const Lines& lines, const Look& look);

// The member at a dotted path: "request.path", "packs.0.name". nullptr: there is none.
const json::Value* member_at(const json::Value& record, std::string_view path);
// A text as it is, anything else as JSON on one line, null and nothing as "-".
std::string plain(const json::Value* value);
std::string plain_at(const json::Value& record, std::string_view path);
// The strings and numbers of a list, with commas; `none` for an empty one.
std::string joined(const json::Value* list, std::string_view none = "none");
// The items of a list there may be.
std::span<const json::Value> items_at(const json::Value& record, std::string_view path);

std::string strong(std::string_view text, const Look& look);
std::string faint(std::string_view text, const Look& look);
std::string indented(std::string_view text, std::size_t by);

}  // namespace understudy::app
