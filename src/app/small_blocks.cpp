// Memory for small blocks: operator new and delete of the whole program.
//
// What a call makes is some hundred blocks of some dozen bytes; most are let go of before the
// answer leaves, and those that stay are taken in the same order by every call. So each thread
// keeps short lists of free blocks, one for each size, and takes and gives without a lock. Lists
// that have grown full, or have run out, are passed on whole. A block has no header: spans of one
// size lie in one range of addresses, and a table says which size a span is of. docs/design/0012
// says why.
//
// What is larger than kLargest, or asks for more alignment than usual, is malloc's. Sanitizers see
// every block by themselves only if this stays out of their way.
#include "app/small_blocks.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDERSTUDY_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDERSTUDY_SANITIZED
#endif
#endif

#ifndef UNDERSTUDY_SANITIZED

namespace {

constexpr std::size_t kGrain = 16;      // sizes are rounded up to a multiple of this
constexpr std::size_t kLargest = 1024;  // bytes
constexpr std::size_t kSizes = kLargest / kGrain + 1;
constexpr std::size_t kSpan = 64 * 1024;  // bytes, all of one size
constexpr std::size_t kSpans = 1 << 18;
constexpr std::size_t kReserved = kSpans * kSpan;  // 16 GiB of addresses, which cost nothing
constexpr std::size_t kStep = 2 * 1024 * 1024;     // addresses become memory in steps
constexpr std::size_t kLarge = 32 * 1024 * 1024;   // from here on in large pages, if there are
constexpr std::size_t kListBytes = 4096;           // of a full list, roughly
constexpr std::size_t kFewest = 8, kMost = 64;     // blocks of a full list

struct Block {
    Block* next;
    Block* next_list;  // in the first of a list that waits in the depot
};

// By size in grains: how many blocks a full list has.
constexpr auto kFull = [] {
    std::array<std::uint8_t, kSizes> full{};
    for (std::size_t grains = 1; grains < kSizes; ++grains) {
        full[grains] =
            static_cast<std::uint8_t>(std::clamp(kListBytes / (grains * kGrain), kFewest, kMost));
    }
    return full;
}();

// What threads pass on to each other, and where new blocks come from.
class Depot {
public:
    void begin() {
        if (!has_begun_) has_begun_ = reserve();
    }

    // A list of that size: full, unless a thread ended with less. Null: there is none.
    Block* take(std::size_t grains) {
        if (!has_begun_) return nullptr;
        const std::lock_guard lock(mutex_);
        if (Block* list = lists_[grains]) {
            lists_[grains] = list->next_list;
            return list;
        }
        return carve(grains);
    }
    void give(std::size_t grains, Block* list) {
        const std::lock_guard lock(mutex_);
        list->next_list = std::exchange(lists_[grains], list);
    }

    // In grains; 0: not one of our blocks.
    std::size_t size_of(const void* block) const {
        const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) - begin_;
        return offset < kReserved ? sizes_[offset / kSpan] : 0;
    }

private:
    Block* carve(std::size_t grains) {
        Fresh& fresh = fresh_[grains];
        const std::size_t size = grains * kGrain;
        if (fresh.end - fresh.begin < size && !add_span(grains)) return nullptr;
        Block* list = nullptr;
        // Backwards, so that the list goes up.
        const std::size_t room = (fresh.end - fresh.begin) / size;
        const std::size_t count = std::min<std::size_t>(kFull[grains], room);
        for (std::size_t i = count; i > 0; --i) {
            list = new (reinterpret_cast<void*>(fresh.begin + (i - 1) * size)) Block{list, nullptr};
        }
        fresh.begin += count * size;
        return list;
    }

    bool add_span(std::size_t grains) {
        if (used_ + kSpan > usable_ && !grow()) return false;
        sizes_[used_ / kSpan] = static_cast<std::uint8_t>(grains);
        fresh_[grains] = {begin_ + used_, begin_ + used_ + kSpan};
        used_ += kSpan;
        return true;
    }

    // Where addresses are limited (ulimit -v) they are left to malloc, and so is everything else.
    bool reserve() {
        void* range = ::mmap(nullptr, kReserved + kStep, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (range == MAP_FAILED) return false;
        begin_ = (reinterpret_cast<std::uintptr_t>(range) + kStep - 1) / kStep * kStep;
        return true;
    }

    bool grow() {
        if (usable_ + kStep > kReserved) return false;
        void* step = reinterpret_cast<void*>(begin_ + usable_);
        if (::mprotect(step, kStep, PROT_READ | PROT_WRITE) != 0) return false;
        // A small process stays small.
        if (usable_ >= kLarge) ::madvise(step, kStep, MADV_HUGEPAGE);
        usable_ += kStep;
        return true;
    }

    struct Fresh {
        std::uintptr_t begin = 0, end = 0;
    };

    std::mutex mutex_;
    bool has_begun_ = false;
    std::uintptr_t begin_ = 0;  // of the range; set before there is a second thread
    std::size_t usable_ = 0, used_ = 0;
    Block* lists_[kSizes] = {};
    Fresh fresh_[kSizes] = {};  // the span that blocks of a size are cut from
    std::uint8_t sizes_[kSpans] = {};
};

constinit Depot depot;

// Two lists of a size: one that is taken from and given to, and one that is full or empty, so that
// a thread which goes back and forth at the edge of a list does not go to the depot each time.
struct Shelf {
    Block* first = nullptr;
    Block* spare = nullptr;
    std::size_t count = 0;  // of `first`, or more
};

constinit thread_local Shelf shelves[kSizes] = {};

// A thread that ends leaves its blocks to the others.
struct Leaving {
    ~Leaving() {
        for (std::size_t grains = 1; grains < kSizes; ++grains) {
            Shelf& shelf = shelves[grains];
            for (Block* list : {shelf.first, shelf.spare}) {
                if (list != nullptr) depot.give(grains, list);
            }
            shelf = {};
        }
    }
    bool is_noted = false;
};

thread_local Leaving leaving;

// Kept out of line, so that the usual way saves no registers.
[[gnu::noinline]] void* take_list(Shelf& shelf, std::size_t grains) {
    Block* list = shelf.spare != nullptr ? std::exchange(shelf.spare, nullptr) : depot.take(grains);
    if (list == nullptr) return nullptr;
    leaving.is_noted = true;  // makes it exist
    shelf.first = list->next;
    shelf.count = kFull[grains] - 1;
    return list;
}

[[gnu::noinline]] void put_aside(Shelf& shelf, std::size_t grains) {
    leaving.is_noted = true;  // makes it exist
    if (shelf.spare != nullptr) depot.give(grains, shelf.spare);
    shelf.spare = std::exchange(shelf.first, nullptr);
    shelf.count = 0;
}

void* take_large(std::size_t size) {
    while (true) {
        if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

inline void* take(std::size_t size) {
    if (size - 1 >= kLargest) return take_large(size);  // 0 too
    const std::size_t grains = (size + kGrain - 1) / kGrain;
    Shelf& shelf = shelves[grains];
    if (Block* block = shelf.first) [[likely]] {
        shelf.first = block->next;
        --shelf.count;
        return block;
    }
    void* block = take_list(shelf, grains);
    return block != nullptr ? block : take_large(size);
}

inline void give(void* block) {
    const std::size_t grains = depot.size_of(block);
    if (grains == 0) {
        std::free(block);
        return;
    }
    Shelf& shelf = shelves[grains];
    Block* given = static_cast<Block*>(block);
    given->next = shelf.first;
    shelf.first = given;
    if (++shelf.count >= kFull[grains]) put_aside(shelf, grains);
}

}  // namespace

void understudy::app::begin_small_blocks() {
    depot.begin();
}

void* operator new(std::size_t size) {
    return take(size);
}
void* operator new[](std::size_t size) {
    return take(size);
}
void operator delete(void* block) noexcept {
    give(block);
}
void operator delete[](void* block) noexcept {
    give(block);
}
void operator delete(void* block, std::size_t /*size*/) noexcept {
    give(block);
}
void operator delete[](void* block, std::size_t /*size*/) noexcept {
    give(block);
}

#else

void understudy::app::begin_small_blocks() {}

#endif
