#include "app/repository.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "app/files.hpp"
#include "base/text.hpp"
#include "serve/random.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSaltBytes = 32;
constexpr std::size_t kPointerLimit = 8192;  // of a file that holds one path

std::optional<std::string> read_small(const fs::path& path) {
    auto source = read_file(path.string(), kPointerLimit);
    if (!source) return std::nullopt;
    return std::move(source->text);
}

fs::path seen_from(const fs::path& folder, std::string_view path) {
    return (folder / fs::path(path)).lexically_normal();
}

std::optional<fs::path> git_dir_at(const fs::path& folder) {
    constexpr std::string_view kPointer = "gitdir:";
    const fs::path git = folder / ".git";
    std::error_code problem;
    const fs::file_status status = fs::status(git, problem);
    if (fs::is_directory(status)) return git;
    if (!fs::is_regular_file(status)) return std::nullopt;
    const auto text = read_small(git);
    if (!text || !text->starts_with(kPointer)) return std::nullopt;
    return seen_from(folder, base::trim(std::string_view(*text).substr(kPointer.size())));
}

// A work tree's own git folder names the one it shares with the others.
fs::path shared_dir(const fs::path& git_dir) {
    const auto text = read_small(git_dir / "commondir");
    return text ? seen_from(git_dir, base::trim(*text)) : git_dir;
}

// Written under another name and linked, so that two runs at once agree on one salt and neither
// reads half of it. False: it is there already, or cannot be kept.
bool keep_salt(const std::string& path, const std::string& salt) {
    std::string temporary = path + ".XXXXXX";
    const int file = ::mkostemp(temporary.data(), O_CLOEXEC);  // mode 0600
    if (file < 0) return false;
    const bool is_written =
        ::write(file, salt.data(), salt.size()) == static_cast<ssize_t>(salt.size());
    const bool is_closed = ::close(file) == 0;
    const bool is_linked = is_written && is_closed && ::link(temporary.c_str(), path.c_str()) == 0;
    ::unlink(temporary.c_str());
    return is_linked;
}

std::optional<std::string> kept_salt(const std::string& path) {
    auto text = read_small(path);
    if (!text || text->size() != kSaltBytes) return std::nullopt;
    return text;
}

}  // namespace

std::optional<Repository> find_repository(const fs::path& folder) {
    for (fs::path top = folder;; top = top.parent_path()) {
        if (const auto git_dir = git_dir_at(top)) return Repository{top, shared_dir(*git_dir)};
        if (!top.has_relative_path()) return std::nullopt;
    }
}

std::string salt_of(const std::optional<Repository>& repository) {
    if (!repository) return serve::random_bytes(kSaltBytes);
    const std::string path = (repository->git_dir / "understudy-salt").string();
    if (auto salt = kept_salt(path)) return std::move(*salt);
    std::string salt = serve::random_bytes(kSaltBytes);
    if (keep_salt(path, salt)) return salt;
    return kept_salt(path).value_or(salt);  // another run may have been faster
}

}  // namespace understudy::app
