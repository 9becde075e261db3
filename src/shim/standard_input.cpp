#include "shim/impl/standard_input.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace understudy::shim {

InputKind kind_of_input() {
    struct stat facts {};
    if (::fstat(STDIN_FILENO, &facts) != 0) return InputKind::Nothing;
    if (S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode)) return InputKind::Piped;
    if (!S_ISCHR(facts.st_mode)) return InputKind::File;
    constexpr unsigned kMemoryDevices = 1;
    constexpr unsigned kNull = 3;
    if (facts.st_rdev == ::makedev(kMemoryDevices, kNull)) return InputKind::Nothing;
    return ::isatty(STDIN_FILENO) == 1 ? InputKind::Terminal : InputKind::File;
}

std::optional<std::string> read_input(std::size_t most) {
    std::string all;
    std::array<char, 65536> chunk{};
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::nullopt;
        if (got == 0) return all;
        all.append(chunk.data(), static_cast<std::size_t>(got));
        if (all.size() > most) return std::nullopt;
    }
}

}  // namespace understudy::shim
