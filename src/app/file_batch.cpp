#include "app/file_batch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "app/code.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

base::Failure cannot_write(const std::string& name, std::string why) {
    return base::fail(code::CannotWrite, {{"file", base::quoted(name)}, {"why", std::move(why)}},
                      base::Mark{name, 0, 0, 0, {}, 0});
}

base::Failure cannot_write(const std::string& name, int problem) {
    return cannot_write(name, std::string(std::strerror(problem)));
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(file, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

// As the file that is there, or as readable as the user's mask allows.
bool set_access(int file, const std::optional<struct stat>& before) {
    if (!before) {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        return ::fchmod(file, 0666U & ~mask) == 0;
    }
    // Only root may give a file away; anybody else's new file is his own, and that must do. The
    // mode comes last, because a change of owner takes bits away.
    const bool is_given = ::fchown(file, before->st_uid, before->st_gid) == 0;
    const mode_t mode = before->st_mode & (is_given ? 07777U : 0777U);
    return ::fchmod(file, mode) == 0;
}

}  // namespace

FileBatch::~FileBatch() {
    for (const Pending& file : pending_) {
        if (!file.temporary.empty()) ::unlink(file.temporary.c_str());
    }
}

base::Result<void> FileBatch::add(const std::string& path, std::string_view bytes) {
    std::string target = path;
    std::optional<struct stat> before;
    struct stat facts {};
    if (::stat(path.c_str(), &facts) == 0) {
        if (!S_ISREG(facts.st_mode)) return cannot_write(path, "it is no regular file");
        char resolved[PATH_MAX];
        if (::realpath(path.c_str(), resolved) == nullptr) return cannot_write(path, errno);
        target = resolved;
        before = facts;
    }
    std::string temporary = target + ".XXXXXX";
    const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (file < 0) return cannot_write(path, errno);
    pending_.push_back({path, std::move(temporary), std::move(target)});
    if (!write_all(file, bytes) || !set_access(file, before)) {
        const int problem = errno;
        ::close(file);
        return cannot_write(path, problem);
    }
    if (::close(file) != 0) return cannot_write(path, errno);
    return {};
}

// Opened only to bring it to the disk.
int FileBatch::open_pending(const Pending& file) {
    const int number = ::open(file.temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (number >= 0 || errno != EACCES) return number;  // the mode of what it replaces
    return ::open(file.temporary.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
}

// On the disk before anything is replaced. The writing of all is begun before any is waited for:
// a file system with a journal then commits once for the first of them and has little left to do
// for those behind it, where one after the other would be a commit each.
base::Result<void> FileBatch::settle() const {
    for (const Pending& file : pending_) {
        const int number = open_pending(file);
        if (number < 0) return cannot_write(file.name, errno);
        ::sync_file_range(number, 0, 0, SYNC_FILE_RANGE_WRITE);  // a head start, no promise
        ::close(number);
    }
    for (const Pending& file : pending_) {
        const int number = open_pending(file);
        if (number < 0) return cannot_write(file.name, errno);
        const bool is_there = ::fsync(number) == 0;
        const int problem = errno;
        ::close(number);
        if (!is_there) return cannot_write(file.name, problem);
    }
    return {};
}

base::Result<void> FileBatch::commit() {
    TRY_VOID(settle());
    for (Pending& file : pending_) {
        if (std::rename(file.temporary.c_str(), file.target.c_str()) != 0) {
            return cannot_write(file.name, errno);
        }
        file.temporary.clear();
    }
    pending_.clear();
    return {};
}

}  // namespace understudy::app
