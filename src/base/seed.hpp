// Seeded streams: random-looking values that depend only on a seed, a list of names and a sequence
// number.
//
// Two readers that ask in different orders get the same values, on any machine, with any number of
// threads:
//
//     Stream stream{42, {"charges", "id"}, 7};   // the 7th charge's id
//     stream.below(62);                          // always the same digit
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace understudy::base {

class Stream {
public:
    Stream(std::uint64_t seed, std::initializer_list<std::string_view> names,
           std::uint64_t sequence);
    Stream(std::uint64_t seed, std::span<const std::string_view> names, std::uint64_t sequence);

    std::uint64_t next();                      // 64 even bits
    std::uint64_t below(std::uint64_t bound);  // 0 to bound-1, without bias; bound > 0
    double unit();                             // [0, 1)
    // One of the letters for each place, as below() would choose them one after the other.
    void choose(std::string_view letters, std::span<char> places);

private:
    std::uint64_t key_ = 0;
    std::uint64_t twisted_ = 0;  // the key, mixed another way
    std::uint64_t counter_ = 0;
};

}  // namespace understudy::base
