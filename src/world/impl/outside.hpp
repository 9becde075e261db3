// What pins and tapes can be set for: results by the names of the calls that bring them about, the
// fields in them, and the schemas of those fields, some of which are data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pack/pack.hpp"
#include "world/impl/eyes.hpp"
#include "world/impl/state.hpp"

namespace understudy::world {

// What a name in `match.operation` stands for.
struct ResultKind {
    std::string name = {};                    // as pins are kept: "fetchBalance", "pay_rent"
    pack::Index operation = pack::kNone;      // kNone: a world event, or a resource by itself
    std::vector<pack::Index> resources = {};  // whose objects it brings about
    ObjectPtr draft = {};  // an object as far as it is known beforehand: schemas are read from it
};

// A field of a result.
struct ResultField {
    std::string path = {};
    pack::From from = pack::From::Exogenous;
    pack::Index resource = pack::kNone;  // kNone: of the operation itself
    const pack::Field* field = nullptr;  // null: the reply
    pack::FieldSchema schema = {};       // not compiled: only the data of the result will tell

    bool is_exogenous() const { return from == pack::From::Exogenous; }
};

class Outside {
public:
    Outside(const pack::Pack& pack, const State& state, const Eyes& eyes)
        : pack_(pack), state_(state), eyes_(eyes) {}

    // Declared operations (by verb too, where the resource is given), names from data, world
    // events, resources whose objects come about by themselves. `input` is that of the match.
    std::vector<ResultKind> named(std::string_view name, std::string_view resource,
                                  const json::Value& input) const;
    std::vector<std::string> names() const;  // of all of them that there are now

    // The names whose results are objects of this resource.
    std::vector<std::string> starters_of(pack::Index resource) const;

    // All fields of the results, faithful ones too, in the pack's order.
    std::vector<ResultField> fields_of(const ResultKind& kind) const;

private:
    std::vector<ResultKind> from_data(std::string_view name, std::string_view resource) const;
    std::vector<std::string> names_from_data(const pack::Operation& operation) const;
    ObjectPtr draft_from(const pack::Operation& operation, const json::Value& input) const;
    pack::FieldSchema schema_of(const ResultKind& kind, pack::Index resource,
                                const pack::Field& field, pack::Index index) const;
    // `self.task.name`: the reference, and the field of what it names.
    struct Naming {
        pack::Index reference = pack::kNone;
        pack::Index field = pack::kNone;
    };
    std::optional<Naming> naming_of(const pack::Operation& operation) const;

    const pack::Pack& pack_;
    const State& state_;
    const Eyes& eyes_;
};

// What determines a faithful field, in words: "the lifecycle of charges".
std::string what_sets(const pack::Pack& pack, const std::string& owner, const pack::Field& field);

}  // namespace understudy::world
