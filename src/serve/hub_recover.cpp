// Worlds that come back from a store.
#include <algorithm>
#include <mutex>

#include "base/text.hpp"
#include "serve/impl/hub_tables.hpp"
#include "serve/impl/kept.hpp"
#include "store/code.hpp"

namespace understudy::serve {

namespace {

// An answer that was held back by a fault when the process ended is held back by nobody now: the
// next call with its key gets it.
base::Result<void> release_held(RunningWorld& running) {
    const json::Value records =
        running.look([](const world::World& world) { return world.idempotency(); });
    constexpr std::string_view kPrefix = "trc_";
    for (const json::Value& record : records.items()) {
        const json::Value* trace = record.find("trace");
        if (!record.find("running")->as_bool() || !trace->is_string()) continue;
        const auto number = base::parse_int64(trace->as_string().substr(kPrefix.size()));
        if (!number) continue;
        TRY_VOID(running.apply(world::Release{static_cast<std::uint64_t>(*number)}));
    }
    return {};
}

}  // namespace

base::Result<void> Hub::recover() {
    for (const world::KeptWorld& kept : TRY(journal_.kept())) TRY_VOID(recover_one(kept));
    return {};
}

base::Result<void> Hub::recover_one(const world::KeptWorld& kept) {
    FromKept from = TRY(from_kept(kept.definition));
    const std::size_t pack = find_pack(from.kind.pack);
    if (pack == kNoPack) {
        return base::fail(store::code::OtherPack,
                          {{"world", base::quoted(kept.id)}, {"pack", from.kind.pack}});
    }
    const pack::Pack& served = *packs_[pack].pack;
    if (served.version != from.kind.version) {
        return base::fail(store::code::OtherVersion, {{"world", base::quoted(kept.id)},
                                                      {"pack", served.name},
                                                      {"version", from.kind.version},
                                                      {"served", served.version}});
    }
    Identity identity = identify(pack, std::move(from.identity.key));
    identity.serial = from.identity.serial;
    identity.ancestors = std::move(from.identity.ancestors);
    identity.id = kept.id;
    identity.parent = std::move(from.identity.parent);
    identity.host = std::move(from.identity.host);
    identity.accept_any = from.identity.accept_any;
    identity.ttl = from.identity.ttl;
    identity.virtual_pacing = from.identity.virtual_pacing;
    from.definition.id = kept.id;
    complete(from.definition, identity);
    world::World world = TRY(world::World::create(packs_[pack].pack, std::move(from.definition)));
    std::uint64_t batches = 0;  // rows, nearly: a snapshot is a few more
    TRY_VOID(journal_.recover(kept.id, [&](const std::vector<world::Change>& changes) {
        ++batches;
        return world.replay(changes);
    }));
    const auto running =
        std::make_shared<RunningWorld>(std::move(identity), std::move(world), journal_,
                                       RunningWorld::Kept{kept.position, batches});
    if (!served.webhooks.empty()) TRY_VOID(running->apply(world::Resume{}));
    {
        const std::unique_lock lock(mutex_);
        TRY_VOID(claim(running->identity));
        list(running, {});
        // A serial that a fork remembers is never given again, or its key would be good for it.
        tables_->next_serial = std::max(tables_->next_serial, running->identity.serial + 1);
    }
    return release_held(*running);
}

}  // namespace understudy::serve
