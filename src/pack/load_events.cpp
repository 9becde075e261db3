// Events: their list, their payload, and the resource that keeps them.
#include <algorithm>

#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

void declare_events(Loader& loader) {
    const Node node = loader.root.member("events");
    if (!node) return;
    const Map map(loader.reader, node, "events", {"stored_as", "types", "never", "payload"});
    Events& events = loader.pack.events.emplace();
    events.types = loader.reader.texts(map.get("types"), "events.types");
    events.never = loader.reader.texts(map.get("never"), "events.never");
    const Node stored = map.get("stored_as");
    if (!stored) return;
    events.stored_as = resource_named(loader, stored, "events.stored_as");
    if (events.stored_as == kNone) return;
    // The payload's members are the stored event's fields.
    Resource& resource = loader.pack.resources[events.stored_as];
    for (const Entry& entry : loader.reader.entries(map.get("payload"), "events.payload")) {
        if (!is_name(entry.key) || resource.find_field(entry.key) != kNone) continue;
        const bool nested = std::any_of(
            resource.fields.begin(), resource.fields.end(),
            [&](const Field& field) { return field.path.starts_with(entry.key + "."); });
        if (nested) continue;
        Field field;
        field.path = entry.key;
        field.segments = {entry.key};
        field.from = From::Moves;
        field.mark = entry.node.key_mark();
        resource.fields.push_back(std::move(field));
        loader.written[events.stored_as].fields.push_back({});
    }
}

void read_events(Loader& loader) {
    if (!loader.pack.events) return;
    const Node payload = loader.root.member("events").member("payload");
    loader.pack.events->payload =
        payload ? read_template(loader, payload, event_place(loader), "events.payload")
                : Template{};
    if (!payload) loader.pack.events->payload.kind = Template::Kind::Object;
}

}  // namespace understudy::pack
