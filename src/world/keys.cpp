// Packed keys of a tree node.
#include "world/impl/keys.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace understudy::world {

namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

// Eight bytes as a number that is ordered as they are.
std::uint64_t word_at(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, kWord);
    return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t same = 0;
    for (; same + kWord <= shorter; same += kWord) {
        const std::uint64_t differs = word_at(a.data() + same) ^ word_at(b.data() + same);
        if (differs != 0) return same + static_cast<std::size_t>(std::countl_zero(differs)) / 8;
    }
    while (same < shorter && a[same] == b[same]) ++same;
    return same;
}

// Is the key smaller than (negative), equal to, or larger than the other, of which it shares the
// first `same` bytes and not the next?
int order_after(std::string_view key, std::string_view other, std::size_t same) {
    if (same == key.size()) return same == other.size() ? 0 : -1;
    if (same == other.size()) return 1;
    return static_cast<unsigned char>(key[same]) < static_cast<unsigned char>(other[same]) ? -1 : 1;
}

// The first eight of `size` bytes; what is missing is zero. `readable` bytes may be read from
// there, though they may belong to others.
std::uint64_t leading(const char* bytes, std::size_t size, std::size_t readable) {
    std::uint64_t word = 0;
    if (readable >= kWord) {
        word = word_at(bytes);
    } else {
        for (std::size_t i = 0; i < kWord; ++i) {
            word = word << 8 | (i < readable ? static_cast<unsigned char>(bytes[i]) : 0U);
        }
    }
    if (size >= kWord) return word;
    const unsigned spare = static_cast<unsigned>(kWord - size) * 8;
    return spare == 64 ? 0 : word >> spare << spare;
}

}  // namespace

// What a key is compared with between two others that are in order: all of them begin with what
// those two share with the key, so that it need not be looked at again, and what follows is
// mostly told apart by one word.
class Keys::Wanted {
public:
    Wanted(const Keys& keys, std::string_view key, std::size_t skip)
        : keys_(keys),
          rest_(key.substr(skip)),
          skip_(skip),
          word_(leading(rest_.data(), rest_.size(), rest_.size())) {}

    // As std::string_view::compare of the key at `index` with the wanted one.
    int compare_with(std::size_t index) const {
        const std::uint32_t begin =
            (index == 0 ? 0 : keys_.ends_[index - 1]) + static_cast<std::uint32_t>(skip_);
        const std::size_t size = keys_.ends_[index] - begin;
        const char* bytes = keys_.bytes_.data() + begin;
        const std::uint64_t word = leading(bytes, size, keys_.bytes_.size() - begin);
        if (word != word_) return word < word_ ? -1 : 1;
        return std::string_view(bytes, size).compare(rest_);
    }

private:
    const Keys& keys_;
    std::string_view rest_;
    std::size_t skip_;
    std::uint64_t word_;
};

// Most keys that are put arrive in order, up or down, so that the ends are looked at first.
std::size_t Keys::lower_bound(std::string_view key) const {
    if (size() == 0) return 0;
    std::size_t low = 1, high = size() - 1;
    const std::string_view last = (*this)[high];
    const std::size_t like_last = common_prefix(last, key);
    if (order_after(last, key, like_last) < 0) return size();
    const std::string_view first = (*this)[0];
    const std::size_t like_first = common_prefix(first, key);
    if (high == 0 || order_after(first, key, like_first) >= 0) return 0;
    const Wanted wanted(*this, key, std::min(like_first, like_last));
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (wanted.compare_with(middle) < 0) {
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
    const std::string_view last = (*this)[high];
    const std::size_t like_last = common_prefix(last, key);
    if (order_after(last, key, like_last) <= 0) return high;
    const std::string_view first = (*this)[1];
    const std::size_t like_first = common_prefix(first, key);
    if (high == 1 || order_after(first, key, like_first) > 0) return 0;
    const Wanted wanted(*this, key, std::min(like_first, like_last));
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (wanted.compare_with(middle) > 0) {
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
    return right.substr(0, common_prefix(left, right) + 1);
}

}  // namespace understudy::world
