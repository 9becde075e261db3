// The store that keeps nothing: worlds live in memory and end with the process. It knows which
// worlds there are, and that is all; no rows are made for it.
//
//     MemoryStore store;
//     store.open("w_1", definition);
//     store.keeps_rows();              // false
//
// Safe for use by several threads.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "world/journal.hpp"

namespace understudy::store {

class MemoryStore final : public world::Journal {
public:
    bool keeps_rows() const override { return false; }
    base::Result<void> open(std::string_view world, const json::Value& definition) override;
    base::Result<void> fork(std::string_view world, std::string_view parent, std::uint64_t position,
                            const json::Value& definition) override;
    base::Result<void> append(std::string_view world, world::Row row) override;
    base::Result<void> commit() override;
    base::Result<void> drop(std::string_view world) override;

    std::size_t count() const;

private:
    base::Result<void> check_known(std::string_view world) const;

    mutable std::mutex mutex_;
    std::set<std::string, std::less<>> worlds_;
};

}  // namespace understudy::store
