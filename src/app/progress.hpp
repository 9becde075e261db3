// How far a long run is: a line on standard error that is written anew, on a terminal; a line every
// two seconds elsewhere, if somebody asks for it; otherwise nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "app/terminal.hpp"

namespace understudy::app {

class Progress {
public:
    // `is_asked`: also where standard error is no terminal.
    Progress(Terminal& terminal, bool is_asked);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Cheap: says nothing until it is time to. From one thread.
    void at(std::size_t files, std::uint64_t bytes);

private:
    Terminal& terminal_;
    bool is_terminal_ = false;
    bool is_on_ = false;
    bool has_line_ = false;
    std::chrono::steady_clock::time_point next_;
};

// "1.5 GB", "12.0 MB", "300 bytes".
std::string size_text(std::uint64_t bytes);

}  // namespace understudy::app
