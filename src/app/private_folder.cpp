#include "app/private_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "app/code.hpp"

namespace understudy::app {

namespace fs = std::filesystem;

base::Result<PrivateFolder> PrivateFolder::make(std::string_view purpose) {
    std::error_code problem;
    const fs::path parent = fs::temp_directory_path(problem);
    std::string pattern = (parent / ("understudy-" + std::string(purpose) + "-XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        return base::fail(code::CannotWrite, {{"file", pattern}, {"why", std::strerror(errno)}});
    }
    fs::path path = fs::canonical(pattern, problem);
    return PrivateFolder(problem ? fs::path(pattern) : std::move(path));
}

PrivateFolder::~PrivateFolder() {
    std::error_code problem;
    // Links are removed, never followed.
    if (!path_.empty()) fs::remove_all(path_, problem);
}

}  // namespace understudy::app
