// Forms in both styles: whatever could be read is written as a form that reads the same, unless a
// key is empty or holds brackets. Media types ride along.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/form.hpp"
#include "http/media_type.hpp"

using namespace understudy;

namespace {

bool has_plain_keys(const json::Value& form) {
    for (const json::Member& member : form.members()) {
        if (member.key().empty()) return false;
        if (member.key().find_first_of("[]") != std::string_view::npos) return false;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const http::FormLimits limits{.pairs = 64, .depth = 6, .index = 64};
    const http::FormLimits deeper{.pairs = 64, .depth = 7, .index = 64};  // a[b]=1&a[b]=2 nests
    for (const auto style : {http::FormStyle::Brackets, http::FormStyle::Repeated}) {
        const auto value = http::read_form(text, style, limits);
        if (!value) continue;
        if (!value->is_object()) std::abort();
        if (style == http::FormStyle::Brackets && !has_plain_keys(*value)) continue;
        const auto again = http::read_form(http::write_form(*value, style), style, deeper);
        if (!again || !(*again == *value)) std::abort();
    }
    if (const auto type = http::parse_media_type(text)) {
        if (!(http::parse_media_type(http::to_text(*type)) == type)) std::abort();
    }
    return 0;
}
