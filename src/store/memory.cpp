// Opening and dropping worlds that live in memory.
#include "store/memory.hpp"

#include "store/code.hpp"

namespace understudy::store {

base::Result<void> MemoryStore::check_known(std::string_view world) const {
    if (worlds_.contains(world)) return {};
    return base::fail(code::UnknownWorld, {{"world", std::string(world)}});
}

base::Result<void> MemoryStore::open(std::string_view world, const json::Value& /*definition*/) {
    const std::lock_guard lock(mutex_);
    if (worlds_.emplace(world).second) return {};
    return base::fail(code::WorldExists, {{"world", std::string(world)}});
}

base::Result<void> MemoryStore::fork(std::string_view world, std::string_view parent,
                                     std::uint64_t /*position*/, const json::Value& definition) {
    {
        const std::lock_guard lock(mutex_);
        TRY_VOID(check_known(parent));
    }
    return open(world, definition);
}

base::Result<void> MemoryStore::append(std::string_view world, world::Row /*row*/) {
    const std::lock_guard lock(mutex_);
    return check_known(world);
}

base::Result<void> MemoryStore::commit() {
    return {};
}

base::Result<void> MemoryStore::drop(std::string_view world) {
    const std::lock_guard lock(mutex_);
    TRY_VOID(check_known(world));
    worlds_.erase(worlds_.find(world));
    return {};
}

std::size_t MemoryStore::count() const {
    const std::lock_guard lock(mutex_);
    return worlds_.size();
}

}  // namespace understudy::store
