// What a file of worlds may hold in place of changes and definitions: refused, or read as it is
// written again.
#include <cstdint>
#include <string_view>

#include "base/assert.hpp"
#include "store/impl/changes_text.hpp"

using namespace understudy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static_cast<void>(store::read_definition(text).has_value());
    const auto changes = store::read_changes(text);
    if (!changes) return 0;
    std::string first;
    store::write_changes(first, *changes);
    const auto again = store::read_changes(first);
    ASSERT(again, "what is written can be read");
    std::string second;
    store::write_changes(second, *again);
    ASSERT(first == second, "and is the same");
    return 0;
}
