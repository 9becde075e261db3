#include "serve/seed_file.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "serve/impl/control_bodies.hpp"
#include "serve/impl/control_call.hpp"
#include "serve/impl/control_values.hpp"
#include "serve/openapi.hpp"

namespace understudy::serve {

namespace {

using json::Value;
using world::Refused;
using Problem = std::optional<Refused>;

// Members that hold bodies of control calls, one or a list, in the order in which they are applied.
// Whoever adds such a call adds a line.
struct Listed {
    std::string_view member;
    std::string_view schema;  // of each body
    world::Command (*command)(Value body);
};
constexpr Listed kListed[] = {
    {"durations", "Durations",
     [](Value body) -> world::Command { return world::SetDurations{std::move(body)}; }},
    {"pins", "PinOrder",
     [](Value body) -> world::Command { return world::SetPin{std::move(body)}; }},
    {"tapes", "TapeOrder",
     [](Value body) -> world::Command { return world::SetTape{std::move(body)}; }},
    {"faults", "FaultOrder",
     [](Value body) -> world::Command { return world::ArmFault{std::move(body)}; }},
    {"webhooks", "EndpointOrder",
     [](Value body) -> world::Command { return world::AddEndpoint{std::move(body)}; }},
};

std::vector<std::string> known_members() {
    std::vector<std::string> known = {"understudy_seed", "pack",  "config", "t0",
                                      "rng_seed",        "clock", "seed",   "history"};
    for (const Listed& one : kListed) known.emplace_back(one.member);
    return known;
}

Refused wrong(std::string why, const json::Pointer& place, std::string hint = {}) {
    return refuse("invalid_request", std::move(why), place.to_text(), std::move(hint));
}

// A refusal of a command, at the place in the document where its body stands. `inside` is what the
// command calls that place.
Refused placed(Refused refused, const json::Pointer& place, std::string_view inside = {}) {
    std::string_view field = refused.field;
    if (field.starts_with(inside)) field.remove_prefix(inside.size());
    refused.field = place.to_text() + std::string(field);
    return refused;
}

class Seeder {
public:
    Seeder(const Hub& hub, RunningWorld& world)
        : hub_(hub), world_(world), bodies_(control_document({})) {}

    Problem objects(const Value& map) {
        const json::Pointer here({"seed"});
        if (!map.is_object()) return wrong("seed is a map from resources to objects", here);
        for (const json::Member& member : map.members()) {
            const json::Pointer place = here / member.key();
            const Value body =
                Value::object({{"resource", member.key()}, {"objects", member.value}});
            if (auto problem = apply(world::Seed{body}, "Seed", body)) {
                const bool resource = problem->field == "/resource";
                return placed(std::move(*problem), place, resource ? "/resource" : "/objects");
            }
        }
        return std::nullopt;
    }

    Problem history(const Value& steps) {
        const Value body = Value::object({{"steps", steps}});
        const world::History history{body, world_.identity.key, hub_.reach_of(world_).url};
        auto problem = apply(history, "History", body);
        if (problem) problem = placed(std::move(*problem), json::Pointer({"history"}), "/steps");
        return problem;
    }

    Problem list(const Listed& listed, const Value& member) {
        const json::Pointer here({std::string(listed.member)});
        if (!member.is_array()) return one(listed, member, here);
        for (std::size_t i = 0; i < member.size(); ++i) {
            if (auto problem = one(listed, member[i], here / i)) return problem;
        }
        return std::nullopt;
    }

private:
    Problem one(const Listed& listed, const Value& body, const json::Pointer& place) {
        auto problem = apply(listed.command(body), listed.schema, body);
        if (problem) problem = placed(std::move(*problem), place);
        return problem;
    }

    Problem apply(const world::Command& command, std::string_view schema, const Value& body) {
        if (auto problem = bodies_.check(schema, body)) return problem;
        auto applied = world_.apply(command);
        if (!applied) return to_refusal(applied.error());
        if (auto* refused = std::get_if<Refused>(&*applied)) return std::move(*refused);
        return std::nullopt;
    }

    const Hub& hub_;
    RunningWorld& world_;
    ControlBodies bodies_;
};

Problem check_members(const Value& seed) {
    if (!seed.is_object()) return wrong("a seed is a map", {});
    const std::vector<std::string> known = known_members();
    for (const json::Member& member : seed.members()) {
        if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
        return wrong("a seed has no '" + std::string(member.key()) + "'",
                     json::Pointer({std::string(member.key())}), nearest_hint(member.key(), known));
    }
    const Value* format = seed.find("understudy_seed");
    if (format == nullptr || !format->is_number() || format->to_int64() != kSeedFormat) {
        return wrong(format == nullptr ? "a seed says which format it has"
                                       : "seeds of this format cannot be read",
                     json::Pointer({"understudy_seed"}),
                     "understudy_seed: " + std::to_string(kSeedFormat));
    }
    return std::nullopt;
}

}  // namespace

std::optional<Refused> read_seed(const Value& seed, const SaidAlready& said, WorldOrder& order) {
    if (auto problem = check_members(seed)) return problem;
    if (const Value* pack = seed.find("pack");
        pack != nullptr && (!pack->is_string() || pack->as_string() != order.pack)) {
        return wrong("the seed is for another pack than '" + order.pack + "'",
                     json::Pointer({"pack"}));
    }
    if (const Value* config = seed.find("config"); config != nullptr && !said.config) {
        if (!config->is_object()) return wrong("config is a map", json::Pointer({"config"}));
        order.config = *config;
    }
    if (const Value* clock = seed.find("clock"); clock != nullptr && !said.clock) {
        const std::string mode = text_of(seed, "clock");
        if (mode != "frozen" && mode != "ticking") {
            return wrong("clock is frozen or ticking", json::Pointer({"clock"}));
        }
        order.clock = mode == "ticking" ? world::ClockMode::Ticking : world::ClockMode::Frozen;
    }
    if (seed.has("t0") && !said.t0) {
        const std::string text = text_of(seed, "t0");
        order.from_now = text == "now";
        if (!order.from_now) {
            auto instant = instant_of(text, "t0");
            if (auto* refused = std::get_if<Refused>(&instant)) return std::move(*refused);
            order.t0 = std::get<base::Instant>(instant);
        }
    }
    if (const Value* number = seed.find("rng_seed"); number != nullptr && !said.rng_seed) {
        const std::string_view text =
            number->is_number() ? number->number_text() : std::string_view();
        const auto [end, problem] =
            std::from_chars(text.data(), text.data() + text.size(), order.seed);
        if (text.empty() || problem != std::errc() || end != text.data() + text.size()) {
            return wrong("rng_seed is a whole number from 0 on", json::Pointer({"rng_seed"}));
        }
    }
    return std::nullopt;
}

std::optional<Refused> apply_seed(const Hub& hub, RunningWorld& world, const Value& seed) {
    Seeder seeder(hub, world);
    if (const Value* objects = seed.find("seed")) {
        if (auto problem = seeder.objects(*objects)) return problem;
    }
    if (const Value* history = seed.find("history")) {
        if (auto problem = seeder.history(*history)) return problem;
    }
    for (const Listed& listed : kListed) {
        const Value* member = seed.find(listed.member);
        if (member == nullptr) continue;
        if (auto problem = seeder.list(listed, *member)) return problem;
    }
    world.snapshots.add(std::string(kBootSnapshot),
                        world.look([](const world::World& held) { return held.snapshot(); }));
    return std::nullopt;
}

}  // namespace understudy::serve
