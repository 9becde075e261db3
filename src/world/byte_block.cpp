#include "world/impl/byte_block.hpp"

#include <cstring>
#include <memory>
#include <new>

#include "base/assert.hpp"
#include "world/impl/object.hpp"

namespace understudy::world {

ByteBlock ByteBlock::of(std::string_view bytes, std::span<const ByteBlock> held) {
    ASSERT(bytes.size() < INT32_MAX, "what is at rest stays below two gigabytes");
    const std::size_t before = held_bytes(held.size());
    Block* block = new (::operator new(sizeof(Block) + before + bytes.size())) Block;
    block->size = static_cast<std::uint32_t>(bytes.size()) & 0x7FFF'FFFFU;
    if (!held.empty()) {
        block->holds = 1;
        const std::uint64_t count = held.size();
        std::memcpy(start(block), &count, sizeof count);
        std::uninitialized_copy(held.begin(), held.end(), first_held(block));
    }
    if (!bytes.empty()) std::memcpy(start(block) + before, bytes.data(), bytes.size());
    ByteBlock made;
    made.block_ = block;
    return made;
}

std::size_t ByteBlock::count_held(Block* block) {
    if (block->holds == 0) return 0;
    std::uint64_t count = 0;
    std::memcpy(&count, start(block), sizeof count);
    return count;
}

void ByteBlock::destroy(Block* block) {
    std::destroy_n(first_held(block), count_held(block));
    block->~Block();
    ::operator delete(block);
}

std::span<const ByteBlock> ByteBlock::held() const {
    if (block_ == nullptr) return {};
    return {first_held(block_), count_held(block_)};
}

std::size_t ByteBlock::heap_bytes() const {
    if (block_ == nullptr) return 0;
    return block_bytes(sizeof(Block) + held_bytes(count_held(block_)) + block_->size);
}

}  // namespace understudy::world
