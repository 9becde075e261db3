// The system's table of processes, as /proc shows it: who is whose child, in which session, since
// when. A row is true for an instant only; whoever acts on one checks again (process_tree.cpp).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace understudy::io {

struct ProcessRow {
    pid_t id = 0;
    char state = '?';
    pid_t parent = 0;
    pid_t session = 0;
    std::uint64_t started = 0;  // in clock ticks since the system's start

    bool is_dead() const { return state == 'Z' || state == 'X'; }
    friend bool operator==(const ProcessRow&, const ProcessRow&) = default;
};

// The text of /proc/PID/stat. Its second field is a name that the process chose itself.
std::optional<ProcessRow> parse_process_row(std::string_view text);

std::optional<ProcessRow> read_process_row(pid_t id);
std::vector<ProcessRow> read_process_table();  // empty without /proc
std::vector<pid_t> list_processes();           // much quicker than reading all rows

}  // namespace understudy::io
