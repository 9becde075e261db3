// Runs git and waits for its end. What it inherits is our environment without whatever would make
// it mean another repository, speak another language, or ask somebody.
//
//     const std::string commit = TRY(run_git({"-C", root, "rev-parse", "HEAD"}));
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace understudy::app {

struct GitCall {
    std::vector<std::string> arguments;
    std::string input = {};
    std::vector<std::string> environment = {};  // "NAME=value", beside the rest
    // What a hook of git is told about its own repository is not inherited.
    bool is_elsewhere = false;
    std::function<void(std::string_view bytes)> on_output = {};  // as the bytes come
};

// app.git_missing, app.git_refused with the line of git's that matters.
base::Result<void> run_git(const GitCall& call);
// What it printed, without the line feeds at its end. Elsewhere.
base::Result<std::string> run_git(std::vector<std::string> arguments);

// Our own environment as git may have it.
std::vector<std::string> environment_without_git();

}  // namespace understudy::app
