// A fake that lives in a program: started once, asked in JSON lines, started again if it ends.
#include <chrono>
#include <utility>

#include "app/fake_player.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/fake_message.hpp"
#include "io/loop.hpp"
#include "io/process.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
namespace code = cassette::code;

constexpr std::size_t kMostStarts = 6;
constexpr std::size_t kLastWords = 400;  // of its standard error, to be shown
constexpr milliseconds kFarewell{2000};  // for a fake that tidies up at the end
constexpr milliseconds kLongestTurn{1000};

milliseconds to_milliseconds(base::Duration duration) {
    return std::chrono::seconds(duration.seconds) +
           std::chrono::duration_cast<milliseconds>(std::chrono::nanoseconds(duration.nanoseconds));
}

class ProtocolPlayer final : public cassette::Player, private io::Process::Listener {
public:
    ProtocolPlayer(const cassette::Fake& fake, const std::filesystem::path& root)
        : limit_(fake.limit) {
        program_.program = fake.command.front();
        program_.arguments.assign(fake.command.begin() + 1, fake.command.end());
        program_.environment = own_environment();
        program_.folder = root.string();
        program_.input_kind = io::Program::Input::Open;
    }
    ~ProtocolPlayer() override {
        if (!process_ || exit_) return;
        process_->close_input();
        wait_for([&] { return exit_.has_value(); }, kFarewell);
    }
    ProtocolPlayer(const ProtocolPlayer&) = delete;
    ProtocolPlayer& operator=(const ProtocolPlayer&) = delete;

    base::Result<void> reset(std::string_view given) override {
        if (!process_ || exit_ || is_spoilt_) TRY_VOID(start());
        process_->feed(cassette::reset_message(given));
        return {};
    }

    base::Result<cassette::Answered> play(const cassette::Exchange& call,
                                          const std::vector<cassette::Variable>& vars) override {
        process_->feed(cassette::call_message(++id_, call, vars));
        // What it wrote before it ended still counts.
        if (!wait_for([&] { return has_line() || exit_ || is_too_long(); },
                      to_milliseconds(limit_))) {
            is_spoilt_ = true;
            return base::fail(code::FakeLate, {{"limit", base::to_text(limit_)}});
        }
        if (has_line()) return take_answer(call);
        if (!is_too_long()) return ended();
        is_spoilt_ = true;
        return base::fail(code::FakeBadAnswer, {{"why", "it is longer than 64 MiB"}});
    }

private:
    void on_output(io::Stream stream, std::string_view bytes, std::chrono::microseconds) override {
        if (stream == io::Stream::Error) {
            errors_ += bytes;
            if (errors_.size() > 2 * kLastWords) errors_.erase(0, errors_.size() - kLastWords);
        } else if (output_.size() <= cassette::kMaxAnswerBytes) {
            if (line_end_ == std::string::npos) {
                const std::size_t at = bytes.find('\n');
                if (at != std::string_view::npos) line_end_ = output_.size() + at;
            }
            output_ += bytes;
        }
    }
    void on_exit(const io::Exit& exit) override { exit_ = exit; }

    base::Result<void> start() {
        if (starts_ == kMostStarts) {
            return base::fail(code::FakeNotStarted,
                              {{"why", "it ended or went astray too often in this run"}});
        }
        ++starts_;
        process_.reset();
        exit_.reset();
        is_spoilt_ = false;
        output_.clear();
        line_end_ = std::string::npos;
        errors_.clear();
        auto process = io::Process::start(loop_, program_, *this);
        if (!process) {
            return base::fail(code::FakeNotStarted, {{"why", base::message(process.error())}});
        }
        process_ = std::move(*process);
        return {};
    }

    base::Result<cassette::Answered> take_answer(const cassette::Exchange& call) {
        const std::string line = output_.substr(0, line_end_);
        output_.erase(0, line_end_ + 1);
        line_end_ = output_.find('\n');
        auto answered = cassette::read_answer(line, id_, call);
        // Lines that were not asked for would be taken for the next answers.
        if (!answered && answered.error().code == code::FakeBadAnswer) is_spoilt_ = true;
        return answered;
    }

    base::Failure ended() const {
        const std::string how = exit_->code ? "exit " + std::to_string(*exit_->code)
                                            : "signal " + std::to_string(exit_->signal);
        const std::string_view words = base::trim(errors_);
        const std::size_t from = words.size() > kLastWords ? words.size() - kLastWords : 0;
        return base::fail(
            code::FakeEnded,
            {{"how", how},
             {"last_words", words.empty() ? "" : ": " + report::shown(words.substr(from))}});
    }

    template <class Done>
    bool wait_for(Done done, milliseconds patience) {
        const Clock::time_point end = Clock::now() + patience;
        while (!done()) {
            const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
            if (left <= milliseconds(0)) return false;
            loop_.turn(std::min(left, kLongestTurn));
        }
        return true;
    }

    bool has_line() const { return line_end_ != std::string::npos; }
    bool is_too_long() const { return output_.size() > cassette::kMaxAnswerBytes; }

    base::Duration limit_;
    io::Program program_;
    io::Loop loop_;
    std::string output_, errors_;
    std::size_t line_end_ = std::string::npos;  // in output_
    std::optional<io::Exit> exit_;
    bool is_spoilt_ = false;  // its answers can no longer be told apart
    std::size_t starts_ = 0;
    std::uint64_t id_ = 0;
    std::unique_ptr<io::Process> process_;  // last: it calls us until it is gone
};

}  // namespace

std::unique_ptr<cassette::Player> make_protocol_player(const cassette::Fake& fake,
                                                       const std::filesystem::path& root) {
    return std::make_unique<ProtocolPlayer>(fake, root);
}

}  // namespace understudy::app
