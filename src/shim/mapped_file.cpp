#include "shim/impl/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "io/fd.hpp"

namespace understudy::shim {

namespace {

base::Failure failed(std::string_view call) {
    return base::fail(base::Code::IoSystem,
                      {{"call", std::string(call)}, {"why", std::strerror(errno)}});
}

}  // namespace

base::Result<MappedFile> MappedFile::open(const std::string& path, Access access) {
    const bool is_shared = access == Access::Share;
    const io::Fd fd(::open(path.c_str(), (is_shared ? O_RDWR : O_RDONLY) | O_CLOEXEC));
    if (!fd) return failed("open");
    struct stat facts {};
    if (::fstat(fd.get(), &facts) != 0) return failed("fstat");
    const auto size = static_cast<std::size_t>(facts.st_size);
    if (size == 0) return MappedFile(nullptr, 0);
    void* begin = ::mmap(nullptr, size, is_shared ? PROT_READ | PROT_WRITE : PROT_READ,
                         is_shared ? MAP_SHARED : MAP_PRIVATE, fd.get(), 0);
    if (begin == MAP_FAILED) return failed("mmap");
    return MappedFile(begin, size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile::~MappedFile() {
    if (begin_ != nullptr) ::munmap(begin_, size_);
}

}  // namespace understudy::shim
