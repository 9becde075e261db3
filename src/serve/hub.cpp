// Packs come, worlds come and go. Who is found by what is hub_find.cpp; worlds that come back are
// hub_recover.cpp.
#include "serve/hub.hpp"

#include <algorithm>
#include <mutex>

#include "base/text.hpp"
#include "http/url.hpp"
#include "serve/code.hpp"
#include "serve/impl/hub_tables.hpp"
#include "serve/impl/kept.hpp"
#include "serve/random.hpp"

namespace understudy::serve {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view kLocal = ".localhost";

base::Instant real_now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(since).count();
    constexpr std::int64_t kSecond = 1'000'000'000;
    return {nanoseconds / kSecond, static_cast<std::int32_t>(nanoseconds % kSecond)};
}

base::Result<void> check_id(const std::string& id) {
    constexpr std::size_t kLongest = 60;
    const auto refuse = [&](std::string why) {
        return base::fail(code::BadWorldId, {{"id", base::quoted(id)}, {"why", std::move(why)}});
    };
    const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    if (id.size() > kLongest) return refuse("it is too long");
    if (id.empty() || !is_plain(id.front())) return refuse("it begins with neither");
    for (const char c : id) {
        if (!is_plain(c) && c != '_' && c != '-') {
            return refuse(base::quoted(std::string_view(&c, 1)) + " is not allowed in it");
        }
    }
    return {};
}

}  // namespace

Hub::Hub(world::Journal& journal)
    : journal_(journal),
      operator_key_(mint_key(kOperatorPrefix)),
      hash_secret_(random_number()),
      tables_(std::make_unique<Tables>()) {}

Hub::~Hub() = default;

base::Result<std::size_t> Hub::mount(std::shared_ptr<const pack::Pack> pack) {
    if (find_pack(pack->name) != kNoPack) {
        return base::fail(code::PackTwice, {{"name", base::quoted(pack->name)}});
    }
    MountedPack mounted;
    for (const std::string& form : pack->serve.auth.key_forms) {
        mounted.key_forms.push_back(TRY(KeyForm::parse(form)));
    }
    world::Definition definition;
    definition.id = "lobby";
    definition.journal_entries = 16;
    Identity identity;
    identity.id = definition.id;
    identity.pack = packs_.size();
    mounted.lobby = std::make_shared<RunningWorld>(
        std::move(identity), TRY(world::World::create(pack, std::move(definition))),
        tables_->no_journal);
    mounted.pack = std::move(pack);
    const std::size_t index = packs_.size();
    const std::unique_lock lock(mutex_);
    tables_->hosts.try_emplace(base::to_lower_ascii(mounted.pack->name) + std::string(kLocal),
                               Tables::HostEntry{index, 0});
    for (const pack::Host& host : mounted.pack->serve.hosts) {
        if (host.host == "*") continue;
        tables_->hosts.try_emplace(base::to_lower_ascii(host.host), Tables::HostEntry{index, 0});
    }
    tables_->pack_reach.emplace_back();
    packs_.push_back(std::move(mounted));
    return index;
}

std::size_t Hub::find_pack(std::string_view name) const {
    for (std::size_t i = 0; i < packs_.size(); ++i) {
        if (packs_[i].pack->name == name) return i;
    }
    return kNoPack;
}

std::vector<std::string> Hub::pack_names() const {
    std::vector<std::string> names;
    names.reserve(packs_.size());
    for (const MountedPack& mounted : packs_) names.push_back(mounted.pack->name);
    return names;
}

bool Hub::is_operator_key(std::string_view credential) const {
    return base::equal_in_constant_time(credential, operator_key_);
}

Identity Hub::identify(std::size_t pack, std::string key) const {
    Identity identity;
    identity.pack = pack;
    identity.key = key.empty() ? mint_key(kWorldPrefix) : std::move(key);
    for (const KeyForm& form : packs_[pack].key_forms) {
        identity.key_forms.push_back(form.made_of(identity.key));
    }
    return identity;
}

// What a world knows of its identity, and of where it may send webhooks.
void Hub::complete(world::Definition& definition, const Identity& identity) const {
    definition.key = identity.key;
    definition.credential = identity.key_forms.empty() ? identity.key : identity.key_forms.front();
    definition.webhook_hosts = webhook_hosts_;
}

void Hub::set_errands(Errands* errands) {
    const std::unique_lock lock(mutex_);
    errands_ = errands;
    for (const auto& [serial, world] : tables_->worlds) world->set_errands(errands);
}

base::Result<std::shared_ptr<RunningWorld>> Hub::create(const WorldOrder& order) {
    const std::size_t pack = find_pack(order.pack);
    if (pack == kNoPack) {
        const std::vector<std::string> names = pack_names();
        return base::fail(code::UnknownPack, {{"name", base::quoted(order.pack)},
                                              {"help", "there is " + base::join(names, ", ")},
                                              {"nearest", base::nearest(order.pack, names)}});
    }
    if (!order.id.empty()) TRY_VOID(check_id(order.id));
    if (!order.key.empty()) TRY_VOID(check_key(order.key));
    if (order.from_now && order.clock == world::ClockMode::Frozen) {
        return base::fail(code::NowNeedsTicking);
    }
    Identity identity = identify(pack, order.key);
    identity.id = order.id;
    identity.accept_any = order.accept_any;
    identity.ttl = order.ttl;
    identity.virtual_pacing = order.virtual_pacing;
    if (!order.host.empty()) {
        const auto host = http::parse_authority(order.host);
        if (!host || host->port) {
            return base::fail(
                code::BadHost,
                {{"host", base::quoted(order.host)},
                 {"why", host ? "it has a port" : std::string(host.error().arg("why"))}});
        }
        identity.host = host->host;
    }
    world::Definition definition;
    definition.seed = order.seed;
    if (order.t0) definition.t0 = *order.t0;
    if (order.from_now) definition.t0 = real_now();
    definition.clock = order.clock;
    definition.config = order.config;
    definition.warns = order.warns;
    {
        const std::unique_lock lock(mutex_);
        name(identity);
        TRY_VOID(claim(identity));  // before the work; enrol() looks again
    }
    definition.id = identity.id;
    complete(definition, identity);
    return enrol(std::move(identity),
                 TRY(world::World::create(packs_[pack].pack, std::move(definition))), {});
}

base::Result<std::shared_ptr<RunningWorld>> Hub::fork(RunningWorld& parent,
                                                      const ForkOrder& order) {
    if (!order.key.empty()) TRY_VOID(check_key(order.key));
    Identity identity = identify(parent.identity.pack, order.key);
    identity.ancestors = parent.identity.ancestors;
    identity.ancestors.push_back(parent.identity.serial);
    identity.parent = parent.identity.id;
    identity.ttl = order.ttl;
    identity.virtual_pacing = parent.identity.virtual_pacing;
    {
        const std::unique_lock lock(mutex_);
        name(identity);
    }
    world::World world = parent.fork(identity);
    auto forked = enrol(std::move(identity), std::move(world), {reach_of(parent).url, 0, {}},
                        {!order.drop_endpoints});
    if (forked) (*forked)->snapshots.begin_as(parent.snapshots);
    return forked;
}

// Serial and id, if it has none. With the lock held.
void Hub::name(Identity& identity) {
    sweep();
    identity.serial = tables_->next_serial++;
    while (identity.id.empty()) {
        std::string id = "w_" + std::to_string(tables_->next_name++);
        if (!tables_->ids.contains(id)) identity.id = std::move(id);
    }
}

// May a world of this identity exist? With the lock held.
base::Result<void> Hub::claim(const Identity& identity) const {
    if (tables_->ids.contains(identity.id)) {
        return base::fail(code::WorldExists, {{"id", base::quoted(identity.id)}});
    }
    if (tables_->hosts.contains(host_of(identity.id))) {
        return base::fail(code::BadWorldId, {{"id", base::quoted(identity.id)},
                                             {"why", host_of(identity.id) + " is taken already"}});
    }
    if (!identity.host.empty() &&
        (tables_->hosts.contains(identity.host) || identity.host == host_of(identity.id))) {
        return base::fail(code::BadHost,
                          {{"host", base::quoted(identity.host)}, {"why", "it is taken already"}});
    }
    const auto is_taken = [&](const std::string& text) {
        return tables_->with_key(text, base::fast_hash(text, hash_secret_)) != nullptr;
    };
    if (is_taken(identity.key) ||
        std::any_of(identity.key_forms.begin(), identity.key_forms.end(), is_taken)) {
        return base::fail(code::KeyTaken);
    }
    return {};
}

base::Result<std::shared_ptr<RunningWorld>> Hub::enrol(Identity identity, world::World world,
                                                       const Reach& reach,
                                                       const world::GoAlone& alone) {
    json::Value definition;
    if (journal_.keeps_rows()) {
        definition = to_kept(world.definition(), identity, *packs_[identity.pack].pack);
    }
    const auto running =
        std::make_shared<RunningWorld>(std::move(identity), std::move(world), journal_);
    const Identity& own = running->identity;
    const std::unique_lock lock(mutex_);
    TRY_VOID(claim(own));
    if (own.parent.empty()) {
        TRY_VOID(journal_.open(own.id, definition));
    } else {
        TRY_VOID(journal_.fork(own.id, own.parent, own.parent_position, definition));
        // Before anybody can find it, and before it can send anything.
        if (!packs_[own.pack].pack->webhooks.empty()) TRY_VOID(running->apply(alone));
    }
    running->set_errands(errands_);
    list(running, reach);
    return running;
}

// With the lock held.
void Hub::list(const std::shared_ptr<RunningWorld>& running, const Reach& reach) {
    const Identity& own = running->identity;
    tables_->worlds.emplace(own.serial, running);
    if (own.ttl.count() != 0) tables_->mortal.emplace(own.serial, running);
    tables_->ids.emplace(own.id, running);
    const auto add_key = [&](const std::string& text) {
        tables_->keys.emplace(base::fast_hash(text, hash_secret_), Tables::KeyEntry{text, running});
    };
    add_key(own.key);
    for (const std::string& form : own.key_forms) add_key(form);
    tables_->hosts.emplace(host_of(own.id), Tables::HostEntry{own.pack, own.serial});
    tables_->hosts.try_emplace(own.id + std::string(kLocal),
                               Tables::HostEntry{own.pack, own.serial});
    if (!own.host.empty())
        tables_->hosts.emplace(own.host, Tables::HostEntry{own.pack, own.serial});
    if (!reach.url.empty()) tables_->reach.emplace(own.serial, reach);
}

// With the lock held.
void Hub::strike(const std::shared_ptr<RunningWorld>& world) {
    world->end();
    const Identity& own = world->identity;
    for (const std::string& host : {host_of(own.id), own.id + std::string(kLocal), own.host}) {
        const auto entry = tables_->hosts.find(host);
        if (entry != tables_->hosts.end() && entry->second.world == own.serial) {
            tables_->hosts.erase(entry);
        }
    }
    const auto drop_key = [&](const std::string& text) {
        const auto [begin, end] = tables_->keys.equal_range(base::fast_hash(text, hash_secret_));
        for (auto entry = begin; entry != end; ++entry) {
            if (entry->second.world != world) continue;
            tables_->keys.erase(entry);
            return;
        }
    };
    drop_key(own.key);
    for (const std::string& form : own.key_forms) drop_key(form);
    tables_->reach.erase(own.serial);
    tables_->ids.erase(own.id);
    tables_->mortal.erase(own.serial);
    tables_->worlds.erase(own.serial);
    tables_->calls_of_the_gone[world->identity.pack].add(world->calls());
}

bool Hub::remove(std::uint64_t serial) {
    std::string id;
    {
        const std::unique_lock lock(mutex_);
        const auto found = tables_->worlds.find(serial);
        if (found == tables_->worlds.end()) return false;
        const std::shared_ptr<RunningWorld> world = found->second;
        id = world->identity.id;
        strike(world);
    }
    return journal_.drop(id).has_value();
}

// Worlds nobody has called for their whole ttl; looked for now and then. With the lock held.
void Hub::sweep() {
    constexpr auto kNowAndThen = std::chrono::seconds(1);
    const auto now = SteadyClock::now();
    if (now - tables_->last_sweep < kNowAndThen) return;
    tables_->last_sweep = now;
    std::vector<std::shared_ptr<RunningWorld>> expired;
    for (const auto& [serial, world] : tables_->mortal) {
        if (world->is_expired(now)) expired.push_back(world);
    }
    for (const auto& world : expired) {
        strike(world);
        // Nothing can be done about a store that cannot forget; the world is gone all the same.
        static_cast<void>(journal_.drop(world->identity.id).has_value());
    }
}

}  // namespace understudy::serve
