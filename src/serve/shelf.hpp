// The snapshots of a world. They lie beside it, not in it: a reset does not touch them. A fork
// begins with those of its parent, so that a test in a fork can go back to `boot`; they are shared,
// so that takes no time, and from then on each world has its own shelf.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "world/snapshot.hpp"

namespace understudy::serve {

inline constexpr std::size_t kMostSnapshots = 1'000;  // of one world
inline constexpr std::string_view kBootSnapshot = "boot";

struct Kept {
    std::string id;    // snp_1
    std::string name;  // may be empty; of several with one name the newest is meant
    world::Snapshot snapshot;
};
using KeptPtr = std::shared_ptr<const Kept>;

class Shelf {
public:
    Shelf() = default;
    Shelf(const Shelf&) = delete;
    Shelf& operator=(const Shelf&) = delete;

    KeptPtr add(std::string name, world::Snapshot snapshot);  // null: there is no room
    KeptPtr find(std::string_view id_or_name) const;          // null: none
    std::vector<KeptPtr> all() const;                         // oldest first
    bool remove(std::string_view id_or_name);
    std::size_t clear();
    void begin_as(const Shelf& other);

private:
    using List = std::vector<KeptPtr>;

    mutable std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::shared_ptr<const List> kept_ = std::make_shared<const List>();
};

}  // namespace understudy::serve
