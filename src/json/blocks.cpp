// Allocation, destruction and key lookup of the blocks behind Values.
#include "json/impl/blocks.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "base/hash.hpp"

namespace understudy::json {

namespace {

constexpr std::size_t kMostPerBlock = std::size_t{1} << 31U;

template <class Block>
Block* allocate(std::size_t count, std::size_t each) {
    ASSERT(count < kMostPerBlock, "a JSON block stays below 2^31 parts");
    return new (::operator new(sizeof(Block) + count * each)) Block;
}

template <class Block>
void free_block(Block* block) {
    block->~Block();
    ::operator delete(block);
}

// A key that lies in its Value, as that Value has it: it is looked for by comparing two words.
class ShortKey {
public:
    explicit ShortKey(std::string_view key) {
        copy_inside(bits_.bytes, key);
        bits_.bytes[kMostInside] = static_cast<char>(key.size());
        bits_.bytes[kMostInside + 1] = static_cast<char>(Kind::String);
    }
    bool is_key_of(const Member& member) const { return has_same_bits(member.key_value(), bits_); }

private:
    ValueBits bits_;
};

}  // namespace

Value::Text* Value::Text::make(std::string_view text) {
    Text* block = allocate<Text>(text.size(), 1);
    block->size = static_cast<std::uint32_t>(text.size());
    std::memcpy(block->data(), text.data(), text.size());
    return block;
}

void Value::Text::destroy(Text* block) {
    free_block(block);
}

Value::Items* Value::Items::make(std::size_t capacity) {
    Items* block = allocate<Items>(capacity, sizeof(Value));
    block->capacity = static_cast<std::uint32_t>(capacity);
    return block;
}

void Value::Items::destroy(Items* block) {
    std::destroy_n(block->data(), block->size);
    free_block(block);
}

Value::Members* Value::Members::make(std::size_t capacity) {
    Members* block = allocate<Members>(capacity, sizeof(Member));
    block->capacity = static_cast<std::uint32_t>(capacity);
    return block;
}

void Value::Members::destroy(Members* block) {
    std::destroy_n(block->data(), block->size);
    free_block(block);
}

void Value::Members::reindex() {
    if (size <= kIndexFrom) {
        slots = 0;
        index.reset();
        return;
    }
    slots = 64;
    while (slots < size * 4) slots *= 2;  // twice what is needed now, so that appending stays cheap
    index = std::make_unique<std::uint32_t[]>(slots);
    for (std::uint32_t position = 0; position < size; ++position) add_to_index(position);
}

void Value::Members::add_to_index(std::uint32_t position) {
    if (size <= kIndexFrom) return;
    if (size * 2 > slots) {  // first time past the threshold, or grown full
        reindex();
        return;
    }
    const std::string_view key = data()[position].key();
    std::uint32_t slot = static_cast<std::uint32_t>(base::fast_hash(key)) & (slots - 1);
    while (index[slot] != 0 && data()[index[slot] - 1].key() != key)
        slot = (slot + 1) & (slots - 1);
    index[slot] = position + 1;
}

Member* Value::Members::find(std::string_view key) {
    if (slots == 0) {
        if (key.size() <= kMostInside) {
            const ShortKey wanted(key);
            for (Member* member = data() + size; member-- != data();) {
                if (wanted.is_key_of(*member)) return member;
            }
        } else {
            for (Member* member = data() + size; member-- != data();) {
                if (member->key() == key) return member;
            }
        }
        return nullptr;
    }
    std::uint32_t slot = static_cast<std::uint32_t>(base::fast_hash(key)) & (slots - 1);
    while (index[slot] != 0) {
        Member* member = data() + index[slot] - 1;
        if (member->key() == key) return member;
        slot = (slot + 1) & (slots - 1);
    }
    return nullptr;
}

}  // namespace understudy::json
