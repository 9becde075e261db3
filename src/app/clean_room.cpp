#include "app/clean_room.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>

#include "base/text.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

struct Fixed {
    std::string_view name, value;
    bool is_pinned = true;  // said in recordings
};

// What a tool's words may depend on, each put to one value.
constexpr std::array kFixed = {
    Fixed{"LC_ALL", "C.UTF-8"},
    Fixed{"LANG", "C.UTF-8", false},
    Fixed{"TZ", "UTC"},
    Fixed{"COLUMNS", "80"},
    Fixed{"LINES", "24", false},
    Fixed{"TERM", "dumb"},
    Fixed{"NO_COLOR", "1"},
    Fixed{"CLICOLOR", "0", false},
    Fixed{"PAGER", "cat", false},
    Fixed{"GIT_PAGER", "cat", false},
    Fixed{"GIT_CONFIG_GLOBAL", "/dev/null", false},
    Fixed{"GIT_CONFIG_NOSYSTEM", "1", false},
    Fixed{"GIT_TERMINAL_PROMPT", "0", false},
    Fixed{"USER", "user", false},
    Fixed{"LOGNAME", "user", false},
};

// Folders of the room by the variable that leads a tool there.
struct Place {
    std::string_view name, folder;
};
constexpr std::array kPlaces = {
    Place{"HOME", "home"},
    Place{"XDG_CONFIG_HOME", "home/.config"},
    Place{"XDG_CACHE_HOME", "home/.cache"},
    Place{"XDG_DATA_HOME", "home/.local/share"},
    Place{"XDG_STATE_HOME", "home/.local/state"},
    Place{"XDG_RUNTIME_DIR", "run"},
    Place{"TMPDIR", "tmp"},
};

std::string own_variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? "" : value;
}

base::Failure no_fixture(std::string why) {
    return base::fail(plan::code::NoFixture, {{"why", std::move(why)}});
}

void put(Variables& variables, std::string_view name, std::string value) {
    std::erase_if(variables, [&](const auto& known) { return known.first == name; });
    variables.emplace_back(name, std::move(value));
}

std::string_view value_of(const Variables& variables, std::string_view name) {
    for (const auto& [known, value] : variables) {
        if (known == name) return value;
    }
    return {};
}

bool ends_a_path(std::string_view text, std::size_t at) {
    if (at >= text.size()) return true;
    const char c = text[at];
    return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             c == '-' || c == '_' || c == '.');
}

}  // namespace

base::Result<CleanRoom> CleanRoom::make(const RoomNeeds& needs) {
    auto folder = PrivateFolder::make("room");
    if (!folder) {
        return base::fail(plan::code::NoRoom, {{"why", base::message(folder.error())}}, {},
                          {folder.error()});
    }
    CleanRoom room(std::move(*folder));
    TRY_VOID(room.make_folders());
    if (!needs.fixture.empty()) TRY_VOID(room.copy_fixture(needs.fixture));
    room.build_environment(needs);
    return room;
}

base::Result<void> CleanRoom::make_folders() {
    std::error_code problem;
    fs::create_directories(scratch(), problem);
    for (const Place& place : kPlaces) {
        if (!problem) fs::create_directories(path() / place.folder, problem);
        // Tools refuse a runtime folder that others can read.
        if (!problem) fs::permissions(path() / place.folder, fs::perms::owner_all, problem);
    }
    if (!problem) return {};
    return base::fail(plan::code::NoRoom, {{"why", problem.message()}});
}

// Copied, never linked: what a command does to it must not reach the committed files. Links are
// copied as links.
base::Result<void> CleanRoom::copy_fixture(const fs::path& fixture) {
    std::error_code problem;
    if (!fs::is_directory(fixture, problem)) {
        return no_fixture(base::quoted(fixture.string()) + " is no folder");
    }
    std::size_t files = 0;
    std::uint64_t bytes = 0;
    for (fs::recursive_directory_iterator at(fixture, problem), end; at != end && !problem;
         at.increment(problem)) {
        const fs::path to = scratch() / at->path().lexically_relative(fixture);
        std::error_code failed;
        const fs::file_status status = at->symlink_status(failed);
        if (++files > kMostFiles) return no_fixture("it has too many files");
        if (fs::is_symlink(status)) {
            fs::copy_symlink(at->path(), to, failed);
        } else if (fs::is_directory(status)) {
            fs::create_directory(to, at->path(), failed);
        } else if (fs::is_regular_file(status)) {
            bytes += at->file_size(failed);
            if (bytes > kMostBytes) return no_fixture("its files are too large");
            if (!failed) fs::copy_file(at->path(), to, failed);
        } else {
            return no_fixture(base::quoted(at->path().string()) + " is neither file nor folder");
        }
        if (failed) return no_fixture(at->path().string() + ": " + failed.message());
    }
    if (problem) return no_fixture(fixture.string() + ": " + problem.message());
    return {};
}

void CleanRoom::build_environment(const RoomNeeds& needs) {
    std::string search;
    for (const std::string& folder : needs.first_on_path) search += folder + ":";
    const std::string own = own_variable("PATH");
    put(environment_, "PATH", search + (own.empty() ? "/usr/local/bin:/usr/bin:/bin" : own));
    for (const Fixed& fixed : kFixed) {
        put(environment_, fixed.name, std::string(fixed.value));
        if (fixed.is_pinned) pinned_.set(fixed.name, json::Value(fixed.value));
    }
    for (const Place& place : kPlaces) {
        put(environment_, place.name, (path() / place.folder).string());
    }
    // A repository round the folder for temporary files is none of a plan's.
    put(environment_, "GIT_CEILING_DIRECTORIES", path().string());
    pinned_.set("git_config", json::Value("empty"));
    pinned_.set("home", json::Value("private"));
    pinned_.set("scratch", json::Value(kScratch));
    if (needs.is_offline) pinned_.set("network", json::Value("none"));
    // As they are written: what a hole stood for may be nobody's business.
    for (const auto& [name, value] : needs.written) pinned_.set(name, json::Value(value));
}

void CleanRoom::set(std::string_view name, std::string value) {
    put(environment_, name, std::move(value));
}

std::string CleanRoom::as_seen_inside(std::string_view bytes) const {
    const std::string outside = path().string();
    std::string out;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t found = bytes.find(outside, at);
        if (found == std::string_view::npos) break;
        const std::size_t end = found + outside.size();
        out += bytes.substr(at, found - at);
        if (end < bytes.size() && bytes[end] == '/') {
            // The slash that follows begins the path inside.
        } else if (ends_a_path(bytes, end)) {
            out += '/';
        } else {
            out += outside;  // another folder whose name begins like ours
        }
        at = end;
    }
    return out += bytes.substr(at);
}

std::string CleanRoom::find(std::string_view program) const {
    if (program.find('/') != std::string_view::npos) {
        return (scratch() / program).lexically_normal().string();
    }
    for (const std::string_view folder : base::split(value_of(environment_, "PATH"), ':')) {
        const fs::path candidate = fs::path(folder.empty() ? "." : folder) / program;
        std::error_code problem;
        if (fs::is_regular_file(candidate, problem) && ::access(candidate.c_str(), X_OK) == 0) {
            return candidate.string();
        }
    }
    return {};
}

}  // namespace understudy::app
