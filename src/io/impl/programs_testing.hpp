// What the tests of processes share: shell scripts as programs, and whether a process still lives.
#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <functional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "io/impl/process_table.hpp"
#include "io/process.hpp"

namespace understudy::io {

inline Program program_of(std::string name, std::vector<std::string> arguments = {}) {
    Program program;
    program.program = std::move(name);
    program.arguments = std::move(arguments);
    program.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"};
    return program;
}

inline Program script_of(std::string text) {
    return program_of("/bin/sh", {"-c", std::move(text)});
}

// Fails the test, and gives an empty result, if the program cannot be started.
inline Finished finished(const Program& program, std::size_t output_limit = kOutputLimit) {
    auto result = run_program(program, output_limit);
    if (!result) {
        ADD_FAILURE() << base::render(result.error());
        return {};
    }
    return std::move(*result);
}

// The numbers a script printed, one a line.
inline std::vector<pid_t> numbers_in(std::string_view text) {
    std::vector<pid_t> numbers;
    for (const std::string_view line : base::split_lines(text)) {
        const auto number = base::parse_int64(base::trim(line));
        EXPECT_TRUE(number) << line;
        if (number) numbers.push_back(static_cast<pid_t>(*number));
    }
    return numbers;
}

inline bool is_alive(pid_t id) {
    const auto row = read_process_row(id);
    return row && !row->is_dead();
}

// Collects everything, and does what it is told whenever something comes.
class Recorder final : public Process::Listener {
public:
    void on_output(Stream stream, std::string_view bytes,
                   std::chrono::microseconds since_start) override {
        record.pieces.push_back({stream, std::string(bytes), since_start});
        if (when_output) when_output();
    }
    void on_input_taken() override {
        ++times_taken;
        if (when_taken) when_taken();
    }
    void on_exit(const Exit& exit) override {
        record.exit = exit;
        has_ended = true;
        if (when_ended) when_ended();
    }
    std::size_t lines() const { return base::split_lines(record.output()).size(); }

    Finished record;
    bool has_ended = false;
    int times_taken = 0;
    std::function<void()> when_output;
    std::function<void()> when_taken;
    std::function<void()> when_ended;
};

}  // namespace understudy::io
