// The shared blocks behind a Value. Each begins with its count of owners; the contents follow the
// header in the same allocation. A block with one owner may be changed in place, a block with more
// is copied first.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

#include "json/value.hpp"

namespace understudy::json {

constexpr std::size_t kIndexFrom = 64;   // objects with more members than this carry an index
constexpr std::size_t kMostInside = 14;  // bytes of a text or number that lies in the Value itself

// Copies a text that fits inside a Value, in line: most texts do, and a call costs more than they.
inline void copy_inside(char* to, std::string_view text) {
    const std::size_t size = text.size();
    const char* from = text.data();
    if (size >= 8) {  // two words that overlap
        std::memcpy(to, from, 8);
        std::memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, from + size - 4, 4);
    } else if (size > 0) {
        to[0] = from[0];
        to[size / 2] = from[size / 2];
        to[size - 1] = from[size - 1];
    }
}

// What a Value looks like from outside: bytes of text, their number, the kind.
struct ValueBits {
    alignas(8) char bytes[16] = {};
};

// The same 16 bytes. Texts and numbers that lie inside are the same exactly if these are: what they
// do not fill is zero.
template <class Other>
bool has_same_bits(const Value& a, const Other& b) {
    static_assert(sizeof(Other) == sizeof(Value));
    std::uint64_t left[2], right[2];
    std::memcpy(left, static_cast<const void*>(&a), sizeof left);
    std::memcpy(right, static_cast<const void*>(&b), sizeof right);
    return left[0] == right[0] && left[1] == right[1];
}

struct Value::Text {
    std::atomic<std::uint32_t> owners{1};
    std::uint32_t size = 0;

    char* data() {
        static_assert(offsetof(Text, size) == kTextSizeAt && sizeof(Text) == kTextAt);
        return reinterpret_cast<char*>(this + 1);
    }
    static Text* make(std::string_view text);
    static void destroy(Text* block);
};

struct Value::Items {
    std::atomic<std::uint32_t> owners{1};
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
    std::uint32_t unused = 0;

    Value* data() { return reinterpret_cast<Value*>(this + 1); }
    static Items* make(std::size_t capacity);
    static void destroy(Items* block);
};

struct Value::Members {
    std::atomic<std::uint32_t> owners{1};
    std::uint32_t size = 0;
    std::uint32_t capacity = 0;
    std::uint32_t slots = 0;  // of the index, a power of two; 0: no index
    // Open addressing over the last occurrence of each key: position + 1, or 0 for free.
    std::unique_ptr<std::uint32_t[]> index;
    std::uint64_t unused = 0;  // keeps the members that follow on a 16-byte line

    Member* data() { return reinterpret_cast<Member*>(this + 1); }
    static Members* make(std::size_t capacity);
    static void destroy(Members* block);

    void reindex();  // after anything but an append
    void add_to_index(std::uint32_t position);
    Member* find(std::string_view key);
};

}  // namespace understudy::json
