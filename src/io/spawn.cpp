#include "io/impl/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"
#include "io/impl/pidfd.hpp"

namespace understudy::io {

namespace {

base::Failure system_failed(std::string_view call) {
    return base::fail(base::Code::IoSystem,
                      {{"call", std::string(call)}, {"why", std::strerror(errno)}});
}

base::Failure cannot_start(const Program& program, std::string why) {
    return base::fail(base::Code::IoCannotStart,
                      {{"program", base::quoted(program.program)}, {"why", std::move(why)}});
}

// Out of the way of 0, 1 and 2: if we were started without them, a pipe would come to lie there
// and be overwritten in the child.
base::Result<Fd> out_of_the_way(Fd fd) {
    if (fd.get() > STDERR_FILENO) return fd;
    Fd moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!moved) return system_failed("fcntl");
    return moved;
}

bool set_non_blocking(const Fd& fd) {
    const int flags = ::fcntl(fd.get(), F_GETFL);
    return flags >= 0 && ::fcntl(fd.get(), F_SETFL, flags | O_NONBLOCK) == 0;
}

struct Pipe {
    Fd read;
    Fd write;
};

base::Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_failed("pipe2");
    Fd read(ends[0]);
    Fd write(ends[1]);
    return Pipe{TRY(out_of_the_way(std::move(read))), TRY(out_of_the_way(std::move(write)))};
}

class FileActions {
public:
    FileActions() { ::posix_spawn_file_actions_init(&actions_); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    void duplicate(int from, int to) { ::posix_spawn_file_actions_adddup2(&actions_, from, to); }
    void open(int as, const std::string& path, int flags) {
        ::posix_spawn_file_actions_addopen(&actions_, as, path.c_str(), flags, 0);
    }
    void change_folder(const std::string& folder) {
        if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }
    void close_the_rest() {
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

// A session of its own, no signal blocked, none ignored: as if started from a fresh shell.
class Attributes {
public:
    Attributes() {
        ::posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

bool has_nul(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        if (text.find('\0') != std::string::npos) return true;
    }
    return false;
}

// What the kernel would not say, or not clearly.
base::Result<void> check(const Program& program) {
    if (has_nul({program.program, program.folder}) || has_nul(program.arguments) ||
        has_nul(program.environment)) {
        return cannot_start(program, "a NUL byte cannot be handed to a program");
    }
    if (program.folder.empty()) return {};
    struct stat facts {};
    const std::string folder = "its folder " + base::quoted(program.folder);
    if (::stat(program.folder.c_str(), &facts) != 0) {
        return cannot_start(program, folder + ": " + std::strerror(errno));
    }
    if (!S_ISDIR(facts.st_mode)) return cannot_start(program, folder + " is not a folder");
    return {};
}

// If our parent ignored SIGCHLD we do so too, and the kernel would throw every exit code away.
void keep_exit_codes() {
    struct sigaction action {};
    if (::sigaction(SIGCHLD, nullptr, &action) != 0) return;
    if ((action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN) {
        ::signal(SIGCHLD, SIG_DFL);
    }
}

base::Result<pid_t> spawn_with(const Program& program, const std::string& path,
                               const FileActions& actions) {
    std::vector<std::string> words{program.program};
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    std::vector<std::string> environment = program.environment;
    const Attributes attributes;
    keep_exit_codes();
    pid_t id = 0;
    const int trouble = ::posix_spawn(&id, path.c_str(), actions.get(), attributes.get(),
                                      pointers_to(words).data(), pointers_to(environment).data());
    if (trouble == 0) return id;
    // The file itself is there: find_program saw it.
    if (trouble == ENOENT) return cannot_start(program, "its interpreter does not exist");
    return cannot_start(program, std::strerror(trouble));
}

base::Result<Spawned> start_tree(const Program& program, const std::string& path,
                                 FileActions& actions) {
    actions.change_folder(program.folder);
    actions.close_the_rest();
    Spawned spawned;
    spawned.tree = TRY(ProcessTree::start([&] { return spawn_with(program, path, actions); }));
    spawned.watch = open_process(spawned.tree->leader());
    if (!spawned.watch) return system_failed("pidfd_open");
    return spawned;
}

base::Result<Spawned> spawn_on_pipes(const Program& program, const std::string& path) {
    FileActions actions;
    Pipe input;
    if (program.input_kind == Program::Input::None) {
        actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    } else {
        input = TRY(make_pipe());
        actions.duplicate(input.read.get(), STDIN_FILENO);
    }
    Pipe output = TRY(make_pipe());
    Pipe error = TRY(make_pipe());
    actions.duplicate(output.write.get(), STDOUT_FILENO);
    actions.duplicate(error.write.get(), STDERR_FILENO);
    if ((input.write && !set_non_blocking(input.write)) || !set_non_blocking(output.read) ||
        !set_non_blocking(error.read)) {
        return system_failed("fcntl");
    }
    Spawned spawned = TRY(start_tree(program, path, actions));
    spawned.input = std::move(input.write);
    spawned.output = std::move(output.read);
    spawned.error = std::move(error.read);
    return spawned;
}

// The child has no terminal yet when it opens this one as the leader of a new session, so that it
// becomes its controlling terminal.
base::Result<Spawned> spawn_on_terminal(const Program& program, const std::string& path) {
    Fd opened(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!opened) return system_failed("posix_openpt");
    Fd ours = TRY(out_of_the_way(std::move(opened)));
    std::array<char, 128> name{};
    if (::grantpt(ours.get()) != 0 || ::unlockpt(ours.get()) != 0 ||
        ::ptsname_r(ours.get(), name.data(), name.size()) != 0) {
        return system_failed("unlockpt");
    }
    winsize size{};
    size.ws_row = program.terminal->rows;
    size.ws_col = program.terminal->columns;
    if (::ioctl(ours.get(), TIOCSWINSZ, &size) != 0) return system_failed("ioctl");
    Fd input(::fcntl(ours.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!input || !set_non_blocking(ours)) return system_failed("fcntl");

    FileActions actions;
    actions.open(STDIN_FILENO, name.data(), O_RDWR);
    actions.duplicate(STDIN_FILENO, STDOUT_FILENO);
    actions.duplicate(STDIN_FILENO, STDERR_FILENO);
    Spawned spawned = TRY(start_tree(program, path, actions));
    spawned.input = std::move(input);
    spawned.output = std::move(ours);
    return spawned;
}

}  // namespace

base::Result<Spawned> spawn(const Program& program) {
    TRY_VOID(check(program));
    const std::string path = TRY(find_program(program));
    return program.terminal ? spawn_on_terminal(program, path) : spawn_on_pipes(program, path);
}

}  // namespace understudy::io
