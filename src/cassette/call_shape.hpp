// The shape of a call: program, subcommand words, flags with the class of each value, and whether
// there was standard input. This is what call logs hold and what coverage counts; values, which may
// be secrets, are not in it.
//
//     shape_of(input).text()      // gh pr list --json=list --limit=integer
//
// A word is taken for a subcommand only if it is one of the first two arguments and made of small
// letters and dashes; a flag's name only if it is made of letters, digits and dashes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cassette/model.hpp"
#include "json/value.hpp"

namespace understudy::cassette {

struct CallShape {
    std::string program;
    std::vector<std::string> words;  // "pr", "list"
    // By name, each once; of a flag that came twice with values of two classes the class is
    // "mixed". Classes: none, empty, boolean, integer, number, json, url, path, list, text.
    std::vector<std::pair<std::string, std::string>> flags;
    bool has_stdin = false;

    std::string text() const;
    friend auto operator<=>(const CallShape&, const CallShape&) = default;
};

CallShape shape_of(const CommandInput& call);

// {"words": ["pr", "list"], "flags": {"--limit": "integer"}, "stdin": false}; without the program.
json::Value to_json(const CallShape& shape);
// Nothing: it is no shape.
std::optional<CallShape> shape_from(std::string_view program, const json::Value& value);

// One line of a call log, without its line feed:
// {"program": "gh", "shape": {...}, "outcome": "replayed", "cassette": "gh/pr.yaml", "exchange": 0}
// Outcomes: replayed, missed, ran, quiet, forbidden. A cassette is named from the folder of
// cassettes; its name and the exchange are there only if it was replayed, and `"fault": "cut:3"`
// only if one was laid over the answer.
struct LoggedCall {
    CallShape shape;
    std::string outcome;
    std::string cassette;
    std::optional<std::size_t> exchange;
    std::string fault = {};
};
std::string log_line(const LoggedCall& call);
std::optional<LoggedCall> logged_call(const json::Value& line);

}  // namespace understudy::cassette
