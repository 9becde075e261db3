// For tests of this room: vendors' API documents that are not in the repository. Tests that need
// one are skipped where it is not there; UNDERSTUDY_DATA names their folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/mark.hpp"

namespace understudy::pack {

inline std::filesystem::path vendor_file_for_test(const std::string& name) {
    namespace fs = std::filesystem;
    const fs::path root(UNDERSTUDY_ROOT);
    if (name == "github.json") {
        return root / "bench/core/node_modules/@octokit/openapi/generated/api.github.com.json";
    }
    if (const char* named = std::getenv("UNDERSTUDY_DATA")) {
        return fs::path(named) / "openapi" / name;
    }
    return root.parent_path() / "shared" / "data" / "openapi" / name;
}

inline base::Source vendor_source_for_test(const std::string& name) {
    std::ifstream in(vendor_file_for_test(name), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return {name, text.str()};
}

inline constexpr const char* kVendorDocuments[] = {
    "moby/v1.47.yaml",
    "moby/v1.50.yaml",
    "openai/openapi.json",
    "stripe-2022-11-15/openapi.yaml",
    "twilio/twilio_api_v2010.json",
    "twilio/twilio_messaging_v1.json",
    "twilio/twilio_messaging_v2.json",
    "twilio/twilio_messaging_v3.json",
    "github.json",
};

}  // namespace understudy::pack
