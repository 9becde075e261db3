// Building the table; finding is in the header.
#include "schema/impl/key_table.hpp"

#include "base/hash.hpp"

namespace understudy::schema {
namespace {

constexpr std::size_t kMostProbes = 24;  // an honest table at half load stays far below this

}  // namespace

std::uint32_t KeyTable::add(std::string_view key) {
    if (const std::uint32_t known = find(key); known != kNone) return known;
    keys_.emplace_back(key);
    const auto index = static_cast<std::uint32_t>(keys_.size() - 1);
    if (keys_.size() * 2 > slots_.size()) {
        rebuild(slots_.empty() ? 8 : slots_.size() * 2);
        return index;
    }
    if (place(index) > kMostProbes && !full_hash_) {
        full_hash_ = true;
        rebuild(slots_.size());
    }
    return index;
}

std::uint32_t KeyTable::slow_hash(std::string_view key) {
    return static_cast<std::uint32_t>(base::fast_hash(key, 0x5CE3'A000));
}

std::size_t KeyTable::place(std::uint32_t index) {
    const std::uint32_t hash = hash_of(keys_[index]);
    std::size_t probes = 1;
    std::uint32_t at = hash & mask_;
    while (slots_[at].index != kNone) {
        at = (at + 1) & mask_;
        ++probes;
    }
    slots_[at] = {hash, index};
    return probes;
}

void KeyTable::rebuild(std::size_t slots) {
    slots_.assign(slots, Slot{});
    mask_ = static_cast<std::uint32_t>(slots - 1);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
        if (place(i) > kMostProbes && !full_hash_) {
            full_hash_ = true;
            rebuild(slots);
            return;
        }
    }
}

}  // namespace understudy::schema
