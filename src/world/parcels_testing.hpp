// A small pack made by hand for the tests of the state: depots, and parcels that lie in them.
#pragma once

#include <memory>

#include "expr/program.hpp"
#include "pack/names.hpp"
#include "pack/pack.hpp"
#include "world/impl/object.hpp"

namespace understudy::world::parcels {

inline constexpr pack::Index kDepots = 0;
inline constexpr pack::Index kParcels = 1;
inline constexpr pack::Index kTags = 2;

// Fields of a depot.
enum DepotField : pack::Index {
    kDepotId,
    kDepotName,
    kWeight,      // sum of weight
    kOpenWeight,  // the same of open parcels
    kCount,       // parcels with a note
    kLightest,
    kHeaviest,
    kByColour,     // sum of weight by colour
    kWorldWeight,  // of all parcels
    kLatest,       // max of created
    kMinByColour,
};

// Fields of a parcel.
enum ParcelField : pack::Index {
    kId,
    kDepot,
    kParcelWeight,
    kColour,
    kNote,
    kCreated,
    kStatus,
    kObject,
    kNestedSize,
};

// Fields of a tag: ordered by rank falling, then name.
enum TagField : pack::Index { kTagId, kRank, kTagName };

enum ParcelState : pack::State { kOpen = 1, kClosed = 2 };

inline pack::Field field(std::string path, pack::From from) {
    pack::Field made;
    made.path = path;
    made.from = from;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t dot = std::min(path.find('.', begin), path.size());
        made.segments.push_back(path.substr(begin, dot - begin));
        begin = dot + 1;
    }
    return made;
}

inline pack::Expression over_it(std::string_view text) {
    expr::Scope scope;
    for (std::size_t i = 0; i < pack::kNameCount; ++i) {
        if (i == pack::slot(pack::Name::It)) {
            scope.add("it");
        } else {
            scope.skip();
        }
    }
    return expr::compile(text, scope).value();
}

inline pack::Field aggregate(pack::Pack& pack, std::string path, pack::Fold fold,
                             pack::Index over_field, pack::Index place) {
    pack::Field made = field(std::move(path), pack::From::Aggregate);
    made.aggregate.emplace();
    made.aggregate->fold = fold;
    made.aggregate->over = kParcels;
    made.aggregate->field = over_field;
    made.aggregate->by = kDepot;
    auto& over = pack.resources[kParcels].aggregates_over;
    made.aggregate->slot = static_cast<pack::Index>(over.size());
    over.emplace_back(kDepots, place);
    return made;
}

inline std::shared_ptr<const pack::Pack> make_pack() {
    auto pack = std::make_shared<pack::Pack>();
    pack->name = "parcels";
    pack->durations.push_back({"transit", base::Duration{3600, 0}, {}});
    pack->resources.resize(3);

    pack::Resource& parcels = pack->resources[kParcels];
    parcels.name = "parcels";
    parcels.singular = "parcel";
    parcels.id_field = kId;
    parcels.fields = {field("id", pack::From::Id),
                      field("depot", pack::From::Input),
                      field("weight", pack::From::Input),
                      field("colour", pack::From::Input),
                      field("note", pack::From::Input),
                      field("created", pack::From::Clock),
                      field("status", pack::From::Lifecycle),
                      field("object", pack::From::Constant),
                      field("size.width", pack::From::Input)};
    parcels.fields[kDepot].ref = kDepots;
    parcels.fields[kObject].value = "parcel";
    parcels.state_field = kStatus;
    parcels.lifecycle.emplace();
    parcels.lifecycle->states = {"nothing", "open", "closed"};
    parcels.lifecycle->moves.resize(2);
    parcels.lifecycle->moves[0].name = "close";
    parcels.lifecycle->moves[1].name = "reopen";
    parcels.unique.push_back({{kDepot, kNote}, {}, {}});
    parcels.indexes = {{kDepot, false},  {kColour, false}, {kNote, true},
                       {kStatus, false}, {kCreated, true}, {kParcelWeight, true}};

    pack::Resource& depots = pack->resources[kDepots];
    depots.name = "depots";
    depots.singular = "depot";
    depots.id_field = kDepotId;
    depots.oldest_first = true;
    depots.fields = {
        field("id", pack::From::Id),
        field("name", pack::From::Input),
        aggregate(*pack, "weight", pack::Fold::Sum, kParcelWeight, kWeight),
        aggregate(*pack, "open_weight", pack::Fold::Sum, kParcelWeight, kOpenWeight),
        aggregate(*pack, "count", pack::Fold::Count, kNote, kCount),
        aggregate(*pack, "lightest", pack::Fold::Min, kParcelWeight, kLightest),
        aggregate(*pack, "heaviest", pack::Fold::Max, kParcelWeight, kHeaviest),
        aggregate(*pack, "by_colour", pack::Fold::Sum, kParcelWeight, kByColour),
        aggregate(*pack, "world_weight", pack::Fold::Sum, kParcelWeight, kWorldWeight),
        aggregate(*pack, "latest", pack::Fold::Max, kCreated, kLatest),
        aggregate(*pack, "min_by_colour", pack::Fold::Min, kParcelWeight, kMinByColour),
    };
    depots.fields[kOpenWeight].aggregate->where = over_it("it.status == \"open\"");
    depots.fields[kByColour].aggregate->group = kColour;
    depots.fields[kMinByColour].aggregate->group = kColour;
    depots.fields[kWorldWeight].aggregate->by = pack::kNone;

    pack::Resource& tags = pack->resources[kTags];
    tags.name = "tags";
    tags.singular = "tag";
    tags.id_field = kTagId;
    tags.fields = {field("id", pack::From::Id), field("rank", pack::From::Input),
                   field("name", pack::From::Input)};
    tags.order = {{kRank, true}, {kTagName, false}};
    tags.indexes = {{kTagName, true}};
    return pack;
}

inline Object blank(pack::Index resource, const pack::Pack& pack, json::Value id,
                    std::uint64_t sequence) {
    Object object;
    object.resource = resource;
    object.id = std::move(id);
    object.sequence = sequence;
    object.version = sequence;
    const std::size_t fields = pack.resources[resource].fields.size();
    object.values.resize(fields);
    object.origins.resize(fields, Origin::Absent);
    return object;
}

inline void set(Object& object, pack::Index field, json::Value value,
                Origin origin = Origin::Input) {
    object.values[field] = std::move(value);
    object.origins[field] = origin;
}

}  // namespace understudy::world::parcels
