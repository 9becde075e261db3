// Programs of others, started and watched: their output as timed pieces in the order it arrived,
// their end as a code or a signal, and nothing of them left behind.
//
//     Program program;
//     program.program = "git";
//     program.arguments = {"status"};
//     program.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"};
//     program.limit = 10s;
//     const Finished finished = TRY(run_program(program));
//
// What a program started does not outlive it, unless that is asked for: when it ends, is stopped or
// takes too long, its children die with it, also those that left its session or became daemons
// (impl/process_tree.hpp says how they are found, and where that cannot be known for sure). No
// shell is ever involved.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "io/loop.hpp"

namespace understudy::io {

struct Program {
    enum class Input : std::uint8_t {
        None,   // the program reads the end of its input at once
        Bytes,  // `input`, then the end
        Open,   // `input`, then what is fed, until close_input()
    };
    struct Terminal {
        std::uint16_t rows = 24;
        std::uint16_t columns = 80;
    };

    // Looked for on the PATH of `environment` (/usr/bin:/bin if it has none); with a '/' in it, a
    // path, seen from `folder`.
    std::string program;
    std::vector<std::string> arguments;    // without the program's name
    std::vector<std::string> environment;  // "NAME=value"; complete: nothing is inherited
    std::string folder;                    // where it runs; empty: where we run

    Input input_kind = Input::None;
    std::string input;
    // Input, output and errors are a terminal: lines end in CR LF, input is echoed, all output is
    // Stream::Output.
    std::optional<Terminal> terminal;

    std::optional<std::chrono::milliseconds> limit;
    std::chrono::milliseconds grace{2000};   // between asking it to end and killing it
    std::chrono::milliseconds linger{2000};  // for a child that holds the output after its end
    // What it started may go on after it ended by itself, as it would without us. Where we end it,
    // its children end with it all the same.
    bool leaves_children = false;
};

enum class Stream : std::uint8_t { Output, Error };

struct Exit {
    std::optional<int> code;  // else it was ended by a signal:
    int signal = 0;
    bool timed_out = false;     // `limit` was reached
    bool stopped = false;       // stop() was called
    std::size_t survivors = 0;  // of its tree, that we may not kill (another user's) or that hang
    std::chrono::microseconds took{0};

    bool succeeded() const { return code == 0 && !timed_out && !stopped; }
};

class Process {
public:
    class Listener {
    public:
        // `since_start`: when the bytes were read. The process must not be destroyed in here.
        virtual void on_output(Stream stream, std::string_view bytes,
                               std::chrono::microseconds since_start) = 0;
        // Everything fed so far was taken, after feed() had said that it was not.
        virtual void on_input_taken() {}
        // The last call, after all output. The process may be destroyed in here.
        virtual void on_exit(const Exit& exit) = 0;

    protected:
        ~Listener() = default;
    };

    // From the loop's own thread; the loop and the listener outlive the process.
    static base::Result<std::unique_ptr<Process>> start(Loop& loop, const Program& program,
                                                        Listener& listener);
    ~Process();  // while it runs: kills it and what it started; on_exit is not called then
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // For Input::Open. False: some of it waits here for the program to read; who feeds much waits
    // for on_input_taken(). What the program does not want (it closed its input) is dropped.
    bool feed(std::string_view bytes);
    void close_input();

    // Asks everything it started to end (SIGTERM), and kills what is left after `grace`.
    void stop();

    int id() const;

private:
    struct State;
    explicit Process(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

struct Piece {
    Stream stream = Stream::Output;
    std::string bytes;
    std::chrono::microseconds at{0};  // since the start
};

struct Finished {
    std::vector<Piece> pieces;  // in the order they arrived
    Exit exit;
    bool output_cut = false;  // more than the limit: the program was stopped, the rest dropped

    std::string output() const { return all_of(Stream::Output); }
    std::string errors() const { return all_of(Stream::Error); }
    std::string all_of(Stream stream) const;
};

inline constexpr std::size_t kOutputLimit = std::size_t{256} << 20;

// The same with a loop of its own, until the end. Input::Open means Input::Bytes here.
base::Result<Finished> run_program(const Program& program, std::size_t output_limit = kOutputLimit);

}  // namespace understudy::io
