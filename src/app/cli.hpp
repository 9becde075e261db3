// Turns the words of a command line into a verb and its arguments, and runs it.
#pragma once

#include <span>
#include <string>

#include "app/exit_code.hpp"
#include "app/terminal.hpp"
#include "app/verb.hpp"
#include "base/result.hpp"

namespace understudy::app {

// `words` without the program's name.
ExitCode run(std::span<const std::string> words, Terminal& terminal);

// The verb's own words, without its name. Refuses what the verb does not know, with the nearest it
// does.
base::Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string> words);

std::string version_text();  // "understudy 0.1.0"
std::string general_help();
std::string help_of(const Verb& verb);
std::string help_as_json();             // help_json.cpp: all of it, for programs
std::string call_of(const Verb& verb);  // "schema check SCHEMA FILE..."

}  // namespace understudy::app
