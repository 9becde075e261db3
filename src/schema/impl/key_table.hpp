// A fixed set of texts and the fastest way we know to find one of them: the lookup a validator does
// once for every member of every object.
//
// Open addressing over a hash of length, first eight and last eight bytes. A set whose texts differ
// only in the middle would make that hash useless, so a table that probes too far when it is built
// changes to the full hash.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::schema {

class KeyTable {
public:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    // The index of `key`, which is the number of different texts added before it.
    std::uint32_t add(std::string_view key);
    std::uint32_t find(std::string_view key) const {
        if (slots_.empty()) return kNone;
        const std::uint32_t hash = hash_of(key);
        for (std::uint32_t at = hash & mask_;; at = (at + 1) & mask_) {
            const Slot slot = slots_[at];
            if (slot.index == kNone) return kNone;
            if (slot.hash == hash && is_at(slot.index, key)) return slot.index;
        }
    }
    bool is_at(std::uint32_t index, std::string_view key) const {
        const std::string& held = keys_[index];
        return held.size() == key.size() && std::memcmp(held.data(), key.data(), key.size()) == 0;
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }
    const std::string& key(std::uint32_t index) const { return keys_[index]; }
    const std::vector<std::string>& keys() const { return keys_; }

private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t index = kNone;
    };

    static std::uint32_t quick_hash(std::string_view key) {
        const std::size_t n = key.size();
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        if (n >= 8) {
            std::memcpy(&first, key.data(), 8);
            std::memcpy(&last, key.data() + n - 8, 8);
        } else if (n >= 4) {
            std::memcpy(&first, key.data(), 4);
            std::memcpy(&last, key.data() + n - 4, 4);
        } else if (n > 0) {
            std::memcpy(&first, key.data(), 1);
            std::memcpy(&last, key.data() + n - 1, 1);
            last |= std::uint64_t{static_cast<unsigned char>(key[n / 2])} << 8;
        }
        std::uint64_t mixed = (first ^ (n * 0x9E37'79B9'7F4A'7C15U)) * 0xD6E8'FEB8'6659'FD93U;
        mixed = (mixed ^ (mixed >> 32) ^ last) * 0xC2B2'AE3D'27D4'EB4FU;
        return static_cast<std::uint32_t>(mixed >> 32);
    }
    std::uint32_t hash_of(std::string_view key) const {
        return full_hash_ ? slow_hash(key) : quick_hash(key);
    }
    static std::uint32_t slow_hash(std::string_view key);
    std::size_t place(std::uint32_t index);  // the number of probes it took
    void rebuild(std::size_t slots);

    std::vector<std::string> keys_;
    std::vector<Slot> slots_;
    std::uint32_t mask_ = 0;
    bool full_hash_ = false;
};

}  // namespace understudy::schema
