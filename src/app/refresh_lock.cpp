#include "app/refresh_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "app/code.hpp"
#include "base/text.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "understudy-refresh.lock";
constexpr std::string_view kProcess = "process ";
constexpr std::string_view kScratchPrefix = "understudy-refresh-";

std::string read_all(int file) {
    std::array<char, 8192> bytes{};
    const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
    return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

// Only what a run of ours makes is ever removed, whatever the file says.
fs::path scratch_in(std::string_view text) {
    for (const std::string_view line : base::split_lines(text)) {
        const fs::path path(line);
        const bool is_ours =
            path.is_absolute() && path.filename().string().starts_with(kScratchPrefix);
        if (is_ours) return path;
    }
    return {};
}

}  // namespace

base::Result<RefreshLock> RefreshLock::take(const fs::path& git_dir) {
    const std::string path = (git_dir / kName).string();
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        return base::fail(code::CannotWrite,
                          {{"file", base::quoted(path)}, {"why", std::strerror(errno)}});
    }
    RefreshLock lock(file);
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        const std::string text = read_all(file);
        const std::string_view who = base::split(text, '\n').front();
        return base::fail(
            verify::code::Locked,
            {{"who", who.starts_with(kProcess) ? std::string(who) : "it just began"}});
    }
    lock.is_held_ = true;
    lock.left_ = scratch_in(read_all(file));
    return lock;
}

base::Result<void> RefreshLock::note(const fs::path& scratch) {
    const std::string text =
        std::string(kProcess) + std::to_string(::getpid()) + "\n" + scratch.string() + "\n";
    const bool is_written =
        ::ftruncate(file_, 0) == 0 &&
        ::pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
    if (is_written) return {};
    return base::fail(code::CannotWrite,
                      {{"file", std::string(kName)}, {"why", std::strerror(errno)}});
}

// The file stays: whoever removed it could remove another's lock.
RefreshLock::~RefreshLock() {
    if (file_ < 0) return;
    // What another run has written there is not ours to take away.
    if (is_held_ && ::ftruncate(file_, 0) != 0) {
        // The next run then looks for a folder that is not there.
    }
    ::close(file_);
}

}  // namespace understudy::app
