// What a recording on this machine is stamped with. Nothing of it names a person: of a tool's path
// only the digest is kept.
#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/commit.hpp"
#include "app/files.hpp"
#include "app/version.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kLargestTool = std::size_t{1} << 30U;
constexpr std::size_t kLargestRelease = std::size_t{64} * 1024;

std::string variable(const char* name) {
    const char* held = std::getenv(name);
    return held == nullptr ? std::string() : std::string(held);
}

// NAME=value of /etc/os-release, with or without quotes.
std::string release_value(std::string_view text, std::string_view name) {
    for (std::string_view line : base::split_lines(text)) {
        if (!line.starts_with(name) || !line.substr(name.size()).starts_with("=")) continue;
        line.remove_prefix(name.size() + 1);
        if (line.size() >= 2 && (line.front() == '"' || line.front() == '\'') &&
            line.back() == line.front()) {
            line = line.substr(1, line.size() - 2);
        }
        return std::string(line);
    }
    return {};
}

}  // namespace

cassette::Identity identity_of_machine() {
    cassette::Identity identity;
    identity.home = variable("HOME");
    identity.user = variable("USER");
    if (identity.user.empty()) identity.user = variable("LOGNAME");
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0) {
        const std::string_view name = host.data();
        identity.host = name.substr(0, name.find('.'));  // of a full name: the machine's own part
    }
    return identity;
}

cassette::Recorder this_recorder() {
    return {"understudy", std::string(kVersion), std::string(build_commit())};
}

cassette::Host this_host() {
    struct utsname name {};
    ::uname(&name);
    cassette::Host host;
    host.os = base::to_lower_ascii(name.sysname);
    host.release = name.release;
    host.arch = name.machine;
    if (const auto release = read_file("/etc/os-release", kLargestRelease)) {
        const std::string id = release_value(release->text, "ID");
        if (!id.empty()) {
            host.os = id;
            host.release = release_value(release->text, "VERSION_ID");
        }
    }
    return host;
}

cassette::Tool tool_at(std::string_view name, const std::string& path, std::string version) {
    // Of a tool that was called by its path only the last part: where it lay is a digest.
    const std::string_view last = name.substr(name.rfind('/') + 1);
    cassette::Tool tool{std::string(last), std::move(version), {}, {}};
    std::error_code problem;
    const std::filesystem::path resolved = std::filesystem::canonical(path, problem);
    if (problem) return tool;
    tool.path_digest = cassette::digest_text(resolved.string());
    if (const auto file = read_file(resolved.string(), kLargestTool)) {
        tool.file_digest = cassette::digest_text(file->text);
    }
    return tool;
}

cassette::Provenance provenance_of(cassette::Tool tool, base::Instant now) {
    cassette::Provenance provenance;
    provenance.recorded_at = base::to_rfc3339(base::Instant{now.seconds, 0});
    provenance.recorder = this_recorder();
    provenance.tool = std::move(tool);
    provenance.host = this_host();
    return provenance;
}

}  // namespace understudy::app
