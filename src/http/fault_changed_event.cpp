// `changed_event`: one event of a stream says something else in one place: another index, another
// id. It is as well formed as before, so whoever reads it must notice by its meaning.
#include <array>

#include "http/impl/event_fault.hpp"
#include "http/sse.hpp"
#include "json/parse.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"

namespace understudy::http {

namespace {

// False: there is no such place. A member of an object may be new, an element of an array not.
bool put(json::Value& into, std::span<const std::string> path, const json::Value& value) {
    if (path.empty()) {
        into = value;
        return true;
    }
    const std::string& token = path.front();
    if (into.is_object()) {
        const json::Value* old = into.find(token);
        if (old == nullptr && path.size() > 1) return false;
        json::Value changed = old != nullptr ? *old : json::Value();
        if (!put(changed, path.subspan(1), value)) return false;
        into.set(token, std::move(changed));
        return true;
    }
    const auto index = json::to_index(token);
    if (!into.is_array() || !index || *index >= into.items().size()) return false;
    return put(into.mutable_items()[*index], path.subspan(1), value);
}

class ChangedEvent final : public EventFault {
public:
    ChangedEvent(EventAt at, std::size_t held_most, json::Pointer field, json::Value value)
        : EventFault(at, held_most), field_(std::move(field)), value_(std::move(value)) {}

private:
    std::optional<std::string> instead_of(std::string_view event) const override {
        if (framing() == EventFraming::Lines) {
            const auto changed = change(event);
            if (!changed) return std::nullopt;
            return *changed + '\n';
        }
        SseReader reader;
        SseBlocks blocks;
        if (!reader.feed(event, blocks) || !reader.end(blocks) || blocks.size() != 1) {
            return std::nullopt;
        }
        auto changed = change(blocks[0].data);
        if (!changed) return std::nullopt;
        blocks[0].data = std::move(*changed);
        return write_sse(blocks[0]);
    }

    std::optional<std::string> change(std::string_view text) const {
        auto data = json::parse(text);
        if (!data || !put(*data, field_.tokens(), value_)) return std::nullopt;
        return json::write(*data);
    }

    json::Pointer field_;
    json::Value value_;
};

MadeFault make(const FaultParameters& parameters, const FaultContext& context) {
    const EventAt at = TRY(event_at(parameters));
    TRY_VOID(parameters.need("field"));
    TRY_VOID(parameters.need("value"));
    return std::make_unique<ChangedEvent>(at, context.limits.held_bytes,
                                          *TRY(parameters.pointer("field")),
                                          *parameters.value("value"));
}

constexpr std::array<std::string_view, 4> kParameters = {kAtEvent, kLast, "field", "value"};

}  // namespace

const FaultKind kChangedEventFault = {"changed_event", kParameters, true, make};

}  // namespace understudy::http
