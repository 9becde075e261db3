// Packed keys of a tree node.
#include "world/impl/keys.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace understudy::world {

namespace {

// How many bytes the two have in common, `from` of which are known.
std::size_t common_length(std::string_view a, std::string_view b, std::size_t from) {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t at = from;
    for (; at + sizeof(std::uint64_t) <= shorter; at += sizeof(std::uint64_t)) {
        std::uint64_t left = 0, right = 0;
        std::memcpy(&left, a.data() + at, sizeof left);
        std::memcpy(&right, b.data() + at, sizeof right);
        if (left == right) continue;
        const int bits = std::endian::native == std::endian::little
                             ? std::countr_zero(left ^ right)
                             : std::countl_zero(left ^ right);
        return at + static_cast<std::size_t>(bits) / 8;
    }
    while (at < shorter && a[at] == b[at]) ++at;
    return at;
}

// Is `a` smaller, if they have so many bytes in common?
bool is_before(std::string_view a, std::string_view b, std::size_t common) {
    if (common == a.size() || common == b.size()) return a.size() < b.size();
    return static_cast<unsigned char>(a[common]) < static_cast<unsigned char>(b[common]);
}

}  // namespace

// Most keys that are put arrive in order, up or down, so that the ends are looked at first. What
// the key has in common with both neighbours, every key between them has too.
std::size_t Keys::lower_bound(std::string_view key) const {
    if (size() == 0) return 0;
    std::size_t low = 0, high = size() - 1;
    std::size_t above = common_length((*this)[high], key, 0);
    if (is_before((*this)[high], key, above)) return size();
    if (high == 0) return 0;
    std::size_t below = common_length((*this)[0], key, 0);
    if (!is_before((*this)[0], key, below)) return 0;
    low = 1;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        const std::string_view other = (*this)[middle];
        const std::size_t common = common_length(other, key, std::min(below, above));
        if (is_before(other, key, common)) {
            low = middle + 1;
            below = common;
        } else {
            high = middle;
            above = common;
        }
    }
    return low;
}

std::size_t Keys::last_not_after(std::string_view key) const {
    if (size() < 2) return 0;
    std::size_t low = 1, high = size() - 1;
    std::size_t above = common_length((*this)[high], key, 0);
    if (!is_before(key, (*this)[high], above)) return high;
    if (high == 1) return 0;
    std::size_t below = common_length((*this)[1], key, 0);
    if (is_before(key, (*this)[1], below)) return 0;
    low = 2;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        const std::string_view other = (*this)[middle];
        const std::size_t common = common_length(other, key, std::min(below, above));
        if (is_before(key, other, common)) {
            high = middle;
            above = common;
        } else {
            low = middle + 1;
            below = common;
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
