// The version of a tool, asked of the tool itself in the way the project declares
// (`version: [--version]` of a service). Never guessed: nothing declared, nothing said.
//
//     ToolVersions versions(manifest);
//     versions.of("gh", "/usr/bin/gh");      // "2.62.0"; each file is run once
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cassette/manifest.hpp"

namespace understudy::app {

// The first thing in a text that looks like a version: 2.39.5. Empty: nothing does.
std::string version_in(std::string_view text);

class ToolVersions {
public:
    explicit ToolVersions(const cassette::Manifest& manifest) : manifest_(manifest) {}

    // `path` is the file that was run. Empty: it is not declared, or the tool does not tell.
    std::string of(std::string_view program, const std::string& path);

private:
    const cassette::Manifest& manifest_;
    std::map<std::string, std::string> known_;  // by path
};

}  // namespace understudy::app
