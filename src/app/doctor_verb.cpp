// understudy doctor: what is here, what works, what is missing and how to get it.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "app/cli.hpp"
#include "app/files.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

constexpr Option kOptions[] = {{"--format", "FORMAT", "how to report", "text|json", "text"}};
constexpr Example kExamples[] = {
    {"understudy doctor", "look at this machine"},
    {"understudy doctor --format json", "the same for a program"},
};

enum class State : std::uint8_t { Ok, Missing, Broken };

struct Line {
    std::string_view subject;
    State state = State::Ok;
    std::string what;
    std::string remedy;  // empty when all is well
};

std::string_view word_for(State state) {
    constexpr std::string_view kWords[] = {"ok", "missing", "broken"};
    return kWords[static_cast<std::size_t>(state)];
}

std::string text_of(const char* name, std::string_view fallback) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? std::string(fallback) : std::string(value);
}

Line look_at_system() {
    utsname name{};
    ::uname(&name);
    const std::string what = std::string(name.sysname) + ' ' + name.release + ", " + name.machine;
    if (std::strcmp(name.sysname, "Linux") != 0) {
        return {"system", State::Broken, what, "understudy is built and tested for Linux"};
    }
    return {"system", State::Ok, what, {}};
}

// Files are written under a temporary name and renamed: try just that.
Line look_at_writing() {
    const std::string folder = text_of("TMPDIR", "/tmp");
    const std::string path = folder + "/understudy-doctor-" + std::to_string(::getpid());
    const auto written = write_file(path, "ok\n");
    ::unlink(path.c_str());
    if (!written) {
        return {"writing", State::Broken, base::message(written.error()),
                "make " + folder + " writable, or set TMPDIR to a folder that is"};
    }
    return {"writing", State::Ok, "files can be written and renamed in " + folder, {}};
}

Line look_at_loopback() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool works =
        socket >= 0 &&
        ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::listen(socket, 1) == 0;
    const std::string why = std::strerror(errno);
    if (socket >= 0) ::close(socket);
    if (!works) {
        return {"loopback", State::Broken, "no port on 127.0.0.1 can be opened: " + why,
                "bring the loopback interface up: ip link set lo up"};
    }
    return {"loopback", State::Ok, "a port on 127.0.0.1 can be opened", {}};
}

Line look_at_open_files() {
    constexpr rlim_t kWanted = 1024;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const std::string what =
        base::with_thousands(limit.rlim_cur) + " files and sockets may be open at once";
    if (limit.rlim_cur < kWanted)
        return {"open files", State::Broken, what, "raise it: ulimit -n 4096"};
    return {"open files", State::Ok, what, {}};
}

std::string find_program(const std::string& name) {
    const std::string path = text_of("PATH", "/usr/bin:/bin");
    for (const std::string_view folder : base::split(path, ':')) {
        const std::string candidate = std::string(folder.empty() ? "." : folder) + '/' + name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return {};
}

Line look_for_git() {
    const std::string git = find_program("git");
    if (git.empty()) {
        return {"git", State::Missing, "not on the PATH", "install it: apt-get install git"};
    }
    return {"git", State::Ok, git, {}};
}

std::vector<Line> examine() {
    const std::string build = version_text() + ", " + base::to_lower_ascii(kBuild) + " build by " +
                              std::string(kCompiler);
    return {Line{"program", State::Ok, build, {}},
            look_at_system(),
            look_at_writing(),
            look_at_loopback(),
            look_at_open_files(),
            look_for_git()};
}

std::string to_text(const std::vector<Line>& lines) {
    std::string out;
    for (const Line& line : lines) {
        std::string row(word_for(line.state));
        row.resize(9, ' ');
        row += line.subject;
        row.resize(21, ' ');
        out += row + line.what + '\n';
        if (!line.remedy.empty()) out += std::string(21, ' ') + "to do: " + line.remedy + '\n';
    }
    return out;
}

json::Value to_json(const std::vector<Line>& lines) {
    json::Value rows = json::Value::array();
    for (const Line& line : lines) {
        json::Value row = json::Value::object(
            {{"subject", line.subject}, {"state", word_for(line.state)}, {"what", line.what}});
        if (!line.remedy.empty()) row.set("to_do", line.remedy);
        rows.push_back(row);
    }
    return json::Value::object({{"version", kVersion}, {"checks", rows}});
}

base::Result<ExitCode> run_doctor(const Arguments& arguments, Terminal& terminal) {
    const std::vector<Line> lines = examine();
    ExitCode code = ExitCode::Done;
    for (const Line& line : lines) {
        if (line.state == State::Broken) code = ExitCode::Differed;
    }
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(to_json(lines)) + '\n');
    } else {
        terminal.out(to_text(lines));
    }
    return code;
}

}  // namespace

const Verb kDoctorVerb = {
    "doctor",
    "what works here, what is missing, how to get it",
    "Looks at this machine: the program itself, the system, writing files, the loopback interface, "
    "limits and "
    "the tools some verbs start. Exits with 0 if everything needed works and 1 if something is "
    "broken; a "
    "missing optional tool is said and is no failure.",
    {},
    kOptions,
    kExamples,
    run_doctor,
};

}  // namespace understudy::app
