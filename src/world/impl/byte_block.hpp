// One block of bytes that never changes, counted: what is at rest lies in such blocks (packed.hpp,
// kept_record.hpp, kept_entry.hpp), so that keeping it takes one piece of memory, and letting go of
// it touches one.
//
//     ByteBlock block = ByteBlock::of(writer.bytes());
//     ByteBlock same = block;                              // shares the bytes
//
// A block may hold others, which stay as long as it does.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace understudy::world {

class ByteBlock {
public:
    ByteBlock() = default;
    static ByteBlock of(std::string_view bytes, std::span<const ByteBlock> held = {});
    ByteBlock(const ByteBlock& other) : block_(other.block_) {
        if (block_ != nullptr) block_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    ByteBlock(ByteBlock&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    ByteBlock& operator=(ByteBlock other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~ByteBlock() {
        if (block_ != nullptr && block_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            destroy(block_);
        }
    }

    explicit operator bool() const { return block_ != nullptr; }
    // The same block, not only the same bytes.
    friend bool operator==(const ByteBlock& a, const ByteBlock& b) { return a.block_ == b.block_; }

    const char* bytes() const {
        return block_->holds == 0 ? start(block_) : start(block_) + held_bytes(count_held(block_));
    }
    std::span<const ByteBlock> held() const;
    std::size_t heap_bytes() const;  // as the allocator takes them, without those that are held

private:
    // Followed by the bytes; by the number of the blocks that are held, and these, before them, if
    // there are any.
    struct Block {
        std::atomic<std::uint32_t> owners{1};
        std::uint32_t size : 31 = 0;  // of the bytes alone
        std::uint32_t holds : 1 = 0;
    };
    static char* start(Block* block) { return reinterpret_cast<char*>(block + 1); }
    static std::size_t held_bytes(std::size_t count) {
        return count == 0 ? 0 : sizeof(std::uint64_t) + count * sizeof(ByteBlock);
    }
    static std::size_t count_held(Block* block);
    static ByteBlock* first_held(Block* block) {
        return reinterpret_cast<ByteBlock*>(start(block) + sizeof(std::uint64_t));
    }
    static void destroy(Block* block);

    Block* block_ = nullptr;
};

}  // namespace understudy::world
