#include "shim/impl/channel.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "shim/place.hpp"

namespace understudy::shim {

namespace {

struct Named {
    io::Fd folder;
    sockaddr_un address{};
};

base::Failure failed(std::string_view call) {
    return base::fail(base::Code::IoSystem,
                      {{"call", std::string(call)}, {"why", std::strerror(errno)}});
}

base::Result<Named> name_in(const std::string& folder) {
    Named named;
    named.folder = io::Fd(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!named.folder) return failed("open");
    named.address.sun_family = AF_UNIX;
    const std::string path =
        "/proc/self/fd/" + std::to_string(named.folder.get()) + '/' + kSocketName;
    path.copy(named.address.sun_path, sizeof named.address.sun_path - 1);
    return named;
}

bool send_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

base::Result<io::Fd> listen_in(const std::string& folder) {
    const Named named = TRY(name_in(folder));
    io::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) return failed("socket");
    const auto* address = reinterpret_cast<const sockaddr*>(&named.address);
    if (::bind(fd.get(), address, sizeof named.address) != 0) return failed("bind");
    if (::listen(fd.get(), SOMAXCONN) != 0) return failed("listen");
    return fd;
}

base::Result<io::Fd> connect_in(const std::string& folder) {
    const Named named = TRY(name_in(folder));
    io::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!fd) return failed("socket");
    const auto* address = reinterpret_cast<const sockaddr*>(&named.address);
    while (::connect(fd.get(), address, sizeof named.address) != 0) {
        if (errno != EINTR) return failed("connect");
    }
    return fd;
}

bool hand_over(const io::Fd& connection, std::string_view message) {
    std::uint64_t size = message.size();
    char head[sizeof size];
    std::memcpy(head, &size, sizeof size);
    if (!send_all(connection.get(), {head, sizeof head})) return false;
    if (!send_all(connection.get(), message)) return false;
    for (;;) {
        char answer = 0;
        const ssize_t got = ::recv(connection.get(), &answer, 1, 0);
        if (got < 0 && errno == EINTR) continue;
        return got == 1 && answer == kKept;
    }
}

}  // namespace understudy::shim
