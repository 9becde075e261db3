#include "app/replay_summary.hpp"

#include <algorithm>

#include "app/code.hpp"
#include "base/text.hpp"
#include "cassette/http_match.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"
#include "serve/code.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kMostListed = 20;

std::string note(base::Code code, std::vector<base::Arg> args) {
    const base::Error error{code, std::move(args), {}, {}};
    return "understudy: " + base::message(error) + " [" + std::string(base::name_of(code)) + "]\n";
}

json::Value to_value(const ReplayEnd& end, const std::vector<serve::Replayer::Unmatched>& unmatched,
                     const std::vector<std::uint32_t>& unused) {
    json::Value missed = json::Value::array();
    for (const auto& each : unmatched) {
        missed.push_back(
            json::Value::object({{"call", each.call}, {"times", std::uint64_t{each.times}}}));
    }
    json::Value left = json::Value::array();
    for (const std::uint32_t number : unused) {
        const serve::Replayer::Taken one = end.replayer.at(number);
        left.push_back(json::Value::object(
            {{"file", base::to_valid_utf8(one.recording->file)}, {"exchange", one.exchange->id}}));
    }
    json::Value all = json::Value::object({{"ended", true},
                                           {"recordings", std::uint64_t{end.replayer.count()}},
                                           {"unmatched", std::move(missed)},
                                           {"unused", std::move(left)}});
    if (end.callbacks.recorded > 0) {
        all.set("webhooks",
                json::Value::object({{"recorded", std::uint64_t{end.callbacks.recorded}},
                                     {"sent", std::uint64_t{end.callbacks.sent}},
                                     {"differed", std::uint64_t{end.callbacks.differed}}}));
    }
    return all;
}

void say_unused(const ReplayEnd& end, const std::vector<std::uint32_t>& unused,
                Terminal& terminal) {
    for (std::size_t i = 0; i < std::min(unused.size(), kMostListed); ++i) {
        const serve::Replayer::Taken one = end.replayer.at(unused[i]);
        terminal.error(note(serve::code::ReplayUnused,
                            {{"file", report::shown(one.recording->file)},
                             {"exchange", one.exchange->id},
                             {"call", cassette::shown_call(*one.exchange->http(), false)}}));
    }
    if (unused.size() > kMostListed) {
        terminal.error("understudy: and " + base::with_thousands(unused.size() - kMostListed) +
                       " more were never called\n");
    }
}

}  // namespace

ExitCode say_end(const ReplayEnd& end, Terminal& terminal) {
    const auto unmatched = end.replayer.unmatched();
    const auto unused = end.replayer.unused();
    for (const auto& each : unmatched) {
        terminal.error(note(serve::code::ReplayUnmatched,
                            {{"count", base::plural(each.times, "time")}, {"call", each.call}}));
    }
    say_unused(end, unused, terminal);
    const auto& webhooks = end.callbacks;
    if (webhooks.recorded > webhooks.sent) {
        terminal.error(
            note(serve::code::ReplayUnsent,
                 {{"count", base::plural(webhooks.recorded - webhooks.sent, "webhook")}}));
    }
    if (end.is_json) terminal.out(json::write(to_value(end, unmatched, unused)) + '\n');
    if (!unmatched.empty()) return end.miss_exit;
    bool has_failed = webhooks.differed > 0;
    for (const std::uint32_t number : unused) has_failed |= end.replayer.is_strict(number);
    return has_failed ? ExitCode::Differed : ExitCode::Done;
}

}  // namespace understudy::app
