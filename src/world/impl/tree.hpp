// An ordered map from text to V that shares structure between copies: a B+ tree whose nodes are
// counted and copied only when somebody else holds them too.
//
//     Tree<ObjectPtr> table;
//     table.put("ch_1", charge);
//     Tree<ObjectPtr> before = table;     // constant time
//     table.erase("ch_1");                // copies one path; `before` still has it
//
// find, put, erase, rank and at take logarithmic time; the number of entries below each child is
// kept, so that the n-th entry is found as fast as a key. Keys compare as bytes (unsigned). Copies
// may live on different threads; one Tree may not be changed by two.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "world/impl/keys.hpp"

namespace understudy::world {

// For trees that are sets.
struct Nothing {};

template <class V>
class Tree {
    struct Node;

public:
    static constexpr std::size_t kMost = 32;  // entries of a leaf, children of an inner node
    static constexpr std::size_t kLeast = 8;  // below this a node is joined with its neighbour,
                                              // except at the edges of the tree

    struct Entry {
        std::string_view key;
        const V& value;
    };

    // Walks from entry to entry. It is good until its tree changes.
    class Cursor {
    public:
        bool is_valid() const { return rank_ < tree_->size_; }
        std::size_t rank() const { return rank_; }
        std::string_view key() const { return leaf_->keys[index_]; }
        const V& value() const { return leaf_->values[index_]; }
        void next() { move_to(rank_ + 1); }
        // From the first entry it goes to the end, which is not valid; from there to the last.
        void previous() { move_to(rank_ == 0 ? tree_->size_ : rank_ - 1); }
        void move_to(std::size_t rank) {
            const std::size_t index = index_ + (rank - rank_);  // wraps as it should
            rank_ = rank;
            if (leaf_ != nullptr && index < leaf_->values.size()) {
                index_ = index;
            } else {
                descend();
            }
        }

    private:
        friend class Tree;
        Cursor(const Tree* tree, std::size_t rank) : tree_(tree), rank_(rank) { descend(); }
        void descend() {
            leaf_ = nullptr;
            if (is_valid()) std::tie(leaf_, index_) = tree_->leaf_at(rank_);
        }

        const Tree* tree_;
        std::size_t rank_;
        const typename Tree::Node* leaf_ = nullptr;
        std::size_t index_ = 0;
    };

    std::size_t size() const { return size_; }
    bool is_empty() const { return size_ == 0; }
    void clear() { *this = Tree(); }
    // Is the other the very same tree, nothing written to either since they were one?
    bool is_shared_with(const Tree& other) const {
        return root_ && other.root_ ? &*root_ == &*other.root_ : !root_ && !other.root_;
    }

    const V* find(std::string_view key) const;
    std::optional<V> put(std::string_view key, V value);  // gives what was there
    std::optional<V> erase(std::string_view key);

    std::size_t rank(std::string_view key) const;  // number of smaller keys
    std::optional<Entry> at(std::size_t rank) const;
    Cursor cursor_at(std::size_t rank) const { return Cursor(this, rank); }
    Cursor lower_bound(std::string_view key) const { return Cursor(this, rank(key)); }
    Cursor begin() const { return Cursor(this, 0); }

    // What the nodes take, keys and values included, but not what the values point to.
    std::size_t node_bytes() const { return root_ ? bytes_of(*root_) : 0; }
    // For tests: is every promise about the structure kept?
    bool is_sound() const;

private:
    class Ref {
    public:
        Ref() = default;
        explicit Ref(Node* node) : node_(node) {}
        Ref(const Ref& other) : node_(other.node_) {
            if (node_ != nullptr) node_->owners.fetch_add(1, std::memory_order_relaxed);
        }
        Ref(Ref&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
        Ref& operator=(Ref other) noexcept {
            std::swap(node_, other.node_);
            return *this;
        }
        ~Ref() {
            if (node_ != nullptr && node_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
                delete node_;
            }
        }
        explicit operator bool() const { return node_ != nullptr; }
        const Node& operator*() const { return *node_; }
        const Node* operator->() const { return node_; }
        // The node for changing: a copy, unless nobody else holds it.
        Node& own() {
            if (node_->owners.load(std::memory_order_acquire) != 1) *this = Ref(new Node(*node_));
            return *node_;
        }

    private:
        Node* node_ = nullptr;
    };

    struct Child {
        Ref node;
        std::size_t count = 0;  // of entries
    };

    // A leaf has values, an inner node has children; both have as many keys. The key of a child is
    // not larger than any key in it and larger than every key of the child before; the first
    // child's key means nothing.
    struct Node {
        Node() = default;
        Node(const Node& other)
            : keys(other.keys), values(other.values), children(other.children) {}
        Node& operator=(const Node&) = delete;

        std::atomic<std::uint32_t> owners{1};
        Keys keys;
        std::vector<V> values;
        std::vector<Child> children;

        bool is_leaf() const { return children.empty(); }
        std::size_t child_of(std::string_view key) const { return keys.last_not_after(key); }
        std::size_t count() const {
            std::size_t sum = values.size();
            for (const Child& child : children) sum += child.count;
            return sum;
        }
    };

    // What came of adding an entry below a node; mostly nothing to speak of.
    struct Added {
        std::optional<V> old;
        Ref right;  // the part that was split off, if any
        std::string separator;
    };

    static void put_below(Ref& ref, std::string_view key, V& value, bool first, bool last,
                          Added& added);
    static void split(Node& node, std::size_t at, Added& added);
    static V erase_below(Ref& ref, std::string_view key);
    static void join(Node& parent, std::size_t left);
    static std::size_t bytes_of(const Node& node);
    static bool is_sound(const Node& node, std::size_t depth, std::size_t& leaf_depth, bool first,
                         bool last, const std::string* low, const std::string* high);
    std::pair<const Node*, std::size_t> leaf_at(std::size_t rank) const;

    Ref root_;
    std::size_t size_ = 0;
};

}  // namespace understudy::world

#include "world/impl/tree_body.hpp"
