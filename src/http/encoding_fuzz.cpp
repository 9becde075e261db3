// Every decoder on every bytes: never past its limit, the same whole and in pieces; and what we
// encode decodes.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/encoding.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    constexpr std::string_view kHeaders[] = {"gzip", "deflate",    "br",       "zstd",
                                             "",     "gzip, zstd", "br, gzip", "deflate, deflate"};
    const std::string_view header = kHeaders[data[0] % 8];
    const std::size_t step = data[1] % 17 + 1;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    constexpr std::uint64_t kLimit = 100'000;

    const auto whole = http::decode(header, bytes, kLimit);
    if (whole && whole->size() > kLimit) std::abort();
    auto decoder = http::Decoder::make(header, kLimit);
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        if (!decoder->feed(bytes.substr(at, step), out)) break;
        if (out.size() > kLimit) std::abort();
    }
    if (decoder->end().has_value() != whole.has_value()) std::abort();
    if (whole && *whole != out) std::abort();

    const std::string encoded = http::encode(header, bytes).value();
    const auto back = http::decode(header, encoded, bytes.size() + 4096);
    if (!back || *back != bytes) std::abort();
    (void)http::best_encoding(bytes, {});
    return 0;
}
