// Packed keys of a tree node.
#include "world/impl/keys.hpp"

#include <algorithm>

namespace understudy::world {

// Most keys that are put arrive in order, up or down, so that the ends are looked at first.
std::size_t Keys::lower_bound(std::string_view key) const {
    if (size() == 0) return 0;
    std::size_t low = 1, high = size() - 1;
    if ((*this)[high].compare(key) < 0) return size();
    if (high == 0 || (*this)[0].compare(key) >= 0) return 0;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if ((*this)[middle].compare(key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::size_t Keys::last_not_after(std::string_view key) const {
    if (size() < 2) return 0;
    std::size_t low = 2, high = size() - 1;
    if ((*this)[high].compare(key) <= 0) return high;
    if (high == 1 || (*this)[1].compare(key) > 0) return 0;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if ((*this)[middle].compare(key) > 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low - 1;
}

void Keys::insert(std::size_t index, std::string_view key) {
    const std::uint32_t begin = index == 0 ? 0 : ends_[index - 1];
    const auto added = static_cast<std::uint32_t>(key.size());
    bytes_.insert(begin, key);
    ends_.insert(ends_.begin() + static_cast<std::ptrdiff_t>(index), begin + added);
    for (std::size_t i = index + 1; i < ends_.size(); ++i) ends_[i] += added;
}

void Keys::erase(std::size_t index) {
    const std::uint32_t begin = index == 0 ? 0 : ends_[index - 1];
    const std::uint32_t removed = ends_[index] - begin;
    bytes_.erase(begin, removed);
    ends_.erase(ends_.begin() + static_cast<std::ptrdiff_t>(index));
    for (std::size_t i = index; i < ends_.size(); ++i) ends_[i] -= removed;
}

void Keys::set(std::size_t index, std::string_view key) {
    const std::string copy(key);  // it may be one of our own
    erase(index);
    insert(index, copy);
}

Keys Keys::split_off(std::size_t index) {
    Keys rest;
    const std::uint32_t begin = index == 0 ? 0 : ends_[index - 1];
    rest.bytes_.assign(bytes_, begin);
    rest.ends_.reserve(size() - index);
    for (std::size_t i = index; i < size(); ++i) rest.ends_.push_back(ends_[i] - begin);
    // What is left behind may never grow again: entries that arrive in order go to the other half.
    bytes_.resize(begin);
    bytes_.shrink_to_fit();
    ends_.resize(index);
    ends_.shrink_to_fit();
    return rest;
}

void Keys::append(const Keys& others) {
    const auto begin = static_cast<std::uint32_t>(bytes_.size());
    bytes_ += others.bytes_;
    for (const std::uint32_t end : others.ends_) ends_.push_back(begin + end);
}

std::size_t Keys::heap_bytes() const {
    constexpr std::size_t kInside = 15;  // a string keeps that much in itself
    return (bytes_.capacity() > kInside ? bytes_.capacity() + 1 : 0) +
           ends_.capacity() * sizeof(std::uint32_t);
}

std::string_view separator(std::string_view left, std::string_view right) {
    const std::size_t shorter = std::min(left.size(), right.size());
    std::size_t same = 0;
    while (same < shorter && left[same] == right[same]) ++same;
    return right.substr(0, same + 1);
}

}  // namespace understudy::world
