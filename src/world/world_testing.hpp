// For tests: a world from a pack that is written in the test or lies in a folder, and calls that
// are as short to write as they are to read.
//
//     Service service(kPack);
//     service.post("/charges", {{"amount", "2000"}}).at("status")      // "succeeded"
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.hpp"
#include "http/form.hpp"
#include "json/parse.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"
#include "pack/load.hpp"
#include "world/world.hpp"

namespace understudy::world {

inline std::shared_ptr<const pack::Pack> pack_of(std::string_view text) {
    pack::Loaded loaded = pack::load({"test", {{"pack.yaml", std::string(text)}}});
    if (!loaded.pack) ADD_FAILURE() << base::render(loaded.as_error());
    return loaded.pack;
}

inline std::shared_ptr<const pack::Pack> pack_in(const std::string& below) {
    const std::filesystem::path path = std::filesystem::path(UNDERSTUDY_ROOT) / below / "pack.yaml";
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return pack_of(text.str());
}

struct Reply {
    int status = 0;
    http::Headers headers;
    json::Value body;
    std::string text;
    Outcome outcome;

    // A member by JSON Pointer without the first slash; null if it is not there.
    json::Value at(const std::string& path) const {
        const json::Value* found = json::Pointer::parse("/" + path)->resolve(body);
        return found == nullptr ? json::Value("(nothing)") : *found;
    }
    std::string text_at(const std::string& path) const {
        const json::Value value = at(path);
        return value.is_string() ? std::string(value.as_string()) : json::write(value);
    }
};

class Service {
public:
    explicit Service(std::shared_ptr<const pack::Pack> pack, Definition definition = {})
        : world_(make(std::move(pack), std::move(definition))) {}
    explicit Service(std::string_view pack) : Service(pack_of(pack)) {}

    World& world() { return world_; }
    http::Headers headers;  // of every call

    using Pairs = std::vector<std::pair<std::string, std::string>>;

    static Call call_of(std::string method, std::string target) {
        Call call;
        call.request.head.method = std::move(method);
        call.request.head.target = std::move(target);
        call.credential = "usw_test";
        call.origin = "http://127.0.0.1:8801";
        return call;
    }
    Reply send(Call call) {
        for (const http::Field field : headers) {
            call.request.head.headers.add(field.name, field.value);
        }
        return take(world_.apply(call));
    }
    Reply get(std::string target) { return send(call_of("GET", std::move(target))); }
    Reply remove(std::string target) { return send(call_of("DELETE", std::move(target))); }
    Reply post(std::string target, const Pairs& form = {}) {
        Call call = call_of("POST", std::move(target));
        if (!form.empty()) {
            call.request.head.headers.add("Content-Type", "application/x-www-form-urlencoded");
            std::string body;
            for (const auto& [name, value] : form) {
                if (!body.empty()) body += '&';
                body += escaped(name) + "=" + escaped(value);
            }
            call.request.body = body;
        }
        return send(std::move(call));
    }
    Reply post_json(std::string target, const std::string& body) {
        Call call = call_of("POST", std::move(target));
        call.request.head.headers.add("Content-Type", "application/json");
        call.request.body = body;
        return send(std::move(call));
    }

    std::vector<std::string> advance(std::string_view span) {
        Advance advance;
        advance.by = base::parse_duration(span);
        return fired(advance);
    }
    std::vector<std::string> advance_to(std::string_view instant) {
        Advance advance;
        advance.to = base::parse_rfc3339(instant);
        return fired(advance);
    }
    std::variant<Outcome, Refused> trigger(const std::string& event, const std::string& data) {
        return world_.apply(Trigger{event, *json::parse(data)});
    }

private:
    static World make(std::shared_ptr<const pack::Pack> pack, Definition definition) {
        if (definition.id.empty()) definition.id = "w_1";
        base::Result<World> made = World::create(std::move(pack), std::move(definition));
        if (!made) ADD_FAILURE() << base::render(made.error());
        return std::move(*made);
    }
    static std::string escaped(const std::string& text) {
        static constexpr std::string_view kHex = "0123456789ABCDEF";
        std::string out;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                c == '_' || c == '.' || c == '-') {
                out += c;
            } else {
                out += '%';
                out += kHex[byte >> 4U];
                out += kHex[byte & 15U];
            }
        }
        return out;
    }
    static Reply take(std::variant<Outcome, Refused> done) {
        Reply reply;
        if (const auto* refused = std::get_if<Refused>(&done)) {
            ADD_FAILURE() << refused->code << ": " << refused->message;
            return reply;
        }
        reply.outcome = std::move(std::get<Outcome>(done));
        reply.status = reply.outcome.answer.status;
        reply.headers = reply.outcome.answer.headers;
        if (reply.outcome.answer.body) reply.text = *reply.outcome.answer.body;
        if (auto parsed = json::parse(reply.text)) reply.body = std::move(*parsed);
        return reply;
    }
    std::vector<std::string> fired(const Advance& advance) {
        std::vector<std::string> names;
        const Reply reply = take(world_.apply(advance));
        for (const Emitted& event : reply.outcome.events) names.push_back(event.event);
        last = reply.outcome;
        return names;
    }

    World world_;

public:
    Outcome last;  // of the last advance
};

using Names = std::vector<std::string>;

}  // namespace understudy::world
