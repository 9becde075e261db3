// A verb of the command line, described as data: the parser, the help, the completion and the tests
// all read this.
//
//     constexpr Option kOptions[] = {{"--as", "FORM", "how to read both files",
//     "json|jsonl|yaml|text"}}; constexpr Verb kDiff = {"diff", "what differs between two files",
//     ..., kOptions, kPositionals, run_diff};
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/control_route.hpp"
#include "app/exit_code.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"

namespace understudy::app {

struct Option {
    std::string_view name;   // "--format"
    std::string_view value;  // "FORMAT"; empty: a switch
    std::string_view help;
    std::string_view choices;   // "text|json"; empty: anything
    std::string_view standard;  // the value when it is not given; empty: none
    bool repeats = false;       // may be given several times; Arguments::list has them all
};

struct Positional {
    std::string_view name;  // "SCHEMA"
    std::string_view help;
    bool repeats = false;   // the last one may: FILE...
    bool optional = false;  // the last ones may be: [FILE]
};

struct Example {
    std::string_view command;
    std::string_view says;
};

// What was given, by name. Options that were not given have their standard value.
class Arguments {
public:
    void set(std::string_view name, std::vector<std::string> values) {
        values_[std::string(name)] = std::move(values);
    }

    bool has(std::string_view name) const { return values_.contains(name); }
    std::string_view value(std::string_view name) const;  // empty: not given
    std::span<const std::string> list(std::string_view name) const;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct Verb {
    std::string_view name;     // "schema check"
    std::string_view summary;  // one line for the list of verbs
    std::string_view about;    // a paragraph for its own help
    std::span<const Positional> positionals;
    std::span<const Option> options;
    std::span<const Example> examples;
    // For a verb of the control plane: what it does where no server is named; nullptr: it needs
    // one.
    base::Result<ExitCode> (*run)(const Arguments& arguments, Terminal& terminal) = nullptr;
    std::span<const ControlRoute> routes = {};  // of the control plane; empty: it asks no server
};

// Its own options, and those that every verb of its kind has.
std::vector<Option> options_of(const Verb& verb);

// verbs.cpp: the one table, in the order of the help.
struct VerbGroup {
    std::string_view title;
    std::vector<const Verb*> verbs;
};
std::span<const VerbGroup> verb_groups();
std::span<const Verb* const> all_verbs();

inline constexpr std::string_view kFormats = "text|json|junit|sarif|markdown|github";
inline constexpr Option kFormatOption = {"--format", "FORMAT", "how to report", kFormats, "text"};

}  // namespace understudy::app
