#include "app/pack_tool.hpp"

#include <algorithm>

#include "app/command_target.hpp"
#include "app/plan_cassette.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"

namespace understudy::app {

namespace {

namespace code = cassette::code;
namespace fs = std::filesystem;

base::Failure cannot_play(std::string why) {
    return base::fail(code::FakeCannotPlay, {{"why", std::move(why)}});
}

}  // namespace

base::Result<void> PackTool::reset() {
    room_.reset();  // the old one is gone before the new one is made
    room_.emplace(TRY(CleanRoom::make({})));
    return {};
}

// The world is ours, so it may be written to; what else the tool does on this machine, its label
// must tell.
base::Result<void> PackTool::check(const cassette::Exchange& call) const {
    if (fake_.env.empty()) {
        return cannot_play(
            "the fake is a pack, and `env` of the fake does not say how a command finds it");
    }
    if (!call.effect) {
        return cannot_play("the call does not say what it does (`effect`), so it is not run");
    }
    if (*call.effect > allowed_) {
        return cannot_play("the call is " + std::string(plan::name_of(*call.effect)) +
                           ", and only " + std::string(plan::name_of(allowed_)) +
                           " is allowed here");
    }
    return {};
}

base::Result<plan::CommandCall> PackTool::call_of(const cassette::Exchange& call,
                                                  const std::vector<cassette::Variable>& vars,
                                                  WorldTarget& world) const {
    const cassette::CommandInput& input = *call.command();
    const std::string scratch = room_->scratch().string();
    const bool names_scratch =
        std::any_of(vars.begin(), vars.end(),
                    [](const cassette::Variable& each) { return each.name == "scratch"; });
    // Recordings show the scratch folder as a folder of the root.
    const auto outside = [&](const std::string& text) {
        return names_scratch ? base::replace_all(text, CleanRoom::kScratch, scratch) : text;
    };
    plan::CommandCall made;
    made.step = call.id;
    made.words = {input.program};
    for (const std::string& arg : input.args) made.words.push_back(outside(arg));
    if (input.stdin_body) made.input = outside(input.stdin_body->bytes);
    const fs::path below =
        fs::path(input.cwd).lexically_relative(input.cwd.starts_with("root") ? "root" : "scratch");
    const bool is_inside = !below.empty() && *below.begin() != ".." && below != ".";
    if (is_inside) made.folder = below.generic_string();
    std::error_code problem;
    fs::create_directories(room_->scratch() / made.folder, problem);
    made.timeout = fake_.limit;
    for (const auto& [name, value] : input.env) made.environment.emplace_back(name, outside(value));
    const std::string url = TRY(world.url());
    const std::string host = url.substr(url.find("//") + 2);
    for (const auto& [name, text] : fake_.env) {
        std::string value = base::replace_all(text, "${url}", url);
        value = base::replace_all(value, "${host}", host);
        value = base::replace_all(value, "${key}", world.key());
        std::erase_if(made.environment, [&](const auto& each) { return each.first == name; });
        made.environment.emplace_back(name, std::move(value));
    }
    return made;
}

base::Result<cassette::Output> PackTool::run(const cassette::Exchange& call,
                                             const std::vector<cassette::Variable>& vars,
                                             WorldTarget& world) {
    TRY_VOID(check(call));
    const plan::CommandCall made = TRY(call_of(call, vars, world));
    const std::vector<plan::Credential> no_logins;
    CommandTarget target(*room_, no_logins, {});
    const auto answer = target.run(made);
    if (!answer) return base::fail(code::FakeNotStarted, {{"why", base::message(answer.error())}});
    using End = plan::CommandAnswer::End;
    if (answer->end == End::NotStarted) return cannot_play(answer->why);
    if (answer->end == End::TimedOut) {
        return base::fail(code::FakeLate, {{"limit", base::to_text(fake_.limit)}});
    }
    cassette::Output output;
    output.pieces = pieces_inside(answer->pieces, *room_);
    using How = cassette::Ended::How;
    output.ended =
        cassette::Ended{answer->end == End::Exit ? How::Exit : How::Signal, answer->number, {}};
    if (call.kind == cassette::Kind::Stream) output.end = cassette::StreamEnd::Complete;
    return output;
}

}  // namespace understudy::app
