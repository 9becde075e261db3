// Random packs and random commands for the property tests of worlds: every draw comes from a seeded
// stream, so that a failure names the pack and the sequence that show it again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/seed.hpp"

namespace understudy::world {

// One resource of a random pack, as far as the test must know it.
struct RandomResource {
    std::string name;    // "r0s"
    std::string parent;  // resource its `owner` field refers to; empty: none
    std::vector<std::string> states;
    std::vector<std::pair<std::string, std::string>> lawful;  // (from, to) of all moves
    std::vector<std::string> moves;                           // with an operation
    bool has_keys = false;                                    // metadata, merged key by key
};

struct RandomPack {
    std::string text;
    std::vector<RandomResource> resources;
};

inline bool chance(base::Stream& draw, unsigned in_hundred) {
    return draw.below(100) < in_hundred;
}

inline std::string lifecycle_text(base::Stream& draw, RandomResource& resource) {
    const auto states = 2 + draw.below(3);
    for (std::uint64_t i = 0; i < states; ++i) resource.states.push_back("s" + std::to_string(i));
    std::string text = "    lifecycle:\n      start: s0\n      refuse: wrong_state\n      moves:\n";
    // The chain s0 -> s1 -> ... makes every state reachable; further moves are drawn.
    for (std::uint64_t i = 0; i + 1 < states; ++i) {
        const std::string from = resource.states[i], to = resource.states[i + 1];
        const std::string name = "step" + std::to_string(i);
        std::string extra;
        if (chance(draw, 40)) extra += ", after: soon";
        if (chance(draw, 50)) extra += ", set: { counter: self.counter + 1 }";
        if (chance(draw, 50)) extra += ", emits: " + resource.name + ".stepped";
        if (chance(draw, 30)) {
            extra += ", arms: { onward: { default: true, to: " + to +
                     " }, back: { when: 'self.amount > 90', to: " + resource.states[0] + " } }";
            resource.lawful.emplace_back(from, resource.states[0]);
        } else {
            extra += ", to: " + to;
        }
        resource.lawful.emplace_back(from, to);
        text += "        " + name + ": { from: " + from + extra + " }\n";
        resource.moves.push_back(name);
    }
    if (chance(draw, 60)) {
        const std::string to = resource.states[draw.below(states)];
        text +=
            "        jump: { from: any, guard: { is: 'self.amount > 20', else: refused }, to: " +
            to + ", set: { counter: self.counter + 10 }" +
            (chance(draw, 50) ? ", clock: 'timestamp(epoch(now) + self.amount % 7)'" : "") + " }\n";
        for (const std::string& from : resource.states) resource.lawful.emplace_back(from, to);
        resource.moves.push_back("jump");
    }
    return text;
}

inline RandomPack random_pack(std::uint64_t number) {
    base::Stream draw{number, {"random pack"}, 0};
    RandomPack pack;
    const auto count = 2 + draw.below(3);
    std::string events;
    std::string resources;
    for (std::uint64_t i = 0; i < count; ++i) {
        RandomResource resource;
        resource.name = "r" + std::to_string(i) + "s";
        if (i > 0 && chance(draw, 75)) resource.parent = "r" + std::to_string(draw.below(i)) + "s";
        resource.has_keys = chance(draw, 50);
        pack.resources.push_back(std::move(resource));
        events += (events.empty() ? "" : ", ") + pack.resources.back().name + ".stepped";
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        RandomResource& resource = pack.resources[i];
        const std::string lifecycle = lifecycle_text(draw, resource);
        std::string text = "  " + resource.name + ":\n    id: \"o" + std::to_string(i) +
                           "_{base62:12}\"\n    fields:\n";
        text += "      object: { from: constant, value: o" + std::to_string(i) + " }\n";
        text +=
            "      amount: { from: input, required: true, schema: { type: integer, minimum: 0, "
            "maximum: 100 } }\n";
        text +=
            "      note: { from: input, nullable: true, schema: { type: [ string, \"null\" ] } }\n";
        if (resource.has_keys)
            text += "      metadata: { from: input, default: {}, merge: keys, unset: \"\" }\n";
        if (!resource.parent.empty()) {
            text += "      owner: { from: input, ref: " + resource.parent + ", nullable: true }\n";
        }
        text += "      counter: { from: moves, init: 0 }\n";
        text += "      doubled: { from: derived, is: self.amount * 2 + self.counter }\n";
        text += "      made: { from: clock, as: epoch }\n";
        text += "      status: { from: lifecycle }\n";
        text +=
            "      outside: { from: exogenous, schema: { type: integer, minimum: 0, maximum: 9 } "
            "}\n";
        for (const RandomResource& child : pack.resources) {
            if (child.parent != resource.name) continue;
            text += "      sum_" + child.name +
                    ": { from: aggregate, sum: amount, over: " + child.name + ", by: owner }\n";
            text += "      open_" + child.name +
                    ": { from: aggregate, count: amount, over: " + child.name +
                    ", by: owner, where: 'it.status == \"s0\"' }\n";
            text += "      most_" + child.name +
                    ": { from: aggregate, max: amount, over: " + child.name + ", by: owner }\n";
        }
        text += "    operations:\n";
        text += "      create: POST /" + resource.name + "\n      get: \"GET /" + resource.name +
                "/{id}\"\n";
        text += "      list: { route: GET /" + resource.name + ", filters: { amount: range" +
                (resource.parent.empty() ? "" : ", owner: equal") + " } }\n";
        text += "      update: { route: \"POST /" + resource.name +
                "/{id}\", writes: [ amount, note" + (resource.has_keys ? ", metadata" : "") +
                (resource.parent.empty() ? "" : ", owner") + " ] }\n";
        text += "      delete: \"DELETE /" + resource.name + "/{id}\"\n";
        for (const std::string& move : resource.moves) {
            text += "      " + move + ": \"POST /" + resource.name + "/{id}/" + move + "\"\n";
        }
        resources += text + lifecycle;
    }
    pack.text = R"(format: 1
pack: random
version: 0.1.0
models: { vendor: Nobody, api: "1" }
serve: { hosts: [ { host: "*", base: / } ], auth: { places: [ bearer ], fails: denied }, input: [ json, form ] }
durations: { soon: 3s, keys: 1h }
idempotency: { header: Idempotency-Key, methods: [ POST ], scope: [ credential ], lifetime: keys, fingerprint: [ method, path, params ], mismatch: key_reused }
lists: { page: { style: cursor, after: after, before: before, limit: limit, default: 5, max: 20 }, envelope: { object: '"list"', data: page.items, more: page.more } }
errors:
  envelope: { error: error }
  on: { auth: denied, no_route: missing, required: invalid, type: invalid, invalid: invalid, cursor: missing, missing: { path: missing, body: missing } }
  codes:
    denied: { status: 401, message: the key is wrong }
    missing: { status: 404, message: "no {issue.resource} {issue.value}" }
    invalid: { status: 400, message: "bad {issue.param}" }
    wrong_state: { status: 409, message: not in this state }
    refused: { status: 402, message: refused }
    key_reused: { status: 409, message: the key was used for something else }
events:
  stored_as: events
  types: [ )" + events +
                R"( ]
  payload: { id: event.id, type: event.type, data: view(self) }
resources:
  events: { id: "evt_{base62:12}", operations: { list: GET /events } }
)" + resources;
    return pack;
}

}  // namespace understudy::world
