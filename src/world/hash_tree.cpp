#include "world/impl/hash_tree.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace understudy::world {

// A leaf has numbers, an inner node has children. The hash of a child is the smallest there may be
// in it; the first child's is not looked at.
struct HashTree::Node {
    explicit Node(bool leaf) : is_leaf(leaf) {
        if (is_leaf) {
            ::new (&numbers) std::array<std::uint64_t, kMost>;
        } else {
            ::new (&children) std::array<Ref, kMost>;
        }
    }
    Node(const Node& other) : Node(other.is_leaf) {
        count = other.count;
        std::copy_n(other.hashes.begin(), count, hashes.begin());
        if (is_leaf) {
            std::copy_n(other.numbers.begin(), count, numbers.begin());
        } else {
            std::copy_n(other.children.begin(), count, children.begin());
        }
    }
    Node& operator=(const Node&) = delete;
    ~Node() {
        if (!is_leaf) std::destroy_at(&children);
    }

    // Which of its lines a search will look at, one after the other, is not known; it is known that
    // they are far away. So all are asked for at once.
    void fetch() const {
        constexpr std::size_t kLine = 64;
        const char* begin = reinterpret_cast<const char*>(this);
        for (std::size_t at = 0; at < sizeof(Node); at += kLine) __builtin_prefetch(begin + at);
    }
    // How many of the `size` hashes from `begin` on are smaller than this one. Which half to go on
    // with cannot be foreseen, so there is no branch.
    static std::size_t smaller(const std::uint64_t* begin, std::size_t size, std::uint64_t hash) {
        const std::uint64_t* at = begin;
        while (size > 1) {
            const std::size_t half = size / 2;
            at += at[half - 1] < hash ? half : 0;
            size -= half;
        }
        return static_cast<std::size_t>(at - begin) + (size == 1 && *at < hash ? 1 : 0);
    }
    // The first entry whose hash is not smaller.
    std::size_t lower_bound(std::uint64_t hash) const {
        return smaller(hashes.data(), count, hash);
    }
    // The child that the hash belongs into.
    std::size_t child_of(std::uint64_t hash) const {
        const std::size_t at = 1 + smaller(hashes.data() + 1, count - 1U, hash);
        return at < count && hashes[at] == hash ? at : at - 1;
    }
    void open(std::size_t at, std::uint64_t hash) {
        std::move_backward(hashes.begin() + at, hashes.begin() + count, hashes.begin() + count + 1);
        if (is_leaf) {
            std::move_backward(numbers.begin() + at, numbers.begin() + count,
                               numbers.begin() + count + 1);
        } else {
            std::move_backward(children.begin() + at, children.begin() + count,
                               children.begin() + count + 1);
        }
        hashes[at] = hash;
        ++count;
    }
    void close(std::size_t at) {
        std::move(hashes.begin() + at + 1, hashes.begin() + count, hashes.begin() + at);
        if (is_leaf) {
            std::move(numbers.begin() + at + 1, numbers.begin() + count, numbers.begin() + at);
        } else {
            std::move(children.begin() + at + 1, children.begin() + count, children.begin() + at);
            children[count - 1] = Ref();
        }
        --count;
    }
    // Entries from `at` on go to the end of the other.
    void move_from(std::size_t at, Node& other) {
        std::copy(hashes.begin() + at, hashes.begin() + count, other.hashes.begin() + other.count);
        if (is_leaf) {
            std::copy(numbers.begin() + at, numbers.begin() + count,
                      other.numbers.begin() + other.count);
        } else {
            std::move(children.begin() + at, children.begin() + count,
                      other.children.begin() + other.count);
        }
        other.count = static_cast<std::uint16_t>(other.count + count - at);
        count = static_cast<std::uint16_t>(at);
    }

    std::atomic<std::uint32_t> owners{1};
    std::uint16_t count = 0;
    const bool is_leaf;
    std::array<std::uint64_t, kMost> hashes;
    union {
        std::array<std::uint64_t, kMost> numbers;
        std::array<Ref, kMost> children;
    };
};

HashTree::Ref::Ref(const Ref& other) : node_(other.node_) {
    if (node_ != nullptr) node_->owners.fetch_add(1, std::memory_order_relaxed);
}

HashTree::Ref::~Ref() {
    if (node_ != nullptr && node_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete node_;
    }
}

HashTree::Node& HashTree::Ref::own() {
    if (node_->owners.load(std::memory_order_acquire) != 1) *this = Ref(new Node(*node_));
    return *node_;
}

std::optional<std::uint64_t> HashTree::find(std::uint64_t hash) const {
    if (!root_) return std::nullopt;
    const Node* node = &*root_;
    while (!node->is_leaf) {
        node = &*node->children[node->child_of(hash)];
        node->fetch();
    }
    const std::size_t at = node->lower_bound(hash);
    if (at == node->count || node->hashes[at] != hash) return std::nullopt;
    return node->numbers[at];
}

// Makes room for an entry at `at`, which `fill(node, place)` completes.
template <class Fill>
HashTree::Split HashTree::add(Node& node, std::size_t at, std::uint64_t hash, const Fill& fill) {
    if (node.count < kMost) {
        node.open(at, hash);
        fill(node, at);
        return {};
    }
    Node* right = new Node(node.is_leaf);
    Split split{0, Ref(right)};
    node.move_from(kMost / 2, *right);
    Node& half = at <= node.count ? node : *right;
    const std::size_t place = at <= node.count ? at : at - node.count;
    half.open(place, hash);
    fill(half, place);
    split.first = right->hashes[0];
    return split;
}

void HashTree::fetch(std::uint64_t hash) const {
    if (!root_) return;
    const Node* node = &*root_;
    while (!node->is_leaf) {
        node = &*node->children[node->child_of(hash)];
        node->fetch();
    }
}

void HashTree::put(std::uint64_t hash, std::uint64_t number) {
    if (!root_) root_ = Ref(new Node(true));
    bool is_new = true;
    Split split = put_below(root_, hash, number, is_new);
    if (is_new) ++size_;
    if (!split.right) return;
    Node* root = new Node(false);
    root->hashes[0] = 0;
    root->hashes[1] = split.first;
    root->children[0] = std::move(root_);
    root->children[1] = std::move(split.right);
    root->count = 2;
    root_ = Ref(root);
}

HashTree::Split HashTree::put_below(Ref& ref, std::uint64_t hash, std::uint64_t number,
                                    bool& is_new) {
    Node& node = ref.own();
    if (node.is_leaf) {
        const std::size_t at = node.lower_bound(hash);
        if (at < node.count && node.hashes[at] == hash) {
            node.numbers[at] = number;
            is_new = false;
            return {};
        }
        return add(node, at, hash,
                   [number](Node& half, std::size_t place) { half.numbers[place] = number; });
    }
    const std::size_t child = node.child_of(hash);
    Split below = put_below(node.children[child], hash, number, is_new);
    if (!below.right) return {};
    return add(node, child + 1, below.first, [&below](Node& half, std::size_t place) {
        half.children[place] = std::move(below.right);
    });
}

bool HashTree::erase(std::uint64_t hash) {
    if (!find(hash)) return false;  // nothing is copied for nothing
    erase_below(root_, hash);
    --size_;
    if (size_ == 0) {
        root_ = Ref();
    } else {
        while (!root_->is_leaf && root_->count == 1) root_ = Ref(root_->children[0]);
    }
    return true;
}

bool HashTree::erase_below(Ref& ref, std::uint64_t hash) {
    Node& node = ref.own();
    if (node.is_leaf) {
        node.close(node.lower_bound(hash));
        return node.count < kLeast;
    }
    const std::size_t child = node.child_of(hash);
    if (erase_below(node.children[child], hash) && node.count > 1) {
        join(node, child == 0 ? 0 : child - 1);
    }
    return node.count < kLeast;
}

// Makes the children `left` and `left + 1` one; if that is too much, two of the same size.
void HashTree::join(Node& parent, std::size_t left) {
    Node& into = parent.children[left].own();
    Node& from = parent.children[left + 1].own();
    // The first hash of an inner node means nothing until another stands before it.
    if (!from.is_leaf) from.hashes[0] = parent.hashes[left + 1];
    const std::size_t sum = std::size_t{into.count} + from.count;
    if (sum <= kMost) {
        from.move_from(0, into);
        parent.close(left + 1);
        return;
    }
    const std::size_t half = sum / 2;
    Node* rest = new Node(into.is_leaf);
    Ref right(rest);
    if (into.count > half) {
        into.move_from(half, *rest);
        from.move_from(0, *rest);
    } else {
        from.move_from(half - into.count, *rest);
        from.move_from(0, into);
    }
    parent.hashes[left + 1] = rest->hashes[0];
    parent.children[left + 1] = std::move(right);
}

std::size_t HashTree::bytes_of(const Node& node) {
    std::size_t sum = sizeof(Node);
    if (node.is_leaf) return sum;
    for (std::size_t i = 0; i < node.count; ++i) sum += bytes_of(*node.children[i]);
    return sum;
}

bool HashTree::is_sound() const {
    if (!root_) return size_ == 0;
    std::size_t leaf_depth = 0, count = 0;
    return is_sound(*root_, true, 1, leaf_depth, 0, UINT64_MAX, count) && count == size_;
}

// All hashes lie from `low` to `high`, both included.
bool HashTree::is_sound(const Node& node, bool is_root, std::size_t depth, std::size_t& leaf_depth,
                        std::uint64_t low, std::uint64_t high, std::size_t& count) {
    if (node.count > kMost || node.count < (is_root ? 1U : kLeast)) return false;
    for (std::size_t i = node.is_leaf ? 0 : 1; i < node.count; ++i) {
        if (node.hashes[i] < low || node.hashes[i] > high) return false;
        if (i > (node.is_leaf ? 0U : 1U) && node.hashes[i - 1] >= node.hashes[i]) return false;
    }
    if (node.is_leaf) {
        if (leaf_depth == 0) leaf_depth = depth;
        count += node.count;
        return leaf_depth == depth;
    }
    for (std::size_t i = 0; i < node.count; ++i) {
        if (!is_sound(*node.children[i], false, depth + 1, leaf_depth,
                      i == 0 ? low : node.hashes[i],
                      i + 1 == node.count ? high : node.hashes[i + 1] - 1, count)) {
            return false;
        }
    }
    return true;
}

}  // namespace understudy::world
