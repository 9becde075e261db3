// What a store keeps of a world beside its rows: how it began, what it is called, how it is found.
#pragma once

#include "base/result.hpp"
#include "json/value.hpp"
#include "serve/running.hpp"
#include "world/world.hpp"

namespace understudy::serve {

struct Kind {
    std::string pack, version;
};
struct FromKept {
    Kind kind;
    world::Definition definition;
    Identity identity;  // without the number of its pack and the further forms of its key
};

json::Value to_kept(const world::Definition& definition, const Identity& identity,
                    const pack::Pack& pack);
// The file may be anybody's: world::code::BadJournal.
base::Result<FromKept> from_kept(const json::Value& kept);

}  // namespace understudy::serve
