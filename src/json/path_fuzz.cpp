// A query and a document, separated by a NUL byte: whatever they are, reading and selecting end,
// and every hit is where it says.
#include <cstdlib>

#include "json/parse.hpp"
#include "json/path.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t cut = text.find('\0');
    const auto path = json::Path::parse(text.substr(0, cut));
    if (!path || cut == std::string_view::npos) return 0;
    const auto document = json::parse(text.substr(cut + 1));
    if (!document) return 0;
    const auto hits = path->select(*document, 1'000);
    if (!hits) return 0;
    for (const json::Path::Hit& hit : *hits) {
        if (hit.pointer.resolve(*document) != hit.value) std::abort();
        if (!json::Path::parse(json::to_normalized_path(hit.pointer, *document))) std::abort();
    }
    return 0;
}
