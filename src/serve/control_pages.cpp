#include "serve/impl/control_pages.hpp"

#include "base/text.hpp"

namespace understudy::serve {

using json::Value;
using world::Refused;
using world::World;

std::size_t limit_of(const ControlCall& call) {
    constexpr std::size_t kUsual = 100;
    const Value* limit = call.query.find("limit");
    return limit == nullptr ? kUsual : static_cast<std::size_t>(*limit->to_int64());
}

std::variant<std::uint64_t, Refused> cursor_of(const ControlCall& call) {
    if (!call.query.has("cursor")) return std::uint64_t{0};
    const auto position = base::parse_int64(call.text("cursor"));
    if (position && *position >= 0) return static_cast<std::uint64_t>(*position);
    return refuse("invalid_request", "cursor cannot be " + base::quoted(call.text("cursor")), {},
                  "take `next` of the page before, as it stands");
}

ControlDone page_answer(World::Page page) {
    Value data = Value::array();
    for (Value& record : page.data) data.push_back(std::move(record));
    Value next = page.next ? Value(std::to_string(*page.next)) : Value();
    return {200, list_envelope(std::move(data), std::move(next), page.evicted), {}, {}};
}

ControlDone page_of(const std::vector<Value>& all, std::uint64_t from, std::size_t limit) {
    World::Page page;
    for (std::uint64_t i = from; i < all.size() && page.data.size() < limit; ++i) {
        page.data.push_back(all[i]);
    }
    const std::uint64_t end = from + page.data.size();
    if (end < all.size()) page.next = end;
    return page_answer(std::move(page));
}

ControlResult page_of(const ControlCall& call, const std::vector<Value>& all) {
    auto cursor = cursor_of(call);
    if (auto* refused = std::get_if<Refused>(&cursor)) return std::move(*refused);
    return page_of(all, std::get<std::uint64_t>(cursor), limit_of(call));
}

ControlResult apply(ControlCall& call, const world::Command& command, int status) {
    auto applied = call.world->apply(command);
    if (!applied) return to_refusal(applied.error());
    if (auto* refused = std::get_if<Refused>(&*applied)) return std::move(*refused);
    return ControlDone{status, std::move(std::get<world::Outcome>(*applied).result), {}, {}};
}

}  // namespace understudy::serve
