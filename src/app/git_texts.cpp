#include "app/git_texts.hpp"

#include <functional>
#include <utility>

#include "app/code.hpp"
#include "app/git_command.hpp"
#include "app/git_stream.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

base::Result<void> ask(std::vector<std::string> arguments,
                       std::function<void(std::string_view bytes)> on_output,
                       std::string input = {}) {
    GitCall call;
    call.arguments = std::move(arguments);
    call.input = std::move(input);
    call.on_output = std::move(on_output);
    return run_git(call);
}

void append_paths(std::vector<std::string>& arguments, std::span<const std::string> paths) {
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), paths.begin(), paths.end());
}

}  // namespace

base::Result<std::vector<std::string>> work_files(const std::string& folder) {
    std::string printed;
    TRY_VOID(ask({"-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"},
                 [&](std::string_view bytes) { printed += bytes; }));
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
    const auto take = [&](std::string_view bytes) { changes.feed(bytes); };
    if (auto done = ask(std::move(arguments), take); !done) {
        // Outside a repository `git diff` compares files, and complains of the option.
        TRY_VOID(ask({"rev-parse", "--git-dir"}, {}));
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
    TRY_VOID(ask(std::move(arguments), [&](std::string_view bytes) { changes.feed(bytes); }));
    return std::move(changes).texts();
}

base::Result<void> read_git_texts(std::span<const GitText> texts, GitTextReader& reader) {
    if (texts.empty()) return {};
    std::string names;
    for (const GitText& text : texts) names += text.object + '\n';
    BatchReader batch(reader);
    TRY_VOID(ask(
        {"cat-file", "--batch"}, [&](std::string_view bytes) { batch.feed(bytes); },
        std::move(names)));
    if (batch.count() == texts.size()) return {};
    return base::fail(code::GitRefused, {{"why", "it printed less than it was asked for"}});
}

}  // namespace understudy::app
