// Packs and worlds for tests of this room: a service that keeps notes.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "pack/load.hpp"
#include "serve/station.hpp"
#include "store/memory.hpp"

namespace understudy::serve {

inline constexpr std::string_view kNotesPack = R"yaml(
format: 1
pack: NAME
version: 0.1.0
models: { vendor: Notes, api: "1" }
config: { colour: { schema: { enum: [ red, green ] }, default: '"red"' } }
serve:
  hosts: [ { host: api.NAME.test, base: / }, { host: "*", base: / } ]
  auth: { places: AUTH, key_forms: [ "NAME_{key}", "{hex:32}" ], fails: no_key }
  input: [ json ]
errors:
  envelope: { error: error }
  on: { auth: no_key, no_route: no_route, required: bad, type: bad, missing: { path: no_note, body: no_note } }
  codes:
    no_key:   { status: 401, message: no such key }
    no_route: { status: 404, message: no such route }
    bad:      { status: 400, message: bad }
    no_note:  { status: 404, message: no such note }
resources:
  notes:
    id: "n_{base62:8}"
    fields:
      text: { from: input, required: true, schema: { type: string } }
      mood: { from: exogenous, schema: { type: integer }, hidden: true }
    operations:
      create: { route: POST /notes, answers: { status: 201 }, example: { text: hello } }
      get:    GET /notes/{id}
      list:   GET /notes
)yaml";

inline std::shared_ptr<const pack::Pack> notes_pack(std::string_view name = "notes",
                                                    std::string_view auth = "[ bearer ]") {
    std::string text = base::replace_all(kNotesPack, "NAME", name);
    text = base::replace_all(text, "AUTH", auth);
    const pack::Loaded loaded = pack::load({std::string(name), {{"pack.yaml", std::move(text)}}});
    for (const pack::Problem& problem : loaded.problems) {
        ADD_FAILURE() << base::render(problem.error);
    }
    return loaded.pack;
}

// A process without sockets: two packs, listeners that are only named.
class Process {
public:
    Process() : hub(journal), station(hub, {.version = "0.0.1"}) {
        EXPECT_TRUE(hub.mount(notes_pack("notes")).has_value());
        EXPECT_TRUE(hub.mount(notes_pack("memos")).has_value());
    }

    std::shared_ptr<RunningWorld> create(const WorldOrder& order) {
        auto world = hub.create(order);
        EXPECT_TRUE(world.has_value()) << (world ? "" : base::render(world.error()));
        return world ? *world : nullptr;
    }

    struct Asking {
        std::string method = "GET";
        std::string target = "/notes";
        std::string key = {};
        std::string host = "127.0.0.1:8801";
        std::string body = {};
        http::Headers headers = {};
    };
    http::Response ask(const Door& door, const Asking& ask) {
        http::Request request;
        request.head.method = ask.method;
        request.head.target = ask.target;
        request.head.authority = ask.host;
        request.head.headers = ask.headers;
        request.head.headers.add("Host", ask.host);
        if (!ask.key.empty()) request.head.headers.add("Authorization", "Bearer " + ask.key);
        if (!ask.body.empty()) request.head.headers.add("Content-Type", "application/json");
        request.body = ask.body;
        return station.answer(door, std::move(request));
    }

    struct Said {
        int status = 0;
        json::Value value;
        std::string code;  // of the control plane's error
    };
    Said control(const Asking& asked, const Door& door = {}) {
        const http::Response response = ask(door, asked);
        Said said{response.head.status, json::parse(response.body()).value_or(json::Value()), {}};
        if (const json::Value* error = said.value.find("error")) {
            said.code = std::string(error->find("code")->as_string());
        }
        return said;
    }
    std::string admin() const { return hub.operator_key(); }

    store::MemoryStore journal;
    Hub hub;
    Station station;
};

inline Door door_of_pack(std::size_t pack) {
    return {Door::Kind::Pack, pack, 0};
}
inline Door door_of_world(const RunningWorld& world) {
    return {Door::Kind::World, world.identity.pack, world.identity.serial};
}

}  // namespace understudy::serve
