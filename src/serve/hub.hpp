// The worlds of this process: which packs are mounted, which worlds run them, and which world a
// request means.
//
//     Hub hub(journal);
//     TRY_VOID(hub.mount(pack));
//     auto world = TRY(hub.create({.pack = "parcel"}));
//     world->identity.key;                                    // usw_...
//     hub.with_key(key);                                      // that world
//
// Looked at in this order, the first that applies selects: the listener a request came in by, its
// host, its key. Any thread may ask at any time; packs are mounted before the first listener opens.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "pack/pack.hpp"
#include "serve/keys.hpp"
#include "serve/running.hpp"

namespace understudy::serve {

inline constexpr std::size_t kNoPack = static_cast<std::size_t>(-1);

// What a listener stands for.
struct Door {
    enum class Kind : std::uint8_t { Any, Pack, World };
    Kind kind = Kind::Any;
    std::size_t pack = kNoPack;
    std::uint64_t world = 0;  // serial
};

// What listener and host leave of the choice. A world stands for itself and those forked from it.
struct Scope {
    std::size_t pack = kNoPack;
    std::uint64_t world = 0;    // serial; 0: not told yet
    bool contradicts = false;   // the host names a world that the listener does not serve
    bool is_foreign = false;    // a proxy was asked for a host that no pack declares
    bool at_own_prefix = true;  // every prefix of the pack works (serve.hosts)
};

struct MountedPack {
    std::shared_ptr<const pack::Pack> pack;
    std::vector<KeyForm> key_forms;
    // Answers in the vendor's words where no world is selected: it is never listed, has no key and
    // executes nothing but refusals.
    std::shared_ptr<RunningWorld> lobby;
};

// Where a world can be reached.
struct Reach {
    std::string url;
    std::uint16_t port = 0;  // of a listener of its own
    std::string socket;      // the same
};

struct WorldOrder {
    std::string pack = {};
    std::string id = {}, key = {}, host = {};  // empty: made up; no host
    std::uint64_t seed = 0;
    std::optional<base::Instant> t0 = {};
    bool from_now = false;  // t0 is the real time; ticking worlds only
    world::ClockMode clock = world::ClockMode::Frozen;
    json::Value config = json::Value::object();
    bool accept_any = false;
    bool warns = false;  // of contradictions in what testers have scripted
    bool virtual_pacing = false;
    std::chrono::milliseconds ttl{0};
};

struct ForkOrder {
    std::string key;  // empty: made up
    std::chrono::milliseconds ttl{0};
    bool drop_endpoints = false;  // webhook endpoints stay behind
};

class Hub {
public:
    explicit Hub(world::Journal& journal);
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    // code::PackTwice, code::BadKeyForm
    base::Result<std::size_t> mount(std::shared_ptr<const pack::Pack> pack);
    const std::vector<MountedPack>& packs() const { return packs_; }
    std::size_t find_pack(std::string_view name) const;  // kNoPack
    std::vector<std::string> pack_names() const;

    const std::string& operator_key() const { return operator_key_; }
    bool is_operator_key(std::string_view credential) const;

    // code::UnknownPack, BadWorldId, WorldExists, BadKey, KeyTaken, BadHost, NowNeedsTicking, and
    // what the world says about its config.
    base::Result<std::shared_ptr<RunningWorld>> create(const WorldOrder& order);
    base::Result<std::shared_ptr<RunningWorld>> fork(RunningWorld& parent, const ForkOrder& order);
    bool remove(std::uint64_t serial);
    // Brings back the worlds that the journal has kept, each as it was. After the packs are mounted
    // and before anything else. store::code::OtherPack, OtherVersion, and what the store says.
    base::Result<void> recover();

    world::Journal& journal() { return journal_; }

    // Who delivers for all worlds there are and will be. None: nobody.
    void set_errands(Errands* errands);
    // Where webhooks may go beside this machine. Before the first world.
    void allow_webhooks_to(std::vector<std::string> hosts) { webhook_hosts_ = std::move(hosts); }

    std::shared_ptr<RunningWorld> find(std::string_view id) const;
    std::shared_ptr<RunningWorld> find_serial(std::uint64_t serial) const;
    std::shared_ptr<RunningWorld> with_key(std::string_view credential) const;
    std::shared_ptr<RunningWorld> oldest_of(std::size_t pack) const;
    std::vector<std::shared_ptr<RunningWorld>> worlds() const;  // oldest first
    std::size_t count() const;

    // `host` without port, in lower case. `by_proxy`: the client believes it talks to that host.
    Scope scope_of(const Door& door, std::string_view host, bool by_proxy) const;
    std::vector<std::string> declared_hosts() const;

    void set_pack_reach(std::size_t pack, Reach reach);
    void set_reach(std::uint64_t world, Reach reach);
    Reach reach_of(const RunningWorld& world) const;

    // Calls answered by worlds that are gone, and those refused before a world was chosen.
    std::map<std::size_t, CallCounts> calls() const;  // by pack; also of worlds that are gone

private:
    struct Tables;

    base::Result<std::shared_ptr<RunningWorld>> enrol(Identity identity, world::World world,
                                                      const Reach& reach,
                                                      const world::GoAlone& alone = {});
    base::Result<void> claim(const Identity& identity) const;
    void list(const std::shared_ptr<RunningWorld>& running, const Reach& reach);
    base::Result<void> recover_one(const world::KeptWorld& kept);
    void strike(const std::shared_ptr<RunningWorld>& world);
    void sweep();
    void name(Identity& identity);
    bool is_declared(std::size_t pack, std::string_view host) const;
    Identity identify(std::size_t pack, std::string key) const;
    void complete(world::Definition& definition, const Identity& identity) const;

    world::Journal& journal_;
    std::vector<std::string> webhook_hosts_;
    Errands* errands_ = nullptr;
    std::string operator_key_;
    std::uint64_t hash_secret_;
    std::vector<MountedPack> packs_;
    mutable std::shared_mutex mutex_;
    std::unique_ptr<Tables> tables_;
};

}  // namespace understudy::serve
