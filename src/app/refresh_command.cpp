#include "app/refresh_command.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "app/git_command.hpp"
#include "app/stop_signals.hpp"
#include "base/text.hpp"
#include "io/process.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOutput = std::size_t{64} << 20U;
constexpr std::chrono::milliseconds kGlance{50};
constexpr std::size_t kMostLines = 20;
constexpr std::size_t kMostSaid = 4'000;

std::string shown_command(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        // Our own path is nobody's business.
        const std::string word = i == 0 ? fs::path(words[0]).filename().string() : words[i];
        text += (i == 0 ? "" : " ") + word;
    }
    return "`" + report::shown(text) + "`";
}

std::string last_lines(std::string_view text) {
    if (text.size() > kMostSaid) text.remove_prefix(text.size() - kMostSaid);
    const auto lines = base::split_lines(text);
    std::string last;
    for (std::size_t i = lines.size() - std::min(kMostLines, lines.size()); i < lines.size(); ++i) {
        last += report::shown(base::to_valid_utf8(lines[i])) + "\n";
    }
    return last;
}

std::string end_words(const io::Exit& exit) {
    if (exit.stopped) return "was stopped";
    if (exit.timed_out) return "took longer than its limit";
    if (!exit.code) return "was ended by signal " + std::to_string(exit.signal);
    return "ended with " + std::to_string(*exit.code);
}

// Keeps what it prints, and ends it when a signal came to us.
class Watched final : public io::Process::Listener {
public:
    base::Result<io::Exit> run(const io::Program& program) {
        process_ = TRY(io::Process::start(loop_, program, *this));
        glance();
        loop_.run();
        return exit_;
    }

    std::string output, all;
    bool is_cut = false;

private:
    void on_output(io::Stream stream, std::string_view bytes,
                   std::chrono::microseconds /*since_start*/) override {
        if (all.size() + bytes.size() > kMostOutput) {
            is_cut = true;
            process_->stop();
            return;
        }
        all += bytes;
        if (stream == io::Stream::Output) output += bytes;
    }
    void on_exit(const io::Exit& exit) override {
        exit_ = exit;
        loop_.stop();
    }
    void glance() {
        if (StopSignals::were_sent()) return process_->stop();
        loop_.after(kGlance, [this] { glance(); });
    }

    io::Loop loop_;
    std::unique_ptr<io::Process> process_;
    io::Exit exit_;
};

}  // namespace

EndOfCommand run_command(const CommandOfProject& command) {
    io::Program program;
    program.program = command.words.front();
    program.arguments.assign(command.words.begin() + 1, command.words.end());
    program.environment = environment_without_git();
    std::erase_if(program.environment, [](const std::string& each) {
        return each.starts_with("PWD=") || each.starts_with("OLDPWD=");
    });
    program.environment.push_back("PWD=" + command.folder);
    program.environment.insert(program.environment.end(), command.environment.begin(),
                               command.environment.end());
    program.folder = command.folder;
    program.limit = std::chrono::seconds(std::max<std::int64_t>(command.limit.seconds, 1));
    program.input_kind = io::Program::Input::Bytes;
    program.input = command.input;
    EndOfCommand end;
    end.words = shown_command(command.words);
    Watched watched;
    const auto exit = watched.run(program);
    if (!exit) {
        end.words += " could not be started: " + base::message(exit.error());
        return end;
    }
    end.is_good = exit->succeeded() && !watched.is_cut;
    end.output = std::move(watched.output);
    end.said = last_lines(watched.all);
    end.words += " " + end_words(*exit);
    return end;
}

std::vector<std::string> own_check(const std::string& cassettes) {
    std::error_code problem;
    const fs::path self = fs::read_symlink("/proc/self/exe", problem);
    return {problem ? std::string("understudy") : self.string(), "check", cassettes};
}

}  // namespace understudy::app
