// understudy doctor: what is here, what works, what is missing and how to get it.
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "app/cli.hpp"
#include "app/code.hpp"
#include "app/doctor.hpp"
#include "app/files.hpp"
#include "app/listen.hpp"
#include "app/shown.hpp"
#include "app/verbs.hpp"
#include "app/version.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

constexpr Option kOptions[] = {{"--format", "FORMAT", "how to report", "text|json", "text"},
                               kListenOption,
                               kAnswerOption,
                               kCaFolderOption,
                               kAllowOutsideOption};
constexpr Example kExamples[] = {
    {"understudy doctor", "look at this machine"},
    {"understudy doctor --format json", "the same for a program"},
    {"understudy doctor --listen 127.0.0.1:8080", "show what a client sends, and by which way"},
};

std::string_view word_for(Health health) {
    constexpr std::string_view kWords[] = {"ok", "warning", "missing", "broken"};
    return kWords[static_cast<std::size_t>(health)];
}

HealthLine look_at_system() {
    utsname name{};
    ::uname(&name);
    const std::string what = std::string(name.sysname) + ' ' + name.release + ", " + name.machine;
    if (std::strcmp(name.sysname, "Linux") != 0) {
        return {"system", Health::Broken, what, "understudy is built and tested for Linux"};
    }
    return {"system", Health::Ok, what, {}};
}

// Files are written under a temporary name and renamed: try just that.
HealthLine look_at_writing() {
    const std::string folder = environment_text("TMPDIR", "/tmp");
    const std::string path = folder + "/understudy-doctor-" + std::to_string(::getpid());
    const auto written = write_file(path, "ok\n");
    ::unlink(path.c_str());
    if (!written) {
        return {"writing", Health::Broken, base::message(written.error()),
                "make " + folder + " writable, or set TMPDIR to a folder that is"};
    }
    return {"writing", Health::Ok, "files can be written and renamed in " + folder, {}};
}

HealthLine look_at_open_files() {
    constexpr rlim_t kWanted = 1024;
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const std::string what =
        base::with_thousands(limit.rlim_cur) + " files and sockets may be open at once";
    if (limit.rlim_cur < kWanted)
        return {"open files", Health::Broken, what, "raise it: ulimit -n 4096"};
    return {"open files", Health::Ok, what, {}};
}

std::string find_program(const std::string& name) {
    const std::string path = environment_text("PATH", "/usr/bin:/bin");
    for (const std::string_view folder : base::split(path, ':')) {
        std::string candidate = std::string(folder.empty() ? "." : folder) + '/' + name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return {};
}

HealthLine look_for_git() {
    const std::string git = find_program("git");
    if (git.empty()) {
        return {"git", Health::Missing, "not on the PATH", "install it: apt-get install git"};
    }
    return {"git", Health::Ok, git, {}};
}

std::vector<HealthLine> examine() {
    const std::string build = version_text() + ", " + base::to_lower_ascii(kBuild) + " build by " +
                              std::string(kCompiler);
    std::vector<HealthLine> lines{
        {"program", Health::Ok, build, {}}, look_at_system(), look_at_writing()};
    for (HealthLine& line : look_at_network()) lines.push_back(std::move(line));
    lines.push_back(look_at_authority());
    lines.push_back(look_at_open_files());
    lines.push_back(look_for_git());
    return lines;
}

std::string to_text(const std::vector<HealthLine>& lines) {
    std::string out;
    for (const HealthLine& line : lines) {
        std::string row(word_for(line.health));
        row.resize(9, ' ');
        row += line.subject;
        row.resize(21, ' ');
        out += row + line.what + '\n';
        if (!line.remedy.empty()) out += std::string(21, ' ') + "to do: " + line.remedy + '\n';
    }
    return out;
}

json::Value to_json(const std::vector<HealthLine>& lines) {
    json::Value rows = json::Value::array();
    for (const HealthLine& line : lines) {
        json::Value row = json::Value::object(
            {{"subject", line.subject}, {"state", word_for(line.health)}, {"what", line.what}});
        if (!line.remedy.empty()) row.set("to_do", line.remedy);
        rows.push_back(row);
    }
    return json::Value::object({{"version", kVersion}, {"checks", rows}});
}

base::Result<ExitCode> run_doctor(const Arguments& arguments, Terminal& terminal) {
    if (arguments.has("--listen")) return run_listen(arguments, terminal);
    for (const Option* option : {&kAnswerOption, &kCaFolderOption, &kAllowOutsideOption}) {
        if (!arguments.has(option->name)) continue;
        return base::fail(
            code::BadArguments,
            {{"why", std::string(option->name) + " goes with --listen"}, {"verb", "doctor"}});
    }
    const std::vector<HealthLine> lines = examine();
    ExitCode code = ExitCode::Done;
    for (const HealthLine& line : lines) {
        if (line.health == Health::Broken) code = ExitCode::Differed;
    }
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(to_json(lines)) + '\n');
    } else {
        terminal.out(to_text(lines));
    }
    return code;
}

}  // namespace

std::string environment_text(const char* name, std::string_view fallback) {
    const char* value = std::getenv(name);
    return value == nullptr || *value == '\0' ? std::string(fallback) : std::string(value);
}

const Verb kDoctorVerb = {
    "doctor",
    "what works here, what is missing, how to get it",
    "Looks at this machine: the program itself, the system, writing files, ports and sockets, "
    "names, proxies, our certificate authority, limits and the tools some verbs start. Exits with "
    "0 if everything needed works and 1 if something is broken; a warning, or something optional "
    "that is missing, is said and is no failure.\n\n"
    "With --listen it is a server instead, for trying how a client gets through: HTTP/1.1, HTTP/2 "
    "and TLS on one port, as a proxy too (CONNECT). Every request is answered with a JSON "
    "description of how it arrived, or with the file named by --answer. Port 0 takes any free "
    "port; the first line printed says which.",
    {},
    kOptions,
    kExamples,
    run_doctor,
};

}  // namespace understudy::app
