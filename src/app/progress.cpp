#include "app/progress.hpp"

#include <unistd.h>

#include <array>

#include "base/text.hpp"

namespace understudy::app {

namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 1s;  // what is done sooner needs no progress
constexpr auto kOnTerminal = 200ms;
constexpr auto kElsewhere = 2s;
constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

Progress::Progress(Terminal& terminal, bool is_asked)
    : terminal_(terminal),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      is_on_(is_asked || is_terminal_),
      next_(std::chrono::steady_clock::now() + (is_terminal_ ? kFirst : kElsewhere)) {}

Progress::~Progress() {
    if (has_line_) terminal_.error(kClearLine);
}

void Progress::at(std::size_t files, std::uint64_t bytes) {
    if (!is_on_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + (is_terminal_ ? std::chrono::milliseconds(kOnTerminal) : kElsewhere);
    const std::string text = "looked at " + base::plural(files, "file") + ", " + size_text(bytes);
    if (is_terminal_) {
        terminal_.error(std::string(kClearLine) + text);
        has_line_ = true;
    } else {
        terminal_.error(text + "\n");
    }
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::array<std::string_view, 4> kUnits = {" kB", " MB", " GB", " TB"};
    if (bytes < 1000) return base::plural(bytes, "byte");
    std::uint64_t tenths = bytes / 100;
    std::size_t unit = 0;
    while (tenths >= 10'000 && unit + 1 < kUnits.size()) {
        tenths /= 1000;
        ++unit;
    }
    return base::with_thousands(tenths / 10) + '.' + std::to_string(tenths % 10) +
           std::string(kUnits[unit]);
}

}  // namespace understudy::app
