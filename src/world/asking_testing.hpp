// A world made from the text of a pack, and calls to it written as one line.
//
//     Asker asker(kShopPack);
//     asker.ask("POST /v1/charges", "amount=2000").brief()     // `200 {"id":"ch_1",...}`
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/parse.hpp"
#include "json/write.hpp"
#include "pack/load.hpp"
#include "world/world.hpp"

namespace understudy::world {

struct Asked {
    int status = 0;
    http::Headers headers;
    std::string text;
    std::string refused;     // the code of a control error
    std::string trace_text;  // the record, as JSON

    json::Value body() const {
        auto parsed = json::parse(text);
        return parsed ? *parsed : json::Value();
    }
    // `400 {"error":...}`
    std::string brief() const { return std::to_string(status) + " " + text; }
    // A member of the body, or of its `error`, as JSON text; empty: it is not there.
    std::string member(std::string_view name) const {
        const json::Value whole = body();
        const json::Value* found = whole.find(name);
        if (const json::Value* error = whole.find("error"); !found && error) {
            found = error->find(name);
        }
        return found ? json::write(*found) : std::string();
    }
    // `400 parameter_missing amount`: status, code and param of an error.
    std::string error() const {
        const json::Value whole = body();
        const json::Value* error = whole.find("error");
        std::string out = std::to_string(status);
        for (const char* name : {"code", "param"}) {
            const json::Value* value = error ? error->find(name) : nullptr;
            if (value && value->is_string()) out += " " + std::string(value->as_string());
        }
        return out;
    }
};

class Asker {
public:
    using Headers = std::vector<std::pair<std::string, std::string>>;

    explicit Asker(std::string_view pack_text, json::Value config = json::Value::object()) {
        pack::Loaded loaded = pack::load({"tested", {{"pack.yaml", std::string(pack_text)}}});
        EXPECT_TRUE(loaded.pack) << base::render(loaded.as_error());
        if (loaded.pack) begin(loaded.pack, std::move(config));
    }
    explicit Asker(std::shared_ptr<const pack::Pack> pack) {
        begin(std::move(pack), json::Value::object());
    }

    World& world() { return *world_; }
    Call::Key key = Call::Key::Accepted;
    std::string credential = "usw_0123456789abcdef";
    std::string content_type = "application/x-www-form-urlencoded";

    Asked ask(std::string_view line, std::string_view body = {}, const Headers& headers = {}) {
        Call call;
        const std::size_t space = line.find(' ');
        call.request.head.method = line.substr(0, space);
        call.request.head.target = line.substr(space + 1);
        call.request.body = body;
        if (!body.empty() && !content_type.empty()) {
            call.request.head.headers.add("Content-Type", content_type);
        }
        for (const auto& [name, value] : headers) call.request.head.headers.set(name, value);
        call.key = key;
        call.credential = credential;
        call.host = "localhost";
        call.origin = "http://127.0.0.1:8801";
        Asked asked;
        if (!world_) return asked;
        const auto done = world_->apply(call);
        if (const auto* refused = std::get_if<Refused>(&done)) {
            asked.status = refused->status;
            asked.refused = refused->code;
            asked.text = refused->message + " / " + refused->hint;
            return asked;
        }
        const Outcome& outcome = std::get<Outcome>(done);
        asked.status = outcome.answer.status;
        asked.headers = outcome.answer.headers;
        asked.text = *outcome.answer.body;
        const auto trace = world_->trace("trc_" + std::to_string(outcome.trace), {});
        if (trace) asked.trace_text = json::write(*trace);
        return asked;
    }

    void advance(std::int64_t seconds) {
        Advance advance;
        advance.by = base::Duration{seconds, 0};
        EXPECT_TRUE(std::holds_alternative<Outcome>(world_->apply(advance)));
    }

private:
    void begin(std::shared_ptr<const pack::Pack> pack, json::Value config) {
        Definition definition;
        definition.id = "w_1";
        definition.config = std::move(config);
        auto made = World::create(std::move(pack), std::move(definition));
        EXPECT_TRUE(made.has_value()) << base::render(made.error());
        if (made) world_.emplace(std::move(*made));
    }

    std::optional<World> world_;
};

}  // namespace understudy::world
