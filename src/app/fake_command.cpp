// A fake that is a command: run for every call with the recorded arguments, environment and input,
// in a folder that lives as long as one cassette is played. There it may keep what it remembers.
#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/fake_player.hpp"
#include "app/private_folder.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::string_view kScratch = "scratch";

std::string variable(std::string_view name, std::string_view value) {
    return std::string(name) + '=' + std::string(value);
}

// A word that names a file of the project is made absolute: the fake runs elsewhere.
std::string seen_from(const fs::path& root, const std::string& word) {
    std::error_code problem;
    const bool is_file = !word.empty() && !word.starts_with('/') && !word.starts_with('-') &&
                         fs::is_regular_file(root / word, problem);
    return is_file ? (root / word).lexically_normal().string() : word;
}

cassette::Ended end_of(const io::Exit& exit) {
    using How = cassette::Ended::How;
    if (exit.timed_out) return {How::TimedOut, 0, {}};
    if (exit.code) return {How::Exit, *exit.code, {}};
    return {How::Signal, exit.signal, {}};
}

class CommandPlayer final : public cassette::Player {
public:
    CommandPlayer(const cassette::Fake& fake, fs::path root) : fake_(fake), root_(std::move(root)) {
        for (std::string& word : fake_.command) word = seen_from(root_, word);
    }

    base::Result<void> reset(std::string_view given) override {
        folder_.emplace(TRY(PrivateFolder::make("fake")));
        given_ = given;
        return {};
    }

    base::Result<cassette::Answered> play(const cassette::Exchange& call,
                                          const std::vector<cassette::Variable>&) override {
        const cassette::CommandInput* input = call.command();
        if (input == nullptr) {
            return base::fail(
                code::FakeCannotPlay,
                {{"why", "the fake is a command, and this call is " +
                             std::string(cassette::name_of(call.kind)) + " over HTTP"}});
        }
        const io::Program program = TRY(program_of(*input));
        const auto finished = io::run_program(program);
        if (!finished) {
            return base::fail(code::FakeNotStarted, {{"why", base::message(finished.error())}});
        }
        if (finished->exit.timed_out) {
            return base::fail(code::FakeLate, {{"limit", base::to_text(fake_.limit)}});
        }
        cassette::Answered answered;
        answered.output.ended = end_of(finished->exit);
        answered.output.pieces = pieces_of(*finished);
        if (call.kind == cassette::Kind::Stream) {
            answered.output.end = cassette::StreamEnd::Complete;
        }
        return answered;
    }

private:
    base::Result<io::Program> program_of(const cassette::CommandInput& input) const {
        // `scratch/w` or `root/w`, but never out of the folder.
        fs::path place = folder_->path() / fs::path(input.cwd).lexically_normal();
        const std::string inside = place.lexically_relative(folder_->path()).generic_string();
        if (inside.starts_with("..")) place = folder_->path() / kScratch;
        std::error_code problem;
        fs::create_directories(folder_->path() / kScratch, problem);
        fs::create_directories(place, problem);
        fs::create_directories(folder_->path() / "home", problem);
        if (problem) {
            return base::fail(code::FakeNotStarted,
                              {{"why", "no folder for it: " + problem.message()}});
        }
        io::Program program;
        program.program = fake_.command.front();
        program.arguments.assign(fake_.command.begin() + 1, fake_.command.end());
        program.arguments.insert(program.arguments.end(), input.args.begin(), input.args.end());
        program.environment = environment_of(input);
        program.folder = place.string();
        if (input.stdin_body) {
            program.input_kind = io::Program::Input::Bytes;
            program.input = input.stdin_body->bytes;
        }
        program.limit =
            milliseconds(fake_.limit.seconds * 1000 + fake_.limit.nanoseconds / 1'000'000);
        return program;
    }

    std::vector<std::string> environment_of(const cassette::CommandInput& input) const {
        const char* path = std::getenv("PATH");
        std::vector<std::string> environment = {
            variable("UNDERSTUDY_ROOT", root_.string()),
            variable("UNDERSTUDY_PROGRAM", input.program),
            variable("UNDERSTUDY_GIVEN", given_),
        };
        const auto is_recorded = [&](std::string_view name) {
            return std::any_of(input.env.begin(), input.env.end(),
                               [&](const auto& pair) { return pair.first == name; });
        };
        const auto usual = [&](std::string_view name, std::string_view value) {
            if (!is_recorded(name)) environment.push_back(variable(name, value));
        };
        usual("PATH", path == nullptr ? "/usr/bin:/bin" : path);
        usual("HOME", (folder_->path() / "home").string());
        usual("LC_ALL", "C.UTF-8");
        for (const auto& [name, value] : input.env) environment.push_back(variable(name, value));
        return environment;
    }

    // Neighbours of one stream become one piece, so that a path cut in two is still found.
    std::vector<cassette::Piece> pieces_of(const io::Finished& finished) const {
        std::vector<cassette::Piece> pieces;
        for (const io::Piece& piece : finished.pieces) {
            const auto from = piece.stream == io::Stream::Output ? cassette::From::Stdout
                                                                 : cassette::From::Stderr;
            if (pieces.empty() || pieces.back().from != from) pieces.push_back({0, from, {}});
            pieces.back().bytes += piece.bytes;
        }
        // As a clean room is recorded: as if it were the root of the file system.
        for (cassette::Piece& piece : pieces) {
            piece.bytes = base::replace_all(piece.bytes, folder_->path().string(), "");
        }
        return pieces;
    }

    cassette::Fake fake_;
    fs::path root_;
    std::string given_;
    std::optional<PrivateFolder> folder_;
};

}  // namespace

std::unique_ptr<cassette::Player> make_command_player(const cassette::Fake& fake,
                                                      const fs::path& root) {
    return std::make_unique<CommandPlayer>(fake, root);
}

}  // namespace understudy::app
