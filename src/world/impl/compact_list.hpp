// A list of fixed size in the space of one pointer: what an object keeps per field. It grows one by
// one and without reserve, for it hardly ever grows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <utility>

namespace understudy::world {

template <class T>
class CompactList {
public:
    CompactList() = default;
    CompactList(std::initializer_list<T> items)
        : CompactList(items.begin(), items.size(), items.size()) {}
    CompactList(const CompactList& other)
        : CompactList(other.begin(), other.size(), other.size()) {}
    CompactList(CompactList&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
    CompactList& operator=(CompactList other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~CompactList() { clear(); }

    std::size_t size() const { return block_ != nullptr ? block_->size : 0; }
    bool empty() const { return size() == 0; }
    T* begin() { return block_ != nullptr ? block_->items() : nullptr; }
    T* end() { return begin() + size(); }
    const T* begin() const { return block_ != nullptr ? block_->items() : nullptr; }
    const T* end() const { return begin() + size(); }
    T& operator[](std::size_t index) { return block_->items()[index]; }
    const T& operator[](std::size_t index) const { return block_->items()[index]; }
    T& back() { return (*this)[size() - 1]; }
    const T& back() const { return (*this)[size() - 1]; }

    void resize(std::size_t count, const T& filler = T()) {
        if (count == size()) return;
        CompactList next(begin(), std::min(count, size()), count);
        for (std::size_t i = size(); i < count; ++i) next.add(filler);
        *this = std::move(next);
    }
    void assign(std::size_t count, const T& value) {
        CompactList next;
        next.resize(count, value);
        *this = std::move(next);
    }
    void push_back(T value) {
        CompactList next(begin(), size(), size() + 1);
        next.add(std::move(value));
        *this = std::move(next);
    }
    void clear() {
        if (block_ == nullptr) return;
        std::destroy_n(block_->items(), block_->size);
        ::operator delete(block_);
        block_ = nullptr;
    }

    std::size_t heap_bytes() const {
        return block_ != nullptr ? sizeof(Block) + block_->size * sizeof(T) : 0;
    }

private:
    struct Block {
        std::size_t size;  // the items follow
        T* items() { return reinterpret_cast<T*>(this + 1); }
        const T* items() const { return reinterpret_cast<const T*>(this + 1); }
    };
    static_assert(alignof(T) <= alignof(Block));

    // Copies of `count` items, and room for `capacity`.
    CompactList(const T* items, std::size_t count, std::size_t capacity) {
        if (capacity == 0) return;
        block_ = new (::operator new(sizeof(Block) + capacity * sizeof(T))) Block{0};
        for (std::size_t i = 0; i < count; ++i) add(items[i]);
    }
    void add(T value) { new (block_->items() + block_->size++) T(std::move(value)); }

    Block* block_ = nullptr;
};

}  // namespace understudy::world
