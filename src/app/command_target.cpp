#include "app/command_target.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "app/changed_files.hpp"
#include "app/files.hpp"
#include "app/login.hpp"
#include "app/without_network.hpp"
#include "base/text.hpp"
#include "io/loop.hpp"
#include "io/process.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using plan::CommandAnswer;
using plan::CommandCall;
using std::chrono::milliseconds;

constexpr milliseconds kGlance{50};  // how often we look whether we were told to stop

milliseconds to_milliseconds(base::Duration duration) {
    constexpr std::int64_t kLongest = std::int64_t{7} * 24 * 60 * 60;
    return milliseconds(std::min(duration.seconds, kLongest) * 1000 +
                        duration.nanoseconds / 1'000'000);
}

// Collects what a program prints, and ends it when somebody says so.
class Watched final : public io::Process::Listener {
public:
    Watched(std::function<bool()> is_stopped, std::size_t limit)
        : is_stopped_(std::move(is_stopped)), left_(limit) {}

    base::Result<io::Exit> run(const io::Program& program) {
        process_ = TRY(io::Process::start(loop_, program, *this));
        glance();
        loop_.run();
        return exit_;
    }

    std::vector<CommandAnswer::Piece> pieces;
    bool is_cut = false;

private:
    void on_output(io::Stream stream, std::string_view bytes,
                   std::chrono::microseconds since_start) override {
        if (is_cut) return;
        const std::size_t cost = sizeof(CommandAnswer::Piece) + bytes.size();
        if (cost > left_) {
            is_cut = true;
            process_->stop();
            return;
        }
        left_ -= cost;
        pieces.push_back({std::chrono::duration_cast<milliseconds>(since_start).count(),
                          stream == io::Stream::Error, std::string(bytes)});
    }
    void on_exit(const io::Exit& exit) override {
        exit_ = exit;
        loop_.cancel(timer_);
        loop_.stop();
    }
    void glance() {
        if (!is_stopped_) return;
        if (is_stopped_()) return process_->stop();
        timer_ = loop_.after(kGlance, [this] { glance(); });
    }

    std::function<bool()> is_stopped_;
    std::size_t left_;
    io::Loop loop_;
    io::Loop::Timer timer_ = io::Loop::Timer::None;
    std::unique_ptr<io::Process> process_;
    io::Exit exit_;
};

void put_end(const io::Exit& exit, CommandAnswer& answer) {
    answer.duration = std::chrono::duration_cast<milliseconds>(exit.took).count();
    if (exit.timed_out) {
        answer.end = CommandAnswer::End::TimedOut;
    } else if (exit.code) {
        answer.end = CommandAnswer::End::Exit;
        answer.number = *exit.code;
    } else {
        answer.end = CommandAnswer::End::Signal;
        answer.number = exit.signal;
    }
}

bool names(const std::vector<std::string>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

CommandTarget::CommandTarget(const CleanRoom& room,
                             const std::vector<plan::Credential>& credentials, Options options)
    : room_(room), credentials_(credentials), options_(std::move(options)) {}

base::Result<http::Response> CommandTarget::call(const plan::Call& call) {
    if (is_stopped()) return base::fail(plan::code::Stopped);
    if (call.url.empty() && options_.url.empty()) {
        return base::fail(plan::code::NoAddress,
                          {{"what", base::quoted(call.request.head.target)}});
    }
    PlanRequest request;
    request.url = call.url.empty() ? options_.url + call.request.head.target : call.url;
    request.request = call.request;
    request.limit = to_milliseconds(call.timeout);
    request.is_stopped = [this] { return is_stopped(); };
    put_logins(call, request.request.head.headers);
    const auto at =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - started_);
    taken_.erase(call.step);
    TakenRequest taken = TRY(send(request));
    taken.exchange.at = at.count();
    taken_.insert_or_assign(call.step, std::move(taken.exchange));
    return std::move(taken.response);
}

// Each login that goes into a header, as this call is to have it: its own, none, or one that is not
// valid. A URL of its own is somebody else's: our logins are not for them.
void CommandTarget::put_logins(const plan::Call& call, http::Headers& headers) const {
    const bool has_none = call.auth == plan::Auth::None && call.without.empty();
    if (!call.url.empty() || has_none) return;
    for (const plan::Credential& credential : credentials_) {
        const auto value = values_.find(credential.name);
        const bool is_out = value == values_.end() || names(call.without, credential.name);
        if (credential.header.empty() || is_out || headers.has(credential.header)) continue;
        const bool is_wrong = names(call.wrong, credential.name) ||
                              (call.auth == plan::Auth::Wrong && call.wrong.empty());
        headers.add(credential.header,
                    base::replace_all(credential.text, "${login}",
                                      is_wrong ? kWrongLogin : std::string_view(value->second)));
    }
}

base::Result<http::Response> CommandTarget::control(const plan::Call&) {
    return base::fail(plan::code::NoControl);
}

bool CommandTarget::is_stopped() const {
    return !is_teardown_ && options_.is_stopped && options_.is_stopped();
}

base::Result<void> CommandTarget::pause(base::Duration duration) {
    const auto until = std::chrono::steady_clock::now() + to_milliseconds(duration);
    while (std::chrono::steady_clock::now() < until) {
        if (is_stopped()) return base::fail(plan::code::Stopped);
        const auto left =
            std::chrono::duration_cast<milliseconds>(until - std::chrono::steady_clock::now());
        std::this_thread::sleep_for(std::min(kGlance, left + milliseconds(1)));
    }
    return {};
}

base::Result<void> CommandTarget::log_in(const plan::Credential& credential) {
    values_[credential.name] = TRY(login_of(credential));
    return {};
}

Variables CommandTarget::logins() const {
    Variables logins;
    for (const plan::Credential& credential : credentials_) {
        const auto value = values_.find(credential.name);
        if (credential.variable.empty() || value == values_.end()) continue;
        logins.emplace_back(credential.variable, value->second);
    }
    return logins;
}

// Each login as this call is to have it: its own, none, or one that is not valid. A file is put
// anew before every call, since tools write to theirs.
base::Result<void> CommandTarget::put_logins(const CommandCall& call, Variables& environment) {
    for (const plan::Credential& credential : credentials_) {
        if (!credential.header.empty()) continue;
        const auto value = values_.find(credential.name);
        const bool is_out = value == values_.end() || names(call.without, credential.name);
        const std::string text = names(call.wrong, credential.name) ? std::string(kWrongLogin)
                                 : is_out                           ? std::string()
                                                                    : value->second;
        if (!credential.variable.empty()) {
            if (!is_out) environment.emplace_back(credential.variable, text);
            continue;
        }
        const fs::path file = room_.home() / credential.file;
        std::error_code problem;
        if (is_out) {
            fs::remove(file, problem);
            continue;
        }
        fs::create_directories(file.parent_path(), problem);
        TRY_VOID(write_file(file.string(), text));
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, problem);
    }
    return {};
}

std::vector<std::string> CommandTarget::environment_for(const Variables& own) const {
    std::map<std::string, std::string> all(room_.environment().begin(), room_.environment().end());
    for (const auto& [name, value] : own) all[name] = value;
    std::vector<std::string> lines;
    for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
    return lines;
}

// What cannot be started stays as it is: whoever tries to start it says why.
void CommandTarget::put_offline(std::vector<std::string>& words, const std::string& folder) const {
    const bool is_path = words.front().find('/') != std::string::npos;
    const std::string file =
        is_path ? (room_.scratch() / folder / words.front()).string() : room_.find(words.front());
    if (file.empty() || ::access(file.c_str(), X_OK) != 0) return;
    std::vector<std::string> offline = launcher_without_network();
    offline.push_back(file);
    offline.insert(offline.end(), words.begin(), words.end());
    words = std::move(offline);
}

base::Result<CommandAnswer> CommandTarget::run(const CommandCall& call) {
    if (is_stopped()) return base::fail(plan::code::Stopped);
    Variables own;
    TRY_VOID(put_logins(call, own));
    own.insert(own.end(), call.environment.begin(), call.environment.end());

    std::vector<std::string> words = options_.prefix;
    words.insert(words.end(), call.words.begin(), call.words.end());
    if (options_.is_offline) put_offline(words, call.folder);
    io::Program program;
    program.program = words.front();
    program.arguments.assign(words.begin() + 1, words.end());
    program.environment = environment_for(own);
    program.folder = (room_.scratch() / call.folder).string();
    program.limit = to_milliseconds(call.timeout);
    if (call.input) {
        program.input_kind = io::Program::Input::Bytes;
        program.input = *call.input;
    }

    const FileStates before = TRY(states_of(room_.scratch(), call.files));
    CommandAnswer answer;
    answer.at =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - started_)
            .count();
    Watched watched([this] { return is_stopped(); }, kMostOutput);
    auto exit = watched.run(program);
    if (!exit) {
        const base::Code code = exit.error().code;
        if (code != base::Code::IoProgramNotFound && code != base::Code::IoCannotStart) {
            return base::fail(exit.error());
        }
        answer.end = CommandAnswer::End::NotStarted;
        answer.why = base::message(exit.error());
    } else if (watched.is_cut) {
        return base::fail(plan::code::TooMuchOutput,
                          {{"program", base::quoted(program.program)},
                           {"limit", base::with_thousands(kMostOutput)}});
    } else if (exit->stopped) {
        return base::fail(plan::code::Stopped);
    } else {
        put_end(*exit, answer);
    }
    answer.pieces = std::move(watched.pieces);
    answer.files = changes_between(before, TRY(states_of(room_.scratch(), call.files)));
    if (options_.on_ran) options_.on_ran(call, answer);
    return answer;
}

}  // namespace understudy::app
