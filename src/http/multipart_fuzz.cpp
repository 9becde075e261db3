// Whole and piecewise reading give the same parts and the same verdict.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/multipart.hpp"

using namespace understudy;

namespace {

struct Seen {
    http::PartEvents events;
    base::Error error;
    bool failed = false;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen see(std::string_view text, std::size_t step) {
    http::MultipartReader reader("b", {.parts = 8, .head_bytes = 256, .head_fields = 4});
    Seen seen;
    for (std::size_t at = 0; at < text.size(); at += step) {
        http::PartEvents events;
        const auto fed = reader.feed(text.substr(at, step), events);
        for (http::PartEvent& event : events) {
            auto* more = std::get_if<http::PartPiece>(&event);
            auto* last =
                seen.events.empty() ? nullptr : std::get_if<http::PartPiece>(&seen.events.back());
            if (more != nullptr && last != nullptr) {
                last->bytes += more->bytes;
            } else {
                seen.events.push_back(std::move(event));
            }
        }
        if (!fed) break;
    }
    if (auto ended = reader.end(); !ended) {
        seen.failed = true;
        seen.error = std::move(ended.error());
    }
    return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::size_t step = data[0] % 17 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (!(see(text, step) == see(text, text.size() + 1))) std::abort();
    const std::string type(text);
    if (const auto boundary = http::boundary_of(type)) {
        if (boundary->empty() || boundary->size() > 70) std::abort();
    }
    return 0;
}
