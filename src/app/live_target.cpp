#include "app/live_target.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/command_target.hpp"
#include "app/plan_request.hpp"
#include "app/present_key.hpp"
#include "app/stop_signals.hpp"
#include "json/parse.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr milliseconds kGlance{50};  // how often we look whether we were told to stop

milliseconds to_milliseconds(base::Duration duration) {
    constexpr std::int64_t kLongest = std::int64_t{24} * 60 * 60;
    return milliseconds(std::min(duration.seconds, kLongest) * 1000 +
                        duration.nanoseconds / 1'000'000);
}

}  // namespace

bool LiveTarget::is_stopped() const {
    return !is_teardown_ && StopSignals::were_sent();
}

base::Result<http::Response> LiveTarget::call(const plan::Call& call) {
    if (is_stopped()) return base::fail(plan::code::Stopped);
    PlanRequest request;
    request.request = call.request;
    // A URL of its own is somebody else's: our key is not for them.
    if (call.url.empty() && call.auth != plan::Auth::None) {
        const bool is_wrong = call.auth == plan::Auth::Wrong;
        if (is_wrong || !options_.key.empty()) {
            present_key(request.request.head, options_.auth,
                        is_wrong ? kWrongLogin : std::string_view(options_.key));
        }
    }
    request.url = call.url.empty() ? options_.url + request.request.head.target : call.url;
    request.limit = to_milliseconds(call.timeout);
    request.is_stopped = [this] { return is_stopped(); };
    return TRY(send(request)).response;
}

base::Result<http::Response> LiveTarget::control(const plan::Call&) {
    return base::fail(plan::code::NoControl);
}

// The key is there, or nothing would run.
base::Result<void> LiveTarget::log_in(const plan::Credential&) {
    return {};
}

base::Result<void> LiveTarget::pause(base::Duration duration) {
    const auto until = SteadyClock::now() + to_milliseconds(duration);
    while (SteadyClock::now() < until) {
        if (is_stopped()) return base::fail(plan::code::Stopped);
        const auto left = std::chrono::duration_cast<milliseconds>(until - SteadyClock::now());
        std::this_thread::sleep_for(std::min(kGlance, left + milliseconds(1)));
    }
    return {};
}

KeptAnswer kept_answer(const plan::Call& call, const http::Response& response) {
    KeptAnswer answer;
    answer.method = call.request.head.method;
    answer.path = call.request.head.target.substr(0, call.request.head.target.find('?'));
    answer.status = response.head.status;
    std::string body;
    for (const http::Piece& piece : response.pieces) body += piece.bytes;
    if (auto value = json::parse(body)) answer.body = std::move(*value);
    return answer;
}

base::Result<http::Response> WitnessedTarget::call(const plan::Call& call) {
    http::Response response = TRY(of_.call(call));
    answers.insert_or_assign(call.step, kept_answer(call, response));
    return response;
}

}  // namespace understudy::app
