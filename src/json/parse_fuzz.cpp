// Whole and piecewise reading must agree on everything, and what was read must write and read back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "json/parse.hpp"
#include "json/write.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    const std::size_t step = data[0] % 17 + 1;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    json::ParseOptions options;
    options.limits = {
        .bytes = 1 << 20, .depth = 64, .string_bytes = 4096, .members = 64, .values = 4096};
    const auto whole = json::parse(text, options);

    json::Parser parser(options);
    for (std::size_t at = 0; at < text.size(); at += step) {
        if (!parser.feed(text.substr(at, step))) break;
    }
    const auto pieces = parser.finish();
    if (whole.has_value() != pieces.has_value()) std::abort();
    if (!whole) {
        if (whole.error().code != pieces.error().code) std::abort();
        return 0;
    }
    if (!(whole.value() == pieces.value())) std::abort();
    if (!(json::parse(json::write(*whole)).value() == *whole)) std::abort();
    const auto document = json::parse_document(base::Source{"f", std::string(text)}, options);
    if (!document || !(document->root == *whole)) std::abort();
    return 0;
}
