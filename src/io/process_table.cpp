#include "io/impl/process_table.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>

#include "base/text.hpp"
#include "io/fd.hpp"

namespace understudy::io {

namespace {

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// Of a file in /proc; what is longer is cut. Empty if there is none.
std::string read_text(const std::string& path) {
    const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 8192> text{};
    const ssize_t size = file ? ::read(file.get(), text.data(), text.size()) : 0;
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size))};
}

}  // namespace

std::optional<ProcessRow> parse_process_row(std::string_view text) {
    // "4711 (any name) S 4710 4711 4711 0 ...": the name ends at the last parenthesis, whatever
    // it looks like.
    const std::size_t open = text.find(" (");
    const std::size_t close = text.rfind(") ");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::nullopt;
    }
    ProcessRow row;
    const auto fields = base::split(base::trim(text.substr(close + 2)), ' ');
    constexpr std::size_t kState = 0, kParent = 1, kSession = 3, kStarted = 19;
    if (fields.size() <= kStarted || fields[kState].size() != 1) return std::nullopt;
    row.state = fields[kState].front();
    if (!read_number(text.substr(0, open), row.id) || !read_number(fields[kParent], row.parent) ||
        !read_number(fields[kSession], row.session) ||
        !read_number(fields[kStarted], row.started)) {
        return std::nullopt;
    }
    return row;
}

std::optional<ProcessRow> read_process_row(pid_t id) {
    return parse_process_row(read_text("/proc/" + std::to_string(id) + "/stat"));
}

std::vector<pid_t> list_processes() {
    std::vector<pid_t> ids;
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir("/proc"));
    if (folder == nullptr) return ids;
    while (const dirent* entry = ::readdir(folder.get())) {
        pid_t id = 0;
        if (read_number(std::string_view(entry->d_name), id)) ids.push_back(id);
    }
    return ids;
}

std::vector<ProcessRow> read_process_table() {
    std::vector<ProcessRow> rows;
    for (const pid_t id : list_processes()) {
        if (const auto row = read_process_row(id)) rows.push_back(*row);  // else it ended just now
    }
    return rows;
}

}  // namespace understudy::io
