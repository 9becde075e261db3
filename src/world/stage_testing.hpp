// A pack, a state and calls for tests of what is shown. Objects are put there as the test says; a
// call is routed by the pack and read plainly, without the checks of the way in.
//
//     Stage stage(R"(resources: ...)");
//     stage.put("charges", {{"id", "ch_1"}, {"amount", 2000}});
//     stage.call("GET /charges/ch_1").body          // as JSON
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.hpp"
#include "pack/pack.hpp"
#include "world/impl/ledger.hpp"
#include "world/impl/render.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

struct Told {
    int status = 0;
    http::Headers headers;
    json::Value body;  // null if there is none, or it is no JSON
    std::string text;
    Account account;
    std::optional<Refusal> refusal;  // then nothing else
    std::string error;               // our own; then nothing else
    pack::Index operation = pack::kNone;
};

class Stage {
public:
    // `rest` is added to a head with what every pack needs: serve, errors.
    explicit Stage(std::string_view rest);

    const pack::Pack& pack() const { return *pack_; }
    State& state() { return *state_; }
    const pack::Resource& resource(std::string_view name) const;

    // Values by field path. Origins follow from the fields' sources; `number` is the trace that set
    // them.
    ObjectPtr put(std::string_view resource,
                  std::initializer_list<std::pair<std::string_view, json::Value>> values,
                  std::uint64_t number = 1);
    ObjectPtr put(Object object);
    Object make(std::string_view resource,
                std::initializer_list<std::pair<std::string_view, json::Value>> values,
                std::uint64_t number = 1);

    struct Options {
        std::vector<std::string> expand = {};
        json::Value headers = json::Value::object();
        ObjectPtr executed = {};  // what an operation made; nothing: a get or a list
        bool deleted = false;
        std::uint64_t trace = 1'000;
    };
    // "GET /charges?limit=3": the target below the pack's prefix /v1.
    Told call(std::string_view line, Options options);
    Told call(std::string_view line) { return call(line, Options()); }
    // The object in a view, as JSON text.
    std::string view(const ObjectPtr& object, std::string_view name = "rest");

    // An entry for the ledger made of what was told.
    Entry entry(const Told& told, std::uint64_t number) const;

private:
    std::shared_ptr<const pack::Pack> pack_;
    std::optional<State> state_;
    json::Value config_ = json::Value::object();
};

// The ids of a list's items.
std::string ids_of(const json::Value& items);

}  // namespace understudy::world
