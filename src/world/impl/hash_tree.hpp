// From hashes to numbers: where an object is, by the hash of its key. A value like Tree: copying
// takes constant time and shares every node, a write copies the path it touches and nothing if it
// is not shared.
//
//     HashTree places;
//     places.put(base::fast_hash("ch_1"), 1);
//     places.find(base::fast_hash("ch_1"));      // 1
//
// Keys by name come in no order, so that nearly every look into a large table goes to memory that
// is not in any cache. Here a node is one block, and a look touches three or four lines of memory
// in it; in a node of a Tree, which holds texts, it touches ten.
//
// Every hash has one number. Whether it is the one that is meant only the caller can tell.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace understudy::world {

class HashTree {
public:
    std::size_t size() const { return size_; }
    std::optional<std::uint64_t> find(std::uint64_t hash) const;
    // It will be looked for soon: what has to come from far away sets out now.
    void fetch(std::uint64_t hash) const;
    void put(std::uint64_t hash, std::uint64_t number);
    bool erase(std::uint64_t hash);  // false: it was not there

    // Keys whose hashes are the same stand one behind another, each under the next hash that is
    // free. Where the number is for which `is` holds, or would be put.
    struct Place {
        std::uint64_t hash = 0;
        std::optional<std::uint64_t> number = {};
    };
    template <class Is>
    Place seek(std::uint64_t hash, const Is& is) const {
        for (Place place{hash, find(hash)};; place = {place.hash + 1, find(place.hash + 1)}) {
            if (!place.number || is(*place.number)) return place;
        }
    }
    // Takes out what stands there; those behind it close the gap, or they would not be found again.
    template <class HashOf>
    void leave(const Place& place, const HashOf& hash_of) {
        erase(place.hash);
        for (std::uint64_t next = place.hash + 1; const auto number = find(next); ++next) {
            erase(next);
            put(seek(hash_of(*number), [](std::uint64_t) { return false; }).hash, *number);
        }
    }

    std::size_t node_bytes() const { return root_ ? bytes_of(*root_) : 0; }
    // For tests: is every promise about the structure kept?
    bool is_sound() const;

private:
    static constexpr std::size_t kMost = 30;   // entries of a node, which then takes 496 bytes
    static constexpr std::size_t kLeast = 10;  // with fewer it is joined to one beside it

    struct Node;
    class Ref {
    public:
        Ref() = default;
        explicit Ref(Node* node) : node_(node) {}
        Ref(const Ref& other);
        Ref(Ref&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
        Ref& operator=(Ref other) noexcept {
            std::swap(node_, other.node_);
            return *this;
        }
        ~Ref();
        explicit operator bool() const { return node_ != nullptr; }
        const Node& operator*() const { return *node_; }
        const Node* operator->() const { return node_; }
        Node& own();  // for changing: a copy, unless nobody else holds it

    private:
        Node* node_ = nullptr;
    };

    struct Split {
        std::uint64_t first = 0;  // the smallest hash of the part that was split off
        Ref right;
    };

    static Split put_below(Ref& ref, std::uint64_t hash, std::uint64_t number, bool& is_new);
    template <class Fill>
    static Split add(Node& node, std::size_t at, std::uint64_t hash, const Fill& fill);
    static bool erase_below(Ref& ref, std::uint64_t hash);
    static void join(Node& parent, std::size_t left);
    static std::size_t bytes_of(const Node& node);
    static bool is_sound(const Node& node, bool is_root, std::size_t depth, std::size_t& leaf_depth,
                         std::uint64_t low, std::uint64_t high, std::size_t& count);

    Ref root_;
    std::size_t size_ = 0;
};

}  // namespace understudy::world
