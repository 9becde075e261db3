// Worlds on the control plane: made, listed, shown, forked, reset, ended; what happens outside
// them.
#include <charconv>

#include "base/text.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_pages.hpp"
#include "serve/impl/control_values.hpp"
#include "serve/seed_file.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Refused;

std::variant<std::chrono::milliseconds, Refused> ttl_of(const Value& body) {
    const std::string text = text_of(body, "ttl");
    if (text.empty() && !body.has("ttl")) return std::chrono::milliseconds(0);
    auto duration = duration_of(text, "ttl");
    if (auto* refused = std::get_if<Refused>(&duration)) return std::move(*refused);
    const auto [seconds, nanoseconds] = std::get<base::Duration>(duration);
    constexpr std::int64_t kLongest = std::int64_t{366} * 24 * 3600;
    if (seconds > kLongest || (seconds == 0 && nanoseconds < 1'000'000)) {
        return refuse("invalid_duration", base::quoted(text) + " cannot be a ttl", "/ttl",
                      "from a millisecond to a year");
    }
    return std::chrono::milliseconds(seconds * 1000 + nanoseconds / 1'000'000);
}

std::variant<WorldOrder, Refused> order_of(const Value& body) {
    WorldOrder order;
    order.pack = text_of(body, "pack");
    order.id = text_of(body, "id");
    order.key = text_of(body, "key");
    order.host = text_of(body, "host");
    for (const std::string_view name : {"id", "key"}) {
        if (const Value* given = body.find(name); given != nullptr && given->as_string().empty()) {
            return refuse("invalid_request", std::string(name) + " cannot be empty",
                          '/' + std::string(name), "leave it out, and one is made up");
        }
    }
    if (const Value* config = body.find("config")) order.config = *config;
    if (text_of(body, "clock") == "ticking") order.clock = world::ClockMode::Ticking;
    order.accept_any = text_of(body, "accept_keys") == "any";
    order.warns = text_of(body, "coherence") == "warn";
    order.virtual_pacing = text_of(body, "pacing") == "virtual";
    if (const Value* seed = body.find("rng_seed")) {
        const std::string_view text = seed->number_text();
        const auto [end, problem] =
            std::from_chars(text.data(), text.data() + text.size(), order.seed);
        if (problem != std::errc() || end != text.data() + text.size()) {
            return refuse("invalid_request", "rng_seed must be written as a whole number",
                          "/rng_seed");
        }
    }
    if (const std::string t0 = text_of(body, "t0"); t0 == "now") {
        order.from_now = true;
    } else if (body.has("t0")) {
        auto instant = instant_of(t0, "t0");
        if (auto* refused = std::get_if<Refused>(&instant)) return std::move(*refused);
        order.t0 = std::get<base::Instant>(instant);
    }
    auto ttl = ttl_of(body);
    if (auto* refused = std::get_if<Refused>(&ttl)) return std::move(*refused);
    order.ttl = std::get<std::chrono::milliseconds>(ttl);
    if (order.accept_any && !body.has("port") && !body.has("socket") && order.host.empty()) {
        return refuse("invalid_request",
                      "a world that takes any key must be selected by something else",
                      "/accept_keys", "give it a port, a socket or a host of its own");
    }
    return order;
}

// A refusal of the member `seed`.
Refused in_seed(Refused refused) {
    refused.field = "/seed" + refused.field;
    return refused;
}

// A listener of the world's own, if one was asked for.
base::Result<void> open_listener(ControlCall& call, const RunningWorld& world) {
    const Door door{Door::Kind::World, world.identity.pack, world.identity.serial};
    const Value* port = call.body.find("port");
    const std::string socket = text_of(call.body, "socket");
    if (port == nullptr && socket.empty()) return {};
    const std::string address = port == nullptr
                                    ? "unix:" + socket
                                    : call.options.host + ':' + std::string(port->number_text());
    Reach reach = TRY(call.options.open(address, door));
    if (port == nullptr) reach.socket = socket;
    call.hub.set_reach(world.identity.serial, std::move(reach));
    return {};
}

}  // namespace

Value world_record(const Hub& hub, RunningWorld& running, Keys keys) {
    const Identity& own = running.identity;
    const pack::Pack& pack = *hub.packs()[own.pack].pack;
    const Reach reach = hub.reach_of(running);
    const auto shown = [&](const std::string& key) {
        return keys == Keys::InFull ? key : masked(key);
    };
    Value forms = Value::array();
    for (const std::string& form : own.key_forms) forms.push_back(shown(form));
    return running.look([&](const world::World& world) {
        const world::Definition& definition = world.definition();
        Value record = Value::object(
            {{"id", own.id},
             {"key", shown(own.key)},
             {"key_forms", forms},
             {"packs", Value::array({Value::object({{"name", pack.name},
                                                    {"version", pack.version},
                                                    {"modelled_version", pack.models.api},
                                                    {"url", reach.url}})})},
             {"config", world.config()},
             {"t0", base::to_rfc3339(world.t0())},
             {"now", base::to_rfc3339(world.now())},
             {"clock", name_of(world.clock_mode())},
             {"pacing", own.virtual_pacing ? "virtual" : "real"},
             {"rng_seed", definition.seed}});
        if (reach.port != 0) record.set("port", static_cast<std::int64_t>(reach.port));
        if (!reach.socket.empty()) record.set("socket", reach.socket);
        if (!own.host.empty()) record.set("host", own.host);
        record.set("accept_keys", own.accept_any ? "any" : "own");
        record.set("coherence", world.warns() ? "warn" : "off");
        if (!own.parent.empty()) record.set("parent", own.parent);
        if (own.ttl.count() != 0) {
            const std::int64_t milliseconds = own.ttl.count();
            record.set("ttl", base::to_text(base::Duration{
                                  milliseconds / 1000,
                                  static_cast<std::int32_t>(milliseconds % 1000 * 1'000'000)}));
        }
        record.set("counts", world.counts());
        return record;
    });
}

ControlResult create_world(ControlCall& call) {
    auto order = order_of(call.body);
    if (auto* refused = std::get_if<Refused>(&order)) return std::move(*refused);
    const bool own_listener = call.body.has("port") || call.body.has("socket");
    if (call.body.has("port") && call.body.has("socket")) {
        return refuse("invalid_request", "a world has a port or a socket of its own, not both",
                      "/socket");
    }
    if (own_listener && !call.options.open) {
        return refuse("invalid_request", "no listeners can be opened here",
                      call.body.has("port") ? "/port" : "/socket");
    }
    const Value* seed = call.body.find("seed");
    if (seed != nullptr) {
        const SaidAlready said{call.body.has("config"), call.body.has("t0"),
                               call.body.has("rng_seed"), call.body.has("clock")};
        if (auto refused = read_seed(*seed, said, std::get<WorldOrder>(order))) {
            return in_seed(std::move(*refused));
        }
    }
    const auto created = call.hub.create(std::get<WorldOrder>(order));
    if (!created) return to_refusal(created.error());
    if (seed != nullptr) {
        if (auto refused = apply_seed(call.hub, **created, *seed)) {
            call.hub.remove((*created)->identity.serial);
            return in_seed(std::move(*refused));
        }
    }
    if (const auto opened = open_listener(call, **created); !opened) {
        call.hub.remove((*created)->identity.serial);
        return refuse("invalid_request", base::message(opened.error()),
                      call.body.has("port") ? "/port" : "/socket", base::hint(opened.error()));
    }
    return ControlDone{201, world_record(call.hub, **created, Keys::InFull), {}, {}};
}

ControlResult list_worlds(ControlCall& call) {
    const Value* limit_given = call.query.find("limit");
    const std::size_t limit =
        limit_given == nullptr ? 100 : static_cast<std::size_t>(*limit_given->to_int64());
    const std::int64_t after = base::parse_int64(call.text("cursor")).value_or(0);
    Value data = Value::array();
    Value next;
    std::uint64_t last = 0;
    for (const auto& world : call.hub.worlds()) {
        if (static_cast<std::int64_t>(world->identity.serial) <= after) continue;
        if (data.size() == limit) {
            next = std::to_string(last);
            break;
        }
        data.push_back(world_record(call.hub, *world, Keys::Masked));
        last = world->identity.serial;
    }
    return ControlDone{200, list_envelope(std::move(data), std::move(next), 0), {}, {}};
}

ControlResult show_world_by_id(ControlCall& call) {
    return show_world(call);
}

ControlResult delete_world(ControlCall& call) {
    const Identity& own = call.world->identity;
    const bool is_own_root = !call.holder.is_operator && own.parent.empty();
    if (is_own_root) {
        return refuse("forbidden_world", "only the operator ends a world that is no fork", {},
                      "POST /__admin__/reset empties it");
    }
    const bool removed = call.hub.remove(own.serial);
    if (call.options.close) call.options.close(own.serial);
    return ControlDone{200, Value::object({{"cleared", removed ? 1 : 0}}), {}, {}};
}

ControlResult show_world(ControlCall& call) {
    return ControlDone{200, world_record(call.hub, *call.world, Keys::Masked), {}, {}};
}

ControlResult fork_world(ControlCall& call) {
    ForkOrder order;
    order.key = text_of(call.body, "key");
    if (call.body.has("key") && order.key.empty()) {
        return refuse("invalid_request", "key cannot be empty", "/key",
                      "leave it out, and one is made up");
    }
    auto ttl = ttl_of(call.body);
    if (auto* refused = std::get_if<Refused>(&ttl)) return std::move(*refused);
    order.ttl = std::get<std::chrono::milliseconds>(ttl);
    order.drop_endpoints = text_of(call.body, "endpoints") == "drop";
    const auto forked = call.hub.fork(*call.world, order);
    if (!forked) return to_refusal(forked.error());
    return ControlDone{201, world_record(call.hub, **forked, Keys::InFull), {}, {}};
}

ControlResult reset_world(ControlCall& call) {
    world::Reset reset;
    if (call.body.has("t0")) {
        auto instant = instant_of(text_of(call.body, "t0"), "t0");
        if (auto* refused = std::get_if<Refused>(&instant)) return std::move(*refused);
        reset.t0 = std::get<base::Instant>(instant);
    }
    return apply(call, reset);
}

ControlResult trigger_event(ControlCall& call) {
    world::Trigger trigger;
    trigger.event = text_of(call.body, "event");
    const Value* data = call.body.find("data");
    trigger.data = data == nullptr ? Value::object() : *data;
    return apply(call, trigger);
}

}  // namespace understudy::serve
