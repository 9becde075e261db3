// What the bytes of an exchange say: JSON, JSON Lines, events, a table, lines, or just bytes.
//
//     for (Part& part : parts_of(exchange, options)) part.form ...
//
// What cannot be parsed is kept as such and takes part in every comparison; nothing is dropped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/compare.hpp"
#include "cassette/model.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

enum class PartForm : std::uint8_t { Json, Jsonl, Sse, Table, Lines, Bytes };
std::string_view name_of(PartForm form);  // "json"

struct Event {
    std::string kind;   // `type` of the object, the event's name; empty: it has none
    json::Value value;  // its object; of an event whose data is no JSON: its text
    bool is_malformed = false;
    std::string raw;    // of a malformed one
    json::Value about;  // what is known beside it: name, id and retry of an SSE event; where a
                        // frame went. Null: nothing
};

struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

struct Part {
    std::string name;  // stdout, stderr, body, stdin, args, env, headers, exit_code, status, files
    PartForm form = PartForm::Bytes;
    json::Value value;          // Json; also exit_code, status, headers, args, env
    std::vector<Event> events;  // Jsonl, Sse
    Table table;
    std::vector<std::string> lines;  // Lines: each with its end
    std::string bytes;               // as they came
    bool is_marked = false;          // by Replacer::mark: placeholders in it, real `$` keys escaped
};

// The parts of the output that are compared, in a fixed order; `exit_code`, `signal` and the like
// are one Json part `end`.
std::vector<Part> parts_of(const Exchange& exchange, const CompareOptions& options);

// One text by detection.
Part parse_part(std::string name, std::string bytes, bool exact);
// One text that is said to be of a form. What it does not hold of it becomes malformed events; a
// text that is no JSON, no table or no UTF-8 comes back as what it is.
Part parse_as(std::string name, std::string bytes, PartForm form);

// The canonical text of a part, after the rules: equal parts give equal bytes.
std::string canonical(const Part& part);

// The part as one value, for paths: JSON itself; a table as {columns, rows}, each row a map by
// column; events as an array. Null for lines and bytes.
json::Value value_of(const Part& part);

}  // namespace understudy::cassette
