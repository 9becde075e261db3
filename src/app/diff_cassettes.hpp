// The other side of `understudy diff`: two files that are cassettes are compared by what they
// recorded, under their own rules.
#pragma once

#include <string>

#include "app/exit_code.hpp"
#include "base/result.hpp"
#include "json/value.hpp"
#include "report/report.hpp"

namespace understudy::app {

// The head of a cassette: of a YAML file its root, of JSON Lines its first line.
bool is_cassette(const json::Value& head);

struct CassetteDiff {
    report::Report report;
    std::string apart;  // "notes, rules": what differs beside behaviour; never drift
    ExitCode code = ExitCode::Done;
};
// Rules and policies are those of the first file, with the project's around them.
base::Result<CassetteDiff> diff_cassettes(const std::string& first, const std::string& second);

}  // namespace understudy::app
