// Strict reading of any bytes; what is read must come back from the writer as the same value.
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
    const auto document = yaml::read({"f", std::string(data, data + size)}, options());
    if (!document) return 0;
    const std::string text = yaml::write(document->root);
    const auto back = yaml::read({"g", text});
    ASSERT(back && back->root == document->root, "what is written reads back");
    ASSERT(yaml::write(back->root) == text, "writing is stable");
    ASSERT(yaml::rewrite(*document, document->root) == document->source->text, "nothing changed");
    return 0;
}
