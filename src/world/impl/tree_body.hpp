// The bodies of Tree's functions; included by tree.hpp and by nobody else.
#pragma once

#include <iterator>

#include "world/impl/tree.hpp"

namespace understudy::world {

template <class V>
const V* Tree<V>::find(std::string_view key) const {
    if (!root_) return nullptr;
    const Node* node = &*root_;
    while (!node->is_leaf()) node = &*node->children[node->child_of(key)].node;
    const std::size_t index = node->keys.lower_bound(key);
    return index < node->keys.size() && node->keys[index] == key ? &node->values[index] : nullptr;
}

template <class V>
std::size_t Tree<V>::rank(std::string_view key) const {
    if (!root_) return 0;
    std::size_t rank = 0;
    const Node* node = &*root_;
    while (!node->is_leaf()) {
        const std::size_t child = node->child_of(key);
        for (std::size_t i = 0; i < child; ++i) rank += node->children[i].count;
        node = &*node->children[child].node;
    }
    return rank + node->keys.lower_bound(key);
}

template <class V>
std::pair<const typename Tree<V>::Node*, std::size_t> Tree<V>::leaf_at(std::size_t rank) const {
    const Node* node = &*root_;
    while (!node->is_leaf()) {
        std::size_t child = 0;
        while (rank >= node->children[child].count) rank -= node->children[child++].count;
        node = &*node->children[child].node;
    }
    return {node, rank};
}

template <class V>
std::optional<typename Tree<V>::Entry> Tree<V>::at(std::size_t rank) const {
    if (rank >= size_) return std::nullopt;
    const auto [leaf, index] = leaf_at(rank);
    return Entry{leaf->keys[index], leaf->values[index]};
}

template <class V>
std::optional<V> Tree<V>::put(std::string_view key, V value) {
    if (!root_) root_ = Ref(new Node());
    Added added;
    put_below(root_, key, value, true, true, added);
    if (!added.old) ++size_;
    if (added.right) {
        Node* root = new Node();
        const std::size_t right_count = added.right->count();
        root->keys.insert(0, "");
        root->keys.insert(1, added.separator);
        root->children.push_back({std::move(root_), size_ - right_count});
        root->children.push_back({std::move(added.right), right_count});
        root_ = Ref(root);
    }
    return std::move(added.old);
}

// `first` and `last`: is this node at the left or right edge of the tree?
template <class V>
void Tree<V>::put_below(Ref& ref, std::string_view key, V& value, bool first, bool last,
                        Added& added) {
    Node& node = ref.own();
    if (node.is_leaf()) {
        const std::size_t index = node.keys.lower_bound(key);
        if (index < node.keys.size() && node.keys[index] == key) {
            added.old = std::exchange(node.values[index], std::move(value));
            return;
        }
        node.keys.insert(index, key);
        node.values.insert(node.values.begin() + static_cast<std::ptrdiff_t>(index),
                           std::move(value));
        // Entries that arrive in order, as those by creation do, leave full leaves behind them.
        const std::size_t size = node.keys.size();
        if (size > kMost) {
            const bool at_end = last && index + 1 == size;
            split(node, at_end ? size - 1 : first && index == 0 ? 1 : size / 2, added);
        }
        return;
    }

    const std::size_t index = node.child_of(key);
    const bool last_child = index + 1 == node.children.size();
    put_below(node.children[index].node, key, value, first && index == 0, last && last_child,
              added);
    if (!added.old) ++node.children[index].count;
    if (!added.right) return;

    const std::size_t right_count = added.right->count();
    node.children[index].count -= right_count;
    node.keys.insert(index + 1, added.separator);
    node.children.insert(node.children.begin() + static_cast<std::ptrdiff_t>(index + 1),
                         Child{std::exchange(added.right, Ref()), right_count});
    const std::size_t size = node.children.size();
    if (size > kMost) {
        split(node, last && last_child ? size - 1 : first && index == 0 ? 1 : size / 2, added);
    }
}

template <class V>
void Tree<V>::split(Node& node, std::size_t at, Added& added) {
    Node* right = new Node();
    added.right = Ref(right);
    right->keys = node.keys.split_off(at);
    if (node.is_leaf()) {
        const auto middle = node.values.begin() + static_cast<std::ptrdiff_t>(at);
        right->values.assign(std::make_move_iterator(middle),
                             std::make_move_iterator(node.values.end()));
        node.values.erase(middle, node.values.end());
        node.values.shrink_to_fit();
        added.separator = separator(node.keys[at - 1], right->keys[0]);
    } else {
        const auto middle = node.children.begin() + static_cast<std::ptrdiff_t>(at);
        right->children.assign(std::make_move_iterator(middle),
                               std::make_move_iterator(node.children.end()));
        node.children.erase(middle, node.children.end());
        node.children.shrink_to_fit();
        added.separator = right->keys[0];
    }
}

template <class V>
std::optional<V> Tree<V>::erase(std::string_view key) {
    if (find(key) == nullptr) return std::nullopt;  // nothing is copied for nothing
    V old = erase_below(root_, key);
    if (--size_ == 0) {
        root_ = Ref();
        return old;
    }
    while (!root_->is_leaf() && root_->children.size() == 1) root_ = Ref(root_->children[0].node);
    return old;
}

template <class V>
V Tree<V>::erase_below(Ref& ref, std::string_view key) {
    Node& node = ref.own();
    if (node.is_leaf()) {
        const std::size_t index = node.keys.lower_bound(key);
        V old = std::move(node.values[index]);
        node.keys.erase(index);
        node.values.erase(node.values.begin() + static_cast<std::ptrdiff_t>(index));
        return old;
    }
    const std::size_t index = node.child_of(key);
    V old = erase_below(node.children[index].node, key);
    const std::size_t left = --node.children[index].count;
    if (left == 0) {
        node.keys.erase(index);
        node.children.erase(node.children.begin() + static_cast<std::ptrdiff_t>(index));
    } else if (node.children[index].node->keys.size() < kLeast && node.children.size() > 1) {
        join(node, index == 0 ? 0 : index - 1);
    }
    return old;
}

// Makes the children `left` and `left + 1` one; if that is too much, two of the same size.
template <class V>
void Tree<V>::join(Node& parent, std::size_t left) {
    Node& into = parent.children[left].node.own();
    {
        const Node& from = *parent.children[left + 1].node;
        const std::size_t seam = into.keys.size();
        into.keys.append(from.keys);
        if (!into.is_leaf()) into.keys.set(seam, parent.keys[left + 1]);
        into.values.insert(into.values.end(), from.values.begin(), from.values.end());
        into.children.insert(into.children.end(), from.children.begin(), from.children.end());
    }
    const std::size_t count = parent.children[left].count + parent.children[left + 1].count;
    if (into.keys.size() <= kMost) {
        parent.children[left].count = count;
        parent.keys.erase(left + 1);
        parent.children.erase(parent.children.begin() + static_cast<std::ptrdiff_t>(left + 1));
        return;
    }
    Added added;
    split(into, into.keys.size() / 2, added);
    const std::size_t right_count = added.right->count();
    parent.keys.set(left + 1, added.separator);
    parent.children[left + 1] = Child{std::move(added.right), right_count};
    parent.children[left].count = count - right_count;
}

template <class V>
std::size_t Tree<V>::bytes_of(const Node& node) {
    std::size_t sum = sizeof(Node) + node.keys.heap_bytes() + node.values.capacity() * sizeof(V) +
                      node.children.capacity() * sizeof(Child);
    for (const Child& child : node.children) sum += bytes_of(*child.node);
    return sum;
}

template <class V>
bool Tree<V>::is_sound() const {
    if (!root_) return size_ == 0;
    std::size_t leaf_depth = 0;
    return root_->count() == size_ && is_sound(*root_, 1, leaf_depth, true, true, nullptr, nullptr);
}

template <class V>
bool Tree<V>::is_sound(const Node& node, std::size_t depth, std::size_t& leaf_depth, bool first,
                       bool last, const std::string* low, const std::string* high) {
    const std::size_t size = node.keys.size();
    if (size == 0 || size > kMost || (size < kLeast && !first && !last)) return false;
    for (std::size_t i = node.is_leaf() ? 0 : 1; i < size; ++i) {
        const std::string_view key = node.keys[i];
        if (low != nullptr && key < *low) return false;
        if (high != nullptr && key >= *high) return false;
        if (i > (node.is_leaf() ? 0U : 1U) && node.keys[i - 1] >= key) return false;
    }
    if (node.is_leaf()) {
        if (leaf_depth == 0) leaf_depth = depth;
        return leaf_depth == depth && node.values.size() == size;
    }
    if (node.children.size() != size) return false;
    for (std::size_t i = 0; i < size; ++i) {
        const std::string own_low(node.keys[i]);
        const std::string own_high(i + 1 < size ? node.keys[i + 1] : "");
        if (node.children[i].node->count() != node.children[i].count) return false;
        if (!is_sound(*node.children[i].node, depth + 1, leaf_depth, first && i == 0,
                      last && i + 1 == size, i == 0 ? low : &own_low,
                      i + 1 == size ? high : &own_high)) {
            return false;
        }
    }
    return true;
}

}  // namespace understudy::world
