#include "app/git_texts.hpp"

#include <unistd.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "app/code.hpp"
#include "app/git_stream.hpp"
#include "base/text.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kMostErrorBytes = 4096;

// What must not be inherited: the language of git's messages, and whatever makes it print or run
// something else.
constexpr std::string_view kNotInherited[] = {
    "LC_ALL=", "LANGUAGE=", "GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=", "GIT_TRACE", "GIT_PAGER="};

std::vector<std::string> environment() {
    std::vector<std::string> all;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const bool is_left_out =
            std::any_of(std::begin(kNotInherited), std::end(kNotInherited),
                        [&](std::string_view name) { return text.starts_with(name); });
        if (!is_left_out) all.emplace_back(text);
    }
    all.emplace_back("LC_ALL=C");
    all.emplace_back("GIT_OPTIONAL_LOCKS=0");  // looking writes nothing
    all.emplace_back("GIT_NO_LAZY_FETCH=1");   // and asks no server
    all.emplace_back("GIT_TERMINAL_PROMPT=0");
    return all;
}

// Runs git and hands on what it prints as it comes.
template <class TakeOutput>
class GitRun final : public io::Process::Listener {
public:
    explicit GitRun(TakeOutput take) : take_(std::move(take)) {}

    base::Result<void> run(std::vector<std::string> arguments, std::string input = {}) {
        io::Program program;
        program.program = "git";
        program.arguments = std::move(arguments);
        program.environment = environment();
        program.input_kind = io::Program::Input::Bytes;
        program.input = std::move(input);
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
            take_(bytes);
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

    TakeOutput take_;
    io::Loop loop_;
    io::Exit exit_;
    std::string errors_;
};

void append_paths(std::vector<std::string>& arguments, std::span<const std::string> paths) {
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), paths.begin(), paths.end());
}

}  // namespace

base::Result<std::vector<std::string>> work_files(const std::string& folder) {
    std::string printed;
    GitRun run([&](std::string_view bytes) { printed += bytes; });
    TRY_VOID(
        run.run({"-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"}));
    std::vector<std::string> names;
    for (const std::string_view name : base::split(printed, '\0')) {
        if (!name.empty()) names.emplace_back(name);
    }
    return names;
}

base::Result<std::vector<GitText>> staged_texts(std::span<const std::string> paths) {
    std::vector<std::string> arguments = {"--literal-pathspecs",
                                          "diff",
                                          "--cached",
                                          "--raw",
                                          "-z",
                                          "--no-abbrev",
                                          "--no-renames",
                                          "--no-color",
                                          "--no-ext-diff",
                                          "--diff-filter=AMT",
                                          "--ignore-submodules=all"};
    append_paths(arguments, paths);
    RawChangeReader changes;
    GitRun run([&](std::string_view bytes) { changes.feed(bytes); });
    if (auto done = run.run(std::move(arguments)); !done) {
        // Outside a repository `git diff` compares files, and complains of the option.
        GitRun look([](std::string_view) {});
        TRY_VOID(look.run({"rev-parse", "--git-dir"}));
        return base::fail(std::move(done).error());
    }
    return std::move(changes).texts();
}

base::Result<std::vector<GitText>> added_texts(const std::string& range,
                                               std::span<const std::string> paths) {
    // -c: of a merge, what differs from all its parents.
    std::vector<std::string> arguments = {
        "--literal-pathspecs",
        "-c",
        "log.showRoot=true",
        "-c",
        "log.showSignature=false",
        "log",
        "--reverse",
        "--format=" + std::string(RawChangeReader::kCommit) + "%H",
        "-c",
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-renames",
        "--no-color",
        "--no-ext-diff",
        "--no-notes",
        "--ignore-submodules=all"};
    if (range != "--all") arguments.emplace_back("--end-of-options");
    arguments.push_back(range);
    append_paths(arguments, paths);
    RawChangeReader changes;
    GitRun run([&](std::string_view bytes) { changes.feed(bytes); });
    TRY_VOID(run.run(std::move(arguments)));
    return std::move(changes).texts();
}

base::Result<void> read_git_texts(std::span<const GitText> texts, GitTextReader& reader) {
    if (texts.empty()) return {};
    std::string names;
    for (const GitText& text : texts) names += text.object + '\n';
    BatchReader batch(reader);
    GitRun run([&](std::string_view bytes) { batch.feed(bytes); });
    TRY_VOID(run.run({"cat-file", "--batch"}, std::move(names)));
    if (batch.count() == texts.size()) return {};
    return base::fail(code::GitRefused, {{"why", "it printed less than it was asked for"}});
}

}  // namespace understudy::app
