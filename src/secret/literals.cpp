#include "secret/impl/literals.hpp"

#include <algorithm>
#include <cstring>

namespace understudy::secret {

namespace {

std::uint64_t first_eight(const char* at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return bits;
}

std::size_t first_two(const char* at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(at[0])) * 256 +
           static_cast<unsigned char>(at[1]);
}

}  // namespace

bool Literals::add(std::string_view text) {
    if (text.size() < kLeast) return false;
    std::vector<std::string>& same = by_begin_[first_eight(text.data())];
    if (std::find(same.begin(), same.end(), text) != same.end()) return false;
    same.emplace_back(text);
    std::sort(same.begin(), same.end(),
              [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
    may_begin_[first_two(text.data())] = true;
    return true;
}

std::vector<Literals::Place> Literals::find(std::string_view text) const {
    std::vector<Place> places;
    if (by_begin_.empty() || text.size() < kLeast) return places;
    for (std::size_t i = 0; i + kLeast <= text.size();) {
        std::size_t length = 0;
        if (may_begin_[first_two(text.data() + i)]) {
            const auto same = by_begin_.find(first_eight(text.data() + i));
            if (same != by_begin_.end()) {
                for (const std::string& one : same->second) {
                    if (text.substr(i).starts_with(one)) {
                        length = one.size();
                        break;
                    }
                }
            }
        }
        if (length > 0) places.push_back({i, i + length});
        i += std::max<std::size_t>(length, 1);
    }
    return places;
}

}  // namespace understudy::secret
