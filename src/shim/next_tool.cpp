#include "shim/impl/next_tool.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "shim/code.hpp"
#include "shim/place.hpp"

namespace understudy::shim {

namespace {

constexpr std::string_view kPath = "PATH=";

bool is_same_file(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// A stand-in of a session around ours is another program to us.
bool is_in_session(const std::string& folder) {
    const std::string_view bin = "/bin";
    if (!folder.ends_with(bin)) return false;
    const std::string above = folder.substr(0, folder.size() - bin.size());
    return ::access((above + '/' + kIndexName).c_str(), R_OK) == 0;
}

}  // namespace

std::string path_without(std::string_view path, std::string_view folder) {
    std::string rest;
    bool is_first = true;
    for (const std::string_view part : base::split(path, ':')) {
        if (part == folder) continue;
        if (!is_first) rest += ':';
        is_first = false;
        rest += part;
    }
    return rest;
}

std::vector<std::string> environment_behind(const std::string& session) {
    const std::string variable = std::string(kSessionVariable) + '=' + session;
    const std::string bin = session + '/' + kShimFolder;
    std::vector<std::string> environment;
    for (char** each = ::environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view entry = *each;
        if (entry == variable) continue;
        if (entry.starts_with(kPath)) {
            environment.push_back(std::string(kPath) +
                                  path_without(entry.substr(kPath.size()), bin));
        } else {
            environment.emplace_back(entry);
        }
    }
    return environment;
}

base::Result<std::string> find_behind(const std::string& name,
                                      const std::vector<std::string>& environment) {
    std::string_view path = "/usr/bin:/bin";
    for (const std::string& entry : environment) {
        if (entry.starts_with(kPath)) path = std::string_view(entry).substr(kPath.size());
    }
    struct stat ourselves {};
    const bool is_known = ::stat("/proc/self/exe", &ourselves) == 0;
    for (const std::string_view part : base::split(path, ':')) {
        const std::string folder(part.empty() ? "." : part);
        const std::string candidate = folder + '/' + name;
        struct stat facts {};
        if (::stat(candidate.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
        if (::access(candidate.c_str(), X_OK) != 0) continue;
        if (is_known && is_same_file(facts, ourselves) && !is_in_session(folder)) {
            return base::fail(code::CallsItself, {{"program", name}});
        }
        return candidate;
    }
    return std::string();
}

}  // namespace understudy::shim
