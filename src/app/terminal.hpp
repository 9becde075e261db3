// Where a verb writes: standard output for what was asked for, standard error for everything else.
#pragma once

#include <string>
#include <string_view>

namespace understudy::app {

class Terminal {
public:
    virtual ~Terminal() = default;
    virtual void out(std::string_view text) = 0;
    virtual void error(std::string_view text) = 0;
    virtual bool wants_colour() const = 0;        // on standard output
    virtual bool wants_error_colour() const = 0;  // on standard error
};

// The process's own. Colour only on a terminal, and never under CI or NO_COLOR.
class ProcessTerminal final : public Terminal {
public:
    ProcessTerminal();
    void out(std::string_view text) override;
    void error(std::string_view text) override;
    bool wants_colour() const override { return colour_; }
    bool wants_error_colour() const override { return error_colour_; }

    int failure() const {
        return failure_;
    }  // errno of the first write to standard output that failed; 0: none

private:
    bool colour_ = false;
    bool error_colour_ = false;
    int failure_ = 0;
};

}  // namespace understudy::app
