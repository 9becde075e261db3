#include "serve/random.hpp"

#include <sys/random.h>

#include <cerrno>
#include <cstring>

#include "base/assert.hpp"

namespace understudy::serve {

std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    std::size_t have = 0;
    while (have < count) {
        const ssize_t got = ::getrandom(bytes.data() + have, count - have, 0);
        if (got < 0 && errno == EINTR) continue;
        ASSERT(got > 0, "getrandom fails only where the kernel is older than any we run on");
        have += static_cast<std::size_t>(got);
    }
    return bytes;
}

std::uint64_t random_number() {
    const std::string bytes = random_bytes(sizeof(std::uint64_t));
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data(), sizeof number);
    return number;
}

}  // namespace understudy::serve
