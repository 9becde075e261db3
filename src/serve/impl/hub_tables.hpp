// What a hub keeps under its lock.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "serve/hub.hpp"

namespace understudy::serve {

// For worlds that are not kept by anybody.
class NoJournal final : public world::Journal {
public:
    bool keeps_rows() const override { return false; }
    base::Result<void> open(std::string_view, const json::Value&) override { return {}; }
    base::Result<void> append(std::string_view, world::Row) override { return {}; }
    base::Result<void> commit() override { return {}; }
    base::Result<void> drop(std::string_view) override { return {}; }
};

struct Hub::Tables {
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return base::fast_hash(text); }
    };
    struct KeyEntry {
        std::string text;
        std::shared_ptr<RunningWorld> world;
    };
    struct HostEntry {  // a pack's, or a world's
        std::size_t pack = kNoPack;
        std::uint64_t world = 0;
    };
    template <class T>
    using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

    std::uint64_t next_serial = 1;
    std::uint64_t next_name = 1;
    std::map<std::uint64_t, std::shared_ptr<RunningWorld>> worlds;  // oldest first
    std::map<std::uint64_t, std::shared_ptr<RunningWorld>> mortal;  // those with a ttl
    std::chrono::steady_clock::time_point last_sweep{};
    ByText<std::shared_ptr<RunningWorld>> ids;
    std::unordered_multimap<std::uint64_t, KeyEntry> keys;  // by keyed hash
    ByText<HostEntry> hosts;
    std::vector<Reach> pack_reach;
    std::unordered_map<std::uint64_t, Reach> reach;
    std::map<std::size_t, CallCounts> calls_of_the_gone;
    NoJournal no_journal;

    std::shared_ptr<RunningWorld> with_key(std::string_view text, std::uint64_t hash) const {
        const auto [begin, end] = keys.equal_range(hash);
        for (auto entry = begin; entry != end; ++entry) {
            if (base::equal_in_constant_time(entry->second.text, text)) return entry->second.world;
        }
        return nullptr;
    }
};

// Names under localhost by which a world is reached. An underscore is no part of a host name, but
// clients that do not mind may write the id as it is.
inline std::string host_of(const std::string& id) {
    return base::replace_all(id, "_", "-") + ".localhost";
}

}  // namespace understudy::serve
