// The journal as it grows.
#include "base/text.hpp"
#include "serve/impl/control_call.hpp"

namespace understudy::serve {

namespace {

using world::Refused;

std::variant<std::uint64_t, Refused> position_in(const std::string& text, std::string_view what) {
    const auto position = base::parse_int64(text);
    if (position && *position >= 0) return static_cast<std::uint64_t>(*position);
    return refuse("invalid_request", std::string(what) + " cannot be " + base::quoted(text), {},
                  "take the id of the last frame that was read");
}

ControlResult read_feed(ControlCall& call) {
    std::variant<std::uint64_t, Refused> after = std::uint64_t{0};
    if (call.query.has("from")) {
        after = position_in(call.text("from"), "from");
    } else if (!call.last_event_id.empty()) {
        after = position_in(call.last_event_id, "Last-Event-ID");
    }
    if (auto* refused = std::get_if<Refused>(&after)) return std::move(*refused);
    ControlDone done;
    done.feed = FeedOrder{call.world, std::get<std::uint64_t>(after)};
    return done;
}

constexpr std::string_view kQuery[] = {"from"};
constexpr Route kRoutes[] = {
    {"GET",
     "/feed",
     "readFeed",
     "What happens in the world, as server-sent events: request, transition, event, control. The "
     "id of a frame is its position; a first frame `evicted` tells how many are gone.",
     Level::World,
     200,
     "",
     "",
     false,
     kQuery,
     {},
     read_feed,
     "text/event-stream"},
};
constexpr QueryParameter kParameters[] = {
    {"from", "position of the last frame that was read; 0: from the beginning"},
};

}  // namespace

const Area& feed_area() {
    static const Area area{kRoutes, kParameters, {}, "{}"};
    return area;
}

}  // namespace understudy::serve
