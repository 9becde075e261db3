#include "app/git_command.hpp"

#include <unistd.h>

#include <algorithm>

#include "app/code.hpp"
#include "base/text.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kMostErrorBytes = 4096;

// What must not be inherited: the language of git's messages, and whatever makes it print or run
// something else.
constexpr std::string_view kNotInherited[] = {
    "LC_ALL=", "LANGUAGE=", "GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=", "GIT_TRACE", "GIT_PAGER="};
// A hook of git runs with these, and they mean its own repository.
constexpr std::string_view kOfOneRepository[] = {
    "GIT_DIR=",        "GIT_WORK_TREE=",        "GIT_INDEX_FILE=", "GIT_PREFIX=",
    "GIT_COMMON_DIR=", "GIT_OBJECT_DIRECTORY=", "GIT_NAMESPACE=",  "GIT_QUARANTINE_PATH="};

template <std::size_t Size>
bool begins_with_any(std::string_view text, const std::string_view (&names)[Size]) {
    return std::any_of(std::begin(names), std::end(names),
                       [&](std::string_view name) { return text.starts_with(name); });
}

std::vector<std::string> environment(const GitCall& call) {
    std::vector<std::string> all;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const bool is_left_out = begins_with_any(*entry, kNotInherited) ||
                                 (call.is_elsewhere && begins_with_any(*entry, kOfOneRepository));
        if (!is_left_out) all.emplace_back(*entry);
    }
    all.emplace_back("LC_ALL=C");
    all.emplace_back("GIT_OPTIONAL_LOCKS=0");  // looking writes nothing
    all.emplace_back("GIT_NO_LAZY_FETCH=1");   // and asks no server
    all.emplace_back("GIT_TERMINAL_PROMPT=0");
    all.insert(all.end(), call.environment.begin(), call.environment.end());
    return all;
}

// Hands on what git prints as it comes.
class GitRun final : public io::Process::Listener {
public:
    explicit GitRun(const GitCall& call) : call_(call) {}

    base::Result<void> run() {
        io::Program program;
        program.program = "git";
        program.arguments = call_.arguments;
        program.environment = environment(call_);
        program.input_kind = io::Program::Input::Bytes;
        program.input = call_.input;
        auto process = io::Process::start(loop_, program, *this);
        if (!process) {
            return base::fail(code::GitMissing, {{"why", base::message(process.error())}});
        }
        loop_.run();
        if (exit_.succeeded()) return {};
        return base::fail(code::GitRefused, {{"why", why()}});
    }

    void on_output(io::Stream stream, std::string_view bytes,
                   std::chrono::microseconds /*since_start*/) override {
        if (stream == io::Stream::Output) {
            if (call_.on_output) call_.on_output(bytes);
        } else {
            errors_.append(
                bytes.substr(0, kMostErrorBytes - std::min(kMostErrorBytes, errors_.size())));
        }
    }
    void on_exit(const io::Exit& exit) override {
        exit_ = exit;
        loop_.stop();
    }

private:
    // The line of git's that matters, without its first word.
    std::string why() const {
        constexpr std::string_view kFatal = "fatal: ";
        std::string_view best;
        for (const std::string_view line : base::split_lines(errors_)) {
            if (best.empty()) best = line;
            if (!line.starts_with(kFatal)) continue;
            best = line.substr(kFatal.size());
            break;
        }
        if (!best.empty()) return base::to_valid_utf8(best);
        if (!exit_.code) return "ended by signal " + std::to_string(exit_.signal);
        return "exit code " + std::to_string(*exit_.code);
    }

    const GitCall& call_;
    io::Loop loop_;
    io::Exit exit_;
    std::string errors_;
};

}  // namespace

base::Result<void> run_git(const GitCall& call) {
    return GitRun(call).run();
}

base::Result<std::string> run_git(std::vector<std::string> arguments) {
    std::string printed;
    GitCall call;
    call.arguments = std::move(arguments);
    call.is_elsewhere = true;
    call.on_output = [&](std::string_view bytes) { printed += bytes; };
    TRY_VOID(run_git(call));
    while (printed.ends_with('\n')) printed.pop_back();
    return printed;
}

std::vector<std::string> environment_without_git() {
    std::vector<std::string> all;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        if (!begins_with_any(*entry, kOfOneRepository)) all.emplace_back(*entry);
    }
    return all;
}

}  // namespace understudy::app
