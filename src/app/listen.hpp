// doctor --listen: a server that shows how a client's requests arrive.
#pragma once

#include "app/verb.hpp"

namespace understudy::app {

// Options of `doctor` that belong to it, so that the verb's table and this file agree.
inline constexpr Option kListenOption = {
    "--listen", "ADDRESS", "answer every request with how it arrived, until interrupted", "", ""};
inline constexpr Option kAnswerOption = {"--answer", "FILE", "with --listen: answer with this file",
                                         "", ""};
inline constexpr Option kCaFolderOption = {
    "--ca-folder", "DIR", "with --listen: where the certificate authority lives", "", ""};
inline constexpr Option kAllowOutsideOption = {
    "--allow-outside", "", "with --listen: accept an address that others can reach", "", ""};

base::Result<ExitCode> run_listen(const Arguments& arguments, Terminal& terminal);

}  // namespace understudy::app
