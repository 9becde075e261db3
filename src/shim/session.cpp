#include "shim/session.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/text.hpp"
#include "cassette/index.hpp"
#include "io/fd.hpp"
#include "json/parse.hpp"
#include "shim/code.hpp"
#include "shim/impl/mapped_file.hpp"
#include "shim/impl/takings.hpp"
#include "shim/place.hpp"
#include "shim/tool.hpp"

namespace understudy::shim {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kOnlyMine = 0600;
constexpr std::size_t kMostLogged = std::size_t{1} << 20U;  // lines that are looked at

base::Failure no_folder(std::string why) {
    return base::fail(code::NoFolder, {{"why", std::move(why)}});
}

// Memory of this login where there is such a folder; else where temporary files go.
std::vector<std::string> possible_homes() {
    std::vector<std::string> homes;
    for (const char* name : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
        const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
        if (value != nullptr && *value == '/') homes.emplace_back(value);
    }
    homes.emplace_back("/tmp");
    return homes;
}

base::Result<std::string> make_folder() {
    std::string why;
    for (const std::string& home : possible_homes()) {
        std::string pattern = home + "/understudy-XXXXXX";
        if (::mkdtemp(pattern.data()) != nullptr) return pattern;  // with mode 0700
        if (why.empty()) why = home + ": " + std::strerror(errno);
    }
    return no_folder(why);
}

base::Result<void> write_new(const std::string& path, std::string_view bytes,
                             mode_t mode = kOnlyMine) {
    const io::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!fd || !write_all(fd.get(), bytes)) return no_folder(path + ": " + std::strerror(errno));
    return {};
}

// A system may forbid to start what lies in a folder for temporary files; so it is tried.
bool can_start(const std::string& path) {
    char* const words[] = {const_cast<char*>(path.c_str()), nullptr};  // NOLINT: as exec wants it
    char* const nothing[] = {nullptr};
    pid_t id = 0;
    if (::posix_spawn(&id, path.c_str(), nullptr, nullptr, words, nothing) != 0) return false;
    int status = 0;
    while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool is_replayed(cassette::Mode mode) {
    return mode == cassette::Mode::Replay || mode == cassette::Mode::RecordMissing;
}

base::Result<void> make_link(const fs::path& to, const std::string& path) {
    std::error_code problem;
    fs::create_symlink(to, path, problem);
    if (problem) return no_folder(path + ": " + problem.message());
    return {};
}

base::Result<void> make_subfolder(const std::string& path) {
    if (::mkdir(path.c_str(), S_IRWXU) != 0) return no_folder(path + ": " + std::strerror(errno));
    return {};
}

}  // namespace

base::Result<Session> Session::make(std::string_view index, std::string_view stand_in) {
    Session session(TRY(make_folder()));
    TRY_VOID(session.fill(index, stand_in));
    return session;
}

Session::Session(Session&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}

Session::~Session() {
    std::error_code problem;
    if (!folder_.empty()) fs::remove_all(folder_, problem);
}

base::Result<void> Session::fill(std::string_view index, std::string_view stand_in) {
    const cassette::Index opened = TRY(cassette::Index::open(index));
    std::error_code problem;
    const fs::path ourselves = fs::read_symlink("/proc/self/exe", problem);
    if (problem) return no_folder("/proc/self/exe: " + problem.message());
    const std::string bin = folder_ + '/' + kShimFolder, whole = folder_ + '/' + kWholeFolder;
    TRY_VOID(make_subfolder(bin));
    TRY_VOID(make_subfolder(whole));
    const std::string small = folder_ + '/' + kStandInName;
    bool has_stand_in = !stand_in.empty();
    if (has_stand_in) {
        TRY_VOID(write_new(small, stand_in, S_IRWXU));
        has_stand_in = can_start(small);
    }
    for (std::size_t i = 0; i < opened.count_programs(); ++i) {
        const auto program = opened.program(i);
        if (!program) continue;
        const bool is_small = has_stand_in && is_replayed(program->mode);
        TRY_VOID(make_link(is_small ? fs::path(small) : ourselves, bin + '/' + program->name));
        if (is_small) TRY_VOID(make_link(ourselves, whole + '/' + program->name));
    }
    TRY_VOID(write_new(folder_ + '/' + kStateName, Takings::empty_file(opened.count_calls())));
    TRY_VOID(write_new(folder_ + '/' + kLogName, {}));
    return write_new(folder_ + '/' + kIndexName, index);
}

base::Result<void> Session::read_back(SessionEnd& end) const {
    const MappedFile bytes =
        TRY(MappedFile::open(folder_ + '/' + kIndexName, MappedFile::Access::Read));
    const cassette::Index index = TRY(cassette::Index::open(bytes.bytes()));
    Takings takings = TRY(Takings::open(folder_ + '/' + kStateName));
    for (std::uint32_t i = 0; i < index.count_calls(); ++i) {
        const auto call = index.call(i);
        const bool is_free = takings.state_of(i) == Takings::State::Free;
        if (call && call->is_awaited && is_free) end.unused.push_back(i);
    }
    const MappedFile log =
        TRY(MappedFile::open(folder_ + '/' + kLogName, MappedFile::Access::Read));
    for (const std::string_view line : base::split_lines(log.bytes())) {
        if (end.calls.size() == kMostLogged) break;
        const auto value = json::parse(line);
        if (!value) continue;  // of a process that was killed while it wrote
        if (auto call = cassette::logged_call(*value)) end.calls.push_back(std::move(*call));
    }
    return {};
}

}  // namespace understudy::shim
