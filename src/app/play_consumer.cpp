#include "app/play_consumer.hpp"

#include <unistd.h>

#include "base/text.hpp"
#include "io/process.hpp"

namespace understudy::app {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::string> environment() {
    std::vector<std::string> variables;
    for (char** each = ::environ; *each != nullptr; ++each) variables.emplace_back(*each);
    return variables;
}

std::string words_of(const io::Finished& finished) {
    if (finished.output_cut) {
        return "it printed more than " + base::with_thousands(kConsumerOutput) + " bytes";
    }
    if (finished.exit.timed_out) return "it took too long";
    if (finished.exit.code) return "it ended with " + std::to_string(*finished.exit.code);
    return "it was ended by signal " + std::to_string(finished.exit.signal);
}

}  // namespace

fixture::Played play_consumer(const ConsumerCall& call, const fixture::ReplayFeed& feed) {
    fixture::Played played;
    const std::vector<std::string> once{feed.bytes};
    const std::vector<std::string>& inputs = call.runs_for_each ? feed.each : once;
    if (inputs.size() > kMostRuns) {
        played.not_started = "there are more than " + base::with_thousands(kMostRuns) + " records";
        return played;
    }
    const Clock::time_point end = Clock::now() + call.limit;
    std::size_t left = kConsumerOutput;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        io::Program program;
        program.program = call.command.front();
        program.arguments.assign(call.command.begin() + 1, call.command.end());
        program.environment = environment();
        program.input_kind = io::Program::Input::Bytes;
        program.input = inputs[i];
        program.limit =
            std::max(std::chrono::milliseconds(1),
                     std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()));
        const auto finished = io::run_program(program, left);
        if (!finished) {
            played.not_started = base::message(finished.error());
            return played;
        }
        const std::string number = call.runs_for_each ? " " + std::to_string(i + 1) : "";
        played.outputs.push_back({"output" + number, finished->output()});
        left -= std::min(left, played.outputs.back().text.size());
        if (!finished->exit.succeeded() || finished->output_cut) {
            played.failure = (number.empty() ? "" : "record" + number + ": ") + words_of(*finished);
            return played;
        }
    }
    return played;
}

}  // namespace understudy::app
