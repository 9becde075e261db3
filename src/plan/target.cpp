// The usual way for time to pass: the world's own clock, through the control API.
#include "plan/target.hpp"

#include "base/text.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::plan {

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
