// For tests of what testers do to a world: control commands as JSON, and their answers as text.
//
//     Tester tester("packs/parcel");
//     tester.seed("charges", R"([{"id":"ch_1", ...}])")       // the result, or `422 code field:
//     ...`
#pragma once

#include <string>
#include <string_view>

#include "pack/folder_testing.hpp"
#include "world/snapshot.hpp"
#include "world/world_testing.hpp"

namespace understudy::world {

inline std::shared_ptr<const pack::Pack> pack_folder(const std::string& below) {
    pack::Loaded loaded = pack::load(pack::read_folder(below));
    if (!loaded.pack) ADD_FAILURE() << base::render(loaded.as_error());
    return loaded.pack;
}

// `422 invalid_seed_id /objects/0/id: the id ... | hint`
inline std::string text_of(const Refused& refused) {
    std::string text = std::to_string(refused.status) + ' ' + refused.code;
    if (!refused.field.empty()) text += ' ' + refused.field;
    text += ": " + refused.message;
    if (!refused.hint.empty()) text += " | " + refused.hint;
    return text;
}

class Tester : public Service {
public:
    explicit Tester(std::shared_ptr<const pack::Pack> pack, Definition definition = {})
        : Service(std::move(pack), std::move(definition)) {}
    explicit Tester(const std::string& below) : Service(pack_folder(below)) {}

    static json::Value parsed(std::string_view text) {
        auto value = json::parse(text);
        if (!value) ADD_FAILURE() << base::render(value.error()) << text;
        return value ? *value : json::Value();
    }
    // The result as JSON, or the refusal as text.
    std::string does(const Command& command) {
        const auto done = world().apply(command);
        if (const auto* refused = std::get_if<Refused>(&done)) return text_of(*refused);
        return json::write(std::get<Outcome>(done).result);
    }
    std::string seed(std::string_view resource, std::string_view objects, bool strict = false) {
        json::Value body =
            json::Value::object({{"resource", resource}, {"objects", parsed(objects)}});
        if (strict) body.set("strict", true);
        return does(Seed{std::move(body)});
    }
    std::string set_durations(std::string_view body) { return does(SetDurations{parsed(body)}); }
    std::string history(std::string_view steps) {
        return does(History{json::Value::object({{"steps", parsed(steps)}}), "usw_test",
                            "http://127.0.0.1:8801"});
    }
    std::string restore(const Snapshot& snapshot) {
        return does(Restore{std::make_shared<const Snapshot>(snapshot)});
    }
    // Of each pending timer: `settle ch_1 at 2025-01-01T00:00:02Z`.
    Names pending() {
        Names names;
        const json::Value timers = world().pending();
        for (const json::Value& timer : timers.items()) {
            names.push_back(std::string(timer.find("move")->as_string()) + " at " +
                            std::string(timer.find("due_at")->as_string()));
        }
        return names;
    }
};

}  // namespace understudy::world
