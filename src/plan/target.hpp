// What a plan runs against: a world in this process, any URL (url_target.hpp), or the programs of a
// machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "http/message.hpp"
#include "plan/plan.hpp"

namespace understudy::plan {

// One call with all its holes filled. The head has method, target in origin form
// ("/v1/charges?limit=3") and headers, Content-Type included; no Host and no Content-Length.
struct Call {
    http::Request request;
    std::string url;         // absolute, if the plan named one; then the head's target is its path
    Auth auth = Auth::Own;   // how the target presents its key
    base::Duration timeout;  // real time
    std::string step = {};   // id of the step
    std::vector<std::string> without = {}, wrong = {};  // credentials, by name
};

// One command with all its holes filled.
struct CommandCall {
    std::string step;                // id of the step
    std::vector<std::string> words;  // the program first
    std::optional<std::string> input;
    std::string folder;  // below the scratch folder; empty: the scratch folder
    std::vector<std::pair<std::string, std::string>> environment;  // of this call alone
    std::vector<std::string> files;                                // globs
    std::vector<std::string> without, wrong;                       // credentials, by name
    base::Duration timeout;
};

// What came of it. Bytes are as they came.
struct CommandAnswer {
    enum class End : std::uint8_t { Exit, Signal, TimedOut, NotStarted };
    struct Piece {
        std::int64_t at = 0;  // milliseconds from the start of the command
        bool is_error = false;
        std::string bytes;
    };
    struct File {  // below the scratch folder
        std::string path;
        std::string digest;  // "sha256:..."; empty: removed
        std::uint64_t size = 0;
    };

    std::int64_t at = 0;  // milliseconds from the start of the run
    std::int64_t duration = 0;
    std::vector<Piece> pieces;
    End end = End::Exit;
    int number = 0;   // exit code, or signal
    std::string why;  // of NotStarted
    std::vector<File> files;

    std::string output() const { return all_of(false); }
    std::string errors() const { return all_of(true); }
    std::string all_of(bool is_error) const;
    std::string end_text() const;  // "exit 0", "signal 9", "timed out", "not started: ..."
};

class Target {
public:
    virtual ~Target() = default;

    // A call of the service. An answer of the service is never an Error, whatever its status.
    virtual base::Result<http::Response> call(const Call& call) = 0;

    // A call of the control API; the head's target begins with /__admin__/. A target without one
    // gives code::NoControl.
    virtual base::Result<http::Response> control(const Call& call) = 0;

    // A command of the service. However it ends, that is an answer. A target that runs no programs
    // gives code::NoCommands.
    virtual base::Result<CommandAnswer> run(const CommandCall& call);

    // Whether there is a login to present. Fails, with the reason, if there is none.
    virtual base::Result<void> log_in(const Credential& credential);

    // From here on only tear-down runs: what stops steps does not stop it.
    virtual void begin_teardown() {}

    // Lets time pass between two tries. By default through the control API: POST clock/advance.
    virtual base::Result<void> pause(base::Duration duration);
};

}  // namespace understudy::plan
