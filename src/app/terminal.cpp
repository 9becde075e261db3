#include "app/terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace understudy::app {

namespace {

bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

bool is_colourful(int descriptor) {
    return isatty(descriptor) == 1 && !is_set("NO_COLOR") && !is_set("CI");
}

}  // namespace

ProcessTerminal::ProcessTerminal()
    : colour_(is_colourful(STDOUT_FILENO)), error_colour_(is_colourful(STDERR_FILENO)) {}

void ProcessTerminal::out(std::string_view text) {
    const bool written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written && failure_ == 0) failure_ = errno;
}

void ProcessTerminal::error(std::string_view text) {
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace understudy::app
