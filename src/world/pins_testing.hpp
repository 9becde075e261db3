// For tests of what testers say of the outside: pins, tapes and traces of the pack duo.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "world/world_testing.hpp"

namespace understudy::world {

// A pack of several files.
inline std::shared_ptr<const pack::Pack> pack_folder(const std::string& below) {
    const std::filesystem::path folder = std::filesystem::path(UNDERSTUDY_ROOT) / below;
    pack::Folder read{below, {}};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = std::filesystem::relative(entry.path(), folder).string();
        const bool is_part = name == "pack.yaml" || name.starts_with("resources/");
        if (!entry.is_regular_file() || !is_part) continue;
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        read.files.push_back({name, text.str()});
    }
    const pack::Loaded loaded = pack::load(read);
    if (!loaded.pack) ADD_FAILURE() << base::render(loaded.as_error());
    return loaded.pack;
}

// The record of a pin or tape, or "CODE STATUS FIELD: MESSAGE (HINT)" where it was refused.
struct Set {
    json::Value record;
    std::string refused;

    std::string at(std::string_view name) const {
        const json::Value* found = record.find(name);
        if (found == nullptr) return "-";
        return found->is_string() ? std::string(found->as_string()) : json::write(*found);
    }
};

inline std::string to_text(const Refused& refused) {
    return refused.code + " " + std::to_string(refused.status) + " " + refused.field + ": " +
           refused.message + (refused.hint.empty() ? "" : " (" + refused.hint + ")");
}

class Duo : public testing::Test {
protected:
    explicit Duo(Definition definition = {})
        : service(pack_in("tests/packs/duo"), std::move(definition)) {}

    Set apply(const Command& command) {
        auto done = service.world().apply(command);
        if (const auto* refused = std::get_if<Refused>(&done)) return {{}, to_text(*refused)};
        return {std::get<Outcome>(done).result, {}};
    }
    Set pin(const std::string& body) { return apply(SetPin{*json::parse(body)}); }
    Set tape(const std::string& body) { return apply(SetTape{*json::parse(body)}); }
    Set clear(Clear::What what, std::string id = {}) { return apply(Clear{what, std::move(id)}); }

    Reply fetch(const std::string& input = "{}") {
        return service.post_json("/v1/runs/fetch-balance", input);
    }
    // Made and settled.
    Reply settled(const std::string& input = "{}") {
        const Reply made = fetch(input);
        service.advance("5s");
        return service.get("/v1/runs/" + made.text_at("id"));
    }
    Reply run(const std::string& task, const std::string& more = "") {
        return service.post_json("/v1/runs", R"({"task":")" + task + "\"" + more + "}");
    }
    void make_task(const std::string& name, const std::string& schema) {
        const Reply made = service.post_json(
            "/v1/tasks", R"({"name":")" + name + R"(","output_schema":)" + schema + "}");
        ASSERT_EQ(made.status, 201) << made.text;
    }

    json::Value trace(const Reply& reply, const World::TraceFilter& filter = {}) {
        return service.world()
            .trace("trc_" + std::to_string(reply.outcome.trace), filter)
            .value_or(json::Value());
    }
    // The entry of one field of an answer.
    json::Value field(const Reply& reply, const std::string& path) {
        const json::Value record = trace(reply);
        for (const json::Value& one : record.find("fields")->items()) {
            if (one.find("path")->as_string() == path) return one;
        }
        return {};
    }
    std::string field_text(const Reply& reply, const std::string& path) {
        return json::write(field(reply, path));
    }

    Service service;
};

}  // namespace understudy::world
