// The input is two JSON texts, cut at the first NUL. A diff applied must give the other side.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "json/diff.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = input.find('\0');
    if (cut == std::string_view::npos) return 0;
    json::ParseOptions options;
    options.limits.depth = 32;
    const auto before = json::parse(input.substr(0, cut), options);
    const auto after = json::parse(input.substr(cut + 1), options);
    if (!before || !after) return 0;
    const json::Value applied = json::apply_changes(*before, json::diff(*before, *after));
    if (json::write_canonical(applied) != json::write_canonical(*after)) std::abort();
    return 0;
}
