// A process that serves the pack parcel, and control calls written as one line.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "json/write.hpp"
#include "pack/folder_testing.hpp"
#include "serve/impl/hub_testing.hpp"

namespace understudy::serve {

class Parcel {
public:
    Parcel() : hub(journal), station(hub, {.version = "0.0.1"}) {
        const pack::Loaded loaded = pack::load(pack::read_folder("packs/parcel"));
        EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
        EXPECT_TRUE(hub.mount(loaded.pack).has_value());
        auto made = hub.create({.pack = "parcel", .key = "key-of-the-test-1"});
        EXPECT_TRUE(made.has_value());
        if (made) world = *made;
    }

    struct Said {
        int status = 0;
        std::string text;
        json::Value value;

        std::string at(std::string_view name) const {
            const json::Value* found = value.find(name);
            if (const json::Value* error = value.find("error"); !found && error) {
                found = error->find(name);
            }
            if (found == nullptr) return "-";
            return found->is_string() ? std::string(found->as_string()) : json::write(*found);
        }
        // `404 unknown_snapshot /snapshot: there is no ... | hint`
        std::string refusal() const {
            if (!value.has("error")) return std::to_string(status) + ' ' + text;
            std::string out = std::to_string(status) + ' ' + at("code");
            if (at("field") != "-") out += ' ' + at("field");
            out += ": " + at("message");
            return at("hint") == "-" ? out : out + " | " + at("hint");
        }
    };
    // "POST /seed", or "POST /v1/charges" with `vendor`.
    Said send(const std::string& line, const std::string& body, const std::string& key,
              const std::string& prefix) {
        http::Request request;
        const std::size_t space = line.find(' ');
        request.head.method = line.substr(0, space);
        request.head.target = prefix + line.substr(space + 1);
        request.head.authority = "127.0.0.1:8801";
        request.head.headers.add("Authorization", "Bearer " + key);
        if (!body.empty()) request.head.headers.add("Content-Type", "application/json");
        request.body = body;
        const http::Response response =
            station.answer({Door::Kind::Pack, 0, 0}, std::move(request));
        return {response.head.status, response.body(),
                json::parse(response.body()).value_or(json::Value())};
    }
    Said control(const std::string& line, const std::string& body = "",
                 const std::string& key = "key-of-the-test-1") {
        return send(line, body, key, "/__admin__");
    }
    Said vendor(const std::string& line, const std::string& body = "",
                const std::string& key = "key-of-the-test-1") {
        return send(line, body, key, "");
    }
    Said as_operator(const std::string& line, const std::string& body = "") {
        return control(line, body, hub.operator_key());
    }

    store::MemoryStore journal;
    Hub hub;
    Station station;
    std::shared_ptr<RunningWorld> world;
};

}  // namespace understudy::serve
