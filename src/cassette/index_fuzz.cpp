// An index is read as foreign bytes: whatever it holds, looking everything up in it ends.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cassette/index.hpp"

using namespace understudy::cassette;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMost = 64;  // of each kind: an index may claim very many
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto index = Index::open(bytes);
    if (!index) return 0;
    std::uint32_t number = 0;
    (void)index->find_program("gh", number);
    for (std::size_t i = 0; i < kMost; ++i) {
        (void)index->program(i);
        (void)index->file(i);
        (void)index->call(i);
        (void)index->input(i);
        (void)index->output(i);
        (void)index->answers({i, i});
    }
    return 0;
}
