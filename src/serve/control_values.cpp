#include "serve/impl/control_values.hpp"

#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "world/duration_text.hpp"

namespace understudy::serve {

std::string text_of(const json::Value& body, std::string_view name) {
    const json::Value* value = body.find(name);
    return value == nullptr || !value->is_string() ? std::string()
                                                   : std::string(value->as_string());
}

std::variant<base::Instant, world::Refused> instant_of(std::string_view text,
                                                       std::string_view name) {
    if (const auto instant = base::parse_rfc3339(text)) return *instant;
    return refuse("invalid_instant", base::quoted(text) + " is no instant", '/' + std::string(name),
                  "write it as 2025-01-01T00:00:00Z");
}

std::variant<base::Duration, world::Refused> duration_of(std::string_view text,
                                                         std::string_view name) {
    const auto duration = world::read_duration(text);
    if (duration && *duration >= base::Duration{}) return *duration;
    return refuse("invalid_duration", base::quoted(text) + " is no duration",
                  '/' + std::string(name),
                  duration ? "it cannot be negative" : "write 500ms, 5s, 1h30m or 7d");
}

}  // namespace understudy::serve
