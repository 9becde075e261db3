// The ids of a cassette's exchanges: each only once, and known when another names it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace understudy::cassette {

class Ids {
public:
    // false: it is there already.
    bool add(const std::string& id) { return numbers_.emplace(id, numbers_.size()).second; }
    bool has(std::string_view id) const { return numbers_.find(id) != numbers_.end(); }
    // In the order of adding; nullptr: it was never added.
    const std::size_t* number_of(std::string_view id) const {
        const auto found = numbers_.find(id);
        return found == numbers_.end() ? nullptr : &found->second;
    }
    std::string nearest(std::string_view id) const {
        std::vector<std::string_view> all;
        for (const auto& [each, number] : numbers_) all.push_back(each);
        return base::nearest(id, all);
    }

private:
    std::map<std::string, std::size_t, std::less<>> numbers_;
};

}  // namespace understudy::cassette
