// A terminal that remembers, for tests.
#pragma once

#include <string>

#include "app/terminal.hpp"

namespace understudy::app {

class RecordingTerminal final : public Terminal {
public:
    void out(std::string_view text) override { output += text; }
    void error(std::string_view text) override { errors += text; }
    bool wants_colour() const override { return false; }
    bool wants_error_colour() const override { return false; }

    std::string output;
    std::string errors;
};

}  // namespace understudy::app
