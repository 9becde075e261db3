#include "world/duration_text.hpp"

#include <string>

namespace understudy::world {

std::optional<base::Duration> read_duration(std::string_view text) {
    if (!text.starts_with('P')) return base::parse_duration(text);
    // The same in our own units. A letter stands for another one behind the T.
    std::string ours;
    bool in_time = false;
    for (const char c : text.substr(1)) {
        const std::string_view units = in_time ? "HMS" : "WD";
        if (c == 'T' && !in_time) {
            in_time = true;
        } else if (units.find(c) != std::string_view::npos) {
            ours += static_cast<char>(c - 'A' + 'a');
        } else if ((c >= '0' && c <= '9') || c == '.') {
            ours += c;
        } else {
            return std::nullopt;
        }
    }
    if (text.ends_with('T') || ours == "0") return std::nullopt;
    return base::parse_duration(ours);
}

}  // namespace understudy::world
