// An object at rest: everything it is, in one block of bytes. A table may hold a million of them,
// and hardly any is looked at; what is looked at is unpacked into an Object, and the last few of
// those are kept (recent.hpp).
//
//     Packed packed = Packed::of(charge);
//     Object same = packed.unpack(charge.resource);
//
// Nothing is lost on the way: texts of numbers, order and repetition of keys, origins, everything.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "world/impl/object.hpp"

namespace understudy::world {

// Counted; copies share the block, which never changes.
class Packed {
public:
    Packed() = default;
    static Packed of(const Object& object);
    Packed(const Packed& other) : block_(other.block_) {
        if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    Packed(Packed&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    Packed& operator=(Packed other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~Packed();

    Object unpack(pack::Index resource) const;
    json::Value id() const;  // without the rest

    explicit operator bool() const { return block_ != nullptr; }
    // The same block, not only the same bytes.
    friend bool operator==(const Packed& a, const Packed& b) { return a.block_ == b.block_; }
    std::size_t heap_bytes() const;  // as the allocator takes them

private:
    struct Block {
        std::atomic<std::uint32_t> owners{1};
        std::uint32_t size = 0;  // of the bytes that follow
        char* bytes() { return reinterpret_cast<char*>(this + 1); }
        const char* bytes() const { return reinterpret_cast<const char*>(this + 1); }
    };

    Block* block_ = nullptr;
};

}  // namespace understudy::world
