// The keys of one tree node: byte strings in order, packed one behind another, so that a node has
// two allocations for all of its keys and is copied with two copies of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::world {

class Keys {
public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t index) const {
        const std::uint32_t begin = index == 0 ? 0 : ends_[index - 1];
        return {bytes_.data() + begin, ends_[index] - begin};
    }
    std::size_t lower_bound(std::string_view key) const;  // the first that is not smaller
    // The last that is not larger. The first one is not looked at, for it may be larger than those
    // after it: in an inner node it means nothing.
    std::size_t last_not_after(std::string_view key) const;

    void insert(std::size_t index, std::string_view key);
    void erase(std::size_t index);
    void set(std::size_t index, std::string_view key);
    Keys split_off(std::size_t index);  // those from `index` on
    void append(const Keys& others);

    std::size_t heap_bytes() const;  // taken beside the object itself

private:
    class Wanted;

    std::string bytes_;
    std::vector<std::uint32_t> ends_;  // of each key in bytes_
};

// The shortest text that is larger than `left` and not larger than `right`; left < right.
std::string_view separator(std::string_view left, std::string_view right);

}  // namespace understudy::world
