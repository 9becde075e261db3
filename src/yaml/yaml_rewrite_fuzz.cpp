// Two texts, divided by a zero byte: the value of the second into the file of the first.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/assert.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

using namespace understudy;

namespace {

// Few, so that no input is slow.
yaml::ReadOptions options() {
    return {.mode = yaml::Mode::Strict,
            .limits = {.nodes = 100'000, .alias_nodes = 1000, .alias_bytes = 1 << 16}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string all(data, data + size);
    const std::size_t middle = all.find('\0');
    if (middle == all.npos) return 0;
    const auto before = yaml::read({"f", all.substr(0, middle)}, options());
    const auto after = yaml::read({"g", all.substr(middle + 1)}, options());
    if (!before || !after) return 0;
    const auto back = yaml::read({"h", yaml::rewrite(*before, after->root)});
    ASSERT(back && back->root == after->root, "the rewritten file holds the new value");
    return 0;
}
