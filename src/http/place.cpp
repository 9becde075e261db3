#include "http/impl/place.hpp"

#include <algorithm>

namespace understudy::http {

std::size_t PlaceFinder::take(std::string_view bytes) {
    if (!place_.in_events) {
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), place_.count - seen_));
        seen_ += size;
        return size;
    }
    std::size_t taken = 0;
    while (!is_reached() && taken < bytes.size()) {
        const Boundaries::Taken one = boundaries_.take(bytes.substr(taken));
        taken += one.bytes;
        if (one.ended) ++seen_;
    }
    return taken;
}

void PlaceFinder::end() {
    if (place_.in_events && !is_reached() && boundaries_.take_end()) ++seen_;
}

}  // namespace understudy::http
