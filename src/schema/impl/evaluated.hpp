// Which members of an object, or items of an array, some schema has already spoken about: what
// `unevaluatedProperties` and `unevaluatedItems` ask. Up to 64 of them cost no memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace understudy::schema {

class Evaluated {
public:
    void mark(std::size_t index) {
        if (index < 64) {
            first_ |= std::uint64_t{1} << index;
            return;
        }
        if (rest_.size() <= index - 64) rest_.resize(index - 64 + 1, false);
        rest_[index - 64] = true;
    }
    void mark_first(std::size_t count) { all_below_ = std::max(all_below_, count); }

    bool has(std::size_t index) const {
        if (index < all_below_) return true;
        if (index < 64) return (first_ >> index & 1U) != 0;
        return index - 64 < rest_.size() && rest_[index - 64];
    }
    void merge(const Evaluated& other) {
        first_ |= other.first_;
        all_below_ = std::max(all_below_, other.all_below_);
        if (rest_.size() < other.rest_.size()) rest_.resize(other.rest_.size(), false);
        for (std::size_t i = 0; i < other.rest_.size(); ++i) {
            if (other.rest_[i]) rest_[i] = true;
        }
    }

private:
    std::uint64_t first_ = 0;
    std::size_t all_below_ = 0;
    std::vector<bool> rest_;
};

}  // namespace understudy::schema
