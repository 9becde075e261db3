// A URL or query that can be read is written as something that reads the same; nothing that could
// split a request line or hide a host gets through.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/query.hpp"
#include "http/url.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto url = http::parse_url(text)) {
        const std::string written = http::to_text(*url);
        const auto again = http::parse_url(written);
        if (!again || !(*again == *url)) std::abort();
        if (written.find_first_of(" \r\n\t\\") != std::string::npos) std::abort();
        if (url->host.empty() || url->path.empty() || http::port_of(*url) == 0) std::abort();
        const auto authority = http::parse_authority(http::authority(*url));
        if (!authority || authority->host != url->host) std::abort();
    }
    if (const auto authority = http::parse_authority(text)) {
        if (!(http::parse_authority(http::to_text(*authority)).value() == *authority)) std::abort();
    }
    const auto pairs = http::parse_query(text);
    for (const auto spaces : {http::SpaceStyle::Percent, http::SpaceStyle::Plus}) {
        // A pair without name and value is written as nothing, so it cannot come back; none is
        // read.
        if (!(http::parse_query(http::to_query(pairs, spaces)) == pairs)) std::abort();
    }
    if (http::path_segments(text).size() > size + 1) std::abort();
    return 0;
}
