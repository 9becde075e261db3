// Any text as a pack: loading may refuse it, never crash or run away. The input is pack.yaml; after
// a line of three dashes and a path, further files of the folder may follow.
#include <cstdint>
#include <string>
#include <string_view>

#include "pack/load.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMost = 64 << 10;
    if (size > kMost) return 0;
    std::string_view input(reinterpret_cast<const char*>(data), size);
    pack::Folder folder;
    std::string name = "pack.yaml";
    while (true) {
        const std::size_t cut = input.find("\n--- ");
        folder.files.push_back({name, std::string(input.substr(0, cut))});
        if (cut == std::string_view::npos || folder.files.size() > 8) break;
        input.remove_prefix(cut + 5);
        const std::size_t line = input.find('\n');
        name = std::string(input.substr(0, line));
        input.remove_prefix(line == std::string_view::npos ? input.size() : line + 1);
    }
    const pack::Loaded loaded = pack::load(folder, pack::Thoroughness::Lint);
    for (const pack::Problem& problem : loaded.problems) {
        static_cast<void>(base::render(problem.error));
    }
    return 0;
}
