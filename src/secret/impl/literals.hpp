// Texts that are known to be secret, searched for all at once: what a scrub has learnt in one file
// of a bundle and must replace in all of them, and the values of declared credential variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace understudy::secret {

class Literals {
public:
    static constexpr std::size_t kLeast = 8;  // shorter ones would hit by chance

    // Whether it was taken; a text that is there already is not taken twice.
    bool add(std::string_view text);
    bool is_empty() const { return by_begin_.empty(); }

    struct Place {
        std::size_t begin = 0, end = 0;
    };
    // In order, none inside another: where several begin at one place, the longest.
    std::vector<Place> find(std::string_view text) const;

private:
    // By the first eight bytes.
    std::unordered_map<std::uint64_t, std::vector<std::string>> by_begin_;
    // A quick no for nearly every place: one bit for each value of the first two bytes.
    std::vector<bool> may_begin_ = std::vector<bool>(std::size_t{1} << 16U);
};

}  // namespace understudy::secret
