#include "app/without_network.hpp"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "io/fd.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

constexpr int kCannotBegin = 126;

bool write_file_at_once(const char* path, std::string_view text) {
    const io::Fd fd(::open(path, O_WRONLY | O_CLOEXEC));
    return fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// A network that has only a loopback has it down at first.
bool raise_loopback() {
    const io::Fd any(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (!any) return false;
    ifreq request{};
    std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
    if (::ioctl(any.get(), SIOCGIFFLAGS, &request) != 0) return false;
    request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP | IFF_RUNNING);
    return ::ioctl(any.get(), SIOCSIFFLAGS, &request) == 0;
}

// Who one is in a space of users with nobody else in it: the same as before.
struct SameUser {
    std::string users, groups;
    SameUser() {
        const auto itself = [](auto number) {
            return std::to_string(number) + ' ' + std::to_string(number) + " 1";
        };
        users = itself(::geteuid());
        groups = itself(::getegid());
    }
};

// Of this process, and of all it starts. Who may not do that may do it as the owner of such a
// space. Takes no memory: it runs between fork and exit too, where a lock of the allocator may be
// held by a thread that is not there.
bool leave_network(const SameUser& same) {
    if (::unshare(CLONE_NEWNET) == 0) return raise_loopback();
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
    (void)write_file_at_once("/proc/self/setgroups", "deny");
    return write_file_at_once("/proc/self/uid_map", same.users) &&
           write_file_at_once("/proc/self/gid_map", same.groups) && raise_loopback();
}

}  // namespace

base::Result<void> can_go_without_network() {
    const SameUser same;
    const pid_t child = ::fork();
    if (child == 0) ::_exit(leave_network(same) ? 0 : (errno == 0 ? EPERM : errno) & 0xFF);
    const auto cannot = [](int trouble) {
        return base::fail(plan::code::NoIsolation, {{"why", std::strerror(trouble)}});
    };
    if (child < 0) return cannot(errno);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return cannot(errno);
    }
    if (!WIFEXITED(status)) return cannot(EPERM);
    if (WEXITSTATUS(status) != 0) return cannot(WEXITSTATUS(status));
    return {};
}

std::vector<std::string> launcher_without_network() {
    std::error_code problem;
    return {std::filesystem::read_symlink("/proc/self/exe", problem).string(), kWithoutNetwork};
}

int become_without_network(std::span<char* const> words) {
    const bool is_whole = words.size() >= 2;
    if (is_whole && leave_network(SameUser())) ::execv(words[0], words.data() + 1);
    std::fprintf(stderr, "understudy: cannot run %s without a network: %s\n",
                 is_whole ? words[1] : "nothing", std::strerror(errno));
    return kCannotBegin;
}

}  // namespace understudy::app
