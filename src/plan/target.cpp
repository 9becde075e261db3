// What a target does that says nothing else: no programs, no logins, and the world's own clock,
// through the control API.
#include "plan/target.hpp"

#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

std::string CommandAnswer::all_of(bool is_error) const {
    std::string all;
    for (const Piece& piece : pieces) {
        if (piece.is_error == is_error) all += piece.bytes;
    }
    return all;
}

std::string CommandAnswer::end_text() const {
    switch (end) {
        case End::Exit: return "exit " + std::to_string(number);
        case End::Signal: return "signal " + std::to_string(number);
        case End::TimedOut: return "timed out";
        case End::NotStarted: return "not started: " + why;
    }
    return "";
}

base::Result<CommandAnswer> Target::run(const CommandCall&) {
    return base::fail(code::NoCommands);
}

base::Result<void> Target::log_in(const Credential&) {
    return {};
}

base::Result<void> Target::pause(base::Duration duration) {
    Call call;
    call.request.head.method = "POST";
    call.request.head.target = "/__admin__/clock/advance";
    call.request.head.headers.add("Content-Type", "application/json");
    call.request.body = json::write(json::Value::object({{"by", base::to_text(duration)}}));
    call.timeout = base::Duration{60, 0};
    const http::Response response = TRY(control(call));
    if (response.head.status >= 200 && response.head.status <= 299) return {};
    return base::fail(code::Status, {{"expected", "2xx"},
                                     {"actual", std::to_string(response.head.status)},
                                     {"help", "POST /__admin__/clock/advance answered " +
                                                  base::quoted(response.body())}});
}

}  // namespace understudy::plan
