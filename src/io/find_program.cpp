// Where a program is, as a shell would look for it: but on the PATH that it is given, not on ours.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/text.hpp"
#include "io/impl/spawn.hpp"

namespace understudy::io {

namespace {

constexpr std::string_view kStandardPath = "/usr/bin:/bin";

std::string_view path_of(const Program& program) {
    constexpr std::string_view kName = "PATH=";
    for (const std::string& entry : program.environment) {
        if (entry.starts_with(kName)) return std::string_view(entry).substr(kName.size());
    }
    return kStandardPath;
}

// 0, or why it cannot be run.
int trouble_with(const std::string& path, const std::string& folder) {
    const std::string seen = path.starts_with('/') || folder.empty() ? path : folder + '/' + path;
    struct stat facts {};
    if (::stat(seen.c_str(), &facts) != 0) return errno;
    if (S_ISDIR(facts.st_mode)) return EISDIR;
    return ::access(seen.c_str(), X_OK) == 0 ? 0 : errno;
}

base::Failure cannot_start(const Program& program, int trouble) {
    return base::fail(base::Code::IoCannotStart, {{"program", base::quoted(program.program)},
                                                  {"why", std::strerror(trouble)}});
}

}  // namespace

base::Result<std::string> find_program(const Program& program) {
    if (program.program.find('/') != std::string::npos) {
        const int trouble = trouble_with(program.program, program.folder);
        if (trouble != 0) return cannot_start(program, trouble);
        return program.program;
    }
    bool is_refused = false;
    for (const std::string_view folder : base::split(path_of(program), ':')) {
        if (program.program.empty()) break;
        const std::string path = std::string(folder.empty() ? "." : folder) + '/' + program.program;
        const int trouble = trouble_with(path, program.folder);
        if (trouble == 0) return path;
        is_refused = is_refused || trouble == EACCES;
    }
    if (is_refused) return cannot_start(program, EACCES);
    return base::fail(base::Code::IoProgramNotFound, {{"program", base::quoted(program.program)}});
}

}  // namespace understudy::io
