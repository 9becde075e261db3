// The cassettes below a folder, made into the index of a session.
//
//     SessionCassettes cassettes = TRY(read_session_cassettes(folder, project, options));
//     const std::string index = TRY(cassette::write_index(cassettes.contents));
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/project_file.hpp"
#include "base/result.hpp"
#include "cassette/index.hpp"

namespace understudy::app {

struct SessionOptions {
    std::string mode = "replay";  // as it was said: a mode, or a word of VCR
    std::vector<std::pair<std::string, std::string>> modes_by_program;
    std::vector<std::string> programs;                      // beside those of the recordings
    std::vector<std::string> env;                           // variables that are kept: globs
    std::vector<std::pair<std::string, std::string>> vars;  // other values for variables
    // Faults laid over answers, by program; an empty name: of all programs.
    std::vector<std::pair<std::string, cassette::StreamFault>> faults;
    std::string variant;                   // label; empty: the plain ones
    std::optional<cassette::Order> order;  // nothing: what each cassette says
    bool must_exist = true;                // the folder of cassettes
};

// Programs: those that are recorded, those of the manifest's services, and those asked for.
base::Result<cassette::IndexContents> read_session_cassettes(const std::string& folder,
                                                             const ProjectGround& project,
                                                             const SessionOptions& options);

// Of several variants of one cassette one is used: the one asked for, else the plain one, else the
// last by its label. Their places in the list, in order.
std::vector<std::size_t> chosen_variants(const std::vector<cassette::Cassette>& cassettes,
                                         const std::string& label);

// The service a program belongs to, and the name of the folder of its cassettes.
std::string service_of(std::string_view program, const cassette::Manifest& manifest);

}  // namespace understudy::app
