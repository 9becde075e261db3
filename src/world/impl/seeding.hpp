// Objects of one resource that are put into a state as if they had always been there: each leaf is
// checked and taken as it was given, whatever is left out takes the pack's default, and nothing is
// set off. Whoever seeds rolls back on a refusal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "json/pointer.hpp"
#include "pack/pack.hpp"
#include "world/impl/eyes.hpp"
#include "world/impl/state.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

// What the ids of a pattern look like, lengths left open: "^ch_[a-zA-Z0-9]+$".
std::string regex_of(const pack::Pattern& pattern);

class Seeding {
public:
    Seeding(const pack::Pack& pack, State& state, const json::Value& config, std::uint64_t seed,
            pack::Index resource);

    // `place` is where the object stands in the body of the call.
    std::optional<Refused> insert(const json::Value& given, const json::Pointer& place);
    const std::vector<json::Value>& ids() const { return ids_; }

    // References that lead nowhere, after everything was inserted.
    struct Dangling {
        std::string message;
        std::string field;
    };
    std::vector<Dangling> dangling() const;

private:
    // A field with what was given for it.
    struct Leaf {
        pack::Index field;
        json::Value value;
        json::Pointer place;
    };
    struct Reference {
        pack::Index of;  // resource
        json::Value value;
        std::string field, place;
    };
    using Problem = std::optional<Refused>;

    // --- seed_leaves.cpp: from what was given to values of fields
    Problem take(const json::Value& given, const std::string& prefix, const json::Pointer& place,
                 std::vector<Leaf>& leaves) const;
    Problem check(Leaf& leaf);
    Problem check_schema(const pack::Field& field, const schema::Schema& schema,
                         const json::Value& value, const json::Pointer& place) const;
    Problem check_elements(const pack::Field& field, std::size_t segment, const json::Value& value,
                           const json::Pointer& place);
    Problem refer(const pack::Field& field, json::Value& value, const json::Pointer& place);
    Problem invalid(const pack::Field& field, const std::string& why, const json::Pointer& place,
                    std::string hint = {}) const;

    // --- seed_object.cpp: the object around them
    Problem take_id(Object& object, std::vector<Leaf>& leaves, const json::Pointer& place) const;
    Problem take_state(Object& object, const std::vector<Leaf>& leaves) const;
    Problem fill_in(Object& object, const json::Pointer& place);
    Problem start(Object& object);
    Problem check_by_data(const Object& object, const std::vector<Leaf>& leaves);
    Problem check_unique(const Object& object, const json::Pointer& place) const;
    Problem incomplete(const pack::Field& field, const json::Pointer& place,
                       std::string hint) const;
    expr::Env env_of(const Eyes& eyes, const Object& object) const;

    const pack::Pack& pack_;
    State& state_;
    const json::Value& config_;
    std::uint64_t seed_;
    pack::Index resource_;
    const pack::Resource& kind_;
    std::vector<json::Value> ids_;
    std::vector<Reference> references_;
};

}  // namespace understudy::world
