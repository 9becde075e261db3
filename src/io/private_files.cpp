#include "io/impl/private_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"

namespace understudy::io {

namespace {

constexpr std::size_t kLargest = 65536;

base::Failure cannot_store(const std::string& path, std::string_view why) {
    return base::fail(base::Code::IoCannotStore,
                      {{"path", base::quoted(path)}, {"why", std::string(why)}});
}

bool write_all(const Fd& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

bool make_folder(const std::string& folder, mode_t mode) {
    return ::mkdir(folder.c_str(), mode) == 0 || errno == EEXIST;
}

}  // namespace

base::Result<void> make_private_folder(const std::string& folder) {
    for (std::size_t at = folder.find('/', 1); at != std::string::npos;
         at = folder.find('/', at + 1)) {
        if (!make_folder(folder.substr(0, at), 0755)) {
            return cannot_store(folder, std::strerror(errno));
        }
    }
    if (!make_folder(folder, 0700)) return cannot_store(folder, std::strerror(errno));
    struct stat facts {};
    if (::stat(folder.c_str(), &facts) != 0) return cannot_store(folder, std::strerror(errno));
    if (!S_ISDIR(facts.st_mode)) return cannot_store(folder, "it is not a folder");
    if ((facts.st_mode & 0022U) != 0) {
        return cannot_store(folder, "others may write there; chmod 700 it");
    }
    return {};
}

Fd lock_folder(const std::string& folder, Hold hold) {
    const std::string path = folder + "/lock";
    const int how = hold == Hold::Alone ? O_RDWR | O_CREAT : O_RDONLY;
    Fd file(::open(path.c_str(), how | O_CLOEXEC, 0600));
    if (!file) return file;
    while (::flock(file.get(), hold == Hold::Alone ? LOCK_EX : LOCK_SH) != 0 && errno == EINTR) {
    }
    return file;
}

base::Result<void> store_file(const std::string& path, std::string_view bytes, mode_t mode) {
    std::string temporary = path + ".XXXXXX";
    Fd file(::mkostemp(temporary.data(), O_CLOEXEC));  // O_EXCL, mode 0600
    if (!file) return cannot_store(path, std::strerror(errno));
    const bool is_written = ::fchmod(file.get(), mode) == 0 && write_all(file, bytes) &&
                            ::fsync(file.get()) == 0 &&
                            std::rename(temporary.c_str(), path.c_str()) == 0;
    if (is_written) return {};
    const std::string why = std::strerror(errno);
    ::unlink(temporary.c_str());
    return cannot_store(path, why);
}

FileText load_file(const std::string& path) {
    FileText loaded;
    const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    if (!file || ::fstat(file.get(), &facts) != 0) {
        loaded.trouble = errno;
        return loaded;
    }
    loaded.mode = facts.st_mode & 07777U;
    if (S_ISDIR(facts.st_mode)) loaded.trouble = EISDIR;
    if (facts.st_size > static_cast<off_t>(kLargest)) loaded.trouble = EFBIG;
    if (loaded.trouble != 0) return loaded;
    std::string text(kLargest, '\0');
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t got = ::read(file.get(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) loaded.trouble = errno;
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
    }
    text.resize(size);
    loaded.text = std::move(text);
    return loaded;
}

}  // namespace understudy::io
