// Finding worlds: by id, by key, by listener and host.
//
// Keys are looked up by a hash that is keyed with a secret of this process, and what is found is
// compared in constant time: how long a wrong key takes tells nothing about the right ones.
#include <mutex>

#include "serve/impl/hub_tables.hpp"

namespace understudy::serve {

namespace {

using SteadyClock = std::chrono::steady_clock;

// A world whose time is over is not found any more, even before it is swept away.
std::shared_ptr<RunningWorld> unless_expired(std::shared_ptr<RunningWorld> world) {
    if (!world || world->identity.ttl.count() == 0) return world;
    const auto now = SteadyClock::now();
    if (world->is_expired(now)) return nullptr;
    world->touch(now);
    return world;
}

bool is_address_or_localhost(std::string_view host) {
    return host.empty() || host == "localhost" || host.find(':') != std::string_view::npos ||
           host.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

std::shared_ptr<RunningWorld> Hub::find(std::string_view id) const {
    const std::shared_lock lock(mutex_);
    const auto found = tables_->ids.find(id);
    return found == tables_->ids.end() ? nullptr : unless_expired(found->second);
}

std::shared_ptr<RunningWorld> Hub::find_serial(std::uint64_t serial) const {
    const std::shared_lock lock(mutex_);
    const auto found = tables_->worlds.find(serial);
    return found == tables_->worlds.end() ? nullptr : unless_expired(found->second);
}

std::shared_ptr<RunningWorld> Hub::with_key(std::string_view credential) const {
    const std::uint64_t hash = base::fast_hash(credential, hash_secret_);
    const std::shared_lock lock(mutex_);
    return unless_expired(tables_->with_key(credential, hash));
}

std::shared_ptr<RunningWorld> Hub::oldest_of(std::size_t pack) const {
    const std::shared_lock lock(mutex_);
    for (const auto& [serial, world] : tables_->worlds) {
        if (world->identity.pack == pack) {
            if (auto alive = unless_expired(world)) return alive;
        }
    }
    return nullptr;
}

std::vector<std::shared_ptr<RunningWorld>> Hub::worlds() const {
    const auto now = SteadyClock::now();
    const std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<RunningWorld>> list;
    list.reserve(tables_->worlds.size());
    for (const auto& [serial, world] : tables_->worlds) {
        if (!world->is_expired(now)) list.push_back(world);
    }
    return list;
}

std::size_t Hub::count() const {
    const std::shared_lock lock(mutex_);
    return tables_->worlds.size();
}

Scope Hub::scope_of(const Door& door, std::string_view host, bool by_proxy) const {
    Scope scope;
    scope.pack = door.pack;
    scope.world = door.world;
    if (is_address_or_localhost(host)) {
        scope.is_foreign = by_proxy;
        return scope;
    }
    const std::shared_lock lock(mutex_);
    const auto found = tables_->hosts.find(host);
    if (found == tables_->hosts.end()) {
        scope.is_foreign = by_proxy;
        return scope;
    }
    const Tables::HostEntry& named = found->second;
    if (by_proxy) {
        // The listener was not meant as the service itself but as a way to any host of ours; only
        // one that is bound to a world stays bound to it.
        if (door.kind == Door::Kind::World) {
            scope.is_foreign = named.pack != door.pack;
        } else {
            scope.pack = named.pack;
            scope.world = named.world;
        }
        scope.at_own_prefix = !is_declared(named.pack, host);
        return scope;
    }
    if (door.kind == Door::Kind::World) return scope;
    if (door.kind == Door::Kind::Any) {
        scope.pack = named.pack;
        scope.at_own_prefix = !is_declared(named.pack, host);
    }
    if (named.world != 0) {
        scope.contradicts = named.pack != scope.pack;
        if (!scope.contradicts) scope.world = named.world;
    }
    return scope;
}

bool Hub::is_declared(std::size_t pack, std::string_view host) const {
    for (const pack::Host& declared : packs_[pack].pack->serve.hosts) {
        if (base::to_lower_ascii(declared.host) == host) return true;
    }
    return false;
}

std::vector<std::string> Hub::declared_hosts() const {
    std::vector<std::string> hosts;
    for (const MountedPack& mounted : packs_) {
        for (const pack::Host& host : mounted.pack->serve.hosts) {
            if (host.host != "*") hosts.push_back(base::to_lower_ascii(host.host));
        }
    }
    return hosts;
}

void Hub::set_pack_reach(std::size_t pack, Reach reach) {
    const std::unique_lock lock(mutex_);
    tables_->pack_reach[pack] = std::move(reach);
}

void Hub::set_reach(std::uint64_t world, Reach reach) {
    const std::unique_lock lock(mutex_);
    tables_->reach[world] = std::move(reach);
}

Reach Hub::reach_of(const RunningWorld& world) const {
    const std::shared_lock lock(mutex_);
    const auto own = tables_->reach.find(world.identity.serial);
    return own == tables_->reach.end() ? tables_->pack_reach[world.identity.pack] : own->second;
}

std::map<std::size_t, CallCounts> Hub::calls() const {
    std::map<std::size_t, CallCounts> sum;
    {
        const std::shared_lock lock(mutex_);
        sum = tables_->calls_of_the_gone;
    }
    const auto add = [&](const RunningWorld& world) {
        sum[world.identity.pack].add(world.calls());
    };
    for (const auto& world : worlds()) add(*world);
    for (const MountedPack& mounted : packs_) add(*mounted.lobby);
    return sum;
}

}  // namespace understudy::serve
