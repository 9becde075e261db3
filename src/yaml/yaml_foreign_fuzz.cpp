// Foreign reading of any bytes, several documents; marks and binaries must be in range.
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
    return {.mode = yaml::Mode::Foreign,
            .limits = {.nodes = 100'000, .alias_nodes = 1000, .alias_bytes = 1 << 16}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto documents = yaml::read_foreign_all({"f", std::string(data, data + size)}, options());
    if (!documents) return 0;
    for (const yaml::ForeignDocument& one : *documents) {
        const auto& rows = one.document.marks.rows;
        for (const auto& row : rows) {
            ASSERT(row.key.begin <= row.key.end && row.key.end <= size, "keys lie in the text");
            ASSERT(row.value.begin <= row.value.end && row.value.end <= size, "so do values");
        }
        for (const auto& binary : one.binaries) ASSERT(binary.row < rows.size(), "rows exist");
        const auto back = yaml::read({"g", yaml::write(one.document.root)},
                                     {.mode = yaml::Mode::Foreign, .limits = {}});
        ASSERT(back && back->root == one.document.root, "what is written reads back");
    }
    return 0;
}
